package model

import (
	"context"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/ikgen/ikgen/internal/turn/guard"
	ik "github.com/ikgen/ikgen/runtime"
)

// defaultRevision names the catalog's own text.
const defaultRevision = "default"

// maxRevision is the length of a revision in code points.
const maxRevision = 200

// rendered is a prompt that is ready to be sent.
type rendered struct {
	reference ik.PromptReference
	resolved  ik.ResolvedPrompt
	text      string
}

// resolve finds the text of a prompt: the host's resolver first, then the agent's replacement, then the catalog. There
// is no way back from a faulty replacement to another text.
func (c *Caller) resolve(ctx context.Context, id string) (rendered, error) {
	def, ok := c.prompts[id]
	if !ok {
		return rendered{}, configuration("MODEL_PROMPT_UNIDENTIFIED", "a model request names no prompt of the catalog")
	}
	ref := ik.PromptReference{Definition: def, Values: map[string]string{}}
	text, err := ik.RenderPrompt(def, ref.Values, nil)
	if err != nil {
		return rendered{}, err
	}
	chosen, err := c.choose(ctx, ref)
	if err != nil {
		return rendered{}, err
	}
	if chosen.Template != def.Template {
		if text, err = ik.RenderPrompt(def, ref.Values, &chosen.Template); err != nil {
			return rendered{}, err
		}
	}
	return rendered{reference: ref, resolved: chosen, text: text}, nil
}

func (c *Caller) choose(ctx context.Context, ref ik.PromptReference) (ik.ResolvedPrompt, error) {
	if c.cfg.Resolver != nil {
		return ask(ctx, c.cfg.Resolver, ref)
	}
	if chosen, ok := c.replace[ref.Definition.ID]; ok {
		return chosen, checkResolved(chosen)
	}
	return ik.ResolvedPrompt{Template: ref.Definition.Template, Revision: defaultRevision}, nil
}

// ask calls the host's resolver with a reference of its own. One that ignores the end of the turn is left behind. What
// went wrong is discarded: it may quote secrets.
func ask(ctx context.Context, r ik.PromptResolver, ref ik.PromptReference) (ik.ResolvedPrompt, error) {
	own := ref
	own.Definition.Variables = slices.Clone(ref.Definition.Variables)
	own.Values = maps.Clone(ref.Values)
	chosen, err := guard.Call(ctx, func(ctx context.Context) (ik.ResolvedPrompt, error) { return r.ResolvePrompt(ctx, own) })
	switch {
	case err == nil:
		return chosen, checkResolved(chosen)
	case ctx.Err() != nil:
		return ik.ResolvedPrompt{}, ctx.Err()
	}
	return ik.ResolvedPrompt{}, configuration("MODEL_PROMPT_RESOLUTION_FAILED", "the prompt resolver failed")
}

func checkResolved(p ik.ResolvedPrompt) error {
	if ik.IsBlank(p.Revision) || utf8.RuneCountInString(p.Revision) > maxRevision || !utf8.ValidString(p.Revision) {
		return configuration("INVALID_MODEL_PROMPT_RESOLUTION", "the revision of a replaced prompt is invalid")
	}
	return nil
}

func configuration(code, message string) error {
	return ik.NewError(ik.KindConfiguration, code, "%s", message)
}
