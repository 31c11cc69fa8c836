package compose

// route is a way to answer.
type route int

const (
	routeModel     route = iota // a model words the answer
	routeProtected              // trusted copy that models must not see
	routeDirect                 // exact copy says it all, or must not be shown to a model
)

// trait is something about a turn that decides how it is answered. A turn has any set of them.
type trait uint16

const (
	protectedCopy  trait = 1 << iota // the question has trusted copy that did not go out yet
	redactedCopy                     // a model would see other copy, or another question beside copy, than the user must
	issuesToTell                     // something failed or was refused
	decisionToTell                   // work was given up, or nothing does what was asked for
	wordedQuestion                   // a model may word the question
	requiredCopy                     // copy must reach the user word by word
	wholeCopy                        // all work that somebody waits for has copy
	repeatedCopy                     // joining all copy would say a required result twice
	onlyAsks                         // nothing is done, and a question is there that must be answered

	allTraits trait = 1<<iota - 1
)

// rule is one row of the decision table: it holds for a turn that has all traits of yes and none of no.
type rule struct {
	why     string
	yes, no trait
	route   route
}

// table decides how a turn is answered: exactly one row holds for any turn. There is no way from one route to another but
// from the model to verified copy.
func table() []rule {
	const (
		shown = protectedCopy | redactedCopy // no model may see it
		plain = shown | issuesToTell | decisionToTell | wordedQuestion
	)
	return []rule{
		{"trusted copy goes out once, unseen by models", protectedCopy, 0, routeProtected},
		{"what a model would see is not what must be said", redactedCopy, protectedCopy, routeDirect},
		{"an issue has to be explained", issuesToTell, shown, routeModel},
		{"a decision has to be explained", decisionToTell, shown | issuesToTell, routeModel},
		{"the question is to be worded", wordedQuestion, shown | issuesToTell | decisionToTell, routeModel},
		{"copy says it all", requiredCopy | wholeCopy, plain | repeatedCopy, routeDirect},
		{"copy would repeat itself", requiredCopy | wholeCopy | repeatedCopy, plain, routeModel},
		{"some work has no copy", requiredCopy, plain | wholeCopy, routeModel},
		{"only a question is there", onlyAsks, plain | requiredCopy, routeDirect},
		{"anything else", 0, plain | requiredCopy | onlyAsks, routeModel},
	}
}

// decideRoute gives the route of a turn with the traits.
func decideRoute(has trait) route {
	for _, r := range table() {
		if has&r.yes == r.yes && has&r.no == 0 {
			return r.route
		}
	}
	return routeModel
}

// traits tells what the turn has.
func (c *composition) traits() trait {
	d := &c.delivery
	var out trait
	for _, t := range []struct {
		trait trait
		holds bool
	}{
		{protectedCopy, c.protectedText() != ""},
		{redactedCopy, c.redactionTouchesCopy()},
		{issuesToTell, len(c.brief.Issues) > 0},
		{decisionToTell, c.brief.Decision.separate()},
		{wordedQuestion, d.contextual()},
		{requiredCopy, len(d.required) > 0},
		{wholeCopy, len(d.copies) == d.completed},
		{repeatedCopy, c.repeatsRequired()},
		{onlyAsks, len(d.required) == 0 && d.completed == 0 && d.asks()},
	} {
		if t.holds {
			out |= t.trait
		}
	}
	return out
}
