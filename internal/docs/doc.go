// Package docs keeps the documentation true to the code: it writes the page of diagnostics from the rules themselves, and
// its tests compare the pages of error codes, events and commands with what the source and the command really have.
//
// It reads Go source as text and syntax. Nothing but its tests uses it, and it knows nothing of what the pages explain.
package docs
