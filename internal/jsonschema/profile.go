package jsonschema

import (
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
)

// Profiles are the names that Profile knows.
func Profiles() []string {
	names := []string{"full", "model"}
	for _, v := range vendors() {
		names = append(names, v.name)
	}
	return names
}

// Result is a schema as a profile has it, with what the profile could not say.
//
// Paths are JSON Pointers into a document. In them * stands for every item of a list or every value of a map, and what
// lies in a definition begins with #/$defs/Name, wherever in a document the definition is used.
type Result struct {
	Schema []byte
	// Moved are the constraints that the schema lacks. The decoder checks them after the model has answered.
	Moved []Moved
	// NullAsAbsent are the paths of fields that may be left out, but that the profile asks a model to write as null.
	NullAsAbsent []string
}

// Moved is one constraint that a profile does not carry.
type Moved struct {
	Path    string // of the value that it constrains, "" for the whole document
	Keyword string // the keyword of JSON Schema, such as minLength
	Why     string // what the vendor has to say about it
}

// Problem is one shape that a profile cannot carry.
type Problem struct {
	Path    string // as in Result
	Message string // lower case, without a stop
	Help    string // what to write instead
}

// ProfileError says why a type has no schema in a profile: all problems in the order of the schema.
type ProfileError struct {
	Profile  string
	Problems []Problem
}

// Error lists the problems.
func (e *ProfileError) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = fmt.Sprintf("%s: %s (%s)", place(p.Path), p.Message, p.Help)
	}
	return fmt.Sprintf("the profile %s cannot carry this schema: %s", e.Profile, strings.Join(lines, "; "))
}

func place(path string) string {
	if path == "" {
		return "(root)"
	}
	return path
}

// Profile is the schema of a type of package p in a profile: "full" as of Full, "model" as of Model, or for a vendor
// "openai", "anthropic" or "gemini", without the fields that the kernel fills.
//
// A schema for a vendor is never stricter than the type, but in two ways: it closes open structs where the vendor takes
// closed ones only, and it asks for null in place of fields left out, where the vendor wants every field. What it is
// weaker in stands in the result, and for the model to read in descriptions. A *ProfileError says what the vendor cannot
// be sent at all. Any other error is that of Full, or an unknown profile.
func Profile(p *ir.Package, deps map[string]*ir.Package, t ir.Type, title, profile string) (Result, error) {
	if profile == "full" || profile == "model" {
		raw, err := write(p, deps, t, title, profile == "model")
		return Result{Schema: raw}, err
	}
	for _, v := range vendors() {
		if v.name == profile {
			root, defs, err := document(p, deps, t, title, true)
			if err != nil {
				return Result{}, err
			}
			return fit(&v, root, defs)
		}
	}
	return Result{}, fmt.Errorf("unknown profile %q: use one of %s", profile, strings.Join(Profiles(), ", "))
}

// fit makes the schema that a vendor takes out of a full one.
func fit(v *vendor, root, defs *object) (Result, error) {
	f := &fitter{vendor: v, defs: defs, loops: loops(defs)}
	out := f.root(root)
	fitted := &object{}
	for i := 0; i < len(f.used); i++ { // fitting a definition may find further ones
		def, _ := defs.get(f.used[i]).(*object)
		if def == nil {
			return Result{}, fmt.Errorf("the definition %q is not known", f.used[i])
		}
		fitted.set(f.used[i], f.fit(def, defsPrefix+f.used[i]))
	}
	f.cycles()
	if len(f.problems) == 0 {
		f.limits(out, fitted)
	}
	if len(f.problems) > 0 {
		return Result{}, &ProfileError{Profile: v.name, Problems: f.problems}
	}
	f.result.Schema = join(out, fitted)
	return f.result, nil
}
