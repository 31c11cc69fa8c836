package understand

import (
	"context"
	"encoding/json"
	"strconv"
	"testing"

	"github.com/ikgen/ikgen/generated/kernelprompts"
	"github.com/ikgen/ikgen/generated/refunds"
	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/interpret"
	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/selection"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

// answering is a gateway that has its answers ready.
type answering struct{ selection, batch json.RawMessage }

func (g *answering) Invoke(_ context.Context, r ik.ModelRequest) (ik.ModelResult, error) {
	if r.Task == "capability.select" {
		return ik.ModelResult{Value: g.selection}, nil
	}
	return ik.ModelResult{Value: g.batch}, nil
}

// counting gives ids without work of its own.
type counting struct{}

func (counting) Next(ik.IDKind) string { return "id" }

// plainOperation is a turn in which the user asks for one operation: what the model answers to it.
func plainOperation() *answering {
	return &answering{
		selection: json.RawMessage(`{"mode":"selected","capabilityIds":["catalog.find"],"rationale":"A search.",` +
			`"evidence":[{"text":"find me a tent","meaning":"a search","messageIndex":3}]}`),
		batch: json.RawMessage(`{"intentions":[{"objective":"Find a tent","evidence":[{"text":"find me a tent","meaning":"a search",` +
			`"messageIndex":3}],"references":[],"resolution":"resolved","proposedCapability":"catalog.find","input":{"orderNumber":"AB123456"}}],` +
			`"contradictions":[]}`),
	}
}

// desk is the tests' agent; the input of the operation is one that ikgen generated.
func desk(tb testing.TB) *agent.Agent {
	tb.Helper()
	return snaptest.Agent(tb, func(d *ik.AgentDefinition) {
		for i := range d.Capabilities {
			d.Capabilities[i].Input = ik.Schema{
				Name: "OrderFindInput", JSON: refunds.OrderFindInputSchema, Decode: wire.Erase[refunds.OrderFindInput],
			}
		}
	})
}

// longThread is a turn in a thread of so many messages.
func longThread(tb testing.TB, messages int) snapshot.Input {
	tb.Helper()
	cp := snaptest.Checkpoint()
	for len(cp.Messages) < messages {
		cp.Messages = append(cp.Messages, cp.Messages[len(cp.Messages)%2])
	}
	cp.MessageCount = len(cp.Messages)
	return snapshot.Input{
		Agent: desk(tb), Checkpoint: cp, Now: snaptest.Now(), Window: 20,
		Message: ik.Message{Role: ik.RoleUser, Content: "Please find me a tent.", At: snaptest.Now()},
	}
}

func plainSnapshot(tb testing.TB, messages int) *snapshot.Snapshot {
	tb.Helper()
	s, err := snapshot.Build(tb.Context(), longThread(tb, messages))
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// understand runs the two stages over a snapshot.
func understand(ctx context.Context, s *snapshot.Snapshot, in understanding) (*emit.Emitter, error) {
	emitter := emit.New(emit.Config{Thread: "th", Turn: "t", Trace: "tr", IDs: counting{}, Stamp: snaptest.Now})
	caller := model.Over(model.Config{Gateway: in.gateway, Emitter: emitter, Alias: in.agent.Model}, in.prompts)
	sel, err := selection.Select(ctx, selection.Input{Caller: caller, Snapshot: s, Agent: in.agent})
	if err != nil {
		return nil, err
	}
	_, err = interpret.Interpret(ctx, interpret.Input{Caller: caller, Snapshot: s, Agent: in.agent, Selection: sel, IDs: counting{}})
	return emitter, err
}

// understanding is what the turns of one agent share.
type understanding struct {
	agent   *agent.Agent
	gateway ik.ModelGateway
	prompts *model.Catalog
}

func understandingOf(tb testing.TB) understanding {
	return understanding{agent: desk(tb), gateway: plainOperation(), prompts: model.NewCatalog(kernelprompts.All(), nil)}
}

// BenchmarkSelectInterpret is what selection and interpretation of one operation add to a turn.
func BenchmarkSelectInterpret(b *testing.B) {
	s, in := plainSnapshot(b, 3), understandingOf(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := understand(b.Context(), s, in); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSelectInterpretEvents is the same with what a commit adds: the data of the events is written.
func BenchmarkSelectInterpretEvents(b *testing.B) {
	s, in := plainSnapshot(b, 3), understandingOf(b)
	b.ReportAllocs()
	for b.Loop() {
		emitter, err := understand(b.Context(), s, in)
		if err != nil || len(emitter.Events()) != 6 {
			b.Fatal(err)
		}
	}
}

// BenchmarkProjectLongThread is what a turn costs to set up in threads of different lengths.
func BenchmarkProjectLongThread(b *testing.B) {
	for _, n := range []int{20, 10_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			in := longThread(b, n)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := snapshot.Build(b.Context(), in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
