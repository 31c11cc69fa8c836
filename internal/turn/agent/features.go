package agent

import ik "github.com/ikgen/ikgen/runtime"

// checkFeatures refuses what a definition may already say and the kernel can not do yet. Each case says so by name:
// behaviour that is silently missing would be found in production.
func checkFeatures(a *Agent) error {
	for i := range a.Def.Capabilities {
		if name := capabilityFeature(&a.Def.Capabilities[i]); name != "" {
			return unsupported(name, string(a.Def.Capabilities[i].ID))
		}
	}
	return nil
}

func unsupported(feature, where string) *ik.Error {
	return broken("FEATURE_NOT_SUPPORTED", "%q uses %s, which is not supported yet", where, feature).
		With("feature", feature).With("target", where)
}

func capabilityFeature(c *ik.CapabilityDefinition) string {
	if c.References != nil {
		return "reference requirements"
	}
	for _, r := range c.Requires {
		if name := requirementFeature(r); name != "" {
			return name
		}
	}
	return ""
}

func requirementFeature(r ik.Requirement) string {
	if r.Resolution != "" && r.Resolution != "runtime" && r.Resolution != "optional" {
		return "requirements with resolution " + r.Resolution
	}
	return ""
}
