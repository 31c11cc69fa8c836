package cases

import (
	"encoding/json"
	"strings"

	"github.com/ikgen/ikgen/internal/cases/tree"
	ik "github.com/ikgen/ikgen/runtime"
)

var resultKeys = []string{"status", "output", "facts", "evidence", "artifacts", "canonicalResponse", "interaction",
	"continuation", "modelRedactions", "partialInput", "invalidates", "requirement", "provider", "proposedInput", "issue"}

// result reads a scripted result. What the kernel judges (statuses, undeclared facts, missing evidence) passes through.
func (d *decoder) result(v *tree.Value, at string) ik.Result {
	var r ik.Result
	if !d.keys(v, at, resultKeys...) && v.Kind != tree.Object {
		return r
	}
	r.Status = ik.Status(d.text(v, at, "status"))
	r.Output = anyOf(v.Get("output"))
	for i, f := range d.list(v, at, "facts") {
		r.Facts = append(r.Facts, d.candidate(f, tree.Index(at+"/facts", i)))
	}
	for i, e := range d.list(v, at, "evidence") {
		r.Evidence = append(r.Evidence, d.evidence(e, tree.Index(at+"/evidence", i)))
	}
	for i, a := range d.list(v, at, "artifacts") {
		p := tree.Index(at+"/artifacts", i)
		if d.keys(a, p, "id", "kind", "data") {
			r.Artifacts = append(r.Artifacts, ik.Artifact{ID: d.text(a, p, "id"), Kind: d.text(a, p, "kind"), Data: anyOf(a.Get("data"))})
		}
	}
	r.Canonical = d.canonical(v, at)
	r.Interaction = d.change(v, at)
	r.Continuation = anyOf(v.Get("continuation"))
	if p := v.Get("partialInput"); p != nil {
		r.Continuation = raw(p)
	}
	r.Proposed = anyOf(v.Get("proposedInput"))
	r.Redactions = d.texts(v, at, "modelRedactions")
	for i, ref := range d.list(v, at, "invalidates") {
		r.Invalidates = append(r.Invalidates, d.ref(ref, tree.Index(at+"/invalidates", i)))
	}
	d.dependency(v, at, &r)
	r.Issue = d.issue(v, at)
	return r
}

func (d *decoder) dependency(v *tree.Value, at string, r *ik.Result) {
	if req := v.Get("requirement"); req != nil {
		r.Requirement = d.ref(req, at+"/requirement")
	}
	if p := v.Get("provider"); p != nil && d.keys(p, at+"/provider", "capabilityId", "input") {
		r.Provider = ik.CapabilityID(d.text(p, at+"/provider", "capabilityId"))
		r.ProviderIn = anyOf(p.Get("input"))
	}
}

func (d *decoder) candidate(v *tree.Value, at string) ik.FactCandidate {
	var c ik.FactCandidate
	if !d.keys(v, at, "type", "version", "key", "value", "evidenceIds", "dependsOn") {
		return c
	}
	ref := d.identity(v, at)
	c.Fact, c.Key, c.Value = ref.FactKey(), ref.Key, anyOf(v.Get("value"))
	for _, id := range d.texts(v, at, "evidenceIds") {
		c.EvidenceIDs = append(c.EvidenceIDs, ik.EvidenceID(id))
	}
	for i, dep := range d.list(v, at, "dependsOn") {
		if on := d.ref(dep, tree.Index(at+"/dependsOn", i)); on.Key != "" {
			c.DependsOnInstances = append(c.DependsOnInstances, on)
		} else {
			c.DependsOn = append(c.DependsOn, on.FactKey())
		}
	}
	return c
}

// ref reads {type, version, key}, or "type@version".
func (d *decoder) ref(v *tree.Value, at string) ik.FactRef {
	if v.Kind == tree.String {
		ref := ik.FactKey(v.Text).Ref()
		if !strings.Contains(v.Text, "@") || ref.Version == 0 {
			d.fail(v, at, "a fact is type@version")
		}
		return ref
	}
	if !d.keys(v, at, "type", "version", "key", "description", "resolution") {
		return ik.FactRef{}
	}
	return d.identity(v, at)
}

func (d *decoder) identity(v *tree.Value, at string) ik.FactRef {
	return ik.FactRef{Type: ik.FactType(d.text(v, at, "type")), Version: d.whole(v, at, "version", 0), Key: d.text(v, at, "key")}
}

