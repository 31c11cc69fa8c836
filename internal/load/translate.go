package load

import (
	"fmt"
	"strings"

	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/parser"

	"cuelang.org/go/cue/ast"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load/spec"
	schema "github.com/ikgen/ikgen/schema/ik"
)

func parseSchema() (*ast.File, error) {
	f, err := parser.ParseFile(schema.FileName, schema.Source(), parser.ParseComments)
	if err != nil {
		return nil, fmt.Errorf("the embedded authoring schema: %w", err)
	}
	return f, nil
}

// translate words an error of CUE for the author: at a place in the author's files, with what to write instead.
func (j *judge) translate(e errors.Error, path, message string) diag.Diagnostic {
	d := diag.Diagnostic{Code: codeValue, Severity: diag.Error, Message: message, Path: path}
	d.Pos, d.Related = j.places(e, path)
	switch {
	case strings.HasPrefix(message, "reference ") && strings.HasSuffix(message, "not found"):
		name := strings.Trim(strings.TrimSuffix(strings.TrimPrefix(message, "reference "), " not found"), `"`)
		d.Code, d.Message, d.Help = codeUndefined, fmt.Sprintf("%q is not declared", name), j.declareHelp(name)
	case strings.Contains(message, "undefined field"):
		d.Code = codeUndefined
	case strings.Contains(message, notUsed):
		d.Code, d.Help = codeUnused, "remove the import"
	case strings.Contains(e.Error(), "@embed"):
		d.Code, d.Message, d.Help = codeEmbed, "cannot embed the file: "+message, "name a text file in or below the directory of this file"
	case strings.Contains(message, "field is required but not present"):
		d.Code, d.Message = codeMissingField, fmt.Sprintf("the field %q is missing", lastLabel(path))
		d.Help = missingHelp(path)
	case message == notAllowed:
		d.Code, d.Message, d.Help = codeNotHere, fmt.Sprintf("the field %q is not allowed here", lastLabel(path)), notHereHelp(path)
	case strings.Contains(message, "mismatched types"):
		d.Code, d.Help = codeWrongType, "write a value of the type that is asked for"
	case strings.Contains(message, "conflicting values"):
		d.Code, d.Help = codeConflict, "keep one of the values"
	case strings.Contains(message, "out of bound"), strings.Contains(message, "invalid value"):
		d.Code, d.Help = codeOutOfRange, "write a value within the bounds"
	case strings.Contains(message, "errors in empty disjunction"):
		d.Message, d.Help = "the value is none of those allowed", "compare it with the forms that the field has"
	case strings.Contains(message, "incomplete"), strings.Contains(message, "non-concrete"):
		d.Code, d.Help = codeIncomplete, "write a value, not a type"
	}
	return d
}

func (j *judge) declareHelp(name string) string {
	switch name {
	case "input", "output", "facts":
		return fmt.Sprintf("a rule reads what its match names: write %s: {…} in the same #Match", name)
	}
	var names []string
	for _, n := range j.u.spec.Root().Children() {
		names = append(names, n.Name)
	}
	if near := diag.Suggest(name, names); near != "" {
		return fmt.Sprintf("did you mean %s?", near)
	}
	return "declare it, or import the package that has it"
}

func missingHelp(path string) string {
	if lastLabel(path) == "because" {
		return `a write that never asks says why: add because: "…", or leave out confirmation`
	}
	return fmt.Sprintf("add %s", lastLabel(path))
}

func notHereHelp(path string) string {
	switch lastLabel(path) {
	case "effectKey", "idempotent", "destructive", "after":
		return `only a capability with effect: "write" has it`
	case "because":
		return `only a write with confirmation: "none" says because`
	case "alternatives":
		return `a fact that the host gives has no other provider`
	}
	return "remove it"
}

func lastLabel(path string) string {
	segs := spec.Split(path)
	if len(segs) == 0 {
		return ""
	}
	return strings.Trim(segs[len(segs)-1], `"`)
}

// places ranks the positions of an error: the author's file at the path first, schema lines only as related ones.
func (j *judge) places(e errors.Error, path string) (diag.Position, []diag.Related) {
	own := map[string]bool{}
	for _, f := range j.u.spec.Files {
		own[f.Filename] = true
	}
	var primary diag.Position
	var related []diag.Related
	if n, ok := j.u.spec.Find(path); ok && path != "" {
		primary = n.ValuePosition()
	}
	for _, p := range errors.Positions(e) {
		pos := spec.Range(p, p)
		switch {
		case !pos.IsValid():
		case own[pos.File] && !primary.IsValid():
			primary = pos
		case own[pos.File] && !samePlace(pos, primary):
			related = append(related, diag.Related{Pos: pos, Message: "see also here"})
		}
	}
	if !primary.IsValid() {
		primary = j.u.spec.At(path)
	}
	return primary, related
}

func samePlace(a, b diag.Position) bool {
	return a.File == b.File && a.Line == b.Line
}
