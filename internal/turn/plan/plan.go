// Package plan decides what a turn will do: one step for every intention, whether it runs, waits, asks or is refused,
// in which order steps depend on each other, and which question is asked.
//
// Planning changes nothing and calls no capability; policies are judged here, and it is here that the kernel words its
// own questions and binds the user's consent to what exactly was asked. It does not know models, events or stores.
package plan

import (
	"context"
	"slices"
	"time"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/guard"
	ik "github.com/ikgen/ikgen/runtime"
)

// Reason codes of planned steps.
const (
	CodeAmbiguous        = "AMBIGUOUS_INTENTION"
	CodeUnsupported      = "UNSUPPORTED_INTENTION"
	CodeNotRegistered    = "CAPABILITY_NOT_REGISTERED"
	CodeDeclined         = "CONFIRMATION_DECLINED"
	CodeInvalidInput     = "INVALID_CAPABILITY_INPUT"
	CodeDenied           = "POLICY_DENIED"
	CodeNotFilled        = "FILLED_INPUT_INVALID"
	CodePolicyAsks       = "POLICY_REQUIRES_CLARIFICATION"
	CodeMissingFacts     = "MISSING_REQUIRED_FACTS"
	CodeConfirm          = "CONFIRMATION_REQUIRED"
	CodeWriteConflict    = "WRITE_CONFLICT"
	CodeAccepted         = "CONFIRMATION_ACCEPTED"
	CodeReady            = "READY"
	CodeUnnamed          = "FACT_INSTANCE_UNNAMED" // nothing says which instance of a fact is meant
	CodeHandlerFailed    = "HANDLER_FAILED"
	CodeBudget           = "STEP_BUDGET_EXCEEDED"
	CodePlannedRead      = "PLANNED_READ"           // the kernel added the step: another one lacks what it reads
	VerdictFailed        = ik.VerdictKind("failed") // a policy that returned an error or panicked
	kindCapabilityAsked  = "capability"
	actionCancelItem     = "cancel_agenda_item"
	actionCancelGoal     = "cancel_objective"
	agendaItemIDPrefix   = "agenda:"
	alternativeIDPrefix  = "alternative-"
	conflictOptionPrefix = "write-"
)

// Why a step that could run is left for the next turn. The user hears it.
const (
	NoRoom = "The turn had no room for all steps; the rest goes on in the next one."
	NoTime = "The turn had no time left for all steps; the rest goes on in the next one."
)

// ItemID is the id of the agenda item that a step leaves behind.
func ItemID(step ik.StepID) ik.AgendaItemID {
	return ik.AgendaItemID(agendaItemIDPrefix + string(step))
}

// Input is what a plan is made from. Everything is read only.
type Input struct {
	Batch       ik.IntentionBatch
	Facts       []ik.FactRecord
	Agenda      []ik.AgendaItem
	Interaction *ik.Interaction // the active question
	Objective   string          // id of the current objective, or ""
	Agent       *agent.Agent
	IDs         ik.IDGenerator
	Now         time.Time
	// Earlier are the steps that the turn has planned before: what it read once it does not read again.
	Earlier []ik.PlanStep
	// Automatic tells that the kernel plans of its own accord, after the user's own plan ran: work that is left over
	// from the last turn is not taken up again.
	Automatic bool
}

type planner struct {
	in     Input
	drafts []*draft
	answer *answered
	// retired is the item whose question is settled by this plan.
	retired ik.AgendaItemID
	// about are the drafts by the facts that their capabilities publish; chosen remembers which of them consumers wait for.
	about  map[ik.FactKey][]*draft
	chosen map[requirement][]*draft
}

// draft is a step in the making.
type draft struct {
	step       ik.PlanStep
	capability *ik.CapabilityDefinition
	item       *ik.AgendaItem // open work that the step continues
	judged     Judgement
	implicit   bool // taken up by the kernel, not asked for in this message
	first      bool // of conflicting writes, the one that was chosen
	accepted   bool
	declined   bool
	consent    *ik.Interaction // the question that was accepted
	open       bool            // not decided yet
	planned    bool            // a read that the kernel adds
	readFor    []*draft        // the drafts that lack what it reads
	spare      bool            // all of them can do without
	unfilled   bool            // a fact that its input is filled from is not there yet
}

// Create makes the plan of a turn. The same input and id stream give the same plan. Errors are the end of the turn, and
// stored facts that can not be read; faults of policies fail their step.
func Create(ctx context.Context, in Input) (*ik.TurnPlan, error) {
	p := &planner{in: in}
	p.answer = readAnswer(in)
	p.collect()
	for _, d := range p.drafts {
		d.step.ID = ik.StepID(in.IDs.Next(ik.IDStep))
		d.step.IntentionID = d.step.Intention.ID
	}
	for _, d := range p.drafts {
		if err := p.assess(ctx, d); err != nil {
			return nil, err
		}
	}
	if err := p.planReads(ctx); err != nil {
		return nil, err
	}
	p.index()
	for _, d := range p.byRank() {
		if err := p.settle(d); err != nil {
			return nil, err
		}
		d.explain()
	}
	p.dropSpares()
	p.orderWrites()
	if err := guard.Ended(ctx); err != nil {
		return nil, err
	}
	return p.assemble(), nil
}

// byRank gives the drafts so that providers come before their consumers.
func (p *planner) byRank() []*draft {
	out := slices.Clone(p.drafts)
	slices.SortStableFunc(out, func(a, b *draft) int {
		return p.in.Agent.Rank(a.step.CapabilityID) - p.in.Agent.Rank(b.step.CapabilityID)
	})
	return out
}

func (d *draft) decide(disposition ik.Disposition, code, message string) {
	d.open = false
	d.step.Disposition = disposition
	d.step.Reason = ik.PlanReason{
		Code: code, Message: message, Evidence: quotes(d.step.Intention), Policies: d.judged.Policies,
	}
}

func (d *draft) ask(q ik.Interaction) {
	q.RequestedFacts = nonNil(q.RequestedFacts)
	q.AgendaItemID = ItemID(d.step.ID)
	d.step.Question = &q
}

func quotes(i ik.Intention) []string {
	out := make([]string, 0, len(i.Evidence))
	for _, e := range i.Evidence {
		out = append(out, e.Text)
	}
	return out
}

func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
