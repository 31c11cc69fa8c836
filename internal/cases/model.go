package cases

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/ikgen/ikgen/internal/cases/tree"
	ik "github.com/ikgen/ikgen/runtime"
	scriptedgateway "github.com/ikgen/ikgen/runtime/gateway/scripted"
)

// model is the scripted gateway of a turn: it answers requests in the order of its entries, and remembers them.
type model struct {
	mu       sync.Mutex
	clock    *clock
	script   []*tree.Value
	scripted bool // the turn has a script at all
	next     int
	used     []*tree.Value // the entries that answered
	requests []ik.ModelRequest
	problems []string
}

var _ ik.ModelGateway = (*model)(nil)

// begin starts the script of a turn.
func (m *model) begin(script []*tree.Value, scripted bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.script, m.scripted, m.next, m.used, m.requests, m.problems = script, scripted, 0, nil, nil, nil
}

// Invoke gives the next answer. A request that the script does not foresee fails the case, and the turn with it.
func (m *model) Invoke(ctx context.Context, req ik.ModelRequest) (ik.ModelResult, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests = append(m.requests, req)
	entry, problem := m.take(req.Prompt.Definition.ID)
	if problem != "" {
		m.problems = append(m.problems, m.explained(problem, req))
		return ik.ModelResult{}, ik.NewError(ik.KindGateway, "CASE_SCRIPT_MISMATCH", "%s", problem)
	}
	delay := number(entry, "delayMs")
	if err := m.clock.sleep(ctx, time.Duration(delay)*time.Millisecond); err != nil {
		return ik.ModelResult{}, err
	}
	return respond(entry, req, delay)
}

func (m *model) take(prompt string) (*tree.Value, string) {
	if !m.scripted {
		return nil, "the model was called with " + prompt + ", but the turn has no \"model\""
	}
	for m.next < len(m.script) && isOptional(m.script[m.next]) && textOf(m.script[m.next], "prompt") != prompt {
		m.next++
	}
	if m.next >= len(m.script) {
		return nil, "the model was called with " + prompt + " after the last scripted answer"
	}
	entry := m.script[m.next]
	if want := textOf(entry, "prompt"); want != prompt {
		return nil, "the model was called with " + prompt + ", but the next scripted answer is for " + want
	}
	m.next++
	m.used = append(m.used, entry)
	return entry, ""
}

// explained adds to what a script lacks why it was asked for: of a repair what was refused, of a wording how it is
// scripted. The caller holds the mutex.
func (m *model) explained(problem string, req ik.ModelRequest) string {
	if why := scriptedgateway.Refusal(req); why != "" {
		problem = why + "; then the kernel asked " + req.Prompt.Definition.ID + ", which the script does not have"
		if m.next < len(m.script) {
			problem += ": its next answer is for " + textOf(m.script[m.next], "prompt")
		}
		return problem
	}
	if req.Prompt.Definition.ID == promptCompose {
		return problem + "; the kernel needs its answer worded: {\"say\": [{\"text\": \"…\"}]}"
	}
	return problem
}

// end gives the entries of the turn as people would write them, and what is wrong with them.
func (m *model) end() (script []*tree.Value, problems []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	script, problems = m.used, m.problems
	for _, e := range m.script[m.next:] {
		if isOptional(e) {
			continue
		}
		script = append(script, e)
		if len(m.problems) == 0 {
			problems = append(problems, "the scripted answer for "+textOf(e, "prompt")+" was not asked for")
		}
	}
	for _, e := range script {
		e.Members = slices.DeleteFunc(e.Members, func(x tree.Member) bool { return x.Key == optionalKey })
	}
	return script, problems
}

// optionalKey marks an answer that a short form foresees and that the kernel may do without.
const optionalKey = "optional"

func optional(e *tree.Value) *tree.Value {
	e.Set(optionalKey, tree.True(true))
	return e
}

func isOptional(e *tree.Value) bool { return e.Get(optionalKey) != nil }

func respond(entry *tree.Value, req ik.ModelRequest, delay int) (ik.ModelResult, error) {
	if e := entry.Get("error"); e != nil {
		return ik.ModelResult{}, scripted(e, ik.KindGateway)
	}
	res := ik.ModelResult{Provider: "scripted", Model: "scripted", DurationMs: float64(delay)}
	if req.Model != "" {
		res.Model = req.Model
	}
	if u := entry.Get("usage"); u != nil {
		res.Usage = &ik.ModelUsage{InputTokens: number(u, "inputTokens"), OutputTokens: number(u, "outputTokens")}
	}
	if text := entry.Get("text"); text != nil {
		res.Value = json.RawMessage(text.Text)
		return res, textFault(text.Text)
	}
	res.Value = raw(entry.Get("output"))
	return res, nil
}

// textFault is what every gateway makes of a text that is no JSON.
func textFault(text string) error {
	switch {
	case ik.IsBlank(text):
		return ik.NewError(ik.KindGateway, "MODEL_EMPTY_RESPONSE", "the model returned an empty text").Retry()
	case !json.Valid([]byte(text)):
		return ik.NewError(ik.KindGateway, "MODEL_JSON_INVALID", "the model returned a text that is not JSON")
	default:
		return nil
	}
}

// scripted makes the error that a script asks for. name, where given, is its kind.
func scripted(v *tree.Value, kind ik.ErrorKind) *ik.Error {
	if name := v.Get("name"); name != nil {
		kind = ik.ErrorKind(name.Text)
	}
	message := "scripted"
	if m := v.Get("message"); m != nil {
		message = m.Text
	}
	code := ""
	if c := v.Get("code"); c != nil {
		code = c.Text
	}
	err := ik.NewError(kind, code, "%s", message)
	if c := v.Get("context"); c != nil {
		for _, m := range c.Members {
			var value any
			_ = json.Unmarshal(m.Value.JSON(), &value) // a tree is always JSON
			err = err.With(m.Key, value)
		}
	}
	if r := v.Get("retryable"); r != nil && r.Text == "true" {
		err = err.Retry()
	}
	return err
}

// number reads a whole number that was checked when the case was parsed.
func number(v *tree.Value, key string) int {
	m := v.Get(key)
	if m == nil {
		return 0
	}
	n, err := strconv.Atoi(m.Text)
	if err != nil {
		return 0
	}
	return n
}
