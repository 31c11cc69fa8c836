package load

import (
	"fmt"
	"strings"

	"cuelang.org/go/cue/ast"

	"github.com/ikgen/ikgen/internal/diag"
	schema "github.com/ikgen/ikgen/schema/ik"
)

// contents is what stands at the top of a package's files.
type contents struct {
	schema      bool   // the authoring schema is imported
	form        bool   // an agent or a catalog
	suites      bool   // suites alone
	definitions bool   // types for other packages
	near        string // the form that a field seems to mean by its name
}

func (c *contents) add(f *ast.File) {
	for imp := range f.ImportSpecs() {
		path := strings.Trim(imp.Path.Value, `"`)
		c.schema = c.schema || importPath(path) == schema.ImportPath
	}
	for _, d := range f.Decls {
		if field, ok := d.(*ast.Field); ok {
			if name, _, err := ast.LabelName(field.Label); err == nil {
				c.field(name)
			}
		}
	}
}

func (c *contents) field(name string) {
	switch {
	case name == "agent" || name == "catalog":
		c.form = true
	case name == "suites":
		c.suites = true
	case strings.HasPrefix(name, "#") || strings.HasPrefix(name, "_#"):
		c.definitions = true
	case strings.HasPrefix(name, "_"):
	case c.near == "":
		c.near = diag.Suggest(name, []string{"agent", "catalog"})
	}
}

// misses tells whether there is nothing to compile, or a misspelt form among what is not read.
func (c *contents) misses() bool {
	return !c.form && !c.suites && (!c.definitions || c.near != "")
}

// help says what to write.
func (c *contents) help() string {
	switch c.near {
	case "":
		return "add agent: ik.#Agent & {…}"
	case "agent":
		return "did you mean agent: ik.#Agent & {…}?"
	}
	return fmt.Sprintf("did you mean %s: ik.#PromptCatalog & {…}?", c.near)
}
