package cases

import (
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/cases/match"
	"github.com/ikgen/ikgen/internal/cases/tree"
	ik "github.com/ikgen/ikgen/runtime"
)

func (d *decoder) scripts(v *tree.Value, key string, entry func(v *tree.Value, at string)) []Script {
	m := d.of(v, "", key, tree.Object)
	if m == nil {
		return nil
	}
	var out []Script
	for _, member := range m.Members {
		at := tree.Pointer("/"+key, member.Key)
		if !d.kind(member.Value, at, tree.Array) {
			continue
		}
		for i, e := range member.Value.Items {
			entry(e, tree.Index(at, i))
		}
		out = append(out, Script{ID: member.Key, Entries: member.Value.Items, at: at, offset: member.At})
	}
	return out
}

// capabilityEntry checks one call of a capability, in its long or short form.
func (d *decoder) capabilityEntry(v *tree.Value, at string) {
	if isShortResult(v) {
		d.keys(v, at, "output", "facts", "say", "effects", "events", "delayMs", "ignoreDeadline")
		d.of(v, at, "facts", tree.Object)
		d.text(v, at, "say")
	} else if !d.keys(v, at, "effects", "events", "delayMs", "ignoreDeadline", "result", "error", "panic") {
		return
	}
	d.whole(v, at, "delayMs", 0)
	d.flag(v, at, "ignoreDeadline")
	d.text(v, at, "panic")
	unknown := d.effects(v, at)
	for i, e := range d.list(v, at, "events") {
		p := tree.Index(at+"/events", i)
		if d.keys(e, p, "name", "data", "category") {
			d.text(e, p, "name")
			d.oneOf(e, p, "category", "trace", "audit", "integration")
		}
	}
	if e := v.Get("error"); e != nil {
		d.scriptedError(e, at+"/error")
	}
	if r := v.Get("result"); r != nil {
		d.result(r, at+"/result")
	}
	ends := 0
	for _, key := range []string{"result", "error", "panic"} {
		if v.Get(key) != nil {
			ends++
		}
	}
	if ends > 1 || ends == 0 && !unknown && !isShortResult(v) {
		d.fail(v, at, "a call ends with one of result, error and panic")
	}
}

func isShortResult(v *tree.Value) bool {
	return v.Get("output") != nil || v.Get("facts") != nil || v.Get("say") != nil
}

// effects checks the scripted effects and tells whether one of them ends the call with an unknown outcome.
func (d *decoder) effects(v *tree.Value, at string) bool {
	unknown := false
	for i, e := range d.list(v, at, "effects") {
		p := tree.Index(at+"/effects", i)
		if !d.keys(e, p, "value", "label", "outcome", "code", "message") {
			continue
		}
		d.text(e, p, "label")
		d.text(e, p, "code")
		d.text(e, p, "message")
		if d.oneOf(e, p, "outcome", "applied", "not_applied", "unknown") == "unknown" {
			unknown = true
		}
	}
	return unknown
}

func (d *decoder) scriptedError(v *tree.Value, at string) {
	if !d.keys(v, at, "code", "message", "retryable", "name", "context") {
		return
	}
	d.text(v, at, "code")
	d.text(v, at, "message")
	d.text(v, at, "name")
	d.flag(v, at, "retryable")
	d.of(v, at, "context", tree.Object)
}

func (d *decoder) automationEntry(v *tree.Value, at string) {
	if e := onlyKey(v, "error"); e != nil && e.Kind == tree.Object {
		d.scriptedError(e, at+"/error")
	}
}

func onlyKey(v *tree.Value, key string) *tree.Value {
	if len(v.Members) != 1 {
		return nil
	}
	return v.Get(key)
}

func (d *decoder) policyEntry(v *tree.Value, at string) {
	if !d.keys(v, at, "verdict", "reason", "ask", "interaction", "error", "panic") {
		return
	}
	d.oneOf(v, at, "verdict", "allow", "confirm", "clarify", "deny")
	d.text(v, at, "reason")
	d.text(v, at, "ask")
	d.text(v, at, "panic")
	if i := v.Get("interaction"); i != nil {
		d.interaction(i, at+"/interaction")
	}
	if e := v.Get("error"); e != nil {
		d.scriptedError(e, at+"/error")
	}
	if v.Get("verdict") == nil && v.Get("error") == nil && v.Get("panic") == nil {
		d.fail(v, at, "a policy answers with a verdict, an error or a panic")
	}
}

func (d *decoder) adviceEntry(v *tree.Value, at string) {
	if !d.keys(v, at, "selected", "matchedSelectors", "error", "panic") {
		return
	}
	d.flag(v, at, "selected")
	d.texts(v, at, "matchedSelectors")
	d.text(v, at, "panic")
	if e := v.Get("error"); e != nil {
		d.scriptedError(e, at+"/error")
	}
}

