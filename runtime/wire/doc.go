// Package wire decodes and checks JSON documents for generated code: strictly, in one pass, without reflection, and with
// every issue of a document at once. The interpreter uses the same functions, so both give the same codes and words.
//
// It owns the scanner, the rules of scalars and the issue codes. It knows nothing of any schema: which fields an object
// has stands in the generated code. Messages never quote a value of the document, since values may be private.
//
// A reader that meets a fault records an issue, consumes the value all the same and goes on. Only a document that is
// no JSON, or that breaks a limit of size or depth, ends the reading early.
package wire
