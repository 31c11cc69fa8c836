package interp_test

import (
	"encoding/json"
	"strings"

	"pgregory.net/rapid"
)

// judged is what rules are judged on, as documents.
type judged struct {
	Capability string                     `json:"capability"`
	Input      json.RawMessage            `json:"input"`
	Output     json.RawMessage            `json:"output,omitempty"`
	Facts      map[string]json.RawMessage `json:"facts"`
}

// documentDrawer draws documents of the schemas in testdata/rules.cue, with values near the constants of rules.
type documentDrawer struct{ t *rapid.T }

func (d documentDrawer) one(list ...string) string { return rapid.SampledFrom(list).Draw(d.t, "one") }

func (d documentDrawer) chance(percent int) bool {
	return rapid.IntRange(1, 100).Draw(d.t, "chance") <= percent
}

func (d documentDrawer) int() string {
	return d.one("0", "1", "2", "3", "5", "-1", "4", "100", "9007199254740993", "9007199254740992", "9223372036854775807", "1.0", "1e2")
}

func (d documentDrawer) number() string {
	return d.one(append([]string{d.int(), "0.1", "0.5", "2.5", "1e20", "1e300", "-0.0", "0.30000000000000004", "100.0", "7.5"}, numbers...)...)
}

func (d documentDrawer) word() string {
	return d.one(append([]string{`"ab"`, `"zebra"`, `"old"`}, words...)...)
}

// time is near the clock of the tests, 1970-01-01T00:00:00Z.
func (d documentDrawer) time() string {
	return d.one(`"1969-12-31T23:00:00Z"`, `"1969-12-31T22:59:59.999Z"`, `"1970-01-01T01:30:00+02:00"`, `"1970-01-02T00:00:00Z"`, `"yesterday"`, `""`)
}

func (d documentDrawer) state() string { return d.one(`"new"`, `"sent"`, `"old"`) }

func (d documentDrawer) list(item func() string) string {
	var items []string
	for range rapid.IntRange(0, 3).Draw(d.t, "items") {
		items = append(items, item())
	}
	return "[" + strings.Join(items, ",") + "]"
}

// object writes fields: name and value, the value "" leaves a field out.
func object(fields ...string) string {
	var parts []string
	for i := 0; i < len(fields); i += 2 {
		if fields[i+1] != "" {
			parts = append(parts, `"`+fields[i]+`":`+fields[i+1])
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// maybe leaves a value out at times.
func (d documentDrawer) maybe(value string) string {
	if d.chance(25) {
		return ""
	}
	return value
}

func (d documentDrawer) pieces() string {
	return d.list(func() string {
		return object("kg", d.number(), "tags", d.maybe(d.list(d.word)), "n", d.int())
	})
}

func (d documentDrawer) orNull(value string) string {
	if d.chance(20) {
		return "null"
	}
	return value
}

func (d documentDrawer) union() string {
	if d.chance(50) {
		return object("kind", `"p"`, "v", d.number())
	}
	return object("kind", `"q"`, "v", d.word(), "n", d.int())
}

func (d documentDrawer) inputOfA() string {
	c := d.number()
	if d.chance(50) {
		c = d.word()
	}
	return object(
		"n", d.int(), "m", d.maybe(d.int()), "x", d.number(), "y", d.maybe(d.orNull(d.number())), "s", d.word(), "t", d.maybe(d.word()),
		"b", d.one("true", "false"), "e", d.state(), "g", d.one("1", "2", "5"), "l", d.list(d.int), "w", d.maybe(d.list(d.word)),
		"p", d.pieces(), "sub", d.maybe(object("n", d.int(), "s", d.maybe(d.word()))), "map", object("a", d.maybe(d.int()), "b", d.maybe(d.int())),
		"u", d.union(), "c", c,
	)
}

func (d documentDrawer) one1() string {
	return object(
		"n", d.int(), "x", d.number(), "s", d.word(), "o", d.maybe(d.number()), "z", d.orNull(d.number()),
		"big", d.one("0", "1", "5", "18446744073709551615", "9223372036854775808"), "kind", d.state(), "at", d.maybe(d.time()), "pieces", d.pieces(),
		"sub", d.maybe(object("s", d.word(), "n", d.maybe(d.int()))),
	)
}

func drawJudged(t *rapid.T) judged {
	d := documentDrawer{t}
	j := judged{Capability: "do.a", Input: json.RawMessage(d.inputOfA()), Facts: map[string]json.RawMessage{}}
	if d.chance(30) {
		j.Capability = "do.b"
		j.Input = json.RawMessage(object("n", d.number(), "x", d.int(), "s", d.word(), "e", d.word(), "l", d.list(d.number)))
	}
	if d.chance(50) {
		j.Output = json.RawMessage(object("n", d.int(), "x", d.maybe(d.number())))
		if j.Capability == "do.b" {
			j.Output = json.RawMessage(object("n", d.number()))
		}
	}
	for key, value := range map[string]string{"f.one@1": d.one1(), "f.two@1": d.number(), "f.three@1": d.state()} {
		if d.chance(80) {
			j.Facts[key] = json.RawMessage(value)
		}
	}
	return j
}
