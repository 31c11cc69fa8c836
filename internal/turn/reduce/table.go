package reduce

import ik "github.com/ikgen/ikgen/runtime"

// This file and question_table.go are the written state tables of open work and of questions. The reducer does what they
// say and nothing else; a test walks every cell, and the documentation shows them.

// state is where open work stands, as the table tells it apart: the status, and for work that failed whether an effect of
// it may have happened.
type state int

// The states of open work: the columns of agendaTable.
const (
	ready state = iota
	waitingInput
	waitingFacts
	waitingConfirmation
	blocked
	uncertain
)

var stateNames = [...]string{"`ready`", "`waiting_input`", "`waiting_facts`", "`waiting_confirmation`", "`blocked`", "`blocked`, effect open"}

// event is what a turn does to work that was open before it.
type event string

// The events, the strongest first: where several meet, the first one counts.
const (
	objectiveCancelled event = "the goal is cancelled"
	cancelled          event = "it is cancelled"
	answered           event = "its question is answered"
	unjudged           event = "a step goes on with it, and a policy fails"
	refused            event = "a step goes on with it, and is refused"
	continued          event = "a step goes on with it"
	repeated           event = "the same request again"
	similar            event = "another request of its capability"
	untouched          event = "nothing"
	orphaned           event = "nothing is left that it was started for"
)

// fate is what becomes of open work. What is replaced goes, and what the step leaves open takes its place.
type fate string

const (
	stays    fate = "stays"
	goes     fate = "goes"
	replaced fate = "replaced"
)

// agendaTable says what becomes of open work: by what the turn does, and where the work stands.
var agendaTable = [...]struct {
	event event
	fates [len(stateNames)]fate
}{
	{objectiveCancelled, [...]fate{goes, goes, goes, goes, goes, goes}},
	{cancelled, [...]fate{goes, goes, goes, goes, goes, goes}},
	{answered, [...]fate{goes, goes, goes, goes, goes, goes}},
	{unjudged, [...]fate{stays, stays, stays, stays, stays, stays}},
	{refused, [...]fate{goes, goes, goes, goes, goes, goes}},
	{continued, [...]fate{replaced, replaced, replaced, replaced, replaced, replaced}},
	{repeated, [...]fate{replaced, replaced, replaced, replaced, replaced, stays}},
	{similar, [...]fate{stays, stays, stays, stays, replaced, stays}},
	{untouched, [...]fate{stays, stays, stays, stays, stays, stays}},
	{orphaned, [...]fate{goes, goes, goes, goes, goes, goes}},
}

func fateOf(e event, s state) fate {
	for i := range agendaTable {
		if agendaTable[i].event == e {
			return agendaTable[i].fates[s]
		}
	}
	return stays
}

// outcome is how a step ended.
type outcome string

const (
	stepRefused      outcome = "refused"
	stepUnclear      outcome = "has to be made clear"
	stepUnconfirmed  outcome = "has to be confirmed"
	stepLacksFacts   outcome = "lacks facts"
	stepLeft         outcome = "no room for it, or nothing to ask any more"
	stepNotRun       outcome = "did not run"
	stepPending      outcome = "skipped: a fact is still to come"
	stepSkipped      outcome = "skipped: a step failed"
	stepInput        outcome = "`needs_input`"
	stepDependency   outcome = "`needs_dependency`"
	stepConfirmation outcome = "`needs_confirmation`"
	stepFollowUp     outcome = "`completed`, and asks"
	stepCompleted    outcome = "`completed`"
	stepFailed       outcome = "`failed`"
)

// source says where the continuation of open work comes from.
type source string

const (
	fromNothing source = ""
	fromStep    source = "the step's"
	fromResult  source = "the result's"
	fromPartial source = "the partial input"
)

// left is what a step leaves open. Without a status it is nothing.
type left struct {
	outcome      outcome
	status       ik.AgendaStatus
	continuation source
	// answer tells that a choice which could not be delivered yet is kept.
	answer bool
}

// outcomeTable says what a step leaves open: by how it ended.
var outcomeTable = [...]left{
	{stepRefused, "", fromNothing, false},
	{stepUnclear, ik.AgendaWaitingInput, fromStep, false},
	{stepUnconfirmed, ik.AgendaWaitingConfirmation, fromStep, false},
	{stepLacksFacts, ik.AgendaWaitingFacts, fromStep, true},
	{stepLeft, ik.AgendaReady, fromStep, true},
	{stepNotRun, "", fromNothing, false},
	{stepPending, ik.AgendaWaitingFacts, fromStep, true},
	{stepSkipped, ik.AgendaBlocked, fromStep, false},
	{stepInput, ik.AgendaWaitingInput, fromPartial, false},
	{stepDependency, ik.AgendaWaitingFacts, fromResult, false},
	{stepConfirmation, ik.AgendaWaitingConfirmation, fromResult, false},
	{stepFollowUp, ik.AgendaWaitingInput, fromResult, false},
	{stepCompleted, "", fromNothing, false},
	{stepFailed, ik.AgendaBlocked, fromStep, false},
}

func leftBy(o outcome) left {
	for _, l := range outcomeTable {
		if l.outcome == o {
			return l
		}
	}
	return left{outcome: o}
}
