package kernel_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"

	ik "github.com/ikgen/ikgen/runtime"
)

// errDead is what everything gives once the process of a test has died.
var errDead = errors.New("the process is dead")

// mortal is a process that dies after a number of steps: every call of a model, of the store, and of a provider is one.
type mortal struct {
	mu    sync.Mutex
	armed bool
	left  int
	dead  bool
}

// arm lets the process die after n further steps.
func (m *mortal) arm(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.armed, m.left, m.dead = true, n, false
}

// revive starts a new process.
func (m *mortal) revive() (died bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	died = m.dead
	m.armed, m.dead = false, false
	return died
}

// step counts one step and tells whether the process is dead.
func (m *mortal) step() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.armed {
		if m.left--; m.left < 0 {
			m.dead, m.armed = true, false
		}
	}
	if m.dead {
		return errDead
	}
	return nil
}

// mind is a model that understands what the test wants it to, and words nothing: answers are exact copy.
type mind struct {
	life *mortal

	mu       sync.Mutex
	text     string
	index    int
	wants    []map[string]any
	answer   map[string]any
	requests []string
}

func (m *mind) hears(text string, index int, wants []map[string]any, answer map[string]any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.text, m.index, m.wants, m.answer = text, index, wants, answer
}

// seen gives all requests since the last call.
func (m *mind) seen() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := m.requests
	m.requests = nil
	return out
}

// last is the end of the latest request: of a repair it says what was wrong.
func (m *mind) last() string {
	all := m.seen()
	if len(all) == 0 {
		return ""
	}
	s := all[len(all)-1]
	return s[max(0, len(s)-2000):]
}

func (m *mind) Invoke(_ context.Context, req ik.ModelRequest) (ik.ModelResult, error) {
	if err := m.life.step(); err != nil {
		return ik.ModelResult{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests = append(m.requests, string(object(req)))
	return ik.ModelResult{Value: m.reply(req.Prompt.Definition.ID)}, nil
}

func (m *mind) reply(prompt string) json.RawMessage {
	ids := []string{}
	for _, w := range m.wants {
		ids = append(ids, w["proposedCapability"].(string))
	}
	switch {
	case prompt == selectPrompt:
		mode := "selected"
		if len(ids) == 0 {
			mode = "conversational"
		}
		return object(map[string]any{"mode": mode, "capabilityIds": unique(ids), "rationale": "r", "evidence": []any{quote(m.text, m.index)}})
	case prompt == interpretPrompt:
		out := map[string]any{"intentions": append([]map[string]any{}, m.wants...), "contradictions": []any{}}
		if m.answer != nil {
			out["answerToInteraction"] = m.answer
		}
		return object(out)
	case strings.Contains(prompt, "choice-selection-review"):
		return object(map[string]any{"meaning": "operation_request", "operationCapabilityIds": unique(ids), "rationale": "r"})
	case strings.Contains(prompt, "omitted-progression"):
		return object(map[string]any{"continuation": "not_requested", "evidence": "", "rationale": "r"})
	case strings.Contains(prompt, "omitted-choice"):
		return object(map[string]any{"verdict": "unsupported", "optionId": nil, "rationale": "r"})
	case prompt == composePrompt:
		return object(map[string]any{"parts": []any{map[string]any{"text": "Here is how things stand.", "evidenceIds": []string{}}}})
	case prompt == reviewPrompt:
		return object(map[string]any{
			"verdict": "supported", "continuityVerdict": "supported", "decisionVerdict": "supported", "unsupportedClaims": []any{},
			"approvedClaimIndexes": []int{},
		})
	}
	return object(map[string]any{"verdict": "supported", "rationale": "r"})
}

func unique(list []string) []string {
	out := []string{}
	seen := map[string]bool{}
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// mortalStore is a store whose process can die before each of its writes, and after a commit.
type mortalStore struct {
	ik.Store
	life *mortal
}

func (s *mortalStore) WithTurn(ctx context.Context, id ik.TurnIdentity, fn func(context.Context, ik.TurnScope) error) error {
	return s.Store.WithTurn(ctx, id, func(ctx context.Context, scope ik.TurnScope) error { return fn(ctx, &mortalScope{scope, s.life}) })
}

type mortalScope struct {
	ik.TurnScope
	life *mortal
}

func (s *mortalScope) BeginEffect(ctx context.Context, id ik.EffectIdentity) (ik.EffectClaim, error) {
	if err := s.life.step(); err != nil {
		return ik.EffectClaim{}, err
	}
	return s.TurnScope.BeginEffect(ctx, id)
}

func (s *mortalScope) FinishEffect(ctx context.Context, c ik.EffectClaim, o ik.EffectOutcome) (ik.EffectReceipt, error) {
	if err := s.life.step(); err != nil {
		return ik.EffectReceipt{}, err
	}
	return s.TurnScope.FinishEffect(ctx, c, o)
}

func (s *mortalScope) Commit(ctx context.Context, c ik.Commit) error {
	if err := s.life.step(); err != nil {
		return err
	}
	if err := s.TurnScope.Commit(ctx, c); err != nil {
		return err
	}
	return s.life.step()
}
