// Package kernel runs the turns of a conversation.
//
// It owns the life of one turn: the deadline, the lease of the thread, replay, the state that a turn starts from and the
// one commit that ends it, and between them the list of stages: snapshot, select, interpret, plan, execute, reduce, the
// work that follows of itself, compose, commit. What a stage does is the stage's own business. The kernel keeps nothing
// between turns: many processes may serve one population of threads over one store.
package kernel
