package load

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/ikgen/ikgen/internal/diag"
	schema "github.com/ikgen/ikgen/schema/ik"
)

// modelName is the file beside a spec that holds what an agent or a catalog was compiled to.
const modelName = "ikgen.ir.json"

// vetVanished warns of a package whose agent or catalog is gone, though definitions remain: what was generated from it
// still compiles, and passes for the contract.
func (w *world) vetVanished(u *unit) {
	var tops contents
	for _, f := range u.spec.Files {
		tops.add(f)
	}
	if tops.form || tops.misses() || u.spec.Path == schema.ImportPath {
		return // nothing is gone, or it is an error that is reported
	}
	data, err := w.files.read(filepath.Join(u.inst.Dir, modelName))
	if err != nil {
		return
	}
	var before struct {
		Agent *struct {
			ID string `json:"id"`
		} `json:"agent"`
	}
	if json.Unmarshal(data, &before) != nil {
		return
	}
	what := "the catalog"
	if before.Agent != nil {
		what = fmt.Sprintf("the agent %q", before.Agent.ID)
	}
	w.notes.add(diag.Diagnostic{
		Code: codeVanished, Severity: diag.Warning, Pos: packagePos(u),
		Message: what + " of this package is gone, but what was generated from it is there",
		Help:    "bring it back, or run ikgen generate, which removes the generated files",
	})
}
