// Package turntest holds what the tests of the stages share: small agents with scripted handlers, a ledger in memory,
// and a loop that runs the stages one after another as the kernel does. It is for tests alone.
package turntest

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	ik "github.com/ikgen/ikgen/runtime"
)

// Object is a schema of any object in which the named fields are texts that are not empty.
func Object(required ...string) ik.Schema {
	return ik.Schema{Name: "Object", JSON: `{"type":"object"}`, Decode: func(raw json.RawMessage) (any, []ik.Issue) {
		var doc map[string]any
		if err := json.Unmarshal(raw, &doc); err != nil || doc == nil {
			return nil, []ik.Issue{{Code: "type", Message: "an object is expected"}}
		}
		var issues []ik.Issue
		for _, name := range required {
			if s, _ := doc[name].(string); s == "" {
				issues = append(issues, ik.Issue{Path: "/" + name, Code: "required", Message: name + " is required"})
			}
		}
		return raw, issues
	}}
}

// IDs counts ids by kind: "step-1", "interaction-1". It is safe for concurrent use.
type IDs struct {
	mu sync.Mutex
	n  map[ik.IDKind]int
}

// Next gives the next id of a kind.
func (g *IDs) Next(kind ik.IDKind) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.n == nil {
		g.n = map[ik.IDKind]int{}
	}
	g.n[kind]++
	return fmt.Sprintf("%s-%d", kind, g.n[kind])
}

// JSON is the JSON text of v. It is for values that can be written.
func JSON(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}

// Intend makes a resolved intention. The id and the evidence are made from the objective.
func Intend(id string, capability ik.CapabilityID, input any) ik.Intention {
	return ik.Intention{
		ID: ik.IntentionID(id), Objective: "do " + string(capability), ProposedCapability: capability, Input: JSON(input),
		Evidence:   []ik.IntentionEvidence{{Text: "please " + string(capability), Meaning: "asks for it"}},
		References: []ik.Reference{}, Resolution: ik.Resolved,
	}
}

// Record is a confirmed fact with its key as the value.
func Record(key ik.FactKey, dependsOn ...ik.FactKey) ik.FactRecord {
	r := ik.FactRecord{FactRef: key.Ref(), Value: JSON(map[string]string{"of": string(key)}), EvidenceIDs: []ik.EvidenceID{}, DependsOn: []ik.FactRef{}}
	for _, d := range dependsOn {
		r.DependsOn = append(r.DependsOn, d.Ref())
	}
	r.ProducedBy.TurnID = "earlier"
	return r
}

// keys splits "a@1 b@1".
func keys(list string) []ik.FactKey {
	var out []ik.FactKey
	for _, k := range strings.Fields(list) {
		out = append(out, ik.FactKey(k))
	}
	return out
}
