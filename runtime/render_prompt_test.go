package ik_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
)

func prompt(template string, variables ...string) ik.PromptDefinition {
	return ik.PromptDefinition{ID: "a.prompt", Version: 1, Template: template, Variables: variables}
}

func ada() map[string]string { return map[string]string{"name": "Ada"} }

func TestRenderPromptTokens(t *testing.T) {
	for name, c := range map[string]struct {
		template, want string
		valid          bool
	}{
		"token":                              {"Hello {{name}}", "Hello Ada", true},
		"twice":                              {"a{{name}}b{{name}}", "aAdabAda", true},
		"A-109 a brace after a token":        {"{{name}}}", "Ada}", true},
		"A-109 single braces":                {"{x} { {{name}} }", "{x} { Ada }", true},
		"no token":                           {"text", "text", true},
		"empty":                              {"", "", true},
		"A-107 B-266 unknown":                {"{{other}}", "", false},
		"A-107 B-266 spaces":                 {"{{ name }}", "", false},
		"A-107 B-266 path":                   {"{{name.x}}", "", false},
		"A-107 B-266 not closed":             {"{{name", "", false},
		"A-107 B-266 not opened":             {"name}}", "", false},
		"three braces":                       {"{{{name}}}", "", false},
		"a stray end":                        {"{{name}}}}", "", false},
		"no name":                            {"{{}}", "", false},
		"A-134 JSON that ends in two braces": {`{"a":{"b":1}}`, "", false},
		"a second one not closed":            {"{{name}} {{", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			for which, render := range map[string]func() (string, error){
				"default":     func() (string, error) { return ik.RenderPrompt(prompt(c.template, "name"), ada(), nil) },
				"replacement": func() (string, error) { return ik.RenderPrompt(prompt("", "name"), ada(), &c.template) },
			} {
				got, err := render()
				if !c.valid {
					invalid(t, err)
					continue
				}
				require.NoError(t, err, which)
				assert.Equal(t, c.want, got, which)
			}
		})
	}
}

// invalid asserts the only error that rendering has, and that it carries nothing of the prompt.
func invalid(t *testing.T, err error) {
	t.Helper()
	e, ok := ik.AsError(err)
	require.True(t, ok)
	assert.Equal(t, "INVALID_MODEL_PROMPT", e.Code)
	assert.Equal(t, ik.KindConfiguration, e.Kind)
	assert.False(t, e.Retryable)
	assert.Empty(t, e.Context)
	assert.NotContains(t, e.Message, "canary")
}

func TestRenderPromptDefinition(t *testing.T) {
	const mib = 1 << 20
	many := func(n int) ([]string, map[string]string) {
		var names []string
		values := map[string]string{}
		for i := range n {
			names = append(names, "v"+strings.Repeat("x", i%60)+string(rune('a'+i/60)))
			values[names[i]] = ""
		}
		return names, values
	}
	names128, values128 := many(128)
	names129, values129 := many(129)
	change := func(f func(*ik.PromptDefinition)) ik.PromptDefinition {
		d := prompt("{{name}}", "name")
		f(&d)
		return d
	}
	for name, c := range map[string]struct {
		def    ik.PromptDefinition
		values map[string]string
		valid  bool
	}{
		"plain":                                  {prompt("{{name}}", "name"), ada(), true},
		"A-119 id of 200":                        {change(func(d *ik.PromptDefinition) { d.ID = strings.Repeat("a", 200) }), ada(), true},
		"A-119 id of 201":                        {change(func(d *ik.PromptDefinition) { d.ID = strings.Repeat("a", 201) }), ada(), false},
		"A-119 id with a space":                  {change(func(d *ik.PromptDefinition) { d.ID = "can ary" }), ada(), false},
		"A-119 id starts with a digit":           {change(func(d *ik.PromptDefinition) { d.ID = "1canary" }), ada(), false},
		"A-119 id starts with a dot":             {change(func(d *ik.PromptDefinition) { d.ID = ".a" }), ada(), false},
		"A-119 every joint":                      {change(func(d *ik.PromptDefinition) { d.ID = "A_b-c.d" }), ada(), true},
		"A-113 multi-byte value of 1 MiB":        {prompt("{{name}}", "name"), map[string]string{"name": strings.Repeat("é", mib/2)}, true},
		"A-113 the text beside the value counts": {prompt("Hello {{name}}", "name"), map[string]string{"name": strings.Repeat("x", mib)}, false},
		"A-122 a name that a language knows, without its value": {prompt("{{constructor}}", "constructor"), map[string]string{"toString": "x"}, false},
		"A-122 a name that a language knows":                    {prompt("{{toString}}", "toString"), map[string]string{"toString": "x"}, true},
		"A-119 empty id":                                        {change(func(d *ik.PromptDefinition) { d.ID = "" }), ada(), false},
		"B-266 version 0":                                       {change(func(d *ik.PromptDefinition) { d.Version = 0 }), ada(), false},
		"a version that is no safe integer":                     {change(func(d *ik.PromptDefinition) { d.Version = math.MaxInt }), ada(), false},
		"A-110 B-266 duplicate variable":                        {prompt("", "name", "name"), ada(), false},
		"variable name":                                         {prompt("", "na-me"), map[string]string{"na-me": ""}, false},
		"variable of 65":                                        {prompt("", strings.Repeat("a", 65)), map[string]string{strings.Repeat("a", 65): ""}, false},
		"128 variables":                                         {prompt("", names128...), values128, true},
		"129 variables":                                         {prompt("", names129...), values129, false},
		"A-118 B-266 missing value":                             {prompt("{{name}}", "name"), nil, false},
		"A-118 a value that is never used":                      {prompt("", "name"), nil, false},
		"A-106 B-266 extra value":                               {prompt("{{name}}", "name"), map[string]string{"name": "", "canary": ""}, false},
		"another value":                                         {prompt("{{name}}", "name"), map[string]string{"canary": ""}, false},
		"A-113 value of 1 MiB":                                  {prompt("{{name}}", "name"), map[string]string{"name": strings.Repeat("x", mib)}, true},
		"A-112 B-266 value over 1 MiB":                          {prompt("", "name"), map[string]string{"name": strings.Repeat("x", mib+1)}, false},
		"A-115 template of 1 MiB":                               {prompt(strings.Repeat("x", mib)), nil, true},
		"A-115 template over 1 MiB":                             {prompt(strings.Repeat("x", mib+1)), nil, false},
		"A-113 every occurrence counts":                         {prompt("{{name}}{{name}}", "name"), map[string]string{"name": strings.Repeat("x", mib/2+1)}, false},
		"A-113 output of 1 MiB":                                 {prompt("{{name}}{{name}}", "name"), map[string]string{"name": strings.Repeat("x", mib/2)}, true},
		"value that is not UTF-8":                               {prompt("{{name}}", "name"), map[string]string{"name": "\xff"}, false},
		"template that is not UTF-8":                            {prompt("\xff"), nil, false},
		"a multi-byte 1 MiB template":                           {prompt(strings.Repeat("é", mib/2)), nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ik.RenderPrompt(c.def, c.values, nil)
			if c.valid {
				assert.NoError(t, err)
				return
			}
			invalid(t, err)
		})
	}
}

