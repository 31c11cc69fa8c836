package wire

// entry moves to the next entry of an object or a list. It is false at the end, which is consumed, and when the
// reading has ended.
func (d *Decoder) entry(started *bool, end byte) bool {
	if d.full() {
		d.ended = true
	}
	if d.ended {
		return false
	}
	c := d.peek()
	if c == end {
		d.pos++
		return false
	}
	if !*started {
		*started = true
		return true
	}
	if c != ',' {
		d.syntax("a comma or " + string(rune(end)))
		return false
	}
	d.pos++
	return true
}

// fieldName consumes a key and its colon.
func (d *Decoder) fieldName() text {
	if d.peek() != '"' {
		d.syntax("a field name")
		return text{}
	}
	d.top().index = unnamed
	t := d.quoted()
	if d.ended {
		return text{}
	}
	if d.peek() != ':' {
		d.syntax("a colon")
		return text{}
	}
	d.pos++
	return t
}
