package compile

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

func (c *Compiler) fact(e entry) ir.Fact {
	f := ir.Fact{
		Key: e.key, Visibility: e.text("visibility"), Description: e.text("description"), InstanceKey: e.text("key"),
		Provider: e.text("provider"), Alternatives: e.bool("alternatives"),
		Value: c.schema(e.path + ".#Value"),
	}
	c.factVersion(e.path, e.key)
	if n, ok := c.Package.Find(e.path); ok {
		f.Doc = n.Doc()
	}
	return f
}

func (c *Compiler) twoFiles(n *spec.Node, first, second diag.Position) {
	c.Report(diag.Diagnostic{
		Code: codeTwoFiles, Severity: diag.Error, Path: n.Path, Pos: second,
		Message: fmt.Sprintf("%s is declared in two files", n.Name),
		Help:    "declare the whole schema in one place",
		Related: []diag.Related{{Pos: first, Message: "the other declaration"}},
	})
}
