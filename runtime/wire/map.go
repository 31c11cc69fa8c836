package wire

// Keys bounds the entries of a map and restricts their keys: each must satisfy all patterns.
type Keys struct {
	Min, Max *int
	Patterns []Pattern
}

func (k Keys) size() Size { return Size{k.Min, k.Max} }

// Map reads the entries of an object with free keys: each turn of `for m.Next()` must read one value. Put stores it.
type Map struct {
	d       *Decoder
	keys    Keys
	n       int
	inside  bool
	started bool
}

// Map enters an object with free keys.
func (d *Decoder) Map(keys Keys) Map {
	if d.peek() != '{' {
		d.wrong("an object")
		return Map{}
	}
	return Map{d: d, keys: keys, inside: d.open()}
}

// Key is the key whose value is to be read.
func (m *Map) Key() string { return m.d.top().name }

// Next moves to the next entry. It is false at the end of the object.
func (m *Map) Next() bool {
	for m.inside && m.d.entry(&m.started, '}') {
		t := m.d.fieldName()
		if m.d.ended {
			break
		}
		m.n++
		if !t.ok {
			m.d.skip()
			continue
		}
		key := m.d.keep(t)
		m.d.name(key)
		for i := range m.keys.Patterns {
			if p := &m.keys.Patterns[i]; !p.MatchString(key) {
				m.d.report(PatternMismatch, "the key "+p.message())
			}
		}
		return true
	}
	m.leave()
	return false
}

func (m *Map) leave() {
	if !m.inside {
		return
	}
	m.inside = false
	if m.d.ended {
		return
	}
	m.d.pop()
	if code, message := m.keys.size().fault(m.n, "entry"); code != "" {
		m.d.report(code, message)
	}
}

// Put stores the value of the present key and reports a key that stands twice.
func Put[T any](m *Map, to map[string]T, value T) {
	key := m.Key()
	if _, twice := to[key]; twice {
		m.d.duplicate(key)
		return
	}
	to[key] = value
}
