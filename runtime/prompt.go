package ik

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
)

// PromptDefinition is one entry of a frozen catalog.
type PromptDefinition struct {
	ID        string   `json:"id"`
	Version   int      `json:"contractVersion"`
	Template  string   `json:"template"`
	Variables []string `json:"variables"`
}

// Hash is the SHA-256 of the template, in hex.
func (d PromptDefinition) Hash() string { return TextHash(d.Template) }

// TextHash is the SHA-256 of a text, in hex.
func TextHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// PromptReference is a prompt with the values of its variables.
type PromptReference struct {
	Definition PromptDefinition  `json:"definition"`
	Values     map[string]string `json:"values"`
}

// ResolvedPrompt is a template that stands in for a default one. Revision names it: 1 to 200 code points, not blank.
type ResolvedPrompt struct {
	Template string `json:"template"`
	Revision string `json:"revision"`
}

// PromptResolver replaces templates of the kernel's prompts at run time. An error fails the request with
// MODEL_PROMPT_RESOLUTION_FAILED; its text is discarded.
type PromptResolver interface {
	ResolvePrompt(context.Context, PromptReference) (ResolvedPrompt, error)
}
