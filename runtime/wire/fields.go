package wire

// Field is one field of an object.
type Field struct {
	Name     string
	Required bool
	Nullable bool // null is a value of the field; matters where it is not required
}

// Fields is the table of an object's fields, in the order of the schema. It is immutable.
type Fields struct {
	list     []Field
	keys     []string // as most documents write them: `"name":`; empty where JSON may need escapes
	required uint64   // a bit for each of the first 64
}

// FieldsOf makes a table.
func FieldsOf(list []Field) *Fields {
	f := &Fields{list: list, keys: make([]string, len(list))}
	for i := range list {
		if name := list[i].Name; plain([]byte(name)) == len(name) {
			f.keys[i] = `"` + name + `":`
		}
		if list[i].Required && i < 64 {
			f.required |= 1 << i
		}
	}
	return f
}
