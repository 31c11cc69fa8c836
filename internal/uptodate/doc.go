// Package uptodate remembers that a run of the tool had nothing to do, so that the next one, over the same bytes, need not
// find that out again. It owns the digest of everything that a run reads, and the file that it is remembered in. It knows
// nothing of what a run does.
//
// The shortcut is exact: the digest covers the tool (by what identifies its bytes), the folders with all of their files
// (sources and generated), what CUE and Go look for above them, and CUE's environment. It is remembered only after a run
// that took the digest before it read anything, had nothing to do, and found the same digest afterwards.
package uptodate
