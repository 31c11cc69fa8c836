package ik

// What generated code calls beside the constructors that stand with their types. It keeps generated files small.

// InputOf gives the typed input of a capability. The error has code INVALID_CAPABILITY_INPUT: the kernel was handed a
// value that the capability's schema did not decode.
func InputOf[T any](capability CapabilityID, in any) (T, error) {
	v, ok := in.(T)
	if !ok {
		return v, NewError(KindSchema, "INVALID_CAPABILITY_INPUT", "the input of %q has the wrong type %T", capability, in).
			With("capabilityId", string(capability))
	}
	return v, nil
}

// NeedsDependencyResult asks for a required fact: provider runs with in, then the capability again, with the continuation
// of the options.
func NeedsDependencyResult(fact FactKey, provider CapabilityID, in any, opts ...DependencyOption) Result {
	r := Result{Status: StatusNeedsDependency, Requirement: fact.Ref(), Provider: provider, ProviderIn: in}
	for _, o := range opts {
		if o.continues {
			r.Continuation = o.continuation
		}
		r.Redactions = append(r.Redactions, o.redactions...)
	}
	return r
}

// ContinuationOf decodes what the last result of the work carried. ok=false: there is none. A continuation that does not
// fit the schema is a SchemaError, never an absent one.
func ContinuationOf[T any](s *Scope, schema Schema) (v T, ok bool, err error) {
	if len(s.inv.Continuation) == 0 {
		return v, false, nil
	}
	decoded, issues := schema.Decode(s.inv.Continuation)
	if len(issues) > 0 {
		return v, false, &SchemaError{Type: schema.Name, Issues: issues}
	}
	v, ok = decoded.(T)
	if !ok {
		return v, false, NewError(KindSchema, "INVALID_CONTINUATION", "the continuation has the wrong type %T", decoded)
	}
	return v, true, nil
}
