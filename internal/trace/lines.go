package trace

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	ik "github.com/ikgen/ikgen/runtime"
)

// event adds what one event tells.
func (v *view) event(e ik.Event) {
	switch d := read(e).(type) {
	case *ik.TurnStarted:
		v.add(message, "%d characters, on revision %d", d.MessageLength, d.CheckpointRevision)
	case *ik.ContextBuilt:
		v.known(d)
	case *ik.ModelCompleted, *ik.ModelFailed, *ik.ModelInvoked:
		v.model(d)
	case *ik.CapabilitiesSelected:
		v.settle(selection, "%s %s (%s)", plain(d.Mode), words(d.CapabilityIDs), plain(d.Source))
		for _, a := range d.Adjustments {
			v.add(selection, "adjusted  %s for %s", plain(a.CapabilityID), plain(a.Code))
		}
	case *ik.IntentionInterpreted:
		v.understood(d)
	case *ik.PlanCreated:
		v.add(plan, "goal      %s", quote(d.ResponseGoal))
		v.planned(d.Steps)
	case *ik.DependencyCapabilityActivated:
		v.activated("read that a handler asked for", d.Activated)
	case *ik.DependencyConsumerResumed:
		v.activated("waiting work goes on", d.Activated)
	case *ik.ProgressionCapabilityActivated:
		v.activated("progression", d.Activated)
	default:
		v.outcome(e)
	}
}

// outcome adds what came of the work.
func (v *view) outcome(e ik.Event) {
	switch d := read(e).(type) {
	case *ik.StepDeferred:
		v.add(steps, "%s %s: %s, %s", short(e.StepID), named(d.CapabilityID), plain(d.Disposition), plain(d.ReasonCode))
	case *ik.StepStarted:
		v.add(steps, "%s %s: started", short(e.StepID), plain(d.CapabilityID))
	case *ik.CapabilityEvent:
		v.add(steps, "%s %s: %s %s", short(e.StepID), plain(d.CapabilityID), plain(d.Name), compact(d.Data))
	case *ik.CapabilitySkipped:
		v.add(steps, "%s %s: skipped, %s", short(e.StepID), named(d.CapabilityID), plain(d.ReasonCode))
	case *ik.CapabilityCompleted:
		v.add(steps, "%s %s: %s %s", short(e.StepID), plain(d.CapabilityID), plain(d.Status), compact(d.Output))
		for _, p := range d.Evidence {
			v.add(steps, "          evidence %s: %s", plain(p.ID), quote(p.Content))
		}
	case *ik.CapabilityFailed:
		v.add(steps, "%s %s: failed, %s: %s", short(e.StepID), plain(d.CapabilityID), plain(d.Issue.Code), quote(d.Issue.Message))
	case *ik.EffectRecorded:
		v.add(steps, "%s effect %s: %s, key %s%s", short(e.StepID), plain(d.CapabilityID), plain(d.Status), quote(d.IdempotencyKey), again(d.Replayed))
	default:
		v.end(e)
	}
}

// end adds what the turn changed and said.
func (v *view) end(e ik.Event) {
	switch d := read(e).(type) {
	case *ik.AgendaItemCancelled:
		v.add(facts, "cancelled open work %s", plain(d.AgendaItemID))
	case *ik.ObjectiveCancelled:
		v.add(facts, "cancelled the objective %s", plain(d.ObjectiveID))
	case *ik.FactsReduced:
		v.reduced(d)
	case *ik.InteractionRequested:
		v.add(facts, "question  %s of %s, %s", plain(d.Kind), named(d.CapabilityID), short(d.InteractionID))
	case *ik.ResponseComposed:
		v.settle(answer, "%s (%s), statements that cite evidence: %d", plain(d.Status), plain(d.Source), d.Claims)
	case *ik.TurnFailed:
		step := answer
		if d.Stage != "compose" {
			step = v.last()
		}
		v.lines[step] = append(v.lines[step], v.pending...)
		v.pending = nil
		v.add(step, "failed    %s%s", plain(d.Code), details(d.Details))
	case *ik.StateCommitted:
		v.add(state, "revision %d", d.Revision)
	}
}

