package compile

import (
	"cuelang.org/go/cue"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// Agent compiles the top-level field `agent`; nil where nothing of it can be evaluated.
func (c *Compiler) Agent() *ir.Agent {
	c.seen = map[string]bool{}
	if err := c.Value.Err(); err != nil && !c.Value.LookupPath(cue.MakePath(cue.Str("agent"))).Exists() {
		c.syntaxOnly()
		return nil
	}
	a := at{c: c, v: c.Value.LookupPath(cue.MakePath(cue.Str("agent"))), path: "agent"}
	out := &ir.Agent{
		ID: a.text("id"), Version: a.int("version"), Identity: a.text("identity"), TimeZone: a.text("timezone"),
		Unsupported: a.get("responses").text("unsupported"),
	}
	for _, m := range a.get("models").entries() {
		alias, err := m.v.String()
		if err == nil {
			out.Models = append(out.Models, ir.ModelAlias{Task: m.key, Alias: alias})
		}
	}
	for _, f := range a.get("facts").entries() {
		out.Facts = append(out.Facts, c.fact(f))
	}
	for _, e := range a.get("capabilities").entries() {
		out.Capabilities = append(out.Capabilities, c.capability(e))
	}
	for _, e := range a.get("ports").entries() {
		out.Ports = append(out.Ports, c.port(e))
	}
	for _, e := range a.get("policies").entries() {
		out.Policies = append(out.Policies, c.policy(e))
	}
	for _, e := range a.get("advice").entries() {
		out.Advice = append(out.Advice, c.advice(e))
	}
	out.Progression = progression(a.get("progression"))
	out.Prompts = prompts(a.get("prompts"))
	out.Kernel = kernelPrompts(a.get("kernelPrompts"))
	out.Limits = limits(a.get("limits"))
	out.HostContext = c.optionalSchema("agent.#HostContext")
	if c.Value.Err() != nil {
		c.syntaxOnly() // an element that is in error hides the others from evaluation
	}
	c.verify(out)
	return out
}

// schema compiles the definition at a path. Where it is missing or in error the result has no kind, and a diagnostic is
// given elsewhere: nothing is known of such a schema, so nothing more is said of what refers to it.
func (c *Compiler) schema(path string) ir.Type {
	t := c.optionalSchema(path)
	if t == nil {
		return ir.Type{}
	}
	return *t
}

func (c *Compiler) optionalSchema(path string) *ir.Type {
	c.seen[path] = true
	n, ok := c.Package.Find(path)
	if !ok {
		c.madeElsewhere(path)
		return nil
	}
	c.oneFile(n)
	t, ok := c.Types.Schema(n)
	if !ok {
		return &ir.Type{}
	}
	c.Types.Inherit(&t)
	return &t
}

// madeElsewhere reports a schema that evaluates but stands nowhere in the text: a comprehension made it.
func (c *Compiler) madeElsewhere(path string) {
	p := cue.ParsePath(path)
	if p.Err() != nil || !c.Value.LookupPath(p).Exists() {
		return
	}
	if c.declaredBySchema(path) {
		return
	}
	c.fail(codeMadeElsewhere, path, "a schema that a comprehension makes is not supported yet", "write the schema out where it belongs")
}

// declaredBySchema tells whether only the authoring schema declares the path: the author gave none.
func (c *Compiler) declaredBySchema(path string) bool {
	v := c.Value.LookupPath(cue.ParsePath(path))
	return v.IncompleteKind() == cue.TopKind
}

// oneFile reports a schema that is put together from two files: a reader of either sees half of it.
func (c *Compiler) oneFile(n *spec.Node) {
	if len(n.Decls) < 2 {
		return
	}
	first := spec.At(n.Decls[0].Field)
	for _, d := range n.Decls[1:] {
		if pos := spec.At(d.Field); pos.File != first.File {
			c.twoFiles(n, first, pos)
			return
		}
	}
}
