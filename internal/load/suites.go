package load

import (
	"sort"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/errors"

	"github.com/ikgen/ikgen/internal/canonical"
	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// suites exports the evaluation suites, each unified with ik.#Suite whether the author did so or not.
func (j *judge) suites() []ir.Suite {
	all := j.u.value.LookupPath(cue.MakePath(cue.Str("suites")))
	it, err := all.Fields()
	if err != nil {
		return nil
	}
	var out []ir.Suite
	seen := map[string]bool{}
	for it.Next() {
		field := it.Selector().Unquoted()
		v := it.Value().Unify(j.lib.value.LookupPath(cue.MakePath(cue.Def("#Suite"))))
		if err := v.Validate(cue.Concrete(true), cue.Final()); err != nil {
			for _, e := range errors.Errors(err) {
				j.suiteError(e, spec.Join("suites", field), seen)
			}
			continue
		}
		raw, err := v.MarshalJSON()
		if err != nil {
			continue // Validate has passed: nothing is left to say
		}
		if j.rounds(raw, spec.Join("suites", field)) {
			continue
		}
		if raw, err = canonical.JSON(raw); err != nil {
			j.report(diag.Diagnostic{Code: codeValue, Severity: diag.Error, Path: spec.Join("suites", field),
				Pos: j.u.spec.At(spec.Join("suites", field)), Message: "the suite cannot be exported as JSON: " + err.Error()})
			continue
		}
		out = append(out, ir.Suite{Field: field, JSON: raw})
	}
	sort.Slice(out, func(i, k int) bool { return out[i].Field < out[k].Field })
	return out
}

// suiteError words an error of a suite. CUE gives the path from the suite or from the package, as it likes.
func (j *judge) suiteError(e errors.Error, path string, seen map[string]bool) {
	full := pathOf(e.Path())
	if full != path && !within(full, path) {
		if full == "" {
			full = path
		} else {
			full = path + "." + full
		}
	}
	if j.covered(full) || seen[full] {
		return
	}
	seen[full] = true
	j.report(j.translate(e, full, text(e)))
}
