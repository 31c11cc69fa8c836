package reduce

// place is where a question stands. The active question is what the user is asked; a waiting one is kept with its work,
// and asked when the place is free.
type place int

const (
	active place = iota
	activeOptional
	waiting
	gone // no column: nothing comes back from there
)

var placeNames = [...]string{"active", "active, optional", "waiting", "gone"}

// occasion is what a turn does to a question that was there before it.
type occasion string

// The occasions, the strongest first: where several meet, the first one counts.
const (
	workGone   occasion = "its work is gone or replaced"
	dismissed  occasion = "a result takes the active question away"
	factsKnown occasion = "the facts that it asks for are known"
	otherWork  occasion = "other work, and it is the only question"
	offered    occasion = "another capability asks something optional"
	outranked  occasion = "another question is asked"
	placeFree  occasion = "the place is free, and it waits longest"
	idle       occasion = "nothing"
)

// questionTable says what becomes of a question: by what the turn does, and where the question stands.
var questionTable = [...]struct {
	occasion occasion
	next     [gone]place
}{
	{workGone, [...]place{gone, gone, gone}},
	{dismissed, [...]place{gone, gone, waiting}},
	{factsKnown, [...]place{waiting, gone, waiting}},
	{otherWork, [...]place{active, gone, waiting}},
	{offered, [...]place{active, gone, waiting}},
	{outranked, [...]place{waiting, gone, waiting}},
	{placeFree, [...]place{active, activeOptional, active}},
	{idle, [...]place{active, activeOptional, waiting}},
}

func placeAfter(o occasion, p place) place {
	for i := range questionTable {
		if p < gone && questionTable[i].occasion == o {
			return questionTable[i].next[p]
		}
	}
	return gone
}
