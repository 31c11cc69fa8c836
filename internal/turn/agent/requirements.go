package agent

// checkRequirements refuses a way to meet a requirement that the kernel does not know: it would block, or not block, by
// accident.
func checkRequirements(a *Agent) error {
	for i := range a.Def.Capabilities {
		c := &a.Def.Capabilities[i]
		for _, r := range c.Requires {
			switch r.Resolution {
			case "", "runtime", "optional":
			default:
				return broken("INVALID_REQUIREMENT_RESOLUTION",
					"a requirement of capability %q has the resolution %q; it is runtime, optional or absent", c.ID, r.Resolution).
					With("capabilityId", string(c.ID)).With("resolution", r.Resolution)
			}
		}
	}
	return nil
}
