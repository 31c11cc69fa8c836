package progression

import (
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// This file is the written state table of occurrences. Reconciliation moves them by it alone; a test walks every cell, and
// the documentation shows it.

// status is where an occurrence stands: the columns of the table.
type status string

// The states of an occurrence. The last three are final.
const (
	pending    status = "pending"
	active     status = "active"
	declined   status = "declined"
	satisfied  status = "satisfied"
	superseded status = "superseded"
)

func statuses() []status { return []status{pending, active, declined, satisfied, superseded} }

// happening is what a turn does to an occurrence.
type happening string

const (
	factsGone       happening = "its facts are gone or published anew, or its rule is gone"
	goalCancelled   happening = "the objective is cancelled"
	completed       happening = "its capability completes"
	memberCompleted happening = "a member completes, and the menu comes back"
	memberEnded     happening = "a member completes, and the menu does not come back"
	failedOnce      happening = "its work fails, and may be tried again"
	failedForGood   happening = "its work fails for good"
	memberOpen      happening = "a member is picked, and its work is open"
	left            happening = "the user goes on, after a member completed"
	leftAtOnce      happening = "the user goes on, before any member completed, or declines the offer"
	accepted        happening = "the user accepts the offer of a menu"
	started         happening = "it is next: its capability starts"
	shown           happening = "it is next: its menu or its offer is shown"
	workGone        happening = "its work was declined, denied or cancelled"
	memberGone      happening = "the work of its member was declined, denied or cancelled"
	reopened        happening = "a fact that it published is gone, and open work needs it"
	abandoned       happening = "nothing needs the lost fact any more"
)

// binding is what becomes of the tie between an occurrence and the capability that works for it.
type binding string

const (
	keeps binding = ""
	binds binding = "bound"
	frees binding = "free"
)

// never is a cell that changes nothing.
const never status = ""

// row says where an occurrence goes: by what happens, and where it stands.
type row struct {
	happening happening
	next      [5]status
	binding   binding
}

// occurrenceTable is the whole life of an occurrence. It begins as pending, when the facts of its rule are there.
var occurrenceTable = [...]row{
	{factsGone, [5]status{superseded, superseded}, keeps},
	{goalCancelled, [5]status{declined, declined}, frees},
	{completed, [5]status{satisfied, satisfied}, frees},
	{memberCompleted, [5]status{pending, pending}, frees},
	{memberEnded, [5]status{satisfied, satisfied}, frees},
	{failedOnce, [5]status{pending, pending}, frees},
	{failedForGood, [5]status{active, active}, binds},
	{memberOpen, [5]status{active, active}, binds},
	{left, [5]status{satisfied, satisfied}, frees},
	{leftAtOnce, [5]status{declined, declined}, frees},
	{accepted, [5]status{pending, active}, keeps},
	{started, [5]status{active, never}, binds},
	{shown, [5]status{pending, never}, keeps},
	{workGone, [5]status{never, declined}, frees},
	{memberGone, [5]status{never, pending}, frees},
	{reopened, [5]status{never, never, never, pending, never}, frees},
	{abandoned, [5]status{superseded}, frees},
}

// move takes an occurrence where the table says. member is who it is bound to, where the table binds. It tells whether
// the table has a way from there.
func move(o *ik.Occurrence, h happening, member ik.CapabilityID) bool {
	at := slices.Index(statuses(), status(o.Status))
	for i := range occurrenceTable {
		row := &occurrenceTable[i]
		if row.happening != h || at < 0 || row.next[at] == never {
			continue
		}
		o.Status = string(row.next[at])
		switch row.binding {
		case binds:
			o.ActiveMember = member
		case frees:
			o.ActiveMember = ""
		}
		return true
	}
	return false
}

// over tells whether an occurrence came to its end.
func over(o *ik.Occurrence) bool { return o.Status != string(pending) && o.Status != string(active) }
