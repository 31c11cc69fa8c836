package ir

import "encoding/json"

// Version is the version of the representation. It rises when a reader of an older version could misread a newer one.
const Version = 1

// Package is one compiled CUE package.
type Package struct {
	IRVersion int    `json:"irVersion"`
	Path      string `json:"path"`         // CUE import path without a version suffix, e.g. "example.com/app/agent"
	Name      string `json:"name"`         // Go package name
	Go        string `json:"go,omitempty"` // Go import path given by @ik(go=…): the package is generated elsewhere
	// Types are the definitions of the package in code order of their names. A definition that only describes a scalar
	// is a type too.
	Types []TypeDef `json:"types,omitempty"`
	// Imports are the CUE packages whose types this one refers to, in code order of their paths.
	Imports []Import `json:"imports,omitempty"`
	Agent   *Agent   `json:"agent,omitempty"`
	Catalog []Prompt `json:"catalog,omitempty"` // prompts of a package with a top-level `catalog`
	// HasCatalog tells an empty catalog from no catalog.
	HasCatalog bool `json:"hasCatalog,omitempty"`
	// Suites are the evaluation suites as exported JSON, in code order of their field names.
	Suites []Suite `json:"suites,omitempty"`
}

// Import is another compiled package that this one refers to.
type Import struct {
	Path string `json:"path"`         // CUE import path
	Name string `json:"name"`         // Go package name
	Go   string `json:"go,omitempty"` // Go import path from @ik(go=…), else empty: found by the renderer
}

// TypeDef is a named definition.
type TypeDef struct {
	Name string `json:"name"` // CUE name with its #, e.g. "#Order"
	Go   string `json:"go,omitempty"`
	Doc  string `json:"doc,omitempty"`
	Type Type   `json:"type"`
}

// Suite is one evaluation suite.
type Suite struct {
	Field string          `json:"field"`
	JSON  json.RawMessage `json:"json"`
}
