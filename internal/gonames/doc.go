// Package gonames gives every generated Go name of a package: of types, fields, enum members, capabilities, facts,
// policies, ports, prompts and packages. It is the one place where an id or a JSON key of the spec becomes Go.
//
// It owns the spelling (initialisms, awkward keys, keywords) and the search for collisions. It is pure and
// deterministic, and knows neither CUE nor how the Go source is written.
package gonames
