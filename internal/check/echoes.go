package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
)

// What the loader could not read is missing from the representation, and it has a diagnostic. A finding that follows
// from the gap alone only repeats that fault, somewhere else and in other words: an echo.

// reads says, for each rule whose findings follow from something that is not there, where that would be: a finding holds
// only where all of these places were read. A place is written as the path of a value with * for any label or index; at
// the end, ** is all below. One that begins with a dot lies in the element of the finding: its capability, its policy.
func reads() map[string][]string {
	providers := []string{"agent.capabilities.*.provides.*", "agent.facts.*.provider"}
	return map[string][]string{
		"IK1001": {"agent.facts.*"},
		"IK1002": {"agent.facts.*"},
		"IK1003": {"agent.capabilities.*"},
		"IK1004": {"agent.ports.*"},
		"IK1005": providers,
		"IK1006": {"agent.facts.*.alternatives"},
		"IK1008": providers,
		"IK1009": {".confirmation", ".because", ".effect"},
		"IK1010": {".confirmation", ".effect"},
		"IK1015": {".on.*"},
		"IK1016": {".on.*"},
		"IK1017": {".rules", ".handler"},
		"IK1019": {".variables.*"},
		"IK1020": {".template"},
		"IK1023": {"**"},
		"IK1024": {"**"},
		"IK1025": {".**"},
		"IK1026": {".**"},
		"IK1027": append([]string{"agent.capabilities.*.#Input.**", "agent.capabilities.*.effect", ".requires.*.from.input.*"}, providers...),
		"IK1028": {"agent.capabilities.*.automation.version"},
		"IK1029": {"agent.progression.groups.*", "agent.progression.rules.*"},
		"IK1030": providers,
		"IK1031": {"agent.facts.*.key", ".requires.*.key"},
		"IK1032": {".confirmation", ".destructive", ".effect"},
		"IK1033": {".rules.*.phase"},
		"IK1034": {"agent.facts.*.provider"},
		"IK1035": {"**"},
		"IK1036": {"**"},
		"IK1037": {"**"},
		"IK1039": {".on.*"},
		"IK1040": {".on.*"},
		"IK1041": {".on.*"},
		"IK1044": {".rules.**"},
	}
}

// withoutEchoes drops the findings at places that were not read or below them, and those of rules that would have to
// know such a place.
func (c *Context) withoutEchoes() []diag.Diagnostic {
	if len(c.in.Unread) == 0 {
		return c.found
	}
	unread := make([][]string, len(c.in.Unread))
	for i, path := range c.in.Unread {
		unread[i] = segments(path)
	}
	table := reads()
	return slices.DeleteFunc(c.found, func(d diag.Diagnostic) bool {
		at := segments(d.Path)
		return slices.ContainsFunc(unread, func(gap []string) bool { return echo(table[d.Code], at, gap) })
	})
}

// echo tells whether a finding at a place, of a rule that reads these places, follows from a gap.
func echo(reads []string, at, gap []string) bool {
	if len(gap) <= len(at) && slices.Equal(gap, at[:len(gap)]) {
		return true
	}
	return slices.ContainsFunc(reads, func(pattern string) bool {
		rest, own := strings.CutPrefix(pattern, ".")
		want := strings.Split(rest, ".")
		if own {
			want = append(slices.Clone(element(at)), want...)
		}
		return holds(want, gap)
	})
}

// holds tells whether a gap takes away a place of a pattern: it lies there, or above.
func holds(pattern, gap []string) bool {
	for i, label := range gap {
		switch {
		case i < len(pattern) && pattern[i] == "**":
			return true
		case i >= len(pattern):
			return false
		case pattern[i] != "*" && pattern[i] != label:
			return false
		}
	}
	return true
}

// element is the path of the capability, the policy, the fact, … that a place belongs to.
func element(at []string) []string {
	n := 3 // agent.capabilities.x
	if len(at) > 1 && at[1] == "progression" {
		n = 4
	}
	return at[:min(n, len(at))]
}

// segments cuts a path into labels, without quotes, and indexes as "[0]".
func segments(path string) []string {
	var out []string
	for path != "" {
		switch path[0] {
		case '.':
			path = path[1:]
		case '"':
			quoted, err := strconv.QuotedPrefix(path)
			if err != nil {
				return append(out, path)
			}
			label, _ := strconv.Unquote(quoted) // it is well formed
			out, path = append(out, label), path[len(quoted):]
		default:
			end := strings.IndexAny(path[1:], ".[") + 1
			if end == 0 {
				end = len(path)
			}
			out, path = append(out, path[:end]), path[end:]
		}
	}
	return out
}