func TestRenderPromptReplacement(t *testing.T) {
	empty, other := "", "{{other}}"
	t.Run("an empty text counts as given", func(t *testing.T) {
		got, err := ik.RenderPrompt(prompt("{{name}}", "name"), ada(), &empty)
		require.NoError(t, err)
		assert.Empty(t, got)
	})
	t.Run("A-104 it stands in for the default", func(t *testing.T) {
		welcome := "Welcome {{name}}!"
		got, err := ik.RenderPrompt(prompt("Hello {{name}}", "name"), ada(), &welcome)
		require.NoError(t, err)
		assert.Equal(t, "Welcome Ada!", got)
	})
	t.Run("A-118 values are needed even where it uses none", func(t *testing.T) {
		plain := "Welcome!"
		_, err := ik.RenderPrompt(prompt("Hello {{name}}", "name"), nil, &plain)
		invalid(t, err)
	})
	t.Run("it may not add names", func(t *testing.T) {
		_, err := ik.RenderPrompt(prompt("{{name}}", "name"), ada(), &other)
		invalid(t, err)
	})
	t.Run("A-116 the default is checked all the same", func(t *testing.T) {
		_, err := ik.RenderPrompt(prompt("{{canary}}", "name"), ada(), &empty)
		invalid(t, err)
	})
	t.Run("but its output is not", func(t *testing.T) {
		values := map[string]string{"name": strings.Repeat("x", 1<<20)}
		_, err := ik.RenderPrompt(prompt("{{name}}{{name}}", "name"), values, &empty)
		require.NoError(t, err)
	})
	t.Run("A-103 A-121 B-266 inserted text is never read again", func(t *testing.T) {
		got, err := ik.RenderPrompt(prompt("{{name}}", "name"), map[string]string{"name": "{{name}} }}"}, nil)
		require.NoError(t, err)
		assert.Equal(t, "{{name}} }}", got)
	})
}

func TestPromptHashes(t *testing.T) {
	d := prompt("Hello {{name}}", "name")
	text, err := ik.RenderPrompt(d, ada(), nil)
	require.NoError(t, err)
	assert.Equal(t, "652b7c016734eedbef52857a9b0ed99076468635861e3a29201b847f71e86da7", d.Hash())
	assert.Equal(t, "d3ce3532b03b6df16922e95ee5be0aace0dcefeb8ad0d5efd537e7b799e7e182", ik.TextHash(text))
}

// Rendering is one pass: what it gives is the template with every token replaced, and its length says so.
func FuzzRenderPrompt(f *testing.F) {
	for _, s := range []string{"{{name}}", "a{{name}}}", "{{{name}}}", "}}", "{{", "{{na me}}", "{ { } }"} {
		f.Add(s, "{{name}}")
	}
	f.Fuzz(func(t *testing.T, template, value string) {
		got, err := ik.RenderPrompt(prompt(template, "name"), map[string]string{"name": value}, nil)
		if err != nil {
			assert.Equal(t, "INVALID_MODEL_PROMPT", ik.CodeOf(err))
			return
		}
		n := strings.Count(template, "{{name}}")
		assert.Len(t, got, len(template)+n*(len(value)-len("{{name}}")))
		assert.Equal(t, strings.ReplaceAll(template, "{{name}}", value), got)
	})
}
