package quickmatch

// decide tells whether the next byte always decides how to go on, when after are the bytes that may follow the steps. It
// makes after the bytes that the steps may start with; those that may follow stay where all steps may be empty.
func decide(steps []step, after *set) bool {
	for i := len(steps) - 1; i >= 0; i-- {
		p := &steps[i]
		ok := true
		switch p.kind {
		case literal:
			*after = set{}
			after.put(p.text[0])
		case run:
			ok = p.min == p.max || !p.set.meets(after)
			p.before(after)
		case loop:
			ok = p.decideLoop(after)
		case choice:
			ok = p.decideChoice(after)
		}
		if !ok {
			return false
		}
	}
	return true
}

// before replaces after by what p may start with; what followed stays when p may be empty.
func (p *step) before(after *set) {
	if p.min > 0 {
		*after = set{}
	}
	after.add(&p.set)
}

func (p *step) decideLoop(after *set) bool {
	if empty(p.more.ways[0]) {
		return false
	}
	p.set = set{}
	first(p.more.ways[0], &p.set)
	if p.min != p.max && p.set.meets(after) {
		return false
	}
	next := *after // after the body comes what follows the loop, or the body again
	next.add(&p.set)
	if !decide(p.more.ways[0], &next) {
		return false
	}
	p.before(after)
	return true
}

func (p *step) decideChoice(after *set) bool {
	all := set{}
	for i, way := range p.more.ways {
		var starts set
		first(way, &starts)
		next := *after
		if empty(way) || starts.meets(&all) || !decide(way, &next) {
			return false
		}
		all.add(&starts)
		for b := range 0x80 {
			if starts.has(byte(b)) {
				p.more.pick[b] = uint8(i + 1)
			}
		}
	}
	*after = all
	return true
}

// empty tells whether the steps may consume nothing.
func empty(steps []step) bool {
	for i := range steps {
		p := &steps[i]
		switch p.kind {
		case literal:
			return false
		case choice:
			for _, way := range p.more.ways {
				if !empty(way) {
					return false // decideChoice refuses a choice of which only some ways may
				}
			}
		default:
			if p.min > 0 && (p.kind == run || !empty(p.more.ways[0])) {
				return false
			}
		}
	}
	return true
}

// first adds the bytes that the steps may start with to s.
func first(steps []step, s *set) {
	for i := range steps {
		p := &steps[i]
		switch p.kind {
		case literal:
			s.put(p.text[0])
		case run:
			s.add(&p.set)
		default:
			for _, way := range p.more.ways {
				first(way, s)
			}
		}
		if !empty(steps[i : i+1]) {
			return
		}
	}
}
