package cases

import (
	"time"

	"github.com/ikgen/ikgen/internal/cases/tree"
	ik "github.com/ikgen/ikgen/runtime"
)

// Case is one case file, decoded and with $use filled in; short forms are still short.
type Case struct {
	File       string // as it was given
	Story      string // the comment of the archive
	Now        time.Time
	Limits     ik.Limits
	Checkpoint *tree.Value // nil: the thread is new
	AgentDir   string      // directory of the agent relative to the file; empty: in the archive

	Capabilities []Script
	Automation   []Script
	Policies     []Script
	Advice       []Script

	Redact     []string
	Migrations []Migration
	Faults     []Fault
	Turns      []Turn
	Expect     *End

	archive *archive
	root    *tree.Value
	update  bool // expectations are rewritten from what happened
}

// Script is the list of what one handler does, call by call.
type Script struct {
	ID      string
	Entries []*tree.Value
	at      string // JSON Pointer of the list
	offset  int    // of its key in case.json
}

// Migration lets an agent of one folder take over threads of another.
type Migration struct{ From, To string }

// Fault makes the store or the sink fail once in one turn. Turns count from 1, restarts included.
type Fault struct {
	Turn int
	At   string // lease, effect.begin, effect.finish, commit, sink
	Lost bool   // it happened, and the caller sees an error all the same
	at   string
}

// Turn is one message of the user, or a restart.
type Turn struct {
	Restart bool
	Agent   string // of a restart: folder of the agent; empty: as before

	Thread        ik.ThreadID
	ID            ik.TurnID
	Text          string
	HasText       bool
	Selection     *ik.TurnSelection
	Summary       string
	HostContext   *tree.Value
	HostFacts     *tree.Value
	CancelAfterMs int // 0: never

	Model    []*tree.Value // scripted answers, short forms included
	HasModel bool
	Expect   *TurnExpect

	source *tree.Value
	at     string
}

// TurnExpect is what must come out of one turn.
type TurnExpect struct {
	Error, Response, Checkpoint *tree.Value
	Events, Requests            *tree.Value
	Invoked, Prompts            *tree.Value
	AbsentEvents, AbsentText    []string

	source *tree.Value
}

// End is what must hold after the last turn.
type End struct {
	Effects, Facts, Agenda, Messages *tree.Value

	source *tree.Value
}
