package compose

import (
	"strings"

	ik "github.com/ikgen/ikgen/runtime"
)

// agentEvidence is the id of the record about the agent itself.
const agentEvidence ik.EvidenceID = "agent.configuration"

// evidence lists what may be cited. Of several records with one id the last counts, at the place of the first; the
// kernel's own records cannot be replaced.
func (c *composition) evidence(b *brief) []evidenceEntry {
	list := evidenceList{at: map[ik.EvidenceID]int{}}
	list.own(agentEvidence, "Identity and capabilities of this agent.", map[string]any{
		"identity": c.Agent.Def.Identity, "capabilities": b.Capabilities,
	})
	for _, i := range b.Issues {
		list.own(ik.EvidenceID("issue:"+i.Code), i.Message, i)
	}
	list.own(decisionEvidence, "Decision of this turn: "+b.Decision.Rationale, map[string]any{
		"mode": b.Decision.Mode, "capabilityIds": b.Decision.CapabilityIDs, "evidence": b.Decision.Evidence,
	})
	if u := c.Checkpoint.Undelivered; u != nil {
		for _, w := range u.Completed {
			list.shown(c, w.Evidence)
		}
	}
	list.shown(c, c.delivery.evidence)
	for _, f := range c.view.Newest(c.Checkpoint.Facts) {
		if f.ModelVisibility == "" || f.ModelVisibility == ik.VisibilityFull {
			list.shown(c, f.Evidence)
		}
	}
	return list.entries
}

// evidenceList collects records by id.
type evidenceList struct {
	entries []evidenceEntry
	at      map[ik.EvidenceID]int
}

// own adds a record of the kernel.
func (l *evidenceList) own(id ik.EvidenceID, content string, data any) {
	l.put(evidenceEntry{ID: id, Source: ik.SourceCapability, Content: content, Data: data})
}

// shown adds records of capabilities and facts as models may see them.
func (l *evidenceList) shown(c *composition, records []ik.Evidence) {
	for _, r := range records {
		if reserved(r.ID) {
			continue
		}
		e := evidenceEntry{ID: ik.EvidenceID(c.view.Text(string(r.ID))), Source: r.Source, Content: c.view.Text(r.Content)}
		if r.Data != nil {
			e.Data = c.view.Value(r.Data)
		}
		l.put(e)
	}
}

func (l *evidenceList) put(e evidenceEntry) {
	if i, ok := l.at[e.ID]; ok {
		l.entries[i] = e
		return
	}
	l.at[e.ID] = len(l.entries)
	l.entries = append(l.entries, e)
}

func reserved(id ik.EvidenceID) bool {
	return id == agentEvidence || id == decisionEvidence || strings.HasPrefix(string(id), "issue:")
}
