// Package wirerules turns the constraints of the intermediate representation into the rules of runtime/wire, for the
// renderer, which writes them as Go source, and for the interpreter, which runs them. Both thus judge alike.
//
// It is pure, and knows neither documents nor Go source. A constraint that wire cannot express exactly is an error.
package wirerules
