// Package later lists the fields of the authoring format whose behaviour comes in a later version of the tool.
//
// It owns the list alone: one table, from which a line goes when its behaviour arrives. Such a field is compiled all
// the same, and is refused with one diagnostic.
package later

// Code is the code of the diagnostic.
const Code = "IK0130"

// Field is one field that is not supported yet.
type Field struct {
	// Path leads to the field from `agent`: labels, "*" for any key of a map, "[]" for any element of a list.
	Path []string
	// Value narrows the row to one value of the field; "" means any.
	Value string
	// Instead says what to write today.
	Instead string
}

// Fields are the fields that are not supported yet.
func Fields() []Field {
	return []Field{
		{Path: []string{"facts", "*", "key"}, Instead: "keep one value: leave out key"},
		{Path: []string{"facts", "*", "provider"}, Value: "host", Instead: "let a capability provide the fact"},
		{Path: []string{"facts", "*", "alternatives"}, Instead: "let one capability provide the fact"},
		{Path: []string{"capabilities", "*", "requires", "[]", "key"}, Instead: "leave out key"},
		{Path: []string{"capabilities", "*", "requires", "[]", "from"}, Instead: "leave out from: the user asks for the read"},
		{Path: []string{"capabilities", "*", "requires", "[]", "anyOf"}, Instead: "require one fact"},
		{Path: []string{"capabilities", "*", "requires", "[]", "resolution"}, Value: "optional", Instead: "leave out the requirement"},
		{Path: []string{"capabilities", "*", "offeredWhen"}, Instead: "leave it out: the capability is always offered"},
		{Path: []string{"capabilities", "*", "after"}, Instead: "give the order by a fact: provides and requires"},
		{Path: []string{"capabilities", "*", "idempotent"}, Instead: "leave it out: an unknown outcome is then settled by hand"},
		{Path: []string{"capabilities", "*", "destructive"}, Instead: "leave it out: the write is asked like any other"},
		{Path: []string{"capabilities", "*", "references"}, Instead: "leave it out, and check the choice in the handler"},
		{Path: []string{"capabilities", "*", "automation"}, Instead: "leave it out: the user asks for the capability"},
		{Path: []string{"policies", "*", "rules", "[]", "#Unless"}, Instead: "write the exception as a constraint of #Match, or a handler"},
		{Path: []string{"policies", "*", "rules", "[]", "olderThan"}, Instead: "write a handler"},
		{Path: []string{"policies", "*", "rules", "[]", "newerThan"}, Instead: "write a handler"},
		{Path: []string{"policies", "*", "rules", "[]", "phase"}, Value: "result", Instead: "check the result in the handler of the capability"},
		{Path: []string{"advice", "*"}, Instead: "put lasting instructions into identity or guidance"},
		{Path: []string{"progression"}, Instead: "leave it out: the user leads the conversation"},
		{Path: []string{"kernelPrompts", "*"}, Instead: "give a resolver to the kernel at run time"},
		{Path: []string{"#HostContext"}, Instead: "leave it out: handlers then get the context as JSON"},
	}
}

// Attributes are the @ik attributes that are not supported yet, with what to write today.
func Attributes() map[string]string {
	return map[string]string{
		"from": "leave it out, and read the value in the handler",
	}
}
