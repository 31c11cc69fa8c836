package wire

// glance looks at the keys of the object that is next, without consuming it and without reporting anything: whatever is
// wrong is found again when the object is decoded. Values are passed over by their brackets alone.
type glance struct {
	d       *Decoder
	key     []byte // valid until the value is read
	pos     int    // where the decoder stood
	issues  int
	ended   bool
	started bool
	broken  bool // the text is no JSON
}

func glanceAt(d *Decoder) glance {
	g := glance{d: d, pos: d.pos, issues: len(d.issues), ended: d.ended}
	if d.peek() == '{' {
		d.pos++
	} else {
		g.broken = true
	}
	return g
}

// end takes the decoder back to where it stood.
func (g *glance) end() {
	g.d.pos, g.d.issues, g.d.ended = g.pos, g.d.issues[:g.issues], g.ended
}

// next moves to the value of the next key.
func (g *glance) next() bool {
	d := g.d
	if g.broken {
		return false
	}
	if g.started {
		if !d.pass() {
			g.broken = true
			return false
		}
		switch d.peek() {
		case ',':
			d.pos++
		case '}':
			return false
		default:
			g.broken = true
			return false
		}
	}
	c := d.peek()
	if c == '}' && !g.started {
		return false
	}
	g.started = true
	if c != '"' {
		g.broken = true
		return false
	}
	t := d.text()
	if d.ended != g.ended || d.peek() != ':' {
		g.broken = true
		return false
	}
	d.pos++
	g.key = t.bytes
	return true
}

// pass moves behind the next value by its brackets and quotes. It is false where the text ends before.
func (d *Decoder) pass() bool {
	depth := 0
	for d.peek() != 0 {
		switch d.data[d.pos] {
		case '{', '[':
			depth++
			d.pos++
		case '}', ']':
			if depth == 0 {
				return false
			}
			depth--
			d.pos++
		case '"':
			if !d.passString() {
				return false
			}
		case ',', ':':
			if depth == 0 {
				return false
			}
			d.pos++
			continue
		default:
			d.passWord()
		}
		if depth == 0 {
			return true
		}
	}
	return false
}

func (d *Decoder) passString() bool {
	for d.pos++; d.pos < len(d.data); d.pos++ {
		switch d.data[d.pos] {
		case '\\':
			d.pos++
		case '"':
			d.pos++
			return true
		}
	}
	d.pos = len(d.data)
	return false
}

// passWord moves behind a number, true, false or null.
func (d *Decoder) passWord() {
	for d.pos++; d.pos < len(d.data); d.pos++ {
		switch d.data[d.pos] {
		case ',', ':', '}', ']', '{', '[', '"', ' ', '\n', '\t', '\r':
			return
		}
	}
}

// isOneOf tells whether the next value is one of the JSON scalars, and does not consume it. It is for glances.
func (d *Decoder) isOneOf(values []string) bool {
	kind := kindsOf(d.peek())
	at := d.pos
	for _, want := range values {
		if kindsOf(want[0]) != kind {
			continue
		}
		same := false
		switch kind {
		case IsString:
			same = string(d.text().bytes) == unquoted(want)
		case IsNumber:
			b, ok := d.number()
			same = ok && parseDecimal(b).compare(parseDecimal([]byte(want))) == 0
		default:
			d.passWord()
			same = string(d.data[at:d.pos]) == want
		}
		d.pos = at
		if same {
			return true
		}
	}
	return false
}

// word is the next value when it is a string.
func (d *Decoder) word() (string, bool) {
	if d.peek() != '"' {
		return "", false
	}
	t := d.text()
	return string(t.bytes), t.ok
}

// byKeys finds the variant whose keys, and kinds of values, the object has; else the one that it misses least.
func (u *Union) byKeys(d *Decoder) int {
	var inline [8]fit
	fits := inline[:0]
	for i := range u.Shapes {
		if u.Shapes[i].Kinds&IsObject != 0 {
			fits = append(fits, fit{shape: i})
		}
	}
	g := glanceAt(d)
	for g.next() {
		kind, at := kindsOf(d.peek()), d.pos
		for i := range fits {
			fits[i].judge(&u.Shapes[fits[i].shape], g.key, kind, d.fromModel)
		}
		for i := range fits {
			f := &fits[i]
			if f.values == nil {
				continue
			}
			if !d.isOneOf(f.values) {
				f.wrong += otherConstant
			}
			f.values = nil
		}
		d.pos = at
	}
	g.end()
	best := 0
	for i := range fits {
		fits[i].missing = required(&u.Shapes[fits[i].shape]) - fits[i].found
		if fits[i].better(&fits[best]) {
			best = i
		}
	}
	return u.Shapes[fits[best].shape].Variant
}

// otherConstant is how much another constant speaks against a variant: as much as a few mistyped keys.
const otherConstant = 4

// fit counts what speaks against a variant.
type fit struct {
	shape, wrong, found, missing int
	known                        int      // keys that the variant names
	values                       []string // of the present key: still to be compared
}

func (f *fit) score() int { return f.wrong + max(f.missing, 0) }

func (f *fit) better(other *fit) bool {
	if d := f.score() - other.score(); d != 0 {
		return d < 0
	}
	return f.known > other.known
}

// judge counts one key. From a model, null in an optional field says that the field is absent.
func (f *fit) judge(s *Shape, key []byte, kind Kinds, fromModel bool) {
	for i := range s.Fields {
		field := &s.Fields[i]
		if string(key) != field.Name {
			continue
		}
		switch {
		case field.Required:
			f.found++
		case fromModel && kind == IsNull:
			return
		}
		f.known++
		if field.Kinds&kind == 0 {
			f.wrong++
		} else if len(field.Values) > 0 {
			f.values = field.Values
		}
		return
	}
	if !s.Open {
		f.wrong++
	}
}

func required(s *Shape) int {
	n := 0
	for i := range s.Fields {
		if s.Fields[i].Required {
			n++
		}
	}
	return n
}
