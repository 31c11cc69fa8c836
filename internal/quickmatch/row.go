package quickmatch

// longestRow bounds what is joined: longer literals and runs are faster alone.
const longestRow = 32

// joined makes one step of neighbours that always consume the same number of bytes, such as those of a date.
func joined(steps []step) []step {
	var out []step
	for i := range steps {
		p := steps[i]
		if p.more != nil {
			for w, way := range p.more.ways {
				p.more.ways[w] = joined(way)
			}
		}
		if p.kind == run {
			p.spans = spansOf(&p.set)
		}
		row := p.asRow()
		if n := len(out); n > 0 && row != nil {
			if before := out[n-1].asRow(); before != nil {
				row = append(before, row...)
				out[n-1] = step{kind: fixed, more: &more{row: row, blocks: blocks(row)}}
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

// asRow gives the sets of a step that always consumes the same, not too large number of bytes, else nil.
func (p *step) asRow() []set {
	var row []set
	switch {
	case p.kind == fixed:
		return p.more.row
	case p.kind == literal && len(p.text) <= longestRow:
		for i := range len(p.text) {
			row = append(row, single(p.text[i]))
		}
	case p.kind == run && p.min == p.max && p.max <= longestRow:
		for range p.max {
			row = append(row, p.set)
		}
	}
	return row
}

// Eight bytes are compared at once: each is a lane of a 64-bit number.
const (
	lanes = 8
	highs = 0x8080808080808080
)

// block is eight neighbours of a row, each with a range of its own. A lane's sum with above has its high bit set from the
// range's first byte on, its sum with beyond only behind the last.
type block struct {
	at            int
	above, beyond uint64
}

// fits tells whether eight bytes are within the ranges. Those beyond ASCII are in none.
func (b *block) fits(x uint64) bool { return x&highs == 0 && (x+b.above)&^(x+b.beyond)&highs == highs }

// load gives the first eight bytes of s. The compiler makes one load of them.
func load(s string) uint64 {
	_ = s[lanes-1]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// blocks gives the row in blocks, the last of which may overlap; none when a set is no range or the row is too short.
func blocks(row []set) []block {
	if len(row) < lanes {
		return nil
	}
	var out []block
	for at := 0; at < len(row); at += lanes {
		b := block{at: min(at, len(row)-lanes)}
		for i := range lanes {
			first, last, ok := row[b.at+i].span()
			if !ok {
				return nil
			}
			b.above |= uint64(0x80-first) << (8 * i)
			b.beyond |= uint64(0x7f-last) << (8 * i)
		}
		out = append(out, b)
	}
	return out
}

// fits tells whether the text begins with a byte of each set of the row.
func (m *more) fits(text string) bool {
	if len(text) < len(m.row) {
		return false
	}
	text = text[:len(m.row)]
	if len(m.blocks) == 0 {
		for i := range len(text) {
			if !m.row[i].has(text[i]) {
				return false
			}
		}
		return true
	}
	for i := range m.blocks {
		if b := &m.blocks[i]; !b.fits(load(text[b.at:])) {
			return false
		}
	}
	return true
}
