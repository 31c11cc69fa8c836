package load

import (
	"fmt"
	"strings"

	"cuelang.org/go/cue/ast"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// vetAttributes refuses attributes that seem to mean @ik, wherever they stand: passed over in silence they would leave
// a secret readable.
func (l *loader) vetAttributes(f *ast.File) {
	judge := func(a *ast.Attribute) {
		if help := mistaken(a); help != "" {
			key, _ := a.Split()
			l.notes.fail(codeAttribute, spec.At(a), fmt.Sprintf("the attribute @%s is unknown", key), help)
		}
	}
	ast.Walk(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Attribute:
			judge(n)
		case *ast.Field:
			for _, a := range n.Attrs {
				judge(a)
			}
		}
		return true
	}, nil)
}

// mistaken says what an attribute seems to mean; "" for those of CUE and of other tools.
func mistaken(a *ast.Attribute) string {
	key, body := a.Split()
	switch key {
	case "ik", "go", "json", "jsonschema", "protobuf", "xml", "yaml", "tag", "if", "ignore", "embed", "extern", "experiment":
		return ""
	}
	name := strings.ToLower(key)
	first, _, _ := strings.Cut(body, ",")
	first = strings.ToLower(strings.TrimSpace(first))
	switch {
	case name == "redact" || first == "redact":
		return "did you mean @ik(redact)?"
	case name == "secret" || name == "private" || first == "secret":
		return "did you mean @ik(secret)?"
	case name == "ik" || name == "ikgen" || diag.Suggest(name, []string{"ik"}) != "":
		return "did you mean @ik(…)?"
	}
	return ""
}
