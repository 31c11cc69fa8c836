package cases

import "slices"

// redactor is the host's redactor of a case: the fields of these names, at any depth, become "[redacted]".
func redactor(names []string) func(any) (any, error) {
	if len(names) == 0 {
		return nil
	}
	return func(v any) (any, error) { return redactFields(v, names), nil }
}

func redactFields(v any, names []string) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, value := range v {
			if slices.Contains(names, key) {
				out[key] = "[redacted]"
			} else {
				out[key] = redactFields(value, names)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, value := range v {
			out[i] = redactFields(value, names)
		}
		return out
	default:
		return v
	}
}
