package types

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// groups are schemas of the further language, each with documents of its own.
var groups = []struct {
	schemas   []string
	documents []string
}{
	{
		[]string{
			`math.MultipleOf(3)`, `int & math.MultipleOf(0.5)`, `number & math.MultipleOf(0.1)`, `math.MultipleOf(-2)`, `math.MultipleOf(2) & math.MultipleOf(3)`,
			`uint64`, `uint64 & >9223372036854775807`, `int64 & !=0`, `uint64 & <10`, `rune`,
			`#Amount & >5`, `#Amount & int`, `#Level & >=2`, `#Amount & #Level`,
		},
		[]string{
			`0`, `1`, `2`, `3`, `6`, `9`, `0.3`, `0.35`, `-4`, `5`, `7`, `0.5`, `9223372036854775807`, `9223372036854775808`,
			`18446744073709551615`, `18446744073709551616`, `10`, `-1`, `"a"`, `null`,
		},
	},
	{[]string{`float32`, `float64 & >1`, `number & >1e300`}, []string{`0`, `2`, `1e300`, `1e301`, `3.4e38`, `3.5e38`, `-3.5e38`, `"a"`}},
	{
		[]string{
			`strings.HasPrefix("a.")`, `strings.HasSuffix(".b")`, `strings.Contains("[x]")`, `string & !=""`, `time.Time`, `time.Duration`,
			`time.Format("2006-01-02")`, `time.Format(time.Kitchen)`, `string & net.IP`, `net.IPv4 & string`, `string & net.IPv6 & !="::1"`, `net.IPCIDR`, `net.URL`, `net.AbsURL`,
			`uuid.Valid`, `uuid.Valid()`, `time.Time & =~"^2"`, `#Severity & ("low" | "high")`, `#Severity & !="low"`, `#Severity & "low"`, `#Code & strings.MinRunes(4)`,
		},
		[]string{
			`"a.b"`, `"a"`, `"x[x]x"`, `""`, `"2024-02-30T00:00:00Z"`, `"2024-02-29T00:00:00Z"`, `"2024-02-29T1:00:00,25+24:00"`, `"1999-12-31T23:59:60Z"`, `"1h30m"`, `"90"`, `"-.5s"`,
			`"2024-02-29"`, `"2024-13-01"`, `"3:04PM"`, `"192.0.2.1"`, `"192.0.2.01"`, `"::1"`, `"fe80::1%eth0"`, `"192.0.2.0/24"`, `"http://a/b"`, `"/a b"`, `"%zz"`, `"http://[::1"`,
			`"6ba7b810-9dad-11d1-80b4-00c04fd430c8"`, `"urn:UUID:6ba7b810-9dad-11d1-80b4-00c04fd430c8"`, `"{6ba7b810-9dad-11d1-80b4-00c04fd430c8}"`,
			`"6ba7b8109dad11d180b400c04fd430c8"`, `"6ba7b810-9dad-11d1-80b4-00c04fd430cg"`, `"low"`, `"high"`, `"middle"`, `"abcd"`, `"abc"`, `1`, `null`,
		},
	},
	{
		[]string{
			`[string, int]`, `[int, ...string]`, `[]`, `[_, _, ...]`, `[...int] & list.UniqueItems`, `[...] & list.UniqueItems()`, `[...{x?: int}] & list.UniqueItems`,
			`[...int] & [_, _]`, `[int, ...] & [_, string]`, `[...int] & list.MinItems(1) & [_, ...]`, `[...[int, int]]`, `#Tags & list.MinItems(1)`, `[for x in ["a", "b"] {x}]`,
		},
		[]string{
			`[]`, `["a", 1]`, `["a"]`, `[1]`, `[1, "a"]`, `[1, "a", "b"]`, `[1, 2]`, `[1, 1]`, `[3, 6, 7]`, `[{}, {}]`, `[{"x": 1}, {"x": 2}]`, `[{"x": 1}, {"x": 1}]`,
			`[{"a": 1, "b": [2]}, {"b": [2], "a": 1}]`, `["a", "b"]`, `["a", "a", "a"]`, `[-1]`, `[[1, 2]]`, `[[1]]`, `{}`, `null`, `[null, "a"]`, `[6, 7, 8]`,
		},
	},
	{
		[]string{
			`{l?: [...int] & list.Contains(3)}`, `{l?: [...] & list.Contains("a")}`, `{l?: list.MatchN(2, >5)}`, `{l?: list.MatchN(>=1 & <=2, string)}`,
			`{l?: [...int] & list.MatchN(0, <0)}`, `{l?: list.MatchN(>1, int) & list.UniqueItems}`,
		},
		[]string{
			`{}`, `{"l": []}`, `{"l": [3]}`, `{"l": [6, 7]}`, `{"l": [6, 7, 8]}`, `{"l": ["a"]}`, `{"l": ["a", "b", 1]}`, `{"l": ["a", "b", "c"]}`, `{"l": [-1]}`, `{"l": [1, 1]}`, `{"l": [1, 2, "a"]}`, `{"l": null}`,
		},
	},
	{
		[]string{
			`{id!: string, [=~"^x-"]: string}`, `{id!: string, [string]: _}`, `{[=~"^x-"]: int, [=~"b$"]: >5}`, `{id!: string, [=~"^i"]: =~"z"}`, `{[=~"^x-"]: string, ...}`,
			`{id?: int, [string]: int}`, `{["a" | "id"]: int}`, `{[=~"^x-"]: int, [=~"^y-"]: int, id?: string}`, `{[string]: int} & {id!: <5}`, `{[string]: int} & {[=~"^x-"]: >5}`,
			`#Base & {id!: >5}`, `{#Base, more!: int}`, `{#Open, more!: int}`, `#Open & {id!: int}`, `#Base & {...}`, `{id!: int} & {more?: int}`, `{...} & {id!: int}`, `close({id!: int})`,
			`{#Base, #Other}`, `{#Base & {name!: string}, more!: int}`, `struct.MinFields(2) & {id?: int, more?: int}`, `{struct.MaxFields(1), id?: int, more?: int}`, `#Map & {"x-a"!: 1}`,
			`{#Map, id!: int}`, `{id?: {x: *1 | int}}`, `{id: {x: *1 | int, y?: int}}`, `{#Nested, sub!: {y!: int}}`, `#Nested & {sub!: x!: >5}`, `#Mapped & {"x-q"!: int}`,
		},
		[]string{
			`{}`, `{"id": "a"}`, `{"id": "z"}`, `{"id": 1}`, `{"id": 6}`, `{"id": 1, "more": 1}`, `{"id": 6, "name": "n"}`, `{"id": 6, "name": "n", "more": 1}`, `{"id": "a", "x-1": "b"}`, `{"id": "a", "x-1": 1}`,
			`{"id": "a", "y-1": 1}`, `{"x-b": 1}`, `{"x-b": 6}`, `{"b": 6}`, `{"c": 1}`, `{"x-a": "s", "q": 1}`, `{"x-a": 1}`, `{"x-a": 1, "z": 2}`, `{"a": 1}`, `{"id": {}}`, `{"id": {"x": 2}}`, `{"id": {"y": 2}}`,
			`{"id": 1, "name": "n", "other": true}`, `{"sub": {"x": 1}}`, `{"sub": {"x": 6}}`, `{"sub": {"x": 6, "y": 1}}`, `{"x-q": 1}`, `{"x-q": 1, "id": 2}`, `{"id": 1, "zz": 1}`, `null`, `[]`,
		},
	},
	{
		[]string{
			`{min!: int, max!: int & >=min}`, `{min!: number, max!: number & >min & <100}`, `{min!: string, max!: min}`, `{min!: string, max!: string & !=min}`, `{max!: <=min, min!: number}`,
			`#Page & {#T: int}`, `#Page & {#T: #Base}`, `#Page & {#T: string} & {items!: list.MaxItems(1)}`, `{let n = >5, min!: n}`,
			`{min!: int, if _strict {max!: int}}`, `{min!: int, if !_strict {max!: int}}`, `{for k in ["min", "max"] {(k)!: int}}`, `{for k, v in {min: int, max: string} {"\(k)"!: v}}`, `{min: *_limit | int}`,
			`{min!: >=(_limit+1)}`, `{min: *"\(_word)-x" | string}`, `{"\(_word)"!: int}`, `{min!: #Amount & >5, max?: #Severity & ("low" | "high")}`, `{min: *1 | int} & {min!: >0}`, `{min?: null | int}`,
		},
		[]string{
			`{}`, `{"min": 1, "max": 1}`, `{"min": 2, "max": 1}`, `{"min": 1, "max": 2}`, `{"max": 1}`, `{"min": 1}`, `{"min": "a", "max": "a"}`, `{"min": "a", "max": "b"}`, `{"min": 1, "max": "a"}`, `{"min": 1.5, "max": 99.5}`,
			`{"min": 1.5, "max": 100}`, `{"items": [1]}`, `{"items": ["a"]}`, `{"items": ["a", "b"]}`, `{"items": [{"id": 1}]}`, `{"items": [{"ix": 1}]}`, `{"min": 6}`, `{"min": 3}`, `{"min": 4}`, `{"min": "w-y"}`, `{"w": 1}`, `{"min": 6, "max": "low"}`,
			`{"min": 6, "max": "middle"}`, `{"min": null}`,
		},
	},
	{
		[]string{
			`_base & {more!: int}`, `{_base, more!: int}`, `_base`, `{let X = {id!: int}, sub!: X}`, `{#Mapped, [=~"^y-"]: int}`, `{#Base} & {id!: >5}`, `(#Base & {name!: string}) & {id!: >1}`, `#Base & #Open`, `#Open & #Base`,
			`#Base & {[string]: _}`, `{#Base, ...}`, `{#Mapped, "x-q"!: 5}`, `#Map & {[string]: >5}`, `#Map & struct.MinFields(1)`, `{#Open, [string]: int}`, `{sub!: #Base & {name!: string}}`, `{sub!: {#Base, x!: int}}`,
			`#Holder & {sub!: #Base & {id!: >5}}`, `{#Holder, sub!: {name!: string}}`, `#Holder & {sub!: name!: string}`, `{#Base, #Base, id!: <9}`, `{#Map, #Mapped}`, `{id!: int} & {[string]: >5}`,
			`{id!: #Amount & (1 | 2 | 3)}`, `{name!: #Severity & =~"^l"}`, `{name!: #Severity & string}`, `{id!: #Amount & >5 & <10}`, `{#Holder & {sub!: name!: string}, id?: int}`,
			`{#L: {id!: int, name?: string}, sub!: #L & {name!: string}}`, `{#L: {id!: int}, sub!: {#L, name!: string}}`, `#Typed & {#T: #Base}`, `#Typed & {#T: {id!: int, name!: string}}`, `#Typed & {#T: #Base & {id!: >5}}`,
			`{if _strict if _limit > 2 {id!: int}}`, `{for k, v in ["a", "b"] if k > 0 {"\(v)\(k)"!: int}}`, `{for x in ["id", "more"] let y = x {(y)?: int}}`, `{if _strict {#Base}, more?: int}`, `close({id?: int}) & {id!: >5}`,
		},
		[]string{
			`{}`, `{"id": 1}`, `{"id": 6}`, `{"id": 4}`, `{"id": 2, "name": "n"}`, `{"id": 6, "name": "low"}`, `{"name": "low"}`, `{"name": "n"}`, `{"more": 1}`, `{"id": 6, "more": 1}`, `{"id": 1, "more": 1, "other": 2}`, `{"sub": {"id": 1}}`, `{"sub": {"id": 6}}`, `{"sub": {"id": 6, "name": "n"}}`,
			`{"sub": {"id": 6, "x": 1}}`, `{"sub": {"id": 1, "zz": 1}}`, `{"x-q": 5}`, `{"x-q": 6}`, `{"y-q": 5}`, `{"id": 1, "x-q": 5}`, `{"id": 6, "zz": 1}`, `{"id": 6, "zz": "s"}`, `{"b1": 1}`, `{"sub": {"id": 1, "name": "n"}, "id": 3}`, `null`,
		},
	},
}

