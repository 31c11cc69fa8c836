package wire

import (
	"fmt"
	"math"

	ik "github.com/ikgen/ikgen/runtime"
)

// The limits of a Decoder whose Options leave them zero.
const (
	DefaultMaxBytes  = 1 << 20
	DefaultMaxDepth  = 60
	DefaultMaxIssues = 100
)

// Options are the limits and the mode of one decoding. Zero values are the defaults: the limits above, strictly.
type Options struct {
	MaxBytes  int // of the whole document
	MaxDepth  int // nested objects and lists
	MaxString int // code points of a string that is no key; by default the size of the document is the only bound
	MaxIssues int // reading ends at this many

	// Mode says where the document comes from: null is an absent optional field in ik.FromModel.
	Mode ik.DecodeMode
}

// Decoder reads one JSON document. It is used once, by one goroutine. Each reading method consumes exactly one value,
// also when it reports an issue; the result is then the zero value.
type Decoder struct {
	trace
	data    []byte
	pos     int
	copied  string // data, once a string of it is kept
	scratch []byte // unescaped strings
	deepest int    // most nested objects and lists
	longest int    // code points of a string
	ended   bool   // nothing more can be read

	fromModel bool // Options.Mode
}

// NewDecoder starts at the beginning of data, which must not change before the decoding has ended.
func NewDecoder(data []byte) Decoder { return NewDecoderWith(data, Options{}) }

// NewDecoderWith is NewDecoder with limits.
func NewDecoderWith(data []byte, o Options) Decoder {
	d := Decoder{data: data, deepest: o.MaxDepth, longest: o.MaxString, fromModel: o.Mode == ik.FromModel}
	d.limit = o.MaxIssues
	if d.deepest == 0 {
		d.deepest = DefaultMaxDepth
	}
	if d.longest == 0 {
		d.longest = math.MaxInt
	}
	limit := o.MaxBytes
	if limit == 0 {
		limit = DefaultMaxBytes
	}
	if len(data) > limit {
		d.stop(TooLarge, fmt.Sprintf("the document has %d bytes, more than %d", len(data), limit))
	}
	return d
}

// Err ends the decoding: it is nil when the whole document was read without an issue, else an *ik.SchemaError for the
// type named.
func (d *Decoder) Err(typ string) error {
	d.finish()
	return d.err(typ)
}

// Issues ends the decoding and gives every issue, nil when there is none.
func (d *Decoder) Issues() []ik.Issue {
	d.finish()
	return d.issues
}

// OK tells whether no issue was found so far.
func (d *Decoder) OK() bool { return len(d.issues) == 0 }

func (d *Decoder) finish() {
	if d.ended {
		return
	}
	if d.space(); d.pos < len(d.data) {
		d.report(TrailingData, fmt.Sprintf("the document ends at byte %d, but something follows it", d.pos))
	}
	d.ended = true
}

// stop records an issue after which nothing more can be read.
func (d *Decoder) stop(code, message string) {
	if d.ended {
		return
	}
	d.report(code, message)
	d.ended = true
	d.pos = len(d.data)
}

// syntax ends the reading: the text at the present position is not what JSON wants there.
func (d *Decoder) syntax(want string) {
	if d.pos >= len(d.data) {
		d.stop(InvalidJSON, "the text ends where "+want+" should stand")
		return
	}
	d.stop(InvalidJSON, fmt.Sprintf("byte %d is not valid JSON: %s should stand there", d.pos, want))
}

// open enters an object or a list whose first byte is still to be consumed; false when it would be too deep.
func (d *Decoder) open() bool {
	if d.depth >= d.deepest {
		d.stop(TooDeep, fmt.Sprintf("objects and lists are nested deeper than %d", d.deepest))
		return false
	}
	d.pos++
	d.push()
	return true
}

// wrong skips the next value and reports that it is not of the kind wanted.
func (d *Decoder) wrong(want string) {
	c := d.peek()
	kind := kindOf(c)
	if kind == "" {
		d.syntax(want)
		return
	}
	d.skip()
	switch {
	case d.ended: // no value at all
	case c == 'n':
		d.report(NullValue, "must be "+want+", not null")
	default:
		d.report(WrongType, "must be "+want+", not "+kind)
	}
}

// kindOf names the kind of value that starts with c, "" for none.
func kindOf(c byte) string {
	switch c {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return "a number"
	default:
		return ""
	}
}
