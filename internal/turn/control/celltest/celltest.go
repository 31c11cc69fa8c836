// Package celltest has a turn for every cell of the table of conversation control, for the tests of the stages that ask it.
package celltest

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// Cell is a cell of the table that can arise.
type Cell struct{ Ruling control.Ruling }

// All are the cells that can arise, by question and form.
func All() []Cell {
	var out []Cell
	for q := control.Nothing; q <= control.Group; q++ {
		for f := control.OptionClick; f <= control.Words; f++ {
			switch choice := q == control.Choice || q == control.Group; {
			case f == control.Conflicting && !choice, f == control.Label && q <= control.Work:
				continue
			}
			out = append(out, Cell{control.Rule(q, f)})
		}
	}
	return out
}

// Name names the cell in a test.
func (c Cell) Name() string {
	return fmt.Sprintf("question %d form %d", c.Ruling.Question, c.Ruling.Form)
}

// Clicked tells whether the turn has a click.
func (c Cell) Clicked() bool {
	return c.Ruling.Form == control.OptionClick || c.Ruling.Form == control.ActionClick
}

// Open gives the change of a checkpoint that opens a question. Its options have the first one's example "2".
func Open(q control.Question) func(*ik.Checkpoint) {
	switch q {
	case control.Nothing:
		return func(*ik.Checkpoint) {}
	case control.Work:
		return snaptest.Waiting("help.answer", ik.AgendaReady)
	case control.Group:
		menu := snaptest.Group("catalog.find", "help.answer")
		menu.Options[0].ReferenceExamples = []string{"2"}
		return snaptest.Open(menu)
	}
	open := map[control.Question]*ik.Interaction{
		control.Input: snaptest.Question(), control.Confirmation: snaptest.Confirmation(), control.Choice: snaptest.Choice(""),
		control.Clarification: {ID: "cl", Kind: ik.InteractionClarification, Goal: "What do you mean?"},
	}[q]
	open.Options = snaptest.Choice("catalog.compare").Options
	open.Options[0].ReferenceExamples = []string{"2"}
	return snaptest.Open(open)
}

// Input is a turn of the cell.
func (c Cell) Input() snapshot.Input {
	in := snaptest.Scene("well", Open(c.Ruling.Question))
	var open ik.Interaction
	if in.Checkpoint.Interaction != nil {
		open = *in.Checkpoint.Interaction
	}
	switch c.Ruling.Form {
	case control.OptionClick:
		in.Selection = snaptest.Click(open.ID, "opt-1")
		if c.Ruling.Question == control.Group {
			in.Selection = snaptest.Click(open.ID, open.Options[0].ID)
		}
	case control.ActionClick:
		in.Selection = &ik.TurnSelection{InteractionID: open.ID, Action: "more"}
	case control.Conflicting:
		in.Message.Content = " 2 "
	case control.Number:
		in.Message.Content = "1"
	case control.Label:
		in.Message.Content = open.Options[1].Label
	}
	return in
}

// WithAction is a turn of the cell in which an option stands for the action of its click.
func (c Cell) WithAction() snapshot.Input {
	in := c.Input()
	in.Checkpoint.Interaction.Options[1].Value = map[string]any{"action": "more"}
	return in
}
