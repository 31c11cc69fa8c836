// Package selection finds which capabilities a message is about.
//
// It owns the selection stage: one model call, the adjustments of the kernel, the reviews, one repair at most, and the
// kernel's own abstention. It reads the snapshot and authorises nothing: what a selection leads to is decided by
// interpretation and planning.
package selection

import (
	"context"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/control/menu"
	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/model/answers"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// The modes of a selection.
const (
	ModeSelected            = "selected"
	ModeSelectedWithControl = "selected_with_control"
	ModeNoMatch             = "no_match"
	ModeConversational      = "conversational"
	ModeControl             = "control"
)

// Input is what the stage needs.
type Input struct {
	Caller   *model.Caller
	Snapshot *snapshot.Snapshot
	Agent    *agent.Agent
}

// stage is one run of the stage.
type stage struct {
	Input
	// offered are the capabilities that may be selected.
	offered []ik.CapabilityID
	output  model.Kept
	steps   []step
}

// Select runs the stage and emits capabilities.selected. Errors of the gateway, of prompts and of budgets pass as they
// are. An answer that stays wrong after the repair is CAPABILITY_SELECTION_INVALID, unless the kernel can abstain. A
// click on a menu needs no model.
func Select(ctx context.Context, in Input) (ik.CapabilitySelection, error) {
	out, err := choose(ctx, in)
	if err != nil {
		return ik.CapabilitySelection{}, err
	}
	in.Caller.Emit(ctx, "capabilities.selected", ik.CategoryAudit, eventData(out))
	return out, nil
}

func choose(ctx context.Context, in Input) (ik.CapabilitySelection, error) {
	if click, ok := control.GroupClick(in.Snapshot); ok {
		return menu.Selection(click, in.Agent), nil
	}
	offered := in.Snapshot.Offered()
	s := &stage{Input: in, offered: offered, output: output(in.Caller, offered), steps: steps()}
	return s.run(ctx)
}

// output is what the stage wants of the model. The agent keeps it: most turns offer the same capabilities.
func output(c *model.Caller, offered []ik.CapabilityID) model.Kept {
	var key [512]byte
	return c.Keep(answers.SelectionKey(key[:0], offered), func() ik.Schema { return answers.Selection(slices.Clone(offered)) })
}

// attempt is one answer of the model and what is wrong with it.
type attempt struct {
	answer    model.Answer
	selection ik.CapabilitySelection
	issues    []ik.Issue
}

func (s *stage) run(ctx context.Context) (ik.CapabilitySelection, error) {
	first, err := s.attempt(ctx, model.Call{
		Task: "capability.select", Prompt: "kernel.capability.select", Input: s.Snapshot.Context(),
	})
	if err != nil || len(first.issues) == 0 {
		return first.selection, err
	}
	repaired, err := s.attempt(ctx, model.Call{
		Task: "capability.select.repair", Prompt: "kernel.capability.select.repair",
		Input: s.Snapshot.Repair(first.answer.Shown(), first.issues, nil),
	})
	if err != nil || len(repaired.issues) == 0 {
		return repaired.selection, err
	}
	if out, ok := s.abstain(repaired); ok {
		return out, nil
	}
	return ik.CapabilitySelection{}, invalid(repaired.issues)
}

// attempt makes one call, adjusts a structurally valid answer and has it reviewed.
func (s *stage) attempt(ctx context.Context, call model.Call) (attempt, error) {
	call.Output, call.Published, call.Capabilities = s.output.Schema, s.output.Published, s.Snapshot.Summaries()
	answer, err := s.Caller.Invoke(ctx, call)
	if err != nil {
		return attempt{}, err
	}
	a := attempt{answer: answer, issues: answer.Issues}
	proposed, ok := answer.Value.(ik.CapabilitySelection)
	if !ok {
		return a, nil
	}
	a.selection = adjust(proposed, s.Snapshot)
	a.selection, a.issues, err = s.review(ctx, a.selection)
	return a, err
}

// review runs the steps that apply, until the first that finds something.
func (s *stage) review(ctx context.Context, sel ik.CapabilitySelection) (ik.CapabilitySelection, []ik.Issue, error) {
	for _, st := range s.steps {
		if !st.applies(s.Snapshot, sel) {
			continue
		}
		reviewed, issues, err := st.run(ctx, s, sel)
		if err != nil || len(issues) > 0 {
			return sel, issues, err
		}
		sel = reviewed
	}
	return sel, nil, nil
}

// selects tells whether the mode names operations.
func selects(sel ik.CapabilitySelection) bool {
	return sel.Mode == ModeSelected || sel.Mode == ModeSelectedWithControl
}

// invalid is the stage's own error.
func invalid(issues []ik.Issue) error {
	return ik.NewError(ik.KindGateway, "CAPABILITY_SELECTION_INVALID", "the model's selection stayed invalid after its repair").
		With("task", "capability.select").With("attempts", 2).With("issues", snapshot.PublicIssues(issues))
}

// selected is what capabilities.selected tells.
type selected struct {
	Adjustments    []ik.Adjustment        `json:"adjustments"`
	CapabilityIDs  []ik.CapabilityID      `json:"capabilityIds"`
	Evidence       []ik.IntentionEvidence `json:"evidence"`
	Mode           string                 `json:"mode"`
	Rationale      string                 `json:"rationale"`
	ReviewedChoice *ik.ReviewedChoice     `json:"reviewedChoice"`
	Source         string                 `json:"source"`
}

func eventData(sel ik.CapabilitySelection) selected {
	out := selected{
		sel.Adjustments, sel.CapabilityIDs, sel.Evidence, sel.Mode, sel.Rationale, sel.ReviewedChoice, sel.Source,
	}
	if out.Source == "" {
		out.Source = "model"
	}
	if out.Adjustments == nil {
		out.Adjustments = []ik.Adjustment{}
	}
	return out
}
