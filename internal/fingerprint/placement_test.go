package fingerprint

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/ir"
)

// Where a field of the representation shows.
const (
	inContract = "contract"
	inAudit    = "audit"
	inBoth     = "both"
	inNeither  = "neither"
)

// placement is the decision for every field: a field that is not here fails the test, so that nobody adds one without
// deciding. Fields that hold structures are placed by the fields of these; "-" says so.
var placement = map[string]string{
	"Package.IRVersion": inNeither, "Package.Path": inNeither, "Package.Name": inNeither, "Package.Go": inNeither,
	"Package.Types": "-", "Package.Imports": "-", "Package.Agent": "-", "Package.Catalog": "-",
	"Package.HasCatalog": inAudit, "Package.Suites": "-",
	"Import.Path": inNeither, "Import.Name": inNeither, "Import.Go": inNeither,
	"TypeDef.Name": "-", "TypeDef.Go": inNeither, "TypeDef.Doc": inAudit, "TypeDef.Type": "-",
	"Suite.Field": inNeither, "Suite.JSON": inNeither,

	"Type.Spelled": "-", "Member.Spelled": "-", "Spelled.Float": inNeither, "Spelled.Int": inNeither,
	"Type.Kind": inBoth, "Type.Nullable": inBoth, "Type.Ref": "-", "Type.Base": inBoth, "Type.Enum": "-", "Type.Const": inBoth,
	"Type.Min": "-", "Type.Max": "-", "Type.NotEqual": inBoth, "Type.MultipleOf": inBoth, "Type.MinRunes": inBoth,
	"Type.MaxRunes": inBoth, "Type.Patterns": "-", "Type.NotOneOf": inBoth, "Type.Fields": "-", "Type.Open": inBoth,
	"Type.Items": "-", "Type.MinItems": inBoth, "Type.MaxItems": inBoth, "Type.Keys": "-", "Type.Privacy": inBoth,
	"Type.Narrow": "-", "Type.Unsigned": inBoth, "Type.Formats": "-", "Type.Go": inNeither, "Type.Rest": "-", "Type.Relations": "-",
	"Type.Unique": inBoth, "Type.Contains": "-", "Type.Elems": "-", "Format.Name": inBoth, "Format.Layout": inBoth,
	"Rest.Keys": "-", "Rest.Items": "-", "Contains.Items": "-", "Contains.Min": inBoth, "Contains.Max": inBoth,
	"Relation.Field": inBoth, "Relation.Op": inBoth, "Relation.Other": inBoth,
	"Type.Union": "-", "Union.Discriminator": inBoth, "Union.Variants": "-",
	"Variant.Name": inNeither, "Variant.Type": "-", "Variant.Tags": inBoth,
	"Ref.Package": "-", "Ref.Name": "-", "Member.Value": inBoth, "Member.Go": inNeither,
	"Bound.Value": inBoth, "Bound.Exclusive": inBoth, "Pattern.Regexp": inBoth, "Pattern.Not": inBoth,
	"Field.Name": inBoth, "Field.Go": inNeither, "Field.Doc": inAudit, "Field.Presence": inBoth, "Field.Default": inBoth,
	"Field.Examples": inAudit, "Field.From": inBoth, "Field.Type": "-",

	"Agent.ID": inContract, "Agent.Version": inAudit, "Agent.Identity": inAudit, "Agent.TimeZone": inAudit,
	"Agent.Models": "-", "Agent.Facts": "-", "Agent.Capabilities": "-", "Agent.Ports": "-", "Agent.Policies": "-",
	"Agent.Advice": "-", "Agent.Progression": "-", "Agent.Unsupported": inAudit, "Agent.Prompts": "-", "Agent.Kernel": "-",
	"Agent.Limits": inNeither, "Agent.HostContext": "-",
	"ModelAlias.Task": inAudit, "ModelAlias.Alias": inAudit,
	"Fact.Key": inBoth, "Fact.Value": "-", "Fact.Doc": inAudit, "Fact.Visibility": inContract, "Fact.Description": inAudit,
	"Fact.InstanceKey": inContract, "Fact.Provider": inContract, "Fact.Alternatives": inContract,

	"Capability.ID": inBoth, "Capability.Was": inNeither, "Capability.Version": inContract, "Capability.Description": inAudit,
	"Capability.Effect": inContract, "Capability.Confirmation": inContract, "Capability.Because": inContract,
	"Capability.Alias": inContract, "Capability.Confirm": inAudit, "Capability.Input": "-", "Capability.Output": "-",
	"Capability.Continuation": "-", "Capability.Requires": "-", "Capability.Provides": inContract,
	"Capability.Invalidates": inContract, "Capability.EffectKey": inContract, "Capability.Idempotent": inContract,
	"Capability.Destructive": inContract, "Capability.After": inContract, "Capability.Issues": "-",
	"Capability.AnyIssue": inContract, "Capability.OfferedWhen": "-", "Capability.Guidance": "-", "Capability.References": "-",
	"Capability.Automation": inContract, "Capability.Ports": inNeither,
	"Requirement.Facts": inContract, "Requirement.AnyOf": inContract, "Requirement.Description": inAudit,
	"Requirement.Key": inContract, "Requirement.Resolution": inContract, "Requirement.From": "-",
	"PlannedRead.Capability": inContract, "PlannedRead.Input": "-", "Binding.Field": inContract, "Binding.Path": inContract,
	"Issue.Code": inBoth, "Issue.Description": inAudit, "Issue.Retryable": inContract,
	"Capability.InvalidatesInstances": "-", "FactInstance.Fact": inContract, "FactInstance.Key": inContract, "FactInstance.At": inNeither,
	"FactCondition.Present": inAudit, "FactCondition.Missing": inAudit,
	"Guidance.WhenToUse": inAudit, "Guidance.WhenNotToUse": inAudit, "Guidance.Examples": inAudit,
	"References.Source": inContract, "References.Minimum": inContract, "References.Maximum": inContract,
	"Port.Name": inNeither, "Port.Go": inNeither, "Port.Methods": "-", "PortMethod.Name": inNeither, "PortMethod.In": "-", "PortMethod.Out": "-",

	"Policy.ID": inContract, "Policy.Version": inContract, "Policy.On": inContract, "Policy.Rules": "-", "Policy.Handler": inContract,
	"Rule.Match": "-", "Rule.Unless": "-", "Rule.Missing": inContract, "Rule.Older": "-", "Rule.Newer": "-",
	"Rule.Phase": inContract, "Rule.Verdict": inContract, "Rule.Reason": inContract, "Rule.Ask": inContract,
	"Age.Path": inContract, "Age.Duration": inContract, "Match.Leaves": "-", "Leaf.Path": inBoth, "Leaf.Type": "-",
	"Leaf.Compare": "-", "Comparison.Op": inBoth, "Comparison.To": "-", "Expr.Op": inBoth, "Expr.Path": inBoth, "Expr.Const": inBoth, "Expr.Args": "-",
	"Advice.ID": inAudit, "Advice.Version": inAudit, "Advice.Description": inAudit, "Advice.Instructions": inAudit,
	"Advice.Examples": "-", "Advice.CounterExamples": "-", "Advice.When": "-", "Advice.Match": "-", "Advice.Handler": inAudit,
	"Advice.Continue": inAudit, "Example.Input": inAudit, "Example.ExpectedBehavior": inAudit,
	"When.ActiveCapabilities": inAudit, "When.AnyActive": inAudit, "When.PresentFacts": inAudit, "When.MissingFacts": inAudit,
	"When.Interaction": inAudit, "When.Agenda": inAudit, "When.ProgressionRule": inAudit, "When.ProgressionGroup": inAudit,
	"When.ProgressionStatus": inAudit,

	"Progression.Objective": "-", "Progression.Groups": "-", "Progression.Rules": "-",
	"Objective.ID": inContract, "Objective.Activation": inContract, "Objective.CompletionFact": inContract,
	"Group.ID": inBoth, "Group.Label": inAudit, "Group.Prompt": inAudit, "Group.RepeatPrompt": inAudit,
	"Group.ContinueLabel": inAudit, "Group.ContinueExamples": inAudit, "Group.RepeatAfterMember": inContract,
	"Group.Completed": inContract, "Group.Members": "-",
	"GroupMember.Capability": inBoth, "GroupMember.Label": inAudit, "GroupMember.Examples": inAudit,
	"ProgressionRule.ID": inContract, "ProgressionRule.Version": inContract, "ProgressionRule.TargetGroup": inContract,
	"ProgressionRule.TargetCap": inContract, "ProgressionRule.Mode": inContract, "ProgressionRule.Priority": inContract,
	"ProgressionRule.ActivateWhen": inContract, "ProgressionRule.ActivateWhenAny": inContract,
	"Prompt.ID": inAudit, "Prompt.Version": inAudit, "Prompt.Template": inAudit, "Prompt.Variables": inAudit,
	"KernelPrompt.ID": inAudit, "KernelPrompt.Revision": inAudit, "KernelPrompt.Template": inAudit, "KernelPrompt.Replaces": inAudit,
}

