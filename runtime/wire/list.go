package wire

import "strconv"

// Size bounds the number of items of a list. Nil is no bound.
type Size struct {
	Min, Max *int
}

// fault gives the code and message for n items, "" when n is fine. noun is what is counted.
func (s Size) fault(n int, noun string) (code, message string) {
	switch {
	case s.Min != nil && n < *s.Min:
		return TooFewItems, "must have at least " + count(*s.Min, noun)
	case s.Max != nil && n > *s.Max:
		return TooManyItems, "must have at most " + count(*s.Max, noun)
	default:
		return "", ""
	}
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if noun == "entry" {
		return strconv.Itoa(n) + " entries"
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// List reads the items of one list: each turn of `for l.Next()` must read one value.
type List struct {
	d       *Decoder
	size    Size
	n       int
	inside  bool
	started bool
}

// List enters a list.
func (d *Decoder) List(size Size) List {
	if d.peek() != '[' {
		d.wrong("a list")
		return List{}
	}
	return List{d: d, size: size, inside: d.open()}
}

// Next moves to the next item. It is false at the end of the list.
func (l *List) Next() bool {
	if !l.inside {
		return false
	}
	if l.d.entry(&l.started, ']') {
		l.d.item(l.n)
		l.n++
		return true
	}
	l.inside = false
	if l.d.ended {
		return false
	}
	l.d.pop()
	if code, message := l.size.fault(l.n, "item"); code != "" {
		l.d.report(code, message)
	}
	return false
}

// firstItems is the room that Push makes first: most lists then take one allocation.
const firstItems = 4

// Push is append for lists that grow from nothing.
func Push[S ~[]T, T any](list S, item T) S {
	if cap(list) == 0 {
		list = make(S, 0, firstItems)
	}
	return append(list, item)
}
