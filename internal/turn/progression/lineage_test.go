package progression

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/agent"
	ik "github.com/ikgen/ikgen/runtime"
)

// sale is a thread in which a payment was chosen for a quote, and an order that needs it waits for something else.
type sale struct {
	agent                          *agent.Agent
	product, option, quote, chosen ik.FactRecord
	cp                             *ik.Checkpoint
}

func saleDef(f func(*def)) *def {
	d := (&def{}).can("prod.pick", ik.EffectRead, nil, keys("prod.picked@1")).can("opt.pick", ik.EffectRead, nil, keys("opt.picked@1")).
		can("quote.make", ik.EffectRead, keys("opt.picked@1"), keys("quote.made@1")).
		can("pay.choose", ik.EffectRead, keys("prod.picked@1", "opt.picked@1", "quote.made@1"), keys("pay.chosen@1", "pay.note@1")).
		can("order.place", ik.EffectWrite, keys("prod.picked@1", "pay.chosen@1", "lead.made@1"), nil).
		can("lead.make", ik.EffectWrite, nil, keys("lead.made@1"))
	d.rule("quote", "quote.make", 150, "opt.picked@1").rule("pay", "pay.choose", 300, "prod.picked@1").rule("order", "order.place", 1300, "prod.picked@1")
	if f != nil {
		f(d)
	}
	return d
}

func newSale(t *testing.T, f func(*def)) *sale {
	t.Helper()
	s := &sale{
		agent: saleDef(f).compile(t), product: factOf("prod.picked@1", "prod.pick", "s1"), option: factOf("opt.picked@1", "opt.pick", "s2", "prod.picked@1"),
		quote: factOf("quote.made@1", "quote.make", "s3", "opt.picked@1"), chosen: factOf("pay.chosen@1", "pay.choose", "s4", "prod.picked@1", "opt.picked@1", "quote.made@1"),
	}
	cp := &ik.Checkpoint{
		Facts:  []ik.FactRecord{s.product, s.option, s.quote, s.chosen},
		Agenda: []ik.AgendaItem{waitsFor(work("agenda:order", "order.place", ik.AgendaWaitingFacts), "lead.made@1")},
		Progression: &ik.ProgressionState{Occurrences: []ik.Occurrence{
			occ(t, ruleOf(s.agent, "quote"), satisfied, "", s.option), occ(t, ruleOf(s.agent, "pay"), active, "pay.choose", s.product),
			occ(t, ruleOf(s.agent, "order"), active, "order.place", s.product),
		}},
	}
	s.cp = reconcile(t, Input{Agent: s.agent, Checkpoint: cp, Published: []ik.FactRecord{s.chosen}, Results: []ik.StepResult{completedResult("s4", "pay.choose", "pay.chosen@1")}}).Checkpoint
	return s
}

func (s *sale) pay() *ik.Occurrence {
	i := slices.IndexFunc(s.cp.Progression.Occurrences, func(o ik.Occurrence) bool { return o.RuleID == "pay" })
	return &s.cp.Progression.Occurrences[i]
}

// another is a turn in which the option is picked anew: the quote and the payment go with the old one.
func (s *sale) another() Input {
	option := s.option
	option.ProducedBy.StepID = "s8"
	cp := *s.cp
	cp.Facts = []ik.FactRecord{s.product, option}
	return Input{
		Agent: s.agent, Before: s.cp, Checkpoint: &cp, Published: []ik.FactRecord{option}, Invalidated: []ik.FactRecord{s.option, s.quote, s.chosen},
	}
}

// payStatus is the state of the one payment that is not superseded.
func payStatus(out *Output) string { return statusOf(out.Checkpoint, "pay") }

