package cases

import (
	"context"
	"os"
	"strings"
)

// Agents are agents that several calls share.
type Agents = agentCache

// NewAgents gives an empty Agents.
func NewAgents() *Agents { return newAgentCache() }

// ExpandWith is Expand with shared agents.
func ExpandWith(ctx context.Context, file string, agents *Agents) ([]byte, error) {
	return expand(ctx, file, agents)
}

// Documents runs a case and gives everything that happened in its turns.
func Documents(ctx context.Context, file string, agents *Agents) (string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	c, err := Parse(file, data)
	if err != nil {
		return "", err
	}
	backend, err := openMemory(ctx)
	if err != nil {
		return "", err
	}
	r := newRunner(c, backend, agents)
	r.keep = true
	if err := r.run(ctx); err != nil {
		return "", err
	}
	var out strings.Builder
	for _, d := range r.documents {
		out.Write(d.JSON())
		out.WriteByte('\n')
	}
	return out.String(), nil
}
