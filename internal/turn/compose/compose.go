// Package compose makes the answer of a turn.
//
// It owns what the response model sees (the brief), what is delivered without a model (exact copy), the checks that hold
// a draft to the evidence, and the order in which these are tried. It does not know how work was planned or run, changes
// no state, and never lets a text out that no check went over.
package compose

import (
	"context"
	"errors"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/fault"
	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/project"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// The sources of a response.
const (
	sourceModel     = "model"
	sourceCanonical = "canonical"
	sourceTechnical = "technical_fallback"
)

// Input is what a turn did. Plan and Results are those of all its work, automatic work included, in order.
type Input struct {
	Agent      *agent.Agent
	Snapshot   *snapshot.Snapshot
	Selection  ik.CapabilitySelection
	Batch      ik.IntentionBatch
	Plan       *ik.TurnPlan
	Results    []ik.StepResult
	Checkpoint *ik.Checkpoint // as reduced
	Issues     []ik.TurnIssue // of the reduction: failed and skipped steps, budgets
	Caller     *model.Caller
	Emitter    *emit.Emitter
	Cause      ik.EventID // the last event before the stage
	Turn       ik.TurnID
	Trace      ik.TraceID
}

// Output is the answer and what it changes in the state.
type Output struct {
	Response ik.TurnResponse
	// Delivered tells that the protected copy of the active question went out.
	Delivered bool
	// Undelivered is finished work that the user still has to be told of, nil for none.
	Undelivered *ik.Undelivered
	Issues      []ik.TurnIssue // what the composition itself met: budgets
	Failure     *ik.Error      // why the response is the technical fallback, else nil
	Last        ik.EventID
}

// Respond makes the answer. Faults of composition give the technical fallback, never an error: what the turn did has
// happened and must be committed.
func Respond(ctx context.Context, in Input) Output {
	c := newComposition(in)
	in.Emitter.Protect(c.view.Texts().List())
	in.Caller.Begin(in.Cause)
	out, err := c.respond(ctx)
	if err != nil {
		return c.failed(ctx, err)
	}
	out.Last = in.Caller.Emit(ctx, "response.composed", ik.CategoryAudit, ik.ResponseComposed{
		Status: out.Response.Status, Grounded: out.Response.Grounded, Source: out.Response.Source, Claims: len(out.Response.Claims),
	})
	return out
}

// composition is one run of the stage.
type composition struct {
	Input
	view     *project.View
	done     []doneStep // completed steps of this turn
	delivery delivery
	brief    *brief
}

// respond answers as the decision table says.
func (c *composition) respond(ctx context.Context) (Output, error) {
	switch decideRoute(c.traits()) {
	case routeProtected:
		return c.deliverProtected()
	case routeDirect:
		return c.deliverDirect()
	default:
		return c.converse(ctx)
	}
}

// converse lets the model word the answer, and falls back to verified copy where that is allowed.
func (c *composition) converse(ctx context.Context) (Output, error) {
	d, err := c.word(ctx)
	if err == nil {
		return Output{Response: c.response(sourceModel, d.message, d.claims)}, nil
	}
	if !mayFallBack(err) {
		return Output{}, err
	}
	text, ok := c.verifiedFallback()
	if !ok {
		return Output{}, err
	}
	out := Output{Response: c.response(sourceCanonical, text.message, text.claims), Undelivered: c.left(text.message)}
	if ik.IsKind(err, ik.KindBudget) {
		out.Issues = append(out.Issues, budgetIssue(err))
	}
	return out, nil
}

// mayFallBack tells whether a failure of the model path leaves room for exact copy. A gateway that is down, a prompt that
// cannot be resolved and a turn that is over do not: nothing is known of what the model would have said.
func mayFallBack(err error) bool {
	e, ok := ik.AsError(err)
	return ok && (isStructural(err) || e.Kind == ik.KindBudget || e.Code == codeUngrounded)
}

func budgetIssue(err error) ik.TurnIssue {
	e, _ := ik.AsError(err)
	return ik.TurnIssue{CapabilityIssue: ik.CapabilityIssue{Code: e.Code, Message: e.Message}}
}

// response is a response that was verified.
func (c *composition) response(source, message string, claims []ik.ResponseClaim) ik.TurnResponse {
	return ik.TurnResponse{
		Status: "completed", Grounded: true, Source: source, Message: message, Claims: append([]ik.ResponseClaim{}, claims...),
		Interaction: c.publicInteraction(), Artifacts: append([]ik.Artifact{}, c.delivery.artifacts...),
	}
}

// The technical fallback says nothing about the business: nothing is known to be fit to say. It asks the user to try again
// only where that cannot repeat what was done.
const (
	technicalRetry = "Sorry, something went wrong while I was preparing the answer. Please try again."
	technicalDone  = "Sorry, something went wrong while I was preparing the answer. What you asked for was carried out, at least " +
		"in part, and stays done: please do not ask for it again, but ask me what was done."
	technicalUnclear = "Sorry, something went wrong while I was preparing the answer. What you asked for may have been carried " +
		"out: please do not ask for it again, but ask me what was done."
)

func (c *composition) technicalMessage() string {
	message := technicalRetry
	for i := range c.Results {
		for _, e := range c.Results[i].Effects {
			switch e.Status {
			case ik.EffectCompleted:
				return technicalDone
			case ik.EffectUncertain:
				message = technicalUnclear
			}
		}
	}
	return message
}

// failed is the answer when there is none. Finished work stays to be told.
func (c *composition) failed(ctx context.Context, err error) Output {
	failure := fault.Of(ctx, err)
	out := Output{Failure: failure, Undelivered: c.left("")}
	out.Response = ik.TurnResponse{
		Status: "failed", Source: sourceTechnical, Message: c.technicalMessage(), Claims: []ik.ResponseClaim{},
		Artifacts: []ik.Artifact{}, TraceID: c.Trace,
	}
	if failure.Kind == ik.KindBudget {
		out.Issues = append(out.Issues, budgetIssue(failure))
	}
	out.Last = c.Caller.Emit(context.WithoutCancel(ctx), "turn.failed", ik.CategoryAudit, fault.Data("compose", failure))
	return out
}

// publicInteraction is the question as hosts see it: without what is private to the checkpoint, and without secrets.
func (c *composition) publicInteraction() *ik.Interaction {
	i := c.Checkpoint.Interaction
	if i == nil {
		return nil
	}
	public := *i
	public.Payload = project.HostPayload(c.Agent, i)
	public.ProtectedMessage, public.AgendaItemID, public.Delivered, public.Consent = "", "", false, ""
	return &public
}

const codeUngrounded = "UNGROUNDED_RESPONSE"

func ungrounded() *ik.Error {
	return ik.NewError(ik.KindGateway, codeUngrounded, "no answer could be held to the evidence")
}

// isStructural tells whether a failure means that the model's output had no readable structure.
func isStructural(err error) bool {
	e, ok := ik.AsError(err)
	if !ok || e.Kind != ik.KindGateway || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	return e.Code == "MODEL_EMPTY_RESPONSE" || e.Code == "MODEL_JSON_INVALID" || e.Code == codeOutputInvalid
}

const codeOutputInvalid = "MODEL_OUTPUT_INVALID"
