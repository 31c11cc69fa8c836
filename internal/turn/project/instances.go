package project

import ik "github.com/ikgen/ikgen/runtime"

// InstanceWindow is how many instances of a keyed fact models see: the newest. What a turn costs does not grow with the
// others.
const InstanceWindow = 20

// Older says how many instances of a keyed fact models do not see. Of a fact that is hidden nothing is said.
type Older struct {
	Fact  ik.FactKey
	Count int
}

// Newest gives the facts that models may see at all: of keyed facts the newest instances. Facts stand in the order in which
// they were published; the records are those of the list, and must not be changed.
func (v *View) Newest(records []ik.FactRecord) []ik.FactRecord {
	shown, _ := v.newest(records)
	return shown
}

func (v *View) newest(records []ik.FactRecord) ([]ik.FactRecord, []Older) {
	excess := v.excess(records)
	if len(excess) == 0 {
		return records, nil
	}
	shown := make([]ik.FactRecord, 0, len(excess)*InstanceWindow)
	var older []Older
	for i := range records {
		fact := anyOf(records[i].FactRef)
		n := excess[fact]
		if n == nil || n.left == 0 {
			shown = append(shown, records[i])
			continue
		}
		n.left--
		if n.left == 0 && v.visibility(&records[i]) != ik.VisibilityHidden {
			older = append(older, Older{fact.FactKey(), n.count})
		}
	}
	return shown, older
}

// surplus is how many instances of a fact stand before the newest ones, and how many of them are still to come.
type surplus struct{ count, left int }

// excess counts them, for the facts that have more instances than models see.
func (v *View) excess(records []ik.FactRecord) map[ik.FactRef]*surplus {
	var out map[ik.FactRef]*surplus
	for i := range records {
		if records[i].Key == "" {
			continue
		}
		if out == nil {
			out = map[ik.FactRef]*surplus{}
		}
		fact := anyOf(records[i].FactRef)
		if out[fact] == nil {
			out[fact] = &surplus{}
		}
		out[fact].count++
	}
	for fact, n := range out {
		n.count -= InstanceWindow
		if n.left = n.count; n.count <= 0 {
			delete(out, fact)
		}
	}
	return out
}

// anyOf is the reference of a fact without the instance.
func anyOf(ref ik.FactRef) ik.FactRef {
	ref.Key = ""
	return ref
}
