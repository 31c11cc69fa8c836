// Package output brings generated files onto disk. It writes only files whose bytes change, removes only its own
// orphans, never touches a file that somebody else wrote, and can be killed at any moment: every file is then the old
// one or the new one.
//
// It owns the manifest of what it wrote. It knows nothing of what the files say, beyond the header that marks them.
package output
