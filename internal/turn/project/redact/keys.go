package redact

import (
	"maps"
	"slices"
)

// keys gives the keys of an object in code order, so that walks are the same on every run.
func keys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
