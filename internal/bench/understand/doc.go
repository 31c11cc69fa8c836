// Package understand measures what it costs to read a message: the selection and the interpretation of a turn, and the
// snapshot that they read. It has nothing but benchmarks and the bounds that they are held to.
package understand
