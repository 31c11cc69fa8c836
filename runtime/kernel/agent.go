package kernel

import (
	"github.com/ikgen/ikgen/generated/kernelprompts"
	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/model"
	ik "github.com/ikgen/ikgen/runtime"
)

// Agent is an agent that a kernel can run. It is immutable and safe for concurrent use.
type Agent struct {
	kernel *Kernel
	def    *agent.Agent
	limits limits
	// prompts are the kernel's prompts as the agent words them.
	prompts *model.Catalog
}

// Compile checks a definition and makes it runnable. Each call compiles anew; hosts compile once and keep the Agent. The
// error is of kind AgentCompilationError.
func (k *Kernel) Compile(def ik.AgentDefinition) (*Agent, error) {
	compiled, err := agent.Compile(k.watched(def))
	if err != nil {
		return nil, err
	}
	if err := checkLimits(def.Limits, ik.KindCompilation, "INVALID_AGENT_LIMIT"); err != nil {
		return nil, err
	}
	if err := checkPrompts(def.KernelPrompts); err != nil {
		return nil, err
	}
	return &Agent{
		kernel: k, def: compiled, limits: resolve(k.opt.Limits, def.Limits),
		prompts: model.NewCatalog(kernelprompts.All(), compiled.Def.KernelPrompts),
	}, nil
}

// ID is the agent's id.
func (a *Agent) ID() ik.AgentID { return a.def.Def.ID }

// Version is the agent's version.
func (a *Agent) Version() int { return a.def.Def.Version }

// Contract is the fingerprint of what stored threads depend on.
func (a *Agent) Contract() string { return a.def.Def.Contract }

// Audit is the fingerprint of what models read.
func (a *Agent) Audit() string { return a.def.Def.Audit }
