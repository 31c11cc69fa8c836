package match

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/ikgen/ikgen/internal/cases/tree"
)

// IsOperator tells whether an expected value is made of operators rather than data.
func IsOperator(v *tree.Value) bool {
	return v != nil && v.Kind == tree.Object && len(v.Members) > 0 && isOperatorKey(v.Members[0].Key)
}

func isOperatorKey(key string) bool {
	return strings.HasPrefix(key, "$") && !strings.HasPrefix(key, "$$")
}

// Unescape gives the data key that a key of an expected value stands for: two leading $ are one.
func Unescape(key string) string {
	if strings.HasPrefix(key, "$$") {
		return key[1:]
	}
	return key
}

// Escape is the inverse of Unescape for data keys.
func Escape(key string) string {
	if strings.HasPrefix(key, "$") {
		return "$" + key
	}
	return key
}

// Fault is an expected value that cannot be judged.
type Fault struct {
	Path    string // JSON Pointer below the value that was checked
	Offset  int
	Message string
}

// Check finds operators that do not exist, stand beside data, or have an argument that they cannot take.
func Check(expected *tree.Value) []Fault {
	var out []Fault
	check(expected, "", &out)
	return out
}

func check(v *tree.Value, at string, out *[]Fault) {
	for i, it := range v.Items {
		check(it, tree.Index(at, i), out)
	}
	operators := IsOperator(v)
	for _, m := range v.Members {
		path := tree.Pointer(at, m.Key)
		switch {
		case isOperatorKey(m.Key) != operators:
			*out = append(*out, Fault{path, m.At, "operators and data stand side by side; a data key that begins with $ is written with two"})
		case !operators:
			check(m.Value, path, out)
		default:
			if message := argument(m); message != "" {
				*out = append(*out, Fault{path, m.At, message})
			} else if m.Key == "$contains" {
				check(m.Value, path, out)
			}
		}
	}
}

// argument says what is wrong with an operator's argument.
func argument(m tree.Member) string {
	switch m.Key {
	case "$absent", "$any":
		return must(m.Value.Kind == tree.Bool && (m.Value.Text == "true" || m.Key == "$absent"), m.Key+" takes true")
	case "$contains":
		return ""
	case "$length":
		n, err := strconv.Atoi(m.Value.Text)
		return must(m.Value.Kind == tree.Number && err == nil && n >= 0, "$length takes a whole number")
	case "$text":
		return must(m.Value.Kind == tree.String, "$text takes a text")
	case "$matches":
		if m.Value.Kind != tree.String {
			return "$matches takes a regular expression"
		}
		if _, err := regexp.Compile(m.Value.Text); err != nil {
			return err.Error()
		}
		return ""
	case "$same":
		return must(m.Value.Kind == tree.String && strings.HasPrefix(m.Value.Text, "/"), "$same takes a JSON Pointer, such as /response/interaction/goal")
	default:
		return "there is no operator " + strconv.Quote(m.Key) + "; a data key that begins with $ is written with two"
	}
}
