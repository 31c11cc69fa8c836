package check

import "github.com/ikgen/ikgen/internal/diag"

// The codes of what a schema for a vendor's models cannot say. `ikgen schema --profile` reports them: only it knows for
// which vendor a schema is meant.
const (
	CodeProfileMoves = "IK1090"
	CodeProfileShape = "IK1091"
)

func profileMoves() Rule {
	return Rule{
		Code: CodeProfileMoves, Severity: diag.Warning, Name: "profile-moves", By: "schema --profile",
		Title: "a constraint that the schema for a vendor does not carry",
		Text: "Vendors of models take a part of JSON Schema only. A constraint outside of it is told to the model in a description,\n" +
			"and checked when the answer is decoded: the model may break it, which costs a repair call. Where it matters,\n" +
			"say it in a form that the vendor takes, such as an enum. docs/reference/json-schema.md says what each takes.",
		Before: "size!: strings.MinRunes(1) & =~\"^(S|M|L)$\"",
		After:  "size!: \"S\" | \"M\" | \"L\"",
		Run:    func(*Context) {},
	}
}
