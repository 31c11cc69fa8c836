// Package reserved names the kinds of questions and of option values that are the kernel's own: the kernel writes them,
// and takes an answer to them to heart without asking a model. No handler and no policy may use them.
//
// It is the one home of these texts, which are part of the stored state and of what hosts see. It knows nothing of what
// any kind leads to.
package reserved

// Kinds of the payload of a question.
const (
	Group      = "progression.group"  // a menu, or the offer of one thing
	WriteOrder = "kernel.write-order" // which of several writes goes first
)

// Kinds of the value of an option of a menu.
const (
	Continue = "progression.continue" // goes on without the menu, or declines an offer
	Member   = "progression.member"   // starts a capability of the menu
	Accept   = "progression.accept"   // accepts the offer of a menu
)

// Payload tells whether a kind of payload is the kernel's own.
func Payload(kind string) bool { return kind == Group || kind == WriteOrder }

// Value tells whether a kind of option value is the kernel's own.
func Value(kind string) bool { return kind == Continue || kind == Member || kind == Accept }
