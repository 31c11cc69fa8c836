package agent

import ik "github.com/ikgen/ikgen/runtime"

// checkFeatures refuses what a definition may already say and the kernel can not do yet. Each case says so by name:
// behaviour that is silently missing would be found in production.
func checkFeatures(a *Agent) error {
	if a.Def.Progression != nil {
		return unsupported("progression", string(a.Def.ID))
	}
	if a.Def.HostContext != nil {
		return unsupported("host context schemas", string(a.Def.ID))
	}
	for i := range a.Def.Facts {
		if name := factFeature(&a.Def.Facts[i]); name != "" {
			return unsupported(name, string(a.Def.Facts[i].Fact))
		}
	}
	for i := range a.Def.Capabilities {
		if name := capabilityFeature(&a.Def.Capabilities[i]); name != "" {
			return unsupported(name, string(a.Def.Capabilities[i].ID))
		}
	}
	for i := range a.Def.Policies {
		if a.Def.Policies[i].Result != nil {
			return unsupported("policy rules of phase result", string(a.Def.Policies[i].ID))
		}
	}
	return nil
}

func unsupported(feature, where string) *ik.Error {
	return broken("FEATURE_NOT_SUPPORTED", "%q uses %s, which is not supported yet", where, feature).
		With("feature", feature).With("target", where)
}

func factFeature(f *ik.FactDefinition) string {
	switch {
	case f.Host:
		return "host facts"
	case f.KeyPath != "":
		return "keyed facts"
	}
	return ""
}

func capabilityFeature(c *ik.CapabilityDefinition) string {
	switch {
	case c.Automation != 0 || c.CreateInput != nil:
		return "automation"
	case c.References != nil:
		return "reference requirements"
	case len(c.Filled) > 0:
		return "filled inputs"
	}
	for _, r := range c.Requires {
		if name := requirementFeature(r); name != "" {
			return name
		}
	}
	return ""
}

func requirementFeature(r ik.Requirement) string {
	switch {
	case r.From != nil:
		return "planned reads"
	case r.Key != "":
		return "keyed requirements"
	case r.Resolution != "" && r.Resolution != "runtime" && r.Resolution != "optional":
		return "requirements with resolution " + r.Resolution
	}
	return ""
}
