// Package snapshot builds what a turn starts from.
//
// It owns the window of messages, the resolution of a click, the check of the stored question, what capabilities look
// like to models, and which advice applies. It calls no model and changes no state; the stages after it read its result
// and never the checkpoint.
package snapshot

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/presentation"
	"github.com/ikgen/ikgen/internal/turn/project"
	ik "github.com/ikgen/ikgen/runtime"
)

// Input is what a snapshot is built from.
type Input struct {
	Checkpoint *ik.Checkpoint // its facts with those of the host
	Agent      *agent.Agent
	Message    ik.Message // what the user wrote this turn
	Summary    string
	Selection  *ik.TurnSelection // a click, or nil
	Now        time.Time
	// Window is how many earlier messages models see at most, 0 for none.
	Window int
	// Redactions are private texts beyond those of the state, e.g. of results of this turn.
	Redactions []string
}

// Conversation is the part of the conversation that models see.
type Conversation = project.Conversation

// IndexedMessage is a message with its place in the conversation.
type IndexedMessage = project.Message

// Guidance is one advice that applies.
type Guidance = project.Guidance

// Omission says what was left out.
type Omission = project.Omission

// Snapshot is the state of a conversation as one turn sees it. It is a copy and must not be changed.
type Snapshot struct {
	Conversation Conversation
	Current      IndexedMessage
	Facts        []ik.FactRecord
	Agenda       []ik.AgendaItem
	Progression  *ik.ProgressionState
	Interaction  *ik.Interaction
	Selection    *ik.TurnSelection
	// Answer is what a click resolved to: it stands above everything that a model says about the question.
	Answer *ik.InteractionAnswer
	// Capabilities are the contracts of all capabilities, in code order of id.
	Capabilities []ik.CapabilityProjection
	Guidance     []Guidance
	Policies     []project.Policy
	Omissions    []Omission
	Now          time.Time
	// View projects everything that leaves the turn for models and events.
	View *project.View

	offered []ik.CapabilityID
	context json.RawMessage
}

// Build makes the snapshot of a turn. Errors: INVALID_INTERACTION_RESPONSE_MODE and
// INVALID_INTERACTION_REFERENCE_EXAMPLES for a stored question that breaks its contract, the INTERACTION_… codes for a
// click that does not fit, HANDLER_FAILED for a selector of advice. All of them come before any model call.
func Build(ctx context.Context, in Input) (*Snapshot, error) {
	cp, err := clone(visible(in))
	if err != nil {
		return nil, err
	}
	if cp.Interaction != nil {
		if err := presentation.Check(cp.Interaction); err != nil {
			return nil, err
		}
	}
	s := &Snapshot{
		Agenda: cp.Agenda, Progression: cp.Progression, Interaction: cp.Interaction, Now: in.Now,
		Facts: slices.Clip(in.Checkpoint.Facts), Policies: policies(in.Agent),
	}
	s.window(cp, in)
	if s.Answer, err = resolveClick(in.Selection, cp.Interaction); err != nil {
		return nil, err
	}
	if in.Selection != nil {
		click := *in.Selection
		s.Selection = &click
	}
	s.Capabilities, s.offered = capabilities(in.Agent, s.Facts), offered(in.Agent, s)
	if s.Guidance, err = advice(ctx, in, s); err != nil {
		return nil, err
	}
	s.View = project.NewView(in.Agent, project.Redactions(in.Agent, s.Facts, s.Agenda, in.Redactions...))
	if s.context, err = s.View.Context(s.source()); err != nil {
		return nil, ik.NewError(ik.KindBase, "CONTEXT_UNREADABLE", "the state of the thread cannot be shown to a model").Because(err)
	}
	return s, nil
}

// visible is the part of a checkpoint that is copied. Messages before the window are left where they are: a long thread
// costs no more than a short one. Facts are never changed in place, so their records are shared, however many there are.
func visible(in Input) *ik.Checkpoint {
	cp := in.Checkpoint
	window := cp.Messages[max(0, len(cp.Messages)-max(0, in.Window)):]
	return &ik.Checkpoint{
		Messages: window, MessageCount: max(cp.MessageCount, len(cp.Messages)), Agenda: cp.Agenda,
		Interaction: cp.Interaction, Progression: cp.Progression,
	}
}

// clone gives a deep copy, so that nothing of a turn aliases what the store gave. Messages have nothing inside.
func clone(cp *ik.Checkpoint) (*ik.Checkpoint, error) {
	rest := *cp
	rest.Messages = nil
	raw, err := json.Marshal(&rest)
	if err == nil {
		var out ik.Checkpoint
		if err = json.Unmarshal(raw, &out); err == nil {
			out.Messages = slices.Clone(cp.Messages)
			return &out, nil
		}
	}
	return nil, ik.NewError(ik.KindDurability, "CHECKPOINT_UNREADABLE", "the checkpoint cannot be copied").Because(err)
}

// window takes the messages that models see and counts the ones before them.
func (s *Snapshot) window(cp *ik.Checkpoint, in Input) {
	kept, total := cp.Messages, cp.MessageCount
	s.Conversation = Conversation{Recent: make([]IndexedMessage, 0, len(kept)), Total: total, Summary: in.Summary}
	for i, m := range kept {
		s.Conversation.Recent = append(s.Conversation.Recent, IndexedMessage{Index: total - len(kept) + i, Message: m})
	}
	s.Current = IndexedMessage{Index: total, Message: in.Message}
	s.Omissions = []Omission{}
	if dropped := total - len(kept); dropped > 0 {
		reason := fmt.Sprintf("Only the last %d messages are shown; the summary, where there is one, stands for the rest.", len(kept))
		s.Omissions = append(s.Omissions, Omission{Path: "conversation.messages", Reason: reason, Omitted: dropped})
	}
}

func policies(a *agent.Agent) []project.Policy {
	out := []project.Policy{}
	for _, p := range a.Def.Policies {
		out = append(out, project.Policy{ID: p.ID, Version: p.Version})
	}
	slices.SortFunc(out, func(a, b project.Policy) int { return strings.Compare(string(a.ID), string(b.ID)) })
	return out
}

func (s *Snapshot) source() project.Source {
	return project.Source{
		Conversation: s.Conversation, Current: s.Current, Facts: s.Facts, Agenda: s.Agenda, Progression: s.Progression,
		Interaction: s.Interaction, Selection: s.Selection, Guidance: s.Guidance, Policies: s.Policies,
		Omissions: s.Omissions, Now: s.Now,
	}
}

// Context is what models see of the turn, the same for every task. The bytes must not be changed.
func (s *Snapshot) Context() json.RawMessage { return s.context }

// Withhold gives the snapshot in which more texts are private: for the tasks after the one that learned of them.
func (s *Snapshot) Withhold(texts []string) (*Snapshot, error) {
	view := s.View.With(texts...)
	if len(view.Texts().List()) == len(s.View.Texts().List()) {
		return s, nil
	}
	out := *s
	out.View = view
	context, err := view.Context(s.source())
	if err != nil {
		return nil, ik.NewError(ik.KindBase, "CONTEXT_UNREADABLE", "the state of the thread cannot be shown to a model").Because(err)
	}
	out.context = context
	return &out, nil
}
