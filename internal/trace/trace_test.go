package trace_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/trace"
	ik "github.com/ikgen/ikgen/runtime"
)

// told makes the events of one turn, each a type and its data.
func told(turn string, pairs ...string) []ik.Event {
	var out []ik.Event
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, ik.Event{
			ID: ik.EventID(fmt.Sprintf("%s-%d", turn, i)), Type: pairs[i], ThreadID: "thread-1", TurnID: ik.TurnID(turn), StepID: "step-1",
			Sequence: i/2 + 1, CorrelationID: "trace-1", OccurredAt: time.UnixMilli(0).UTC(), Data: json.RawMessage(pairs[i+1]),
		})
	}
	return out
}

func shown(t *testing.T, events []ik.Event) string {
	t.Helper()
	var out strings.Builder
	for _, turn := range trace.Turns(events) {
		require.NoError(t, trace.Write(&out, turn))
	}
	return out.String()
}

func TestTurns(t *testing.T) {
	first := told("t1", "turn.started", `{}`, "state.committed", `{}`, "turn.completed", `{"responseStatus":"failed"}`)
	second := told("t2", "turn.started", `{}`, "turn.failed", `{"stage":"runtime","code":"X"}`)
	third := told("t3", "turn.started", `{}`)
	outside := ik.Event{ID: "effect.settled:1", Type: "effect.settled"}
	mixed := []ik.Event{first[0], second[0], outside, third[0], first[2], second[1], first[1], first[0]}
	turns := trace.Turns(mixed)
	require.Len(t, turns, 3)
	assert.Equal(t, first, turns[0].Events, "in order, each once")
	var list strings.Builder
	require.NoError(t, trace.List(&list, turns))
	assert.Equal(t, "t1 of thread-1: 3 events, failed\nt2 of thread-1: 2 events, failed X\nt3 of thread-1: 1 events, unfinished\n", list.String())
}

func TestWhatWasRefusedStandsBeforeWhatWasAccepted(t *testing.T) {
	got := shown(t, told("t1",
		"turn.started", `{"messageLength":5,"checkpointRevision":2}`,
		"model.invoked", `{"task":"capability.select","audit":{"validationIssues":[{"code":"NOT_A_FAULT"}]}}`,
		"model.completed", `{"task":"capability.select","model":"m","proposal":{"mode":"selected","capabilityIds":["no.such"]}}`,
		"model.invoked", `{"task":"capability.select.repair","audit":{"validationIssues":[{"code":"UNKNOWN_CAPABILITY"}]}}`,
		"model.completed", `{"task":"capability.select.repair","model":"m","usage":{"inputTokens":9,"outputTokens":4},"proposal":{"mode":"selected","capabilityIds":["a.b"]}}`,
		"capabilities.selected", `{"source":"model","mode":"selected","capabilityIds":["a.b"],"adjustments":[{"code":"C","capabilityId":"a.b"}]}`,
	))
	want := []string{
		"1 Message         5 characters, on revision 2",
		"3 Selection       proposed  capability.select (m, 0 ms):",
		"selected no.such",
		`refused   for {"code":"UNKNOWN_CAPABILITY"}`,
		"proposed  capability.select.repair (m, 0 ms, 9 + 4 tokens):",
		"selected a.b",
		"accepted  selected a.b (model)",
		"adjusted  a.b for C",
	}
	lines := strings.Split(strings.TrimSpace(got), "\n")
	require.Len(t, lines, len(want)+1)
	for i, w := range want {
		assert.Equal(t, w, strings.TrimSpace(lines[i+1]))
	}
}

