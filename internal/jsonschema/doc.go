// Package jsonschema writes JSON Schema (draft 2020-12) of the types of the intermediate representation: in full,
// whatever the types say, and in the profiles of model vendors, who take a part of JSON Schema only.
//
// It owns the form of the schemas: fields in the order of the spec, closed objects, definitions for what is shared or
// recursive, exact numbers; and for each vendor the published rules (see vendor.go), what becomes of a constraint that
// these rules have no word for, and which shapes cannot be sent. It knows neither Go source nor CUE, nor how a vendor is
// called. The same input gives the same bytes. A constraint that JSON Schema cannot express exactly is an error.
package jsonschema
