package control

// table has the decision of every cell. The page docs/kernel/control.md shows the same.
var table = [questions][forms]Decision{
	Nothing: {
		OptionClick: Refused, ActionClick: Refused, Conflicting: NoOperation, Number: NoOperation, Label: Language, Words: Language,
	},
	Work: {
		OptionClick: Refused, ActionClick: Refused, Conflicting: Language, Number: Language, Label: Language, Words: Language,
	},
	Input: {
		OptionClick: Answered, ActionClick: Answered, Conflicting: Language, Number: Language, Label: Language, Words: Language,
	},
	Clarification: {
		OptionClick: Answered, ActionClick: Answered, Conflicting: Language, Number: Language, Label: Language, Words: Language,
	},
	Confirmation: {
		OptionClick: Answered, ActionClick: Answered, Conflicting: Language, Number: Language, Label: Language, Words: Language,
	},
	Choice: {
		OptionClick: Answered, ActionClick: AnsweredByValue, Conflicting: NoOption, Number: Language, Label: Language, Words: Language,
	},
	Group: {
		OptionClick: Bound, ActionClick: AnsweredByValue, Conflicting: NoOption, Number: Language, Label: Language, Words: Language,
	},
}