// modelEntry checks one scripted answer of the model, in its long or one of its short forms.
func (d *decoder) modelEntry(v *tree.Value, at string) {
	switch {
	case v.Get("understand") != nil:
		d.keys(v, at, "understand")
		for i, e := range d.list(v, at, "understand") {
			p := tree.Index(at+"/understand", i)
			if d.keys(e, p, "do", "input", "quote") && d.text(e, p, "do") == "" {
				d.fail(e, p, "\"do\" names the capability")
			}
			d.text(e, p, "quote")
		}
	case v.Get("yes") != nil || v.Get("no") != nil:
		d.keys(v, at, "yes", "no")
		d.text(v, at, "yes")
		d.text(v, at, "no")
		if len(v.Members) != 1 {
			d.fail(v, at, "an answer is either yes or no")
		}
	case v.Get("pick") != nil:
		d.keys(v, at, "pick", "quote")
		d.text(v, at, "pick")
		d.text(v, at, "quote")
	case v.Get("say") != nil:
		d.keys(v, at, "say")
		for i, e := range d.list(v, at, "say") {
			p := tree.Index(at+"/say", i)
			if d.keys(e, p, "text", "cite") && d.text(e, p, "text") == "" {
				d.fail(e, p, "a part has a text")
			}
			d.texts(e, p, "cite")
		}
	default:
		d.longModelEntry(v, at)
	}
}

func (d *decoder) longModelEntry(v *tree.Value, at string) {
	if !d.keys(v, at, "prompt", "output", "error", "text", "usage", "delayMs") {
		return
	}
	if d.text(v, at, "prompt") == "" {
		d.fail(v, at, "an answer names the prompt that it is for, or is one of the short forms understand, yes, no, pick, say")
	}
	d.text(v, at, "text")
	d.whole(v, at, "delayMs", 0)
	if u := v.Get("usage"); u != nil && d.keys(u, at+"/usage", "inputTokens", "outputTokens") {
		d.whole(u, at+"/usage", "inputTokens", 0)
		d.whole(u, at+"/usage", "outputTokens", 0)
	}
	if e := v.Get("error"); e != nil {
		d.scriptedError(e, at+"/error")
	}
	given := 0
	for _, key := range []string{"output", "error", "text"} {
		if v.Get(key) != nil {
			given++
		}
	}
	if given != 1 {
		d.fail(v, at, "an answer has one of output, error and text")
	}
}

func (d *decoder) turnExpect(v *tree.Value, at string) *TurnExpect {
	e := &TurnExpect{source: v}
	if !d.keys(v, at, "error", "response", "checkpoint", "events", "requests", "invoked", "prompts", "absentEvents", "absentText") {
		return e
	}
	e.Error, e.Response, e.Checkpoint = v.Get("error"), v.Get("response"), v.Get("checkpoint")
	e.Events = d.of(v, at, "events", tree.Array)
	e.Requests, e.Invoked, e.Prompts = v.Get("requests"), v.Get("invoked"), v.Get("prompts")
	e.AbsentEvents, e.AbsentText = d.texts(v, at, "absentEvents"), d.texts(v, at, "absentText")
	for _, kind := range e.AbsentEvents {
		if !slices.ContainsFunc(ik.EventTypes(), func(t ik.EventType) bool { return t.Name == kind }) {
			d.fail(v, at+"/absentEvents", "no event has the type %q, so it is always absent", kind)
		}
	}
	if slices.Contains(e.AbsentText, "") {
		d.fail(v, at+"/absentText", "an empty text is in everything")
	}
	d.operators(v, at, "absentEvents", "absentText")
	return e
}

func (d *decoder) end(v *tree.Value) *End {
	e := &End{source: v}
	if d.keys(v, "/expect", "effects", "facts", "agenda", "messages") {
		e.Effects, e.Facts, e.Agenda, e.Messages = v.Get("effects"), v.Get("facts"), v.Get("agenda"), v.Get("messages")
		d.operators(v, "/expect")
	}
	return e
}

// operators checks the expected values of an expectation.
func (d *decoder) operators(v *tree.Value, at string, skip ...string) {
	for _, m := range v.Members {
		if slices.Contains(skip, m.Key) {
			continue
		}
		for _, f := range match.Check(m.Value) {
			pointer := tree.Pointer(at, m.Key) + f.Path
			d.problems = append(d.problems, problem{strings.TrimSuffix(pointer, "/"), f.Offset, f.Message})
		}
	}
}
