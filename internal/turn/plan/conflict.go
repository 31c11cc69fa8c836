package plan

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/ikgen/ikgen/internal/turn/reserved"
	ik "github.com/ikgen/ikgen/runtime"
)

// orderWrites keeps writes that nothing orders from running in one turn by chance: the user is asked which goes first.
// One that was accepted, or chosen, goes first and the others are asked about after it.
func (p *planner) orderWrites() {
	var eligible []*draft
	var leader *draft
	for _, d := range p.drafts {
		if d.capability == nil || d.capability.Effect != ik.EffectWrite {
			continue
		}
		if d.step.Disposition != ik.DispositionExecute && d.step.Reason.Code != CodeConfirm {
			continue
		}
		if d.first || d.step.Reason.Code == CodeAccepted {
			leader = d
			continue
		}
		eligible = append(eligible, d)
	}
	if leader != nil {
		p.follow(leader, eligible)
		return
	}
	p.conflict(eligible)
}

// follow lets the others wait behind the leader: those that ask are asked when the place is free. Those that would run
// unasked run after it where it runs, and wait where it has yet to be asked.
func (p *planner) follow(leader *draft, others []*draft) {
	var running []*draft
	for _, d := range others {
		if d.step.Disposition == ik.DispositionExecute {
			running = append(running, d)
		}
	}
	if leader.step.Disposition == ik.DispositionExecute {
		p.conflict(running)
		return
	}
	for _, d := range running {
		d.clash()
	}
}

func (d *draft) clash() {
	d.step.Question = nil
	d.decide(ik.DispositionClarify, CodeWriteConflict, "it has to be said which change goes first")
}

func (p *planner) conflict(writes []*draft) {
	if len(writes) < 2 || p.allOrdered(writes) {
		return
	}
	q := ik.Interaction{Kind: ik.InteractionChoice, Goal: "Which change should be made first?", Options: []ik.Option{}}
	for i, d := range writes {
		d.clash()
		value, err := json.Marshal(d.step.Intention.ID)
		if err != nil {
			continue
		}
		q.Options = append(q.Options, ik.Option{
			ID: conflictOptionPrefix + strconv.Itoa(i+1), Label: d.step.Intention.Objective, Value: json.RawMessage(value),
		})
	}
	q.Payload = json.RawMessage(`{"kind":"` + reserved.WriteOrder + `"}`)
	writes[0].ask(q)
}

// allOrdered tells whether each two of the writes are ordered, directly or through others. Sorted by how many steps come
// before them, it is enough that each is behind the one before it.
func (p *planner) allOrdered(writes []*draft) bool {
	g := newGraph(p.drafts)
	sorted := slices.Clone(writes)
	slices.SortStableFunc(sorted, func(a, b *draft) int { return g.depth(a.step.ID) - g.depth(b.step.ID) })
	for i := 1; i < len(sorted); i++ {
		if !g.reaches(sorted[i].step.ID, sorted[i-1].step.ID) {
			return false
		}
	}
	return true
}
