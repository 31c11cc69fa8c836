package ik

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// maxCheckpointDepth bounds the nesting of a stored checkpoint.
const maxCheckpointDepth = 200

// DecodeCheckpoint reads a stored checkpoint strictly. A schema version above CheckpointSchema is refused with
// CHECKPOINT_SCHEMA_UNSUPPORTED; an unknown, doubled or missing field, a wrong type, a value that its enumeration does not
// have and text after the document with CHECKPOINT_UNREADABLE. No value of the content is in the errors.
func DecodeCheckpoint(raw []byte) (*Checkpoint, error) {
	var head struct {
		SchemaVersion *int `json:"schemaVersion"`
	}
	if err := json.Unmarshal(raw, &head); err != nil || head.SchemaVersion == nil || *head.SchemaVersion < 1 {
		return nil, unreadable("schemaVersion")
	}
	if v := *head.SchemaVersion; v > CheckpointSchema {
		return nil, NewError(KindDurability, "CHECKPOINT_SCHEMA_UNSUPPORTED",
			"the checkpoint has schema version %d, this kernel reads %d", v, CheckpointSchema).
			With("schemaVersion", v).With("supported", CheckpointSchema)
	}
	w := strictWalker{dec: json.NewDecoder(bytes.NewReader(raw))}
	w.dec.UseNumber()
	if err := w.value(reflect.TypeFor[Checkpoint](), "", 0); err != nil {
		return nil, unreadable(err.Error())
	}
	if _, err := w.dec.Token(); !errors.Is(err, io.EOF) {
		return nil, unreadable("text after the document")
	}
	if name := lacking(raw); name != "" {
		return nil, unreadable("no field /" + name)
	}
	c := &Checkpoint{}
	if err := json.Unmarshal(raw, c); err != nil {
		return nil, unreadable("a value of a wrong type")
	}
	if where := c.sound(); where != "" {
		return nil, unreadable("a value that cannot be at " + where)
	}
	return c, nil
}

// lacking gives the first required member that is absent or null, or "".
func lacking(raw []byte) string {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return "schemaVersion"
	}
	for _, name := range requiredMembers() {
		if v := members[name]; v == nil || string(v) == "null" {
			return name
		}
	}
	return ""
}

func unreadable(where string) *Error {
	return NewError(KindDurability, "CHECKPOINT_UNREADABLE", "the stored checkpoint cannot be read: %s", where)
}

// strictWalker compares the keys of a document with the fields of a type. Values of wrong kinds are left to
// encoding/json; it looks only where that package is lenient: unknown keys, doubled keys, keys in another case.
type strictWalker struct{ dec *json.Decoder }

func (w strictWalker) value(t reflect.Type, path string, depth int) error {
	if depth > maxCheckpointDepth {
		return fmt.Errorf("nested too deeply at %s", path)
	}
	tok, err := w.dec.Token()
	if err != nil {
		return errors.New("not JSON")
	}
	delim, nested := tok.(json.Delim)
	if !nested {
		return nil
	}
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if delim == '{' {
		return w.object(structFields(t), path, depth)
	}
	return w.array(elementOf(t), path, depth)
}

// object walks an object. fields is nil where any key is allowed.
func (w strictWalker) object(fields map[string]reflect.Type, path string, depth int) error {
	seen := map[string]bool{}
	for w.dec.More() {
		tok, err := w.dec.Token()
		if err != nil {
			return errors.New("not JSON")
		}
		key, _ := tok.(string)
		field, known := fields[key]
		if fields != nil && !known {
			return fmt.Errorf("unknown field %s/%s", path, key)
		}
		if seen[key] {
			return fmt.Errorf("doubled field %s/%s", path, key)
		}
		seen[key] = true
		if err := w.value(field, path+"/"+key, depth+1); err != nil {
			return err
		}
	}
	_, err := w.dec.Token()
	return err
}

func (w strictWalker) array(elem reflect.Type, path string, depth int) error {
	for w.dec.More() {
		if err := w.value(elem, path+"/-", depth+1); err != nil {
			return err
		}
	}
	_, err := w.dec.Token()
	return err
}

// structFields gives the JSON fields of a struct, embedded ones included; nil for any other type.
func structFields(t reflect.Type) map[string]reflect.Type {
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	out := map[string]reflect.Type{}
	for f := range t.Fields() {
		tag := f.Tag.Get("json")
		name, _, _ := strings.Cut(tag, ",")
		switch {
		case f.Anonymous && tag == "":
			for n, ft := range structFields(f.Type) {
				out[n] = ft
			}
		case f.IsExported() && name != "-" && name != "":
			out[name] = f.Type
		}
	}
	return out
}

// elementOf gives the element type of a list; nil for bytes of raw JSON and for anything else.
func elementOf(t reflect.Type) reflect.Type {
	if t == nil || t.Kind() != reflect.Slice || t.Elem().Kind() == reflect.Uint8 {
		return nil
	}
	return t.Elem()
}