func TestAReadIsDoneAgain(t *testing.T) {
	t.Run("D-160 what completed it is recorded", func(t *testing.T) {
		rec, ok := recordOf(newSale(t, nil).pay())
		require.True(t, ok)
		require.Len(t, rec.Publications, 1, "declared and not published is not recorded")
		assert.Equal(t, ik.FactKey("pay.chosen@1"), rec.Publications[0].FactKey())
		assert.Len(t, rec.Publications[0].Parents, 3)
		assert.False(t, rec.Revalidating)
	})
	t.Run("D-146 it is due again, and when it completes its record is new", func(t *testing.T) {
		s := newSale(t, nil)
		out := reconcile(t, s.another())
		assert.Equal(t, "pending", payStatus(out))
		assert.Equal(t, ik.CapabilityID("quote.make"), out.Activate.Capability, "what is more urgent goes first")
		s.cp = out.Checkpoint
		rec, _ := recordOf(s.pay())
		assert.True(t, rec.Revalidating)
		anew := factOf("pay.chosen@1", "pay.choose", "s10", "prod.picked@1")
		done := *out.Checkpoint
		done.Facts = append([]ik.FactRecord{anew}, done.Facts...)
		s.cp = reconcile(t, Input{Agent: s.agent, Checkpoint: &done, Published: []ik.FactRecord{anew}, Results: []ik.StepResult{completedResult("s10", "pay.choose", "pay.chosen@1")}}).Checkpoint
		rec, _ = recordOf(s.pay())
		assert.Equal(t, "satisfied", s.pay().Status)
		assert.False(t, rec.Revalidating)
		assert.Equal(t, id(t, anew), rec.Publications[0].Publication)
	})
	for name, c := range map[string]struct {
		def    func(*def)
		change func(*sale, *Input)
		want   string
	}{
		"D-154 declined": {nil, func(s *sale, in *Input) { s.pay().Status = "declined" }, "declined"},
		"D-154 a write": {func(d *def) {
			d.Capabilities[3].Effect, d.Capabilities[3].Confirmation = ik.EffectWrite, ik.ConfirmationRequired
		}, nil, "satisfied"},
		"D-154 with a confirmation":               {func(d *def) { d.Capabilities[3].Confirmation = ik.ConfirmationCapability }, nil, "satisfied"},
		"D-154 gone before":                       {nil, func(s *sale, in *Input) { in.Invalidated = in.Invalidated[:2] }, "satisfied"},
		"D-154 published by another step":         {nil, func(s *sale, in *Input) { in.Invalidated[2].ProducedBy.StepID = "other" }, "satisfied"},
		"D-154 without a record":                  {nil, func(s *sale, _ *Input) { s.pay().CompletionLineage = nil }, "satisfied"},
		"D-154 with a record that cannot be read": {nil, func(s *sale, _ *Input) { s.pay().CompletionLineage = json.RawMessage(`{"publications": 7}`) }, "satisfied"},
		"D-154 twice":                             {func(d *def) { d.rule("pay.too", "pay.choose", 900, "prod.picked@1") }, nil, "satisfied"},
		"an effect of it is open": {nil, func(_ *sale, in *Input) {
			in.Checkpoint.Effects = []ik.EffectReceipt{{ID: "e", CapabilityID: "pay.choose", Status: ik.EffectPrepared}}
		}, "satisfied"},
		"nobody waits": {nil, func(_ *sale, in *Input) { in.Checkpoint.Agenda = nil }, "satisfied"},
	} {
		t.Run(name+": not due again", func(t *testing.T) {
			s := newSale(t, c.def)
			in := s.another()
			if c.change != nil {
				c.change(s, &in)
			}
			assert.Equal(t, c.want, payStatus(reconcile(t, in)))
		})
	}
	t.Run("D-155 a fact that nothing needs", func(t *testing.T) {
		s := newSale(t, nil)
		note := factOf("pay.note@1", "pay.choose", "s4", "opt.picked@1")
		with := copyOf(s.cp)
		with.Facts = append([]ik.FactRecord{note}, with.Facts...)
		s.cp = reconcile(t, Input{Agent: s.agent, Checkpoint: with, Results: []ik.StepResult{completedResult("s4", "pay.choose", "pay.chosen@1", "pay.note@1")}}).Checkpoint
		in := s.another()
		in.Checkpoint.Facts, in.Invalidated = append(in.Checkpoint.Facts, s.chosen), []ik.FactRecord{s.option, note}
		assert.Equal(t, "satisfied", payStatus(reconcile(t, in)))
	})
	t.Run("D-158 the consumer is cancelled meanwhile", func(t *testing.T) {
		s := newSale(t, nil)
		out := reconcile(t, s.another())
		cancelled := copyOf(out.Checkpoint)
		cancelled.Agenda = nil
		out = reconcile(t, Input{Agent: s.agent, Checkpoint: cancelled, Results: []ik.StepResult{completedResult("s9", "quote.make")}})
		assert.Equal(t, "", payStatus(out), "superseded")
		assert.Nil(t, out.Activate)
		assert.Equal(t, "declined", statusOf(out.Checkpoint, "order"))
	})
}

