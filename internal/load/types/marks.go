package types

import (
	"slices"

	"github.com/ikgen/ikgen/internal/diag"
)

// marks is where defaults are marked, by the path of their value: declarations of one field may stand in several files.
type marks map[string][]diag.Position

func (m marks) add(path string, pos diag.Position) {
	if !slices.Contains(m[path], pos) {
		m[path] = append(m[path], pos)
	}
}

// twoDefaults reports defaults that contradict each other, at the last of them where the places are known.
func (c *Compiler) twoDefaults(at place, message, help string) {
	d := diag.Diagnostic{Code: codeDefaults, Severity: diag.Error, Message: message, Path: at.path, Pos: at.pos, Help: help}
	if known := c.marks[at.path]; len(known) > 1 {
		last := len(known) - 1
		d.Pos = known[last]
		for _, pos := range known[:last] {
			d.Related = append(d.Related, diag.Related{Pos: pos, Message: "the other default"})
		}
	}
	c.report(d)
}
