package ik

import (
	"strings"
	"unicode/utf8"
)

// Bounds of prompts.
const (
	maxPromptBytes     = 1 << 20
	maxPromptVariables = 128
	maxPromptID        = 200
	maxVariableName    = 64
	maxPromptVersion   = 1<<53 - 1 // what every reader of JSON reads exactly
)

// RenderPrompt replaces the {{name}} tokens of a template by values. template stands in for the definition's own when it
// is not nil. Every failure has code INVALID_MODEL_PROMPT and an empty context, so that nothing of template or values
// leaks. values must name exactly the declared variables; inserted text is never scanned again; template, each value
// and the result are UTF-8 of at most 1 MiB.
func RenderPrompt(def PromptDefinition, values map[string]string, template *string) (string, error) {
	if why := promptFault(def, values); why != "" {
		return "", invalidPrompt(why)
	}
	effective := def.Template
	if template != nil {
		effective = *template
	}
	if !isPromptText(effective) {
		return "", invalidPrompt("the template is larger than 1 MiB or not UTF-8")
	}
	out, ok := substitute(effective, values)
	if !ok {
		return "", invalidPrompt("the template has an invalid token, or the result is larger than 1 MiB")
	}
	return out, nil
}

func invalidPrompt(why string) *Error {
	return NewError(KindConfiguration, "INVALID_MODEL_PROMPT", "a model prompt is invalid: %s", why)
}

// promptFault checks everything that does not depend on the effective template.
func promptFault(def PromptDefinition, values map[string]string) string {
	switch {
	case !isPromptID(def.ID):
		return "its id"
	case def.Version < 1 || int64(def.Version) > maxPromptVersion:
		return "its contract version"
	case len(def.Variables) > maxPromptVariables:
		return "it declares too many variables"
	}
	declared := make(map[string]string, len(def.Variables))
	for _, name := range def.Variables {
		if _, twice := declared[name]; twice || !isVariableName(name) {
			return "a variable name"
		}
		declared[name] = ""
	}
	if !isPromptText(def.Template) {
		return "its default template is larger than 1 MiB or not UTF-8"
	}
	if _, ok := substitute(def.Template, declared); !ok {
		return "its default template has an invalid token"
	}
	if len(values) != len(declared) {
		return "its values do not match the declared variables"
	}
	for _, name := range def.Variables {
		v, ok := values[name]
		if !ok {
			return "its values do not match the declared variables"
		}
		if !isPromptText(v) {
			return "a value is larger than 1 MiB or not UTF-8"
		}
	}
	return ""
}

// substitute makes one pass over the template. It reports false for a token that is malformed or not in values, and for
// a result over the limit.
func substitute(template string, values map[string]string) (string, bool) {
	var b strings.Builder
	rest := template
	for {
		open := strings.Index(rest, "{{")
		if end := strings.Index(rest, "}}"); end >= 0 && (open < 0 || end < open) {
			return "", false
		}
		if open < 0 && b.Len() == 0 {
			return rest, len(rest) <= maxPromptBytes // no token gave any text
		}
		if open < 0 {
			break
		}
		name, after, closed := strings.Cut(rest[open+2:], "}}")
		value, known := values[name]
		if !closed || !known {
			return "", false
		}
		b.WriteString(rest[:open])
		b.WriteString(value)
		if b.Len() > maxPromptBytes {
			return "", false
		}
		rest = after
	}
	b.WriteString(rest)
	return b.String(), b.Len() <= maxPromptBytes
}

// isPromptText tells whether a template or a value may be used at all.
func isPromptText(s string) bool { return len(s) <= maxPromptBytes && utf8.ValidString(s) }

// isPromptID matches an ASCII letter and up to 199 letters, digits, ".", "_" or "-".
func isPromptID(s string) bool {
	return len(s) <= maxPromptID && matches(s, isLetter, func(c byte) bool {
		return isLetter(c) || isDigit(c) || c == '.' || c == '_' || c == '-'
	})
}

// isVariableName matches an ASCII letter or "_" and up to 63 letters, digits or "_".
func isVariableName(s string) bool {
	return len(s) <= maxVariableName && matches(s, func(c byte) bool { return isLetter(c) || c == '_' },
		func(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' })
}

func matches(s string, first, later func(byte) bool) bool {
	if s == "" || !first(s[0]) {
		return false
	}
	for i := 1; i < len(s); i++ {
		if !later(s[i]) {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
