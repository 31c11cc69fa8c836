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
	counts := excess(records)
	if len(counts) == 0 {
		return records, nil
	}
	shown := make([]ik.FactRecord, 0, (len(counts)+1)*InstanceWindow)
	var older []Older
	for i := range records {
		n := counts.of(records[i].FactRef)
		if n == nil || n.left <= 0 {
			shown = append(shown, records[i])
			continue
		}
		n.left--
		if n.left == 0 && v.visibility(&records[i]) != ik.VisibilityHidden {
			older = append(older, Older{n.fact.FactKey(), n.count})
		}
	}
	return shown, older
}

// surplus is how many instances of a fact stand before the newest ones, and how many of them are still to come.
type surplus struct {
	fact        ik.FactRef
	count, left int
}

// surpluses are those of the facts with instances: a few, however many instances there are.
type surpluses []surplus

func (s surpluses) of(ref ik.FactRef) *surplus {
	for i := range s {
		if s[i].fact.Type == ref.Type && s[i].fact.Version == ref.Version {
			return &s[i]
		}
	}
	return nil
}

// excess counts them; nil where no fact has more instances than models see.
func excess(records []ik.FactRecord) surpluses {
	var out surpluses
	some := false
	for i := range records {
		ref := records[i].FactRef
		if ref.Key == "" {
			continue
		}
		n := out.of(ref)
		if n == nil {
			out = append(out, surplus{fact: ik.FactRef{Type: ref.Type, Version: ref.Version}, count: -InstanceWindow})
			n = &out[len(out)-1]
		}
		n.count++
		n.left = n.count
		some = some || n.count > 0
	}
	if !some {
		return nil
	}
	return out
}
