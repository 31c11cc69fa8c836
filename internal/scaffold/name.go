package scaffold

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// NameError says why a folder or a module path cannot be that of an agent.
type NameError struct {
	Name    string
	What    string // what it was to be
	Why     string // it cannot be that
	Suggest string // a name that can
}

// Error is one sentence with the suggestion.
func (e *NameError) Error() string {
	return fmt.Sprintf("%q cannot be %s: %s; take %q", e.Name, e.What, e.Why, e.Suggest)
}

// CheckFolder refuses a folder, given from the root of the module with slashes, that Go would not compile or could not
// import. The error is a *NameError.
func CheckFolder(path string) error {
	if path == "." || path == "" {
		return nil
	}
	elements := strings.Split(path, "/")
	for i, e := range elements {
		why := ""
		switch last := i == len(elements)-1; {
		case e == "vendor":
			why = "Go keeps copies of other modules there"
		case e == "testdata" || strings.HasPrefix(e, "_") || strings.HasPrefix(e, "."):
			why = "Go passes over folders of such a name"
		case e == "internal" && last:
			why = "it is the folder of the packages that this module alone may import"
		default:
			why = elementFault(e)
		}
		if why != "" {
			return &NameError{Name: path, What: "the folder of an agent", Why: why, Suggest: suggest(elements, i)}
		}
	}
	return nil
}

// CheckModule refuses what cannot be a Go module path. The error is a *NameError.
func CheckModule(path string) error {
	elements := strings.Split(path, "/")
	for i, e := range elements {
		fault := elementFault(e)
		if strings.HasPrefix(e, ".") {
			fault = "a Go import path has no part that begins with a dot"
		}
		if fault != "" {
			return &NameError{Name: path, What: "a Go module path", Why: fault, Suggest: suggest(elements, i)}
		}
	}
	return nil
}

// elementFault says what is wrong with one element of an import path; "" when nothing is.
func elementFault(e string) string {
	base, _, _ := strings.Cut(strings.ToLower(e), ".")
	switch {
	case e == "":
		return "a part of it is empty"
	case strings.HasSuffix(e, "."):
		return "a Go import path has no part that ends with a dot"
	case strings.HasPrefix(e, "-"):
		return "a Go import path has no part that begins with a hyphen"
	case reservedOnWindows(base):
		return fmt.Sprintf("%s is a device on Windows", base)
	}
	for _, r := range e {
		if !importable(r) {
			return fmt.Sprintf("a Go import path has no %q", r)
		}
	}
	return ""
}

func importable(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-._~", r)
}

func reservedOnWindows(base string) bool {
	switch base {
	case "con", "prn", "aux", "nul":
		return true
	}
	kind, number := base[:max(0, len(base)-1)], base[max(0, len(base)-1):]
	return (kind == "com" || kind == "lpt") && number >= "1" && number <= "9"
}

// suggest gives the path with another name for the element at fault.
func suggest(elements []string, at int) string {
	out := append([]string{}, elements...)
	if out[at] == "internal" {
		return strings.Join(append(out, "desk"), "/")
	}
	name := plain(out[at])
	if name == "" || name == "vendor" || name == "testdata" || elementFault(name) != "" {
		name = "desk"
	}
	out[at] = name
	return strings.Join(out, "/")
}

// plain is a name in letters, digits and hyphens: accents go, and what else an import path does not have.
func plain(name string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(name)) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), "-")
}
