package wire

import (
	"unicode/utf16"
	"unicode/utf8"
)

// sharedBytes is the size up to which the strings of a document are parts of one copy of it: one allocation then serves
// them all, and a string that is kept for long keeps no more than this alive.
const sharedBytes = 4 << 10

// text is a string of the document: its bytes, valid until the next string is read. Four words are the most that Go
// passes in registers.
type text struct {
	bytes []byte
	ascii bool
	ok    bool // false: an issue was reported, or there is no string
}

// keep gives a string that may outlive the decoding.
func (d *Decoder) keep(t text) string {
	if !t.ok || len(t.bytes) == 0 {
		return ""
	}
	at := cap(d.data) - cap(t.bytes) // where the bytes stand in the document, if they do: others had to be unescaped
	if len(d.data) > sharedBytes || at < 0 || at >= len(d.data) || &d.data[at] != &t.bytes[0] {
		return string(t.bytes)
	}
	if d.copied == "" {
		d.copied = string(d.data)
	}
	return d.copied[at : at+len(t.bytes)]
}

// text consumes a string value whose quote is at the present position.
func (d *Decoder) text() text {
	t := d.quoted()
	if len(t.bytes) > d.longest && t.ok && utf8.RuneCount(t.bytes) > d.longest {
		d.report(TooLong, "must have at most "+count(d.longest, "character"))
		t.ok = false
	}
	return t
}

// quoted consumes a string value or a key.
func (d *Decoder) quoted() text {
	start := d.pos + 1
	i, ascii := start+plain(d.data[start:]), true
	for i < len(d.data) {
		switch c := d.data[i]; {
		case c == '"':
			d.pos = i + 1
			return d.checked(d.data[start:i], ascii)
		case c == '\\':
			return d.escaped(start, i)
		case c < ' ':
			d.pos = i
			d.syntax("a string without bare control characters")
			return text{}
		}
		ascii = false
		i++
		i += plain(d.data[i:])
	}
	d.pos = len(d.data)
	d.syntax("the end of a string")
	return text{}
}

// checked judges what every string must be.
func (d *Decoder) checked(b []byte, ascii bool) text {
	if !ascii && !utf8.Valid(b) {
		d.report(InvalidUTF8, "must be valid UTF-8")
		return text{bytes: b}
	}
	return text{bytes: b, ascii: ascii, ok: true}
}

// escaped goes on with a string at its first backslash.
func (d *Decoder) escaped(start, at int) text {
	out := append(d.scratch[:0], d.data[start:at]...)
	lone := false
	for d.pos = at; d.pos < len(d.data); {
		c := d.data[d.pos]
		switch {
		case c == '"':
			d.pos++
			d.scratch = out
			t := d.checked(out, false)
			if lone && t.ok {
				d.report(LoneSurrogate, "must not hold half of a surrogate pair")
				t.ok = false
			}
			return t
		case c == '\\':
			d.pos++
			r, half, ok := d.escape()
			if !ok {
				return text{}
			}
			lone = lone || half
			out = utf8.AppendRune(out, r)
		case c < ' ':
			d.syntax("a string without bare control characters")
			return text{}
		default:
			out = append(out, c)
			d.pos++
		}
	}
	d.syntax("the end of a string")
	return text{}
}

// escape reads what follows a backslash. half tells that it is half of a surrogate pair.
func (d *Decoder) escape() (r rune, half, ok bool) {
	if d.pos >= len(d.data) {
		d.syntax("an escaped character")
		return 0, false, false
	}
	c := d.data[d.pos]
	switch c {
	case '"', '\\', '/':
		r = rune(c)
	case 'b':
		r = '\b'
	case 'f':
		r = '\f'
	case 'n':
		r = '\n'
	case 'r':
		r = '\r'
	case 't':
		r = '\t'
	case 'u':
		return d.unicode()
	default:
		d.syntax("an escaped character")
		return 0, false, false
	}
	d.pos++
	return r, false, true
}

// unicode reads the u of an escape, its four digits, and the second half of a pair.
func (d *Decoder) unicode() (r rune, half, ok bool) {
	d.pos++
	r, ok = hex4(d.data, d.pos)
	if !ok {
		d.syntax("four hexadecimal digits")
		return 0, false, false
	}
	d.pos += 4
	if !utf16.IsSurrogate(r) {
		return r, false, true
	}
	if d.pos+1 < len(d.data) && d.data[d.pos] == '\\' && d.data[d.pos+1] == 'u' {
		if low, ok := hex4(d.data, d.pos+2); ok {
			if whole := utf16.DecodeRune(r, low); whole != utf8.RuneError {
				d.pos += 6
				return whole, false, true
			}
		}
	}
	return utf8.RuneError, true, true
}

func hex4(b []byte, at int) (rune, bool) {
	if at+4 > len(b) {
		return 0, false
	}
	var r rune
	for _, c := range b[at : at+4] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
