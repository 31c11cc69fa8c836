package kernel

import (
	"github.com/ikgen/ikgen/internal/turn/plan"
	ik "github.com/ikgen/ikgen/runtime"
)

// The budgets of a turn are soft first: when one is used up, nothing new is begun, and the answer is made from what is
// known and says what is missing. Only where not even an answer can be made the budget is the turn's error.

// spent takes an error of understanding. A used up budget is remembered and no error: the turn goes on without new work.
func (t *turn) spent(err error) error {
	e, ok := ik.AsError(err)
	if !ok || e.Kind != ik.KindBudget {
		return err
	}
	t.exhausted = e
	t.batch = ik.IntentionBatch{Intentions: []ik.Intention{}, Contradictions: []ik.Contradiction{}}
	t.state.issues = append(t.state.issues, ik.TurnIssue{CapabilityIssue: ik.CapabilityIssue{Code: e.Code, Message: e.Message}})
	return nil
}

// speechless is the error of a turn whose budget left neither work nor an answer. What was done, decided or asked is never
// given up for it.
func (t *turn) speechless() error {
	failure, p := t.answer.Failure, t.state.plan
	did := t.state.executed > 0 || len(p.Steps) > 0 || p.AnsweredItem != "" ||
		len(p.CancelledAgendaItemIDs) > 0 || len(p.CancelledObjectiveIDs) > 0
	switch {
	case failure == nil, did:
		return nil
	case t.exhausted != nil:
		return t.exhausted
	case failure.Kind == ik.KindBudget:
		return failure
	}
	return nil
}

// addIssues adds issues. That a budget is used up is said once.
func (w *work) addIssues(list []ik.TurnIssue) {
	for _, i := range list {
		if !isBudget(i.Code) || !w.has(i.Code) {
			w.issues = append(w.issues, i)
		}
	}
}

func (w *work) has(code string) bool {
	for _, i := range w.issues {
		if i.Code == code {
			return true
		}
	}
	return false
}

func isBudget(code string) bool {
	switch code {
	case plan.CodeBudget, "MODEL_CALL_BUDGET_EXCEEDED", "TOKEN_BUDGET_EXCEEDED":
		return true
	}
	return false
}