// elsewhere are fields whose place depends on where their structure stands: the types of ports and of the host context
// are in neither, leaves of advice in the audit alone.
var elsewhere = map[string]string{
	"Agent.HostContext": inNeither, "PortMethod.In": inNeither, "PortMethod.Out": inNeither,
	"Advice.Match": inAudit, "Policy.Rules": inContract,
}

// change is one way to change the sample.
type change struct {
	field string // "Capability.Version"
	where string // "" or the place that overrules the field's own
	apply func()
	undo  func()
}

// walker visits every scalar of the sample and remembers how to change it.
type walker struct {
	changes []change
	seen    map[string]bool
}

func (w *walker) walk(v reflect.Value, field, where string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			w.walk(v.Elem(), field, where)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name := v.Type().Name() + "." + v.Type().Field(i).Name
			w.seen[name] = true
			place := where
			if p, ok := elsewhere[name]; ok {
				place = p
			}
			w.walk(v.Field(i), name, place)
		}
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			w.note(v, field, where, reflect.ValueOf(json.RawMessage(`"changed"`)))
			return
		}
		for i := range v.Len() {
			w.walk(v.Index(i), field, where)
		}
	case reflect.Map:
		w.note(v, field, where, reflect.ValueOf(map[string]int{"maxSteps": 99}))
	case reflect.String:
		changed := "changed"
		if v.Type() == reflect.TypeFor[json.Number]() {
			changed = "987"
		}
		w.note(v, field, where, reflect.ValueOf(changed).Convert(v.Type()))
	case reflect.Int:
		w.note(v, field, where, reflect.ValueOf(987).Convert(v.Type()))
	case reflect.Bool:
		w.note(v, field, where, reflect.ValueOf(!v.Bool()))
	default:
		panic(fmt.Sprintf("no way to change a %s", v.Kind()))
	}
}

