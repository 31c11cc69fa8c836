// Package model makes the model calls of one turn.
//
// It owns one call from prompt to validated answer: which prompt text stands in for which, the alias of the model, the
// events of the call, its budget and its cost. It does not know what a task is for, what its input means or what to do
// about a bad answer: stages build inputs, read answers and repair.
package model

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/ikgen/ikgen/internal/turn/emit"
	ik "github.com/ikgen/ikgen/runtime"
)

// Config is what the calls of one turn share. Resolver and Emitter may be nil.
type Config struct {
	Gateway  ik.ModelGateway
	Resolver ik.PromptResolver // the host's; it wins over Overrides
	Emitter  *emit.Emitter
	// Overrides are the agent's replacements of the kernel's prompts.
	Overrides []ik.KernelPromptOverride
	// Alias gives the model's alias of a task, "" for none.
	Alias func(task string) string
	// MaxCalls and MaxTokens bound the turn; nil: no bound.
	MaxCalls, MaxTokens *int
}

// Call is one request. Prompt is the id of a prompt of the kernel's catalog.
type Call struct {
	Task   string
	Prompt string
	// Input is anything that encoding/json writes. A json.RawMessage, alone or as a member of a map, must be as
	// encoding/json wrote it: it is sent as it is. One that is alone is the context, without any member beside it.
	Input any
	// Output describes the answer and decodes it.
	Output ik.Schema
	// Published is the schema of Output as it goes out, where that was written before; nil: it is written.
	Published    json.RawMessage
	Capabilities []ik.CapabilityProjection
	// Private reads a raw answer for the events: the answer without its private places, and texts that must be masked in
	// every later event. Nil: nothing in the answer is private by declaration.
	Private func(json.RawMessage) (proposal any, texts []string)
}

// Answer is what came back. Issues say why Value is nil: the answer does not have the demanded structure.
type Answer struct {
	Raw    json.RawMessage
	Value  any
	Issues []ik.Issue
}

// Valid tells whether the answer has the demanded structure.
func (a Answer) Valid() bool { return len(a.Issues) == 0 }

// Caller makes the model calls of one turn and keeps their causal chain and their cost. It is safe for concurrent use,
// but calls of one turn are a chain: stages make one after the other.
type Caller struct {
	cfg     Config
	catalog *Catalog

	mu    sync.Mutex
	head  ik.EventID
	usage ik.TurnUsage
	seen  *seenContext
}

// New makes the caller of one turn over a catalog of its own. The agent's replacements are in cfg.
func New(cfg Config, catalog []ik.PromptDefinition) *Caller {
	return Over(cfg, NewCatalog(catalog, cfg.Overrides))
}

// Over makes the caller of one turn over the catalog of its agent, which the turns of the agent share. The replacements
// of cfg are not read: they are in the catalog.
func Over(cfg Config, catalog *Catalog) *Caller { return &Caller{cfg: cfg, catalog: catalog} }

// Begin sets the event that causes the next call: the last one before the stage.
func (c *Caller) Begin(cause ik.EventID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.head = cause
}

// Head is the event that a stage's own event is caused by: the last of the calls since Begin, else what Begin was told.
func (c *Caller) Head() ik.EventID {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.head
}

// Usage is what the calls of the turn cost so far.
func (c *Caller) Usage() ik.TurnUsage {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.usage
}

// Invoke makes one call. Faults of the gateway, of prompts and of budgets are errors: those of the gateway as they are,
// or with code MODEL_GATEWAY_FAILED when they are not of this product. An answer of the wrong structure is no error:
// Answer.Issues names what is wrong.
func (c *Caller) Invoke(ctx context.Context, call Call) (Answer, error) {
	prompt, err := c.resolve(ctx, call.Prompt)
	if err != nil {
		return Answer{}, err
	}
	req, in, err := c.request(call, prompt)
	if err != nil {
		return Answer{}, err
	}
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	if err := c.spend(); err != nil {
		return Answer{}, err
	}
	c.invoked(ctx, call, req, in, prompt)
	res, err := c.send(ctx, req)
	if err != nil {
		c.failed(ctx, call.Task, err)
		return Answer{}, err
	}
	c.count(res.Usage)
	c.completed(ctx, call, res)
	return decode(call.Output, res.Value), nil
}

// request builds what the gateway gets, and gives its input in parts for the event.
func (c *Caller) request(call Call, prompt rendered) (ik.ModelRequest, input, error) {
	in, err := written(call.Input)
	if err != nil {
		return ik.ModelRequest{}, in, ik.NewError(ik.KindBase, "MODEL_INPUT_INVALID",
			"the input of %q cannot be written as JSON", call.Task).Because(err)
	}
	capabilities := call.Capabilities
	if capabilities == nil {
		capabilities = []ik.CapabilityProjection{}
	}
	published := call.Published
	if published == nil {
		published = json.RawMessage(call.Output.ModelJSON())
	}
	return ik.ModelRequest{
		Task: call.Task, Model: c.alias(call.Task), System: prompt.text, Prompt: prompt.reference(), Input: in.raw,
		OutputSchema: published, Capabilities: capabilities,
	}, in, nil
}

func (c *Caller) alias(task string) string {
	if c.cfg.Alias == nil {
		return ""
	}
	return c.cfg.Alias(task)
}
