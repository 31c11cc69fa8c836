package render

import (
	"strings"

	"github.com/ikgen/ikgen/internal/gonames"
)

// typeDoc is the comment of a type: the author's words, or else what the type is for. purposes are those of agents.
func (g *generator) typeDoc(d *gonames.Decl, purposes map[string]string) string {
	text := d.Go + " is " + purpose(d, purposes) + "."
	if doc := strings.TrimSpace(d.Doc); doc != "" {
		text = d.Go + ": " + doc
		if strings.HasPrefix(doc, d.Go+" ") {
			text = doc
		}
		if own, ok := strings.CutPrefix(doc, d.Definition+" "); ok && d.Definition != "" {
			text = d.Go + " " + own
		}
	}
	if _, nullable := g.bare(&d.Type); nullable && d.Root {
		text += "\n\nIt may be null, which is a nil pointer."
	}
	return text
}

// purpose says what a type stands for.
func purpose(d *gonames.Decl, purposes map[string]string) string {
	if d.Definition != "" {
		return "the definition " + oneLine(d.Definition)
	}
	if s, ok := purposes[d.Path]; ok {
		return oneLine(s)
	}
	return oneLine(d.Path)
}

// purposes are the schemas of the agent's elements in words, by path.
func (g *generator) purposes() map[string]string {
	out := map[string]string{gonames.HostContextPath(): "what the host hands over with a turn"}
	if g.agent == nil {
		return out
	}
	for _, f := range g.agent.Facts {
		out[gonames.ValuePath(f.Key)] = "the value of the fact " + f.Key
	}
	for _, c := range g.agent.Capabilities {
		out[gonames.InputPath(c.ID)] = "the input of " + c.ID
		out[gonames.OutputPath(c.ID)] = "the output of " + c.ID
		out[gonames.ContinuationPath(c.ID)] = "what a result of " + c.ID + " carries over to its resumption"
	}
	for _, p := range g.agent.Ports {
		for _, m := range p.Methods {
			out[gonames.PortInPath(p.Name, m.Name)] = "what " + m.Name + " of the port " + p.Name + " takes"
			out[gonames.PortOutPath(p.Name, m.Name)] = "what " + m.Name + " of the port " + p.Name + " gives"
		}
	}
	return out
}