func TestEveryTypeHasALine(t *testing.T) {
	const id = `"capabilityId":"a.b"`
	for kind, c := range map[string]struct{ data, want string }{
		"context.built":                    {`{"facts":["x@1"],"activeInteraction":"choice","interactionSelection":{"interactionId":"i"},"omissions":[{"path":"p","reason":"r","omitted":3}],"selectedModelGuidancePolicies":[{"id":"g","matchedSelectors":["s"]}]}`, "left out  3 of p"},
		"model.failed":                     {`{"task":"t","code":"DOWN"}`, "no answer t: DOWN"},
		"intention.interpreted":            {`{"intentions":[{"resolution":"resolved",` + id + `,"objective":"o"}],"interactionAnswer":{"interactionId":"i","value":true,"evidence":"yes"},"lifecycleActions":[{"kind":"cancel_objective","targetId":"g"}]}`, `answers i: true, "yes"`},
		"plan.created":                     {`{"steps":[{"id":"s",` + id + `,"disposition":"reject","reason":{"code":"POLICY_DENIED","policies":[{"id":"p","verdict":"deny","reason":"no"}]}}]}`, `policy p: deny "no"`},
		"dependency.capability.activated":  {`{` + id + `}`, "read that a handler asked for: a.b"},
		"dependency.consumer.resumed":      {`{` + id + `}`, "waiting work goes on: a.b"},
		"progression.capability.activated": {`{` + id + `}`, "progression: a.b"},
		"step.deferred":                    {`{"disposition":"defer","reasonCode":"MISSING"}`, "no capability: defer, MISSING"},
		"capability.event":                 {`{` + id + `,"name":"half.done","data":{"p":50}}`, `half.done {"p":50}`},
		"capability.skipped":               {`{` + id + `,"reasonCode":"C"}`, "skipped, C"},
		"capability.completed":             {`{` + id + `,"status":"completed","output":{"a":1},"evidence":[{"id":"e","content":"c"}]}`, `evidence e: "c"`},
		"capability.failed":                {`{` + id + `,"issue":{"code":"C","message":"m"}}`, `failed, C: "m"`},
		"effect.recorded":                  {`{` + id + `,"status":"completed","idempotencyKey":"a.b:1","replayed":true}`, "had happened before"},
		"agenda.item.cancelled":            {`{"agendaItemId":"x"}`, "cancelled open work x"},
		"objective.cancelled":              {`{"objectiveId":"x"}`, "cancelled the objective x"},
		"facts.reduced":                    {`{"published":[{"type":"x","version":1,"key":"k"}],"invalidated":[{"type":"y","version":2}]}`, `published x@1 "k"`},
		"interaction.requested":            {`{"kind":"choice","interactionId":"i"}`, "question  choice"},
		"response.composed":                {`{"status":"completed","source":"model","claims":2}`, "statements that cite evidence: 2"},
		"turn.failed":                      {`{"stage":"compose","code":"UNGROUNDED_RESPONSE","details":{"context":{"a":1}}}`, `8 Answer          failed    UNGROUNDED_RESPONSE {"a":1}`},
		"state.committed":                  {`{"revision":4}`, "revision 4"},
	} {
		assert.Contains(t, shown(t, told("t1", kind, c.data)), c.want, kind)
	}
}

func TestProposals(t *testing.T) {
	for proposal, want := range map[string]string{
		`{"parts":[{"text":"Hi.","evidenceIds":["e"]},{"text":"Bye."}]}`:                        `"Hi." cites e`,
		`{"intentions":[],"contradictions":[]}`:                                                 "no request",
		`{"intentions":[],"answerToInteraction":{"value":1}}`:                                   `answers {"value":1}`,
		`{"intentions":[{"proposedCapability":"a.b","resolution":"resolved","objective":"o"}]}`: `resolved a.b: "o"`,
		`{"verdict":"supported"}`:                                                               `{"verdict":"supported"}`,
		`"no object"`:                                                                           `"no object"`,
		`{"mode":7}`:                                                                            `{"mode":7}`,
	} {
		data := fmt.Sprintf(`{"task":"t","model":"m","proposal":%s}`, proposal)
		assert.Contains(t, shown(t, told("t1", "turn.started", "{}", "model.completed", data)), want, "a turn that ended before anything came of it")
	}
}

// Whatever a file says: nothing that a terminal would obey comes out, and no event ends the command.
func FuzzWrite(f *testing.F) {
	for _, et := range ik.EventTypes() {
		f.Add(et.Name, `{"capabilityId":"a\u001b[31m","status":"x","issue":{"message":"\u0007"},"proposal":"\u202e"}`)
	}
	f.Add("x", "{")
	f.Fuzz(func(t *testing.T, kind, data string) {
		events := told("t\x1b1", kind, data)
		events[0].ThreadID, events[0].Agent.ID = ik.ThreadID(data), ik.AgentID(kind)
		for _, r := range shown(t, events) {
			if r != '\n' && !unicode.IsPrint(r) {
				t.Fatalf("%q is written", r)
			}
		}
	})
}
