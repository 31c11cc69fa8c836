// Package rules holds the rules of an agent's definition that are the same at build time and at run time: who provides
// which fact, which capability depends on which, in which order they can run, what a write must say, and how {{…}}
// templates are read.
//
// It works on plain data and imports the standard library alone. It knows neither CUE, nor the intermediate
// representation, nor handlers: internal/check and the run-time compile both translate into it, so that they cannot
// come to different verdicts.
package rules
