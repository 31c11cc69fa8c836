package redact_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/turn/project/redact"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestText(t *testing.T) {
	for name, c := range map[string]struct {
		texts    []string
		in, want string
	}{
		"none":                           {nil, "abc", "abc"},
		"E-110 two characters stay":      {[]string{"ab"}, "ab abc", "ab abc"},
		"three code points are enough":   {[]string{"äöü"}, "x äöü", "x [redacted]"},
		"two code points of four bytes":  {[]string{"😀😀"}, "😀😀", "😀😀"},
		"every occurrence":               {[]string{"north"}, "north, northern", "[redacted], [redacted]ern"},
		"by case":                        {[]string{"north"}, "North", "North"},
		"the longest first":              {[]string{"Ann", "Ann Lee"}, "Ann Lee and Ann", "[redacted] and [redacted]"},
		"overlap leaves nothing":         {[]string{"abcd", "cdef"}, "xabcdefx", "x[redacted]x"},
		"overlap with itself":            {[]string{"aaa"}, "aaaaa", "[redacted]"},
		"neighbours":                     {[]string{"abc"}, "abcabc", "[redacted][redacted]"},
		"part of the placeholder's word": {[]string{"red", "secret"}, "secret", "[redacted]"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, redact.New(c.texts).Text(c.in))
		})
	}
}

func TestNewSortsAndDeduplicates(t *testing.T) {
	got := redact.New([]string{"abc", "zzzz", "ab"}, []string{"abc", "aaaa"}).With("longest")
	assert.Equal(t, []string{"longest", "aaaa", "zzzz", "abc"}, got.List())
}

func TestValueKeepsKeysAndScalars(t *testing.T) {
	in, err := redact.Decode([]byte(`{"north":["north",1.50,true,null,{"a":"xnorth"}]}`))
	require.NoError(t, err)
	out, err := json.Marshal(redact.New([]string{"north"}).Value(in))
	require.NoError(t, err)
	assert.JSONEq(t, `{"north":["[redacted]",1.50,true,null,{"a":"x[redacted]"}]}`, string(out))
	assert.Contains(t, string(out), "1.50", "numbers stay as they were written")
}

// No private text survives in any string of a document, whatever the texts and the document are.
func TestNothingSurvives(t *testing.T) {
	alphabet := rapid.StringOfN(rapid.SampledFrom([]rune("abcäß😀 ")), 0, 12, -1)
	rapid.Check(t, func(t *rapid.T) {
		texts := redact.New(rapid.SliceOfN(alphabet, 0, 6).Draw(t, "texts"))
		doc := map[string]any{"k": rapid.SliceOfN(alphabet, 0, 4).Draw(t, "doc"), "deep": map[string]any{"x": alphabet.Draw(t, "x")}}
		tree, err := redact.Tree(doc)
		require.NoError(t, err)
		for _, s := range stringsOf(texts.Value(tree)) {
			for _, rest := range strings.Split(s, redact.Placeholder) {
				for _, private := range texts.List() {
					assert.NotContains(t, rest, private)
				}
			}
		}
	})
}

func stringsOf(v any) []string {
	var out []string
	switch v := v.(type) {
	case string:
		out = append(out, v)
	case []any:
		for _, e := range v {
			out = append(out, stringsOf(e)...)
		}
	case map[string]any:
		for _, e := range v {
			out = append(out, stringsOf(e)...)
		}
	}
	return out
}

func TestApply(t *testing.T) {
	private := func() *ik.Mask { return &ik.Mask{Self: ik.Private} }
	mask := &ik.Mask{
		Fields: []ik.FieldMask{{Name: "email", Mask: private}, {Name: "age", Mask: private}, {Name: "list", Mask: func() *ik.Mask {
			return &ik.Mask{Elem: func() *ik.Mask { return &ik.Mask{Self: ik.Secret} }}
		}}},
		Rest: func() *ik.Mask { return &ik.Mask{Fields: []ik.FieldMask{{Name: "in", Mask: private}}} },
	}
	doc, err := redact.Decode([]byte(`{"email":"a@b.org","age":42,"list":["xy","long",1],"any":{"in":{"s":"deep"},"out":1},"n":1}`))
	require.NoError(t, err)
	got := redact.Apply(doc, mask)
	out, err := json.Marshal(got.Value)
	require.NoError(t, err)
	assert.JSONEq(t, `{"email":"[redacted]","list":["[redacted]"],"any":{"out":1},"n":1}`, string(out))
	assert.Equal(t, []string{"deep", "a@b.org", "xy", "long"}, got.Texts)
	assert.False(t, got.Gone)
	assert.True(t, redact.Apply("xy", private()).Gone)
	assert.Equal(t, redact.Placeholder, redact.Apply("xyz", private()).Value)
	assert.Equal(t, "xy", redact.Apply("xy", nil).Value)
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{`{}`, `[1,"a"]`, `{"a":`, ``, `1 2`} {
		f.Add([]byte(s), "abc")
	}
	f.Fuzz(func(t *testing.T, raw []byte, private string) {
		v, err := redact.Decode(raw)
		if err != nil {
			return
		}
		_, err = json.Marshal(redact.New([]string{private}).Value(v))
		assert.NoError(t, err)
	})
}
