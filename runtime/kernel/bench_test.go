package kernel_test

import (
	"context"
	"fmt"
	"testing"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
	"github.com/ikgen/ikgen/runtime/kernel"
	"github.com/ikgen/ikgen/runtime/store/memory"
)

// BenchmarkTurnInMemory runs a turn with one read, worded by a model: four model calls that take no time, the memory
// store, no sink. The thread is a new one each time, so that every turn costs the same.
func BenchmarkTurnInMemory(b *testing.B) {
	d := &desk{ran: map[ik.CapabilityID]int{}}
	gateway := scripted.New()
	k, err := kernel.New(kernel.Options{Gateway: gateway, Store: memory.New()})
	if err != nil {
		b.Fatal(err)
	}
	agent, err := k.Compile(shop(d))
	if err != nil {
		b.Fatal(err)
	}
	script := append(find("Find A", 0, "any"), words([]string{"A is 100.", "ev-1"})...)
	ctx := context.Background()
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		gateway.Push(script...)
		n++
		out, err := agent.Run(ctx, kernel.Input{Thread: ik.ThreadID(fmt.Sprint(n)), Turn: "t1", Text: "Find A"})
		if err != nil || out.Response.Source != "model" {
			b.Fatal(err, out)
		}
	}
}
