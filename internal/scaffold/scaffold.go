// Package scaffold writes the agent that `ikgen init` starts with and `ikgen demo` runs: a spec, handlers, a program with
// a scripted model, a case and a test. It owns where the files go, which names a folder may have, that nothing existing is
// touched and that nothing is left half-written; the texts are in templates.
package scaffold

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"text/template"

	"github.com/ikgen/ikgen/templates"
)

// Params fill the templates.
type Params struct {
	Module  string // Go module path of the host
	Package string // Go import path of the target: the module's, or one below it
	Version string // of github.com/ikgen/ikgen to require
	Replace string // directory of a local ikgen, or ""
	Root    string // way from the target to the root of the module: ".", "..", "../.."
	GoMod   bool   // write a go.mod: there is none
	ToolMod bool   // write an ikgen.mod: there is none
}

// Name is the last element of the import path.
func (p Params) Name() string { return path.Base(p.Package) }

// ToolModFile is the way from the target to ikgen.mod, which lies at the root of the module.
func (p Params) ToolModFile() string { return path.Join(p.Root, "ikgen.mod") }

// ToolModFromAgent is the way from agent/ to ikgen.mod.
func (p Params) ToolModFromAgent() string { return path.Join("..", p.Root, "ikgen.mod") }

// CUEModule is the path of the CUE module in agent/. CUE asks for a domain in front.
func (p Params) CUEModule() string {
	first, _, _ := strings.Cut(p.Package, "/")
	elements := strings.Split(strings.ToLower(p.Package), "/")
	for i, e := range elements {
		elements[i] = strings.Trim(notInPath.ReplaceAllString(e, "-"), "-.")
		if elements[i] == "" {
			elements[i] = "x"
		}
	}
	name := strings.Join(elements, "/")
	if strings.Contains(first, ".") {
		return name + "/agent"
	}
	return "example.com/" + name + "/agent"
}

var notInPath = regexp.MustCompile(`[^a-z0-9.-]+`)

// Files renders the scaffold: path relative to the target, with slashes, to content. Only ikgen.mod may lie above the
// target.
func Files(p Params) (map[string][]byte, error) {
	src, err := templates.Init()
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	err = fs.WalkDir(src, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		target := strings.TrimSuffix(name, ".tmpl")
		if target == "go.mod" && !p.GoMod || target == "ikgen.mod" && !p.ToolMod {
			return nil
		}
		if target == "ikgen.mod" {
			target = p.ToolModFile()
		}
		text, err := fs.ReadFile(src, name)
		if err != nil {
			return err
		}
		out[target], err = render(name, string(text), p)
		return err
	})
	return out, err
}

// render fills one template. The marks are [[ ]]: CUE templates of the agent use the double braces.
func render(name, text string, p Params) ([]byte, error) {
	t, err := template.New(name).Delims("[[", "]]").Option("missingkey=error").Parse(text)
	if err != nil {
		return nil, fmt.Errorf("template %s: %w", name, err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return nil, fmt.Errorf("template %s: %w", name, err)
	}
	return b.Bytes(), nil
}
