package model

import (
	"sync"

	"github.com/ikgen/ikgen/internal/turn/project/write"
	ik "github.com/ikgen/ikgen/runtime"
)

// Catalog is the kernel's prompts as one agent words them, and the schemas of answers that it asks for again and again.
// It is safe for concurrent use. What a prompt says, and what events tell of it, is worked out once.
type Catalog struct {
	prompts map[string]*wording
	shelf   shelf
}

// wording is one prompt with the agent's replacement of it, if any.
type wording struct {
	def         ik.PromptDefinition
	replacement *ik.ResolvedPrompt

	defaults once // the catalog's own text
	standing once // the text that stands when no host replaces it
}

// once is a text that is rendered once, when it is first asked for.
type once struct {
	sync.Once
	text   rendered
	failed bool
}

// get renders the text, or gives it. Errors are made anew each time, since each belongs to whom it is given to.
func (o *once) get(render func() (rendered, error)) (rendered, error) {
	var err error
	o.Do(func() {
		o.text, err = render()
		o.failed = err != nil
	})
	if o.failed && err == nil {
		return render()
	}
	return o.text, err
}

// NewCatalog makes the catalog of an agent from definitions and the agent's replacements.
func NewCatalog(definitions []ik.PromptDefinition, overrides []ik.KernelPromptOverride) *Catalog {
	c := &Catalog{prompts: make(map[string]*wording, len(definitions))}
	for _, d := range definitions {
		c.prompts[d.ID] = &wording{def: d}
	}
	for _, o := range overrides {
		if w := c.prompts[o.ID]; w != nil {
			w.replacement = &ik.ResolvedPrompt{Template: o.Template, Revision: o.Revision}
		}
	}
	return c
}

// own is the prompt with the catalog's own text.
func (w *wording) own() (rendered, error) {
	return w.defaults.get(func() (rendered, error) {
		return render(w.def, ik.ResolvedPrompt{Template: w.def.Template, Revision: defaultRevision})
	})
}

// stands is the prompt with the text that stands when no host replaces it.
func (w *wording) stands() (rendered, error) {
	return w.standing.get(func() (rendered, error) {
		own, err := w.own()
		if err != nil || w.replacement == nil {
			return own, err
		}
		if err := checkResolved(*w.replacement); err != nil {
			return rendered{}, err
		}
		return render(w.def, *w.replacement)
	})
}

func render(def ik.PromptDefinition, chosen ik.ResolvedPrompt) (rendered, error) {
	var replaced *string
	if chosen.Template != def.Template {
		replaced = &chosen.Template
	}
	text, err := ik.RenderPrompt(def, nil, replaced)
	if err != nil {
		return rendered{}, err
	}
	return rendered{def: def, resolved: chosen, text: text, told: tellPrompt(def, chosen, text)}, nil
}

// tellPrompt writes the members of an audit that tell of instructions.
func tellPrompt(def ik.PromptDefinition, chosen ik.ResolvedPrompt, text string) []byte {
	instructions := ik.TextHash(text)
	template := instructions
	if chosen.Template != text {
		template = ik.TextHash(chosen.Template)
	}
	b := write.Buffer(len(text) + 512)
	b = write.String(append(b, `"instructionDigest":`...), instructions)
	b = write.String(append(b, `,"prompt":{"id":`...), def.ID)
	b = write.Int(append(b, `,"contractVersion":`...), def.Version)
	b = write.String(append(b, `,"revision":`...), chosen.Revision)
	b = write.String(append(b, `,"templateHash":`...), template)
	b = write.String(append(b, `,"instructionHash":`...), instructions)
	b = write.String(append(b, `,"instructions":`...), text)
	return append(b, '}')
}
