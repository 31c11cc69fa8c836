// Package quickmatch answers whether an ASCII string matches a regular expression, much faster than package regexp does
// for the expressions that schemas have: anchored classes with counts, alternatives of literals, prefixes and suffixes.
//
// It owns two kinds of programs. Steps read the string once and never look back; they exist where each next byte decides
// how to go on. A table is a small deterministic automaton for what steps cannot express. Expressions that need neither
// more states than a table may have, nor word boundaries or line anchors, have one of them; for all others Compile gives
// none, and so it does for what concerns other letters than ASCII: the caller asks package regexp then.
//
// It knows nothing of schemas, documents or issues.
package quickmatch
