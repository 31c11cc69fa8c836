package load

import (
	"fmt"
	"regexp"
	"strings"

	"cuelang.org/go/cue/ast"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// attributes judges the attributes of everything but schemas, which have their own.
func (j *judge) attributes() {
	for _, n := range j.u.spec.Root().Children() {
		if n.Name == "agent" || n.Name == "catalog" || n.Name == "suites" {
			j.attributesOf(n, 0)
		}
	}
	j.u.pkg.Allows = j.u.allows
}

// attributesOf walks the elements. Definitions hold schemas and matches: their attributes are read there.
func (j *judge) attributesOf(n *spec.Node, depth int) {
	if j.visited++; n.Definition() || depth > maxNodeDepth || j.visited > maxVisited {
		return
	}
	for _, d := range n.Decls {
		for _, a := range d.Attrs {
			j.fieldAttribute(n, a)
		}
	}
	if !n.Hidden() {
		for _, a := range n.Inside() {
			j.insideAttribute(n, a)
		}
	}
	if n.Hidden() {
		return // expanded where it is used
	}
	for _, c := range n.Children() {
		j.attributesOf(c, depth+1)
	}
}

// maxNodeDepth and maxVisited bound the walk: a spec may refer to itself, many times at each level.
const (
	maxNodeDepth = 60
	maxVisited   = 100_000
)

// fieldAttribute refuses @ik and @go after a field that is no schema: it would be passed over in silence.
func (j *judge) fieldAttribute(n *spec.Node, a *ast.Attribute) {
	key, body := a.Split()
	if n.Hidden() || key != "ik" && key != "go" {
		return
	}
	help := "remove it"
	if args, err := spec.Args(body); err == nil && key == "ik" && (args[0].Key == "was" || args[0].Key == "allow") {
		help = "put it inside the braces of the element"
	}
	j.report(diag.Diagnostic{
		Code: codeAttribute, Severity: diag.Error, Path: n.Path, Pos: spec.At(a), Help: help,
		Message: fmt.Sprintf("@%s(%s) has no meaning after this field", key, body),
	})
}

func (j *judge) insideAttribute(n *spec.Node, a *ast.Attribute) {
	key, body := a.Split()
	if key != "ik" {
		return
	}
	bad := func(message, help string) {
		j.report(diag.Diagnostic{Code: codeAttribute, Severity: diag.Error, Path: n.Path, Pos: spec.At(a), Message: message, Help: help})
	}
	args, err := spec.Args(body)
	if err != nil {
		bad(fmt.Sprintf("@ik(%s) cannot be read: %v", body, err), `write @ik(was="old.id") or @ik(allow="IK1234: reason")`)
		return
	}
	for _, arg := range args {
		switch {
		case arg.Key == "allow":
			j.allow(j.u, arg, n.Path, spec.At(a), bad)
		case arg.Key == "was" && isCapability(n.Path):
			if !idForm.MatchString(arg.Value) {
				bad(fmt.Sprintf("@ik(was=…): %q is not an id", arg.Value), `write the old id: @ik(was="order.divert")`)
			}
		case arg.Key == "was":
			bad("@ik(was=…) belongs inside the braces of a capability", "move it there")
		default:
			bad(fmt.Sprintf("@ik(%s) is not understood here", arg.Key), "known here are was (capabilities) and allow")
		}
	}
}

var idForm = regexp.MustCompile(`^[a-z][a-z0-9]*([.-][a-z0-9]+)*$`)

func isCapability(path string) bool {
	segs := spec.Split(path)
	return len(segs) == 3 && segs[1] == "capabilities"
}

// allow reads "CODE: reason".
func (w *world) allow(u *unit, arg spec.Arg, path string, pos diag.Position, bad func(string, string)) {
	code, reason, ok := strings.Cut(arg.Value, ":")
	code, reason = strings.TrimSpace(code), strings.TrimSpace(reason)
	if !ok || reason == "" || !allowForm.MatchString(code) {
		bad("@ik(allow=…) needs a code and a reason", `write @ik(allow="IK1234: why it is right here")`)
		return
	}
	u.allows = append(u.allows, Allow{Path: path, Code: code, Reason: reason, Pos: pos})
}

var allowForm = regexp.MustCompile(`^[A-Z][A-Z0-9_]+$`)