func (v *view) known(d *ik.ContextBuilt) {
	v.add(context, "%d earlier messages; facts: %s; open work: %d", d.RecentMessages, words(d.Facts), d.AgendaItems)
	if d.ActiveInteraction != nil {
		v.add(context, "question  %s of %s", plain(*d.ActiveInteraction), named(d.ActiveCapabilityID))
	}
	if s := d.Selection; s != nil {
		v.add(context, "click     on %s", short(s.InteractionID))
	}
	for _, g := range d.Guidance {
		v.add(context, "advice    %s, for %s", plain(g.ID), words(g.Matched))
	}
	for _, o := range d.Omissions {
		v.add(context, "left out  %d of %s: %s", o.Omitted, plain(o.Path), quote(o.Reason))
	}
}

func (v *view) understood(d *ik.IntentionInterpreted) {
	v.settle(interpretation, "requests: %d (%s)", len(d.Intentions), plain(d.Source))
	for _, i := range d.Intentions {
		v.add(interpretation, "          %s %s: %s %s", plain(i.Resolution), named(i.CapabilityID), quote(i.Objective), compact(i.Input))
	}
	if a := d.Answer; a != nil {
		v.add(interpretation, "          answers %s: %s, %s", short(a.InteractionID), compact(a.Value), quote(a.Evidence))
	}
	for _, a := range d.LifecycleActions {
		v.add(interpretation, "          %s %s", plain(a.Kind), plain(a.TargetID))
	}
}

func (v *view) activated(why string, a ik.Activated) {
	v.add(plan, "%s: %s", why, plain(a.CapabilityID))
	v.planned(a.Steps)
}

func (v *view) planned(list []ik.PlannedStep) {
	for _, s := range list {
		v.add(plan, "%s %s: %s, %s %s", short(s.ID), named(s.CapabilityID), plain(s.Disposition), plain(s.Reason.Code), compact(s.Input))
		for _, p := range s.Reason.Policies {
			v.add(plan, "          policy %s: %s %s", plain(p.ID), plain(p.Verdict), quote(p.Reason))
		}
	}
}

func (v *view) reduced(d *ik.FactsReduced) {
	for _, f := range d.Published {
		v.add(facts, "published %s %s, by %s", fact(f.FactRef), compact(f.Value), plain(f.ProducedBy.CapabilityID))
	}
	for _, f := range d.Invalidated {
		v.add(facts, "removed   %s", fact(f.FactRef))
	}
	v.add(facts, "open work: %d", d.AgendaItems)
}

func fact(r ik.FactRef) string {
	if r.Key == "" {
		return plain(r.FactKey())
	}
	return plain(r.FactKey()) + " " + quote(r.Key)
}

func details(d *ik.FailureDetails) string {
	if d == nil || len(d.Context) == 0 {
		return ""
	}
	raw, err := json.Marshal(d.Context)
	if err != nil {
		return ""
	}
	return " " + compact(raw)
}

func again(replayed bool) string {
	if replayed {
		return ", had happened before"
	}
	return ""
}

// maxText is how much of a value is shown, in characters.
const maxText = 300

// plain shows a name. What a terminal would obey is escaped.
func plain[T ~string](s T) string {
	if strings.ContainsFunc(string(s), func(r rune) bool { return !unicode.IsPrint(r) }) {
		return quote(s)
	}
	return cut(string(s))
}

func quote[T ~string](s T) string { return strconv.Quote(cut(string(s))) }

// short shows an id as far as people tell ids apart.
func short[T ~string](id T) string {
	if r := []rune(string(id)); len(r) > 20 {
		return plain(string(r[:8])) + "…"
	}
	return plain(id)
}

func named(id *ik.CapabilityID) string {
	if id == nil {
		return "no capability"
	}
	return plain(*id)
}

func words[T ~string](list []T) string {
	if len(list) == 0 {
		return "none"
	}
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = plain(s)
	}
	return strings.Join(out, ", ")
}

// compact shows JSON in one line, nothing for null.
func compact(raw json.RawMessage) string {
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return quote(string(raw))
	}
	out, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return printable(cut(string(out)))
}

// printable escapes what a terminal would obey.
func printable(s string) string {
	var out strings.Builder
	for _, r := range s {
		if unicode.IsPrint(r) {
			out.WriteRune(r)
		} else {
			fmt.Fprintf(&out, "\\u%04x", r)
		}
	}
	return out.String()
}

func cut(s string) string {
	if r := []rune(s); len(r) > maxText {
		return string(r[:maxText]) + "…"
	}
	return s
}
