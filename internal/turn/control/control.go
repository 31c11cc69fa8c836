// Package control decides who reads what came this turn: the kernel alone, or a model whose reading is reviewed.
//
// It owns the rules of short answers, numbers, labels and clicks as one table over what is open and in which form the
// user answered. It reads nothing but the form: what words mean is for models, and it neither selects nor interprets.
// Stages ask the table before they ask a model.
package control

import (
	"strconv"

	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// Question is what is open when a message comes.
type Question int

// The questions. There is always exactly one.
const (
	Nothing       Question = iota // no question, no open work
	Work                          // no question, but open work
	Input                         // a question for a value
	Clarification                 // a question that no capability owns by itself
	Confirmation                  // a question for yes or no
	Choice                        // an ordinary choice of options
	Group                         // a menu of capabilities
	questions
)

// Form is how the user answered.
type Form int

// The forms. A click hides the text beside it: OfText tells the form of that.
const (
	OptionClick Form = iota // a click on an option of the open question
	ActionClick             // a click with a free action
	Conflicting             // a number that is one option's position and another option's example
	Number                  // any other number alone, canonically written
	Label                   // exactly the label of an option
	Words                   // everything else: short answers, acknowledgements, sentences
	forms
)

// Decision says who decides and what is certain before any model is asked.
type Decision int

// The decisions.
const (
	// Refused: the click fits nothing. The turn ends before any model call, with code INTERACTION_SELECTION_MISMATCH.
	Refused Decision = iota
	// Bound: the click alone says everything. No model is called.
	Bound
	// Answered: the click is the answer, whatever models say. They read what stands beside it.
	Answered
	// AnsweredByValue: as Answered where an option has the action as its value. Else the turn ends before any model call,
	// with code INTERACTION_ACTION_NOT_ALLOWED.
	AnsweredByValue
	// NoOperation: a model reads the message, but it cannot make a request of it.
	NoOperation
	// NoOption: a model reads the message, but it cannot make it pick an option: two fit equally.
	NoOption
	// Language: a model reads the message, and reviews judge what it made of it.
	Language
)

// Ruling is one cell of the table.
type Ruling struct {
	Question Question
	Form     Form
	Decision Decision
}

// Rule looks a cell up.
func Rule(q Question, f Form) Ruling { return Ruling{q, f, table[q][f]} }

// Of is the ruling on a turn. A click stands above the text beside it.
func Of(s *snapshot.Snapshot) Ruling {
	switch click := s.Selection; {
	case click == nil:
		return OfText(s)
	case click.OptionID != nil:
		return Rule(QuestionOf(s), OptionClick)
	default:
		return Rule(QuestionOf(s), ActionClick)
	}
}

// OfText is the ruling on the text of a turn alone, as if there was no click beside it.
func OfText(s *snapshot.Snapshot) Ruling {
	return Rule(QuestionOf(s), textForm(s.Interaction, s.Current.Content))
}

// QuestionOf tells what is open. A kind of question that is not known counts as a clarification: nothing is certain.
func QuestionOf(s *snapshot.Snapshot) Question {
	switch i := s.Interaction; {
	case i == nil && len(s.Agenda) == 0:
		return Nothing
	case i == nil:
		return Work
	case s.IsGroup():
		return Group
	case i.Kind == ik.InteractionInput:
		return Input
	case i.Kind == ik.InteractionConfirmation:
		return Confirmation
	case i.Kind == ik.InteractionChoice:
		return Choice
	default:
		return Clarification
	}
}

func textForm(i *ik.Interaction, message string) Form {
	text := ik.Trim(message)
	switch {
	case Conflict(i, message):
		return Conflicting
	case CanonicalNumber(text):
		return Number
	case isLabel(i, text):
		return Label
	default:
		return Words
	}
}

func isLabel(i *ik.Interaction, text string) bool {
	if i == nil {
		return false
	}
	for _, o := range i.Options {
		if o.Label != "" && o.Label == text {
			return true
		}
	}
	return false
}

// Conflict tells whether a message is the position of one option of a choice and, word by word, an example of another:
// then neither is meant for certain. Nothing else is parsed: "2.", "02" and "2 units" never conflict.
func Conflict(i *ik.Interaction, message string) bool {
	if i == nil || i.Kind != ik.InteractionChoice {
		return false
	}
	text := ik.Trim(message)
	for n := range i.Options {
		if strconv.Itoa(n+1) == text {
			return isExample(i, n, text)
		}
	}
	return false
}

// isExample tells whether a text is an example of any option but one.
func isExample(i *ik.Interaction, except int, text string) bool {
	for n, o := range i.Options {
		if n == except {
			continue
		}
		for _, e := range o.ReferenceExamples {
			if e == text {
				return true
			}
		}
	}
	return false
}
