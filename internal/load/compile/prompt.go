package compile

import (
	"cuelang.org/go/cue"

	"github.com/ikgen/ikgen/internal/ir"
)

func prompts(a at) []ir.Prompt {
	var out []ir.Prompt
	for _, p := range a.entries() {
		out = append(out, ir.Prompt{
			ID: p.key, Version: p.int("version"), Template: p.template("template"), Variables: p.texts("variables"),
		})
	}
	return out
}

func kernelPrompts(a at) []ir.KernelPrompt {
	var out []ir.KernelPrompt
	for _, p := range a.entries() {
		out = append(out, ir.KernelPrompt{
			ID: p.key, Revision: p.text("revision"), Template: p.template("template"), Replaces: p.text("replaces"),
		})
	}
	return out
}

// limits are the bounds that the author gave.
func limits(a at) map[string]int {
	var out map[string]int
	for _, l := range a.entries() {
		n, ok := l.whole(bound(l.key))
		if !ok {
			continue
		}
		if out == nil {
			out = map[string]int{}
		}
		out[l.key] = n
	}
	return out
}

// Catalog compiles the prompts of the top-level field `catalog`.
func (c *Compiler) Catalog() []ir.Prompt {
	a := at{c: c, v: c.Value.LookupPath(cue.MakePath(cue.Str("catalog"))), path: "catalog"}
	return prompts(a.get("prompts"))
}
