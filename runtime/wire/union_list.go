package wire

// byLength finds the variant whose number of items the list has; else the one that comes nearest.
func (u *Union) byLength(d *Decoder) int {
	n := d.items()
	best, off := -1, 0
	for i := range u.Shapes {
		s := &u.Shapes[i]
		if s.Kinds&IsList == 0 {
			continue
		}
		away := max(s.Least-n, 0)
		if s.Most >= 0 {
			away = max(away, n-s.Most)
		}
		if best < 0 || away < off {
			best, off = s.Variant, away
		}
	}
	return best
}

// items counts the items of the list that is next, and does not consume it: as far as the text is one.
func (d *Decoder) items() int {
	at := d.pos
	defer func() { d.pos = at }()
	if d.peek() != '[' {
		return 0
	}
	d.pos++
	if d.peek() == ']' {
		return 0
	}
	for n := 1; ; n++ {
		if !d.pass() || d.peek() != ',' {
			return n
		}
		d.pos++
	}
}
