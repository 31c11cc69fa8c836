// Package jsonschema writes JSON Schema (draft 2020-12) of the types of the intermediate representation, in the full
// profile: whatever the types say, the schema says.
//
// It owns the form of the schemas: fields in the order of the spec, closed objects, definitions for what is shared or
// recursive, exact numbers. It knows neither Go source nor CUE. The same input gives the same bytes. A constraint that
// JSON Schema cannot express exactly is an error.
package jsonschema
