package bench

import (
	"fmt"
	"strings"
)

// AgentOf is a spec with n capabilities, each with an input, an output, a fact and a policy rule for every tenth.
func AgentOf(n int) string {
	var b strings.Builder
	b.WriteString("package desk\n\nimport \"github.com/ikgen/ikgen/schema/ik\"\n\nagent: ik.#Agent & {\n\tid: \"bench.desk\", version: 1, identity: \"A desk.\"\n")
	for i := range n {
		fmt.Fprintf(&b, `	facts: "thing.f%[1]d@1": #Value: {id!: string, n!: int & >=0}
	capabilities: "thing.c%[1]d": {
		version: 1, description: "Read thing number %[1]d", effect: "read"
		#Input: {id!: =~"^[A-Z]{2}[0-9]{4}$", limit: *10 | (int & >=1 & <=100)}
		#Output: {id!: string, state!: "open" | "done", tags!: [...string]}
		provides: ["thing.f%[1]d@1"]
	}
`, i)
		if i%10 == 0 {
			fmt.Fprintf(&b, "\tpolicies: \"p%[1]d\": {version: 1, on: [\"thing.c%[1]d\"], rules: [{#Match: input: limit: >50, verdict: \"deny\", reason: \"Too many\"}]}\n", i)
		}
	}
	b.WriteString("}\n")
	return b.String()
}
