package model

import ik "github.com/ikgen/ikgen/runtime"

// spend takes one call from the budget. Tokens are known only after a call, so the call that passes their bound is made
// and the next one is refused.
func (c *Caller) spend() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if limit := c.cfg.MaxCalls; limit != nil && c.usage.ModelCalls >= *limit {
		return ik.NewError(ik.KindBudget, "MODEL_CALL_BUDGET_EXCEEDED", "the turn used up its model calls").
			With("limit", *limit)
	}
	if limit := c.cfg.MaxTokens; limit != nil && c.tokens() >= *limit {
		return ik.NewError(ik.KindBudget, "TOKEN_BUDGET_EXCEEDED", "the turn used up its tokens").
			With("limit", *limit).With("used", c.tokens())
	}
	c.usage.ModelCalls++
	return nil
}

func (c *Caller) tokens() int { return c.usage.InputTokens + c.usage.OutputTokens }

// count adds what a call cost. A gateway that counts below zero gives nothing back.
func (c *Caller) count(u *ik.ModelUsage) {
	if u == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.usage.InputTokens += max(0, u.InputTokens)
	c.usage.OutputTokens += max(0, u.OutputTokens)
}
