package match_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/cases/match"
	"github.com/ikgen/ikgen/internal/cases/tree"
)

func parse(t require.TestingT, s string) *tree.Value {
	v, err := tree.Parse([]byte(s))
	require.NoError(t, err)
	return v
}

func TestMatch(t *testing.T) {
	const doc = `{"a": 1.0, "s": "héllo 🏛", "list": [{"x": 1}, {"x": 2}], "null": null, "empty": {}, "$k": 3, "b": true}`
	for name, c := range map[string]struct {
		expected string
		at       string // "" when it matches
	}{
		"an object matches by subset":              {`{"a": 1}`, ""},
		"1 and 1.0 are one number":                 {`{"a": 1, "list": [{}, {"x": 2.0}]}`, ""},
		"nothing is coerced":                       {`{"a": "1"}`, "/a"},
		"a scalar differs":                         {`{"b": false}`, "/b"},
		"null is a value":                          {`{"null": null}`, ""},
		"null is not absence":                      {`{"missing": null}`, "/missing"},
		"an array has its full length":             {`{"list": [{"x": 1}]}`, "/list"},
		"an array keeps its order":                 {`{"list": [{"x": 2}, {"x": 1}]}`, "/list/0/x"},
		"an empty object matches any object":       {`{"empty": {}, "list": [{}, {}]}`, ""},
		"an empty object matches no array":         {`{"list": {}}`, "/list"},
		"absent":                                   {`{"missing": {"$absent": true}}`, ""},
		"absent, but there":                        {`{"null": {"$absent": true}}`, "/null"},
		"absent false asks for a value":            {`{"null": {"$absent": false}}`, ""},
		"any":                                      {`{"null": {"$any": true}}`, ""},
		"any, but absent":                          {`{"missing": {"$any": true}}`, "/missing"},
		"contains an element by subset":            {`{"list": {"$contains": {"x": 2}}}`, ""},
		"contains no such element":                 {`{"list": {"$contains": {"x": 3}}}`, "/list"},
		"contains a part of a text":                {`{"s": {"$contains": "llo"}}`, ""},
		"contains of an object fails":              {`{"empty": {"$contains": {}}}`, "/empty"},
		"length of an array":                       {`{"list": {"$length": 2}}`, ""},
		"length of a text counts UTF-16 units":     {`{"s": {"$length": 8}}`, ""},
		"length of an object fails":                {`{"empty": {"$length": 0}}`, "/empty"},
		"text":                                     {`{"s": {"$text": "🏛"}}`, ""},
		"text of a number fails":                   {`{"a": {"$text": "1"}}`, "/a"},
		"matches":                                  {`{"s": {"$matches": "^h.llo"}}`, ""},
		"matches not":                              {`{"s": {"$matches": "^x"}}`, "/s"},
		"same":                                     {`{"list": [{"x": {"$same": "/a"}}, {}]}`, ""},
		"same, but differs":                        {`{"list": [{}, {"x": {"$same": "/a"}}]}`, "/list/1/x"},
		"same points nowhere":                      {`{"a": {"$same": "/zzz"}}`, "/a"},
		"a data key with $ is written with two":    {`{"$$k": 3}`, ""},
		"several operators must all hold":          {`{"s": {"$text": "h", "$length": 8}}`, ""},
		"several operators, one of them does not ": {`{"s": {"$text": "h", "$length": 9}}`, "/s"},
	} {
		t.Run(name, func(t *testing.T) {
			expected, actual := parse(t, c.expected), parse(t, doc)
			require.Empty(t, match.Check(expected))
			found := match.Match(expected, actual, actual, "")
			if c.at == "" {
				assert.Empty(t, found)
				return
			}
			require.NotEmpty(t, found)
			assert.Equal(t, c.at, found[0].Path)
			projected := match.Project(expected, actual, actual)
			assert.Empty(t, match.Match(projected, actual, actual, ""), "after the update: %s", projected)
		})
	}
}

func TestCheckFindsOperatorsThatCannotBeJudged(t *testing.T) {
	for name, c := range map[string]struct{ text, path, message string }{
		"unknown":           {`{"a": {"$like": 1}}`, "/a/$like", `no operator "$like"`},
		"beside data":       {`{"a": {"x": 1, "$any": true}}`, "/a/$any", "side by side"},
		"data beside it":    {`{"a": {"$any": true, "x": 1}}`, "/a/x", "side by side"},
		"length of a text":  {`{"$length": "3"}`, "/$length", "whole number"},
		"negative length":   {`{"$length": -1}`, "/$length", "whole number"},
		"no expression":     {`[{"$matches": "("}]`, "/0/$matches", "missing closing"},
		"no pointer":        {`{"$same": "a"}`, "/$same", "JSON Pointer"},
		"inside contains":   {`{"$contains": {"b": {"$no": 1}}}`, "/$contains/b/$no", `no operator "$no"`},
		"any takes true":    {`{"$any": false}`, "/$any", "takes true"},
		"text takes a text": {`{"$text": 3}`, "/$text", "takes a text"},
	} {
		t.Run(name, func(t *testing.T) {
			faults := match.Check(parse(t, c.text))
			require.Len(t, faults, 1)
			assert.Equal(t, c.path, faults[0].Path)
			assert.Contains(t, faults[0].Message, c.message)
		})
	}
}

// document draws a JSON object of scalars, lists and objects.
func document() *rapid.Generator[any] {
	scalar := rapid.OneOf(rapid.Just[any](nil), rapid.Map(rapid.IntRange(0, 3), func(i int) any { return i }),
		rapid.Map(rapid.SampledFrom([]string{"", "a", "$x"}), func(s string) any { return s }))
	level := scalar
	for range 2 {
		below := level
		level = rapid.OneOf(scalar, rapid.Map(rapid.SliceOfN(below, 0, 3), func(l []any) any { return append([]any{}, l...) }),
			rapid.Map(rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "$c", "$$d"}), below, 0, 3), func(m map[string]any) any { return m }))
	}
	return level
}

func drawn(t *rapid.T, label string) *tree.Value {
	raw, err := json.Marshal(document().Draw(t, label))
	require.NoError(t, err)
	return parse(t, string(raw))
}

func TestEveryValueMatchesItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawn(t, "value")
		literal := match.Literal(v)
		require.Empty(t, match.Check(literal))
		require.Empty(t, match.Match(literal, v, v, ""))
	})
}

func TestAProjectionAlwaysMatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		expected, actual := match.Literal(drawn(t, "expected")), drawn(t, "actual")
		require.Empty(t, match.Match(match.Project(expected, actual, actual), actual, actual, ""))
	})
}

func TestAddingKeysNeverBreaksAMatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawn(t, "value")
		more := v.Clone()
		if more.Kind == tree.Object {
			more.Set("extra", tree.Int(1))
		}
		require.Empty(t, match.Match(match.Literal(v), more, more, ""))
	})
}
