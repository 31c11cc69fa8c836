package wire

import "strconv"

// Holds tells whether the number of a text, as JSON writes it, satisfies the rule.
func (r *Number) Holds(text string) bool {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return false
	}
	var t trace
	r.judge(&t, []byte(text), f)
	return len(t.issues) == 0
}
