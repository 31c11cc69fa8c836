package kernel

import (
	"unicode/utf8"

	"github.com/ikgen/ikgen/generated/kernelprompts"
	ik "github.com/ikgen/ikgen/runtime"
)

// maxRevision is the length of the revision of a replaced prompt, in code points.
const maxRevision = 200

// PromptDefinitions gives the kernel's prompt catalog, in its order. The slice is the caller's own.
func PromptDefinitions() []ik.PromptDefinition { return kernelprompts.All() }

// checkPrompts holds the agent's replacements of kernel prompts to the catalog: each replaces a prompt that is there,
// by a text that can be rendered, and was made against the default that is in force. A default that changed since must
// be reviewed again.
func checkPrompts(list []ik.KernelPromptOverride) error {
	catalog := map[string]ik.PromptDefinition{}
	for _, d := range kernelprompts.All() {
		catalog[d.ID] = d
	}
	for _, o := range list {
		def, known := catalog[o.ID]
		var err *ik.Error
		switch {
		case !known:
			err = ik.NewError(ik.KindCompilation, "UNKNOWN_KERNEL_PROMPT", "the kernel has no prompt %q", o.ID)
		case o.Replaces != def.Hash():
			err = ik.NewError(ik.KindCompilation, "KERNEL_PROMPT_CHANGED", "the default of the prompt %q is not the one that was reviewed", o.ID).
				With("replaces", o.Replaces).With("current", def.Hash())
		case ik.IsBlank(o.Revision) || !utf8.ValidString(o.Revision) || utf8.RuneCountInString(o.Revision) > maxRevision:
			err = ik.NewError(ik.KindCompilation, "INVALID_MODEL_PROMPT_RESOLUTION", "the revision of the prompt %q is invalid", o.ID)
		default:
			if _, bad := ik.RenderPrompt(def, map[string]string{}, &o.Template); bad != nil {
				err = ik.NewError(ik.KindCompilation, "INVALID_MODEL_PROMPT", "the replacement of the prompt %q is invalid", o.ID)
			}
		}
		if err != nil {
			return err.With("promptId", o.ID)
		}
	}
	return nil
}