// contact is the sale in which the order's lead asks for a contact on the screen.
func (s *sale) contact(t *testing.T) *sale {
	t.Helper()
	d := saleDef(nil).can("contact.ask", ik.EffectRead, nil, keys("contact.known@1"))
	s.agent = d.compile(t)
	contact := work("agenda:contact", "contact.ask", ik.AgendaWaitingInput)
	contact.Question = asked(contact)
	lead := owning(waitsFor(work("agenda:lead", "lead.make", ik.AgendaWaitingFacts), "contact.known@1"), contact)
	order := owning(s.cp.Agenda[0], lead)
	s.cp.Agenda, s.cp.Interaction = []ik.AgendaItem{contact, lead, order}, asked(contact)
	return s
}

func TestAReadIsDoneAgainBeforeAQuestion(t *testing.T) {
	t.Run("D-146 only when what it is made from is there", func(t *testing.T) {
		s := newSale(t, nil).contact(t)
		out := reconcile(t, s.another())
		assert.Equal(t, ik.CapabilityID("quote.make"), out.Activate.Capability)
		assert.NotNil(t, out.Checkpoint.Agenda[0].Suspended)
		quoted := copyOf(out.Checkpoint)
		quote := factOf("quote.made@1", "quote.make", "s9", "opt.picked@1")
		quoted.Facts = append(slices.Clone(quoted.Facts), quote)
		out = reconcile(t, Input{
			Agent: s.agent, Checkpoint: quoted, Published: []ik.FactRecord{quote}, Results: []ik.StepResult{completedResult("s9", "quote.make", "quote.made@1")},
		})
		require.NotNil(t, out.Activate)
		assert.Equal(t, ik.CapabilityID("pay.choose"), out.Activate.Capability)
	})
	t.Run("D-157 not in a turn that published nothing", func(t *testing.T) {
		s := newSale(t, nil).contact(t)
		out := reconcile(t, s.another())
		quoted := copyOf(out.Checkpoint)
		quoted.Facts = append(slices.Clone(quoted.Facts), factOf("quote.made@1", "quote.make", "s9", "opt.picked@1"))
		for i := range quoted.Progression.Occurrences {
			if o := &quoted.Progression.Occurrences[i]; o.ActiveMember == "quote.make" {
				o.Status, o.ActiveMember = "satisfied", ""
			}
		}
		out = reconcile(t, Input{Agent: s.agent, Checkpoint: quoted})
		assert.Nil(t, out.Activate)
		assert.Equal(t, ik.InteractionID("q:agenda:contact"), out.Checkpoint.Interaction.ID)
	})
	t.Run("D-148 a fresh write does not come before the question", func(t *testing.T) {
		s := newSale(t, nil).contact(t)
		s.agent.Capabilities["quote.make"].Effect = ik.EffectWrite
		out := reconcile(t, s.another())
		assert.Nil(t, out.Activate)
		assert.Equal(t, ik.InteractionID("q:agenda:contact"), out.Checkpoint.Interaction.ID)
		assert.Nil(t, out.Checkpoint.Agenda[0].Suspended)
	})
}
