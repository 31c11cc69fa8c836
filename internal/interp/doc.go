// Package interp runs the intermediate representation of an agent without any Go of its own: schemas, declarative
// rules, conditions, templates and privacy masks are interpreted, and handlers are given by the caller.
//
// It owns the second implementation of what generated code does, so it shares nothing with the renderer: where the two
// disagree, one of them is wrong, and a differential test says so. It takes only the rules of scalars, the issue codes
// and the scanner from runtime/wire, so that both speak the same words. It knows neither CUE nor Go source, and not how
// a turn runs.
//
// A value that an interpreted schema decoded is a json.RawMessage: fields in the order of the schema, defaults filled,
// numbers in their shortest form, which is what the generated type of the same value would be written as.
package interp
