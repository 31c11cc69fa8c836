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
	def      ik.PromptDefinition
	resolved ik.ResolvedPrompt
	text     string
	told     []byte // the members of an audit that tell of it
}

// reference is what a request or a resolver gets. The values are its own.
func (r rendered) reference() ik.PromptReference {
	return ik.PromptReference{Definition: r.def, Values: map[string]string{}}
}

// resolve finds the text of a prompt: the host's resolver first, then the agent's replacement, then the catalog. There
// is no way back from a faulty replacement to another text.
func (c *Caller) resolve(ctx context.Context, id string) (rendered, error) {
	w := c.catalog.prompts[id]
	if w == nil {
		return rendered{}, configuration("MODEL_PROMPT_UNIDENTIFIED", "a model request names no prompt of the catalog")
	}
	if c.cfg.Resolver == nil {
		return w.stands()
	}
	own, err := w.own()
	if err != nil {
		return rendered{}, err
	}
	chosen, err := ask(ctx, c.cfg.Resolver, own.reference())
	if err != nil {
		return rendered{}, err
	}
	return render(w.def, chosen)
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
