package wire

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Kinds is a set of kinds of JSON values.
type Kinds uint8

// The kinds of JSON values.
const (
	IsNull Kinds = 1 << iota
	IsBool
	IsNumber
	IsString
	IsList
	IsObject
)

// Union tells which variant of a union a value means, by a look at its kind and, of an object, at its keys.
type Union struct {
	Tag    string // the field that tells structs apart, "" when there is none
	Shapes []Shape
}

// Shape is what the values of a variant look like. A variant that is a union itself has several.
type Shape struct {
	Variant int
	Kinds   Kinds
	Tags    []string     // JSON of the values of Tag in this variant
	Fields  []ShapeField // of a struct, where there is no Tag to tell it from others
	Open    bool         // further keys are allowed
	Least   int          // items of a list, where several variants are lists
	Most    int          // -1 for no bound
}

// ShapeField is what a field of a struct looks like.
type ShapeField struct {
	Name     string
	Required bool
	Kinds    Kinds
	Values   []string // JSON of the only values, empty when there are others
}

// Pick gives the variant that the next value means, and does not consume it. Where none fits but one is most likely
// meant, that one is given: decoding it reports what is wrong. Where none is, the value is consumed, the issue is
// reported, and the result is -1.
func (u *Union) Pick(d *Decoder) int {
	kind := kindsOf(d.peek())
	first, fitting := -1, 0
	for i := range u.Shapes {
		if s := &u.Shapes[i]; s.Kinds&kind != 0 {
			if first < 0 {
				first = i
			}
			fitting++
		}
	}
	switch {
	case first < 0:
		d.wrong(u.want())
		return -1
	case fitting == 1 || kind&(IsObject|IsList) == 0:
		return u.Shapes[first].Variant
	case kind == IsList:
		return u.byLength(d)
	case u.Tag != "":
		return u.byTag(d)
	default:
		return u.byKeys(d)
	}
}

func kindsOf(c byte) Kinds {
	switch c {
	case '{':
		return IsObject
	case '[':
		return IsList
	case '"':
		return IsString
	case 't', 'f':
		return IsBool
	case 'n':
		return IsNull
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return IsNumber
	default:
		return 0
	}
}

// want names the kinds that some variant has.
func (u *Union) want() string {
	var all Kinds
	for i := range u.Shapes {
		all |= u.Shapes[i].Kinds
	}
	return all.String()
}

// String names the kinds for a message: "a string or an object".
func (k Kinds) String() string {
	names := [...]string{"null", "a boolean", "a number", "a string", "a list", "an object"}
	var list []string
	for i, name := range names {
		if k&(1<<i) != 0 {
			list = append(list, name)
		}
	}
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " or " + list[n-1]
	}
	return strings.Join(list, "")
}

// byTag finds the variant by the value of the tag, which mostly comes first.
func (u *Union) byTag(d *Decoder) int {
	g := glanceAt(d)
	for g.next() {
		if string(g.key) != u.Tag {
			continue
		}
		kind := kindsOf(d.peek())
		for i := range u.Shapes {
			if d.isOneOf(u.Shapes[i].Tags) {
				g.end()
				return u.Shapes[i].Variant
			}
		}
		word, isText := d.word()
		g.end()
		u.unknownTag(d, kind, word, isText)
		return -1
	}
	broken := g.broken
	g.end()
	if !broken {
		d.atTag(u.Tag, MissingField, fmt.Sprintf("field %q is required: it is %s", u.Tag, u.tags()))
	}
	d.skip()
	return -1
}

// unknownTag reports a tag that no variant has.
func (u *Union) unknownTag(d *Decoder, kind Kinds, word string, isText bool) {
	message := "must be " + u.tags()
	if isText {
		var fields []Field
		for i := range u.Shapes {
			for _, t := range u.Shapes[i].Tags {
				if kindsOf(t[0]) != IsString {
					continue
				}
				fields = append(fields, Field{Name: unquoted(t)})
			}
		}
		if near := nearest(word, fields); near != "" {
			message += fmt.Sprintf("; did you mean %q?", near)
		}
	}
	switch {
	case kind == IsNull:
		d.atTag(u.Tag, NullValue, message+", not null")
	case u.tagKinds()&kind == 0 && kind != 0:
		d.atTag(u.Tag, WrongType, message+", not "+kind.String())
	default:
		d.atTag(u.Tag, NotInEnum, message)
	}
	d.skip()
}

func (u *Union) tagKinds() Kinds {
	var out Kinds
	for i := range u.Shapes {
		for _, t := range u.Shapes[i].Tags {
			out |= kindsOf(t[0])
		}
	}
	return out
}

// tags lists the values of the tag.
func (u *Union) tags() string {
	var list []string
	for i := range u.Shapes {
		list = append(list, u.Shapes[i].Tags...)
	}
	if len(list) > listedMembers {
		list = append(list[:listedMembers:listedMembers], fmt.Sprintf("or %d more", len(list)-listedMembers))
	}
	return "one of " + strings.Join(list, ", ")
}

// unquoted is the text of a JSON string.
func unquoted(s string) string {
	if !strings.Contains(s, `\`) {
		return s[1 : len(s)-1]
	}
	var out string
	if json.Unmarshal([]byte(s), &out) != nil {
		return s
	}
	return out
}

// atTag reports an issue of a field of the object that is next.
func (d *Decoder) atTag(name, code, message string) {
	if d.ended {
		return
	}
	d.push()
	d.name(name)
	d.report(code, message)
	d.pop()
}
