// Package cases runs conversations that are written down as files: a scripted model, scripted capabilities, and what
// must come out. It needs no Go of the agent and no network, so it is both a user's test and the kernel's conformance
// suite.
//
// It owns the format of case files, their short forms, the scripts that stand in for models, handlers, clock, ids and
// faults, the comparison with what is expected, and the report. It loads agents through internal/load and runs them
// through internal/interp and runtime/kernel; it knows neither how a turn works nor how a schema is checked.
package cases
