// Package schema carries the CUE authoring schema of ikgen (CUE package ik) as bytes, so that the tool can load a
// spec without a CUE registry. It owns the text alone and knows nothing of loading or checking.
package schema

import (
	"bytes"
	_ "embed"
)

// ImportPath is the CUE import path of the authoring schema.
const ImportPath = "github.com/ikgen/ikgen/schema/ik"

// FileName is the name of the schema's one file.
const FileName = "ik.cue"

//go:embed ik.cue
var source []byte

// IsCopy tells whether a text is a copy of the schema, of this version or of another.
func IsCopy(text []byte) bool { return bytes.HasPrefix(text, []byte(mark)) }

// mark is how every version of the schema begins.
const mark = "// Package ik is the authoring schema of ikgen"

// Source returns a copy of the schema's text.
func Source() []byte { return bytes.Clone(source) }
