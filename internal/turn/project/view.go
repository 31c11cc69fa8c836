// Package project decides what leaves the kernel for a model or for an event.
//
// It owns the rules of privacy over the kernel's own data: which facts, open work and questions may be seen, which of
// their fields, and which texts are masked in them. Everything that a model reads and everything that an event tells of
// a fact, an input or a question goes through here. It does not know stages, prompts or requests, and it decides
// nothing: the originals stay as they were.
package project

import (
	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/project/redact"
	ik "github.com/ikgen/ikgen/runtime"
)

// View projects one state of a conversation. It is immutable and safe for concurrent use.
type View struct {
	agent *agent.Agent
	texts redact.Texts
}

// NewView makes the view in which texts are masked.
func NewView(a *agent.Agent, texts redact.Texts) *View { return &View{a, texts} }

// Redactions gathers every private text of a state: what results asked to withhold (of hidden facts too), what masks
// call private in fact values and in the inputs of open work, and extra.
func Redactions(a *agent.Agent, facts []ik.FactRecord, agenda []ik.AgendaItem, extra ...string) redact.Texts {
	texts := append([]string(nil), extra...)
	for i := range facts {
		f := &facts[i]
		texts = append(texts, f.ModelRedactions...)
		if d := a.FactOf(f.FactRef); d != nil && d.Value.Mask != nil {
			texts = append(texts, Private(d.Value, f.Value)...)
		}
	}
	for _, item := range agenda {
		texts = append(texts, item.ModelRedactions...)
		if c := a.Capabilities[item.Intention.ProposedCapability]; c != nil {
			texts = append(texts, Private(c.Input, item.Intention.Input)...)
		}
	}
	return redact.New(texts)
}

// Texts are the private texts of the view.
func (v *View) Texts() redact.Texts { return v.texts }

// With is the view that masks more texts too.
func (v *View) With(texts ...string) *View { return NewView(v.agent, v.texts.With(texts...)) }

// Text masks the private texts in s.
func (v *View) Text(s string) string { return v.texts.Text(s) }

// Value gives x as decoded JSON with the private texts masked in every string, keys excepted. What cannot be written as
// JSON gives nil.
func (v *View) Value(x any) any {
	tree, err := redact.Tree(x)
	if err != nil {
		return nil
	}
	return v.texts.Value(tree)
}