func (d *decoder) evidence(v *tree.Value, at string) ik.Evidence {
	if !d.keys(v, at, "id", "source", "content", "data") {
		return ik.Evidence{}
	}
	return ik.Evidence{
		ID: ik.EvidenceID(d.text(v, at, "id")), Source: ik.EvidenceSource(d.text(v, at, "source")),
		Content: d.text(v, at, "content"), Data: anyOf(v.Get("data")),
	}
}

func (d *decoder) canonical(v *tree.Value, at string) *ik.CanonicalResponse {
	c := v.Get("canonicalResponse")
	at += "/canonicalResponse"
	if c == nil || !d.keys(c, at, "message", "claims", "required") {
		return nil
	}
	out := &ik.CanonicalResponse{Message: d.text(c, at, "message"), Required: d.flag(c, at, "required")}
	for i, claim := range d.list(c, at, "claims") {
		p := tree.Index(at+"/claims", i)
		if !d.keys(claim, p, "text", "evidenceIds") {
			continue
		}
		rc := ik.ResponseClaim{Text: d.text(claim, p, "text")}
		for _, id := range d.texts(claim, p, "evidenceIds") {
			rc.EvidenceIDs = append(rc.EvidenceIDs, ik.EvidenceID(id))
		}
		out.Claims = append(out.Claims, rc)
	}
	return out
}

// change reads the interaction of a result: absent keeps the open question, null dismisses it.
func (d *decoder) change(v *tree.Value, at string) ik.InteractionChange {
	i := v.Get("interaction")
	switch {
	case i == nil:
		return ik.InteractionChange{}
	case i.Kind == tree.Null:
		return ik.Dismiss()
	default:
		return ik.Ask(d.interaction(i, at+"/interaction"))
	}
}

func (d *decoder) interaction(v *tree.Value, at string) ik.Interaction {
	var out ik.Interaction
	if v.Get("id") != nil {
		d.fail(v.Get("id"), at+"/id", "ids are the kernel's; a scripted interaction has a name")
		return out
	}
	if !d.keys(v, at, "name", "kind", "mode", "responseMode", "capabilityId", "requestedFacts", "goal", "options", "payload",
		"protectedCanonicalMessage") {
		return out
	}
	out = ik.Interaction{
		Name: d.text(v, at, "name"), Kind: ik.InteractionKind(d.text(v, at, "kind")), Mode: d.text(v, at, "mode"),
		ResponseMode: d.text(v, at, "responseMode"), CapabilityID: ik.CapabilityID(d.text(v, at, "capabilityId")),
		Goal: d.text(v, at, "goal"), Payload: anyOf(v.Get("payload")), ProtectedMessage: d.text(v, at, "protectedCanonicalMessage"),
	}
	for _, f := range d.texts(v, at, "requestedFacts") {
		out.RequestedFacts = append(out.RequestedFacts, ik.FactType(f))
	}
	for i, o := range d.list(v, at, "options") {
		p := tree.Index(at+"/options", i)
		if d.keys(o, p, "id", "label", "referenceExamples", "targetCapabilityId", "value") {
			out.Options = append(out.Options, ik.Option{
				ID: d.text(o, p, "id"), Label: d.text(o, p, "label"), ReferenceExamples: d.texts(o, p, "referenceExamples"),
				TargetCapabilityID: ik.CapabilityID(d.text(o, p, "targetCapabilityId")), Value: anyOf(o.Get("value")),
			})
		}
	}
	return out
}

func (d *decoder) issue(v *tree.Value, at string) *ik.CapabilityIssue {
	i := v.Get("issue")
	at += "/issue"
	if i == nil || !d.keys(i, at, "code", "message", "retryable", "details") {
		return nil
	}
	out := &ik.CapabilityIssue{Code: d.text(i, at, "code"), Message: d.text(i, at, "message"), Retryable: d.flag(i, at, "retryable")}
	if det := d.of(i, at, "details", tree.Object); det != nil {
		_ = json.Unmarshal(det.JSON(), &out.Details) // a tree is always JSON
	}
	return out
}

// raw gives a value as JSON text, or nothing.
func raw(v *tree.Value) json.RawMessage {
	if v == nil {
		return nil
	}
	return json.RawMessage(v.JSON())
}

// anyOf is raw for places where no value must be a nil interface.
func anyOf(v *tree.Value) any {
	if v == nil {
		return nil
	}
	return raw(v)
}