const words = `
#Amount: number & >0
#Level: 1 | 2 | 3
#Severity: "low" | "middle" | "high"
#Code: =~"^[a-z]+$"
#Tags: [...string]
#Base: {id!: int, name?: string}
#Open: {id?: int, ...}
#Other: {name?: string, other!: bool}
#Map: {[=~"^x-"]: int}
#Mapped: {id?: int, [=~"^x-"]: int}
#Nested: {sub!: {x!: int}}
#Page: {#T: _, items!: [...#T]}
_base: {id!: int}
#Holder: {sub!: #Base}
#Typed: {#T: {...}, sub!: #T}
_strict: true
_limit: 3
_word: "w"
`

// TestTheWholeLanguageSaysWhatCUESays compares every schema of a group with every document of it.
func TestTheWholeLanguageSaysWhatCUESays(t *testing.T) {
	var text strings.Builder
	var all []string
	for _, g := range groups {
		all = append(all, g.schemas...)
	}
	source := words
	for i, s := range all {
		source += fmt.Sprintf("#T%d: %s\n", i, s)
	}
	for _, pkg := range []string{"list", "math", "net", "strings", "struct", "time", "uuid"} {
		fmt.Fprintf(&text, "import %q\n", pkg)
	}
	text.WriteString(source)
	p := compileText(t, text.String())
	p.c.Definitions()
	for _, d := range p.diags {
		t.Errorf("%s %s: %s", d.Code, d.Path, d.Message)
	}
	i, ctx := 0, cuecontext.New()
	for _, g := range groups {
		for _, s := range g.schemas {
			d := p.c.definition(fmt.Sprintf("#T%d", i))
			schema := p.value.LookupPath(cue.ParsePath(fmt.Sprintf("#T%d", i)))
			i++
			require.NotNil(t, d, s)
			if !d.ok {
				t.Errorf("%s is not accepted", s)
				continue
			}
			accepted := 0
			for _, doc := range g.documents {
				v := ctx.CompileString(doc)
				require.NoError(t, v.Err())
				err := schema.Unify(v).Validate(cue.Concrete(true), cue.Final())
				why := p.c.refuses(d.def.Type, json.RawMessage(doc))
				if err == nil {
					accepted++
				}
				assert.Equal(t, err == nil, why == "", "schema %s, document %s: %s; CUE %v", s, doc, why, err)
			}
			assert.Positive(t, accepted, "no document of the group satisfies %s", s)
			assert.Less(t, accepted, len(g.documents), "every document of the group satisfies %s", s)
		}
	}
}
