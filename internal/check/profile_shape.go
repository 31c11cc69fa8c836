package check

import "github.com/ikgen/ikgen/internal/diag"

func profileShape() Rule {
	return Rule{
		Code: CodeProfileShape, Severity: diag.Error, Name: "profile-shape", By: "schema --profile",
		Title: "a schema that a vendor refuses",
		Text: "Some shapes cannot be sent to a vendor at all: maps and values of any type, where every key must be named; recursion;\n" +
			"schemas above a size that the vendor publishes. A model of this vendor cannot be asked for such a value.",
		Before: "prices!: [string]: number",
		After:  "prices!: [...{item!: string, price!: number}]",
		Run:    func(*Context) {},
	}
}