func (w *walker) note(v reflect.Value, field, where string, changed reflect.Value) {
	old := reflect.New(v.Type()).Elem()
	old.Set(v)
	w.changes = append(w.changes, change{field, where, func() { v.Set(changed) }, func() { v.Set(old) }})
}

func TestEveryFieldIsPlacedAndShowsWhereItIsPlaced(t *testing.T) {
	p := sample()
	before, err := Of(p, nil)
	require.NoError(t, err)
	w := &walker{seen: map[string]bool{}}
	w.walk(reflect.ValueOf(p), "", "")
	for _, name := range fieldsOf(reflect.TypeFor[ir.Package](), map[reflect.Type]bool{}) {
		assert.Contains(t, placement, name, "place this field: contract, audit, both or neither")
		assert.True(t, w.seen[name], "the sample does not have %s", name)
	}
	for _, c := range w.changes {
		want := placement[c.field]
		if want == "-" { // names of definitions in refs: renamed together with the definition elsewhere
			continue
		}
		if c.where != "" {
			want = both(want, c.where)
		}
		c.apply()
		after, err := Of(p, nil)
		c.undo()
		require.NoError(t, err, c.field)
		assert.Equal(t, want == inContract || want == inBoth, before.Contract != after.Contract, "%s: contract", c.field)
		assert.Equal(t, want == inAudit || want == inBoth, before.Audit != after.Audit, "%s: audit", c.field)
	}
}

// both is where a field shows of which only what shows in the second place counts.
func both(field, place string) string {
	if field == inBoth || field == place {
		return place
	}
	return inNeither
}

// fieldsOf names every field of every structure of the representation.
func fieldsOf(t reflect.Type, seen map[reflect.Type]bool) []string {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || seen[t] {
		return nil
	}
	seen[t] = true
	var out []string
	for i := range t.NumField() {
		out = append(out, t.Name()+"."+t.Field(i).Name)
		out = append(out, fieldsOf(t.Field(i).Type, seen)...)
	}
	return out
}
