package check

import (
	"fmt"
	"regexp"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/gonames"
)

func goNameCollision() Rule {
	return Rule{
		Code: "IK1013", Severity: diag.Error, Name: "go-name-collision",
		Title: "two elements would get the same Go name",
		Text: "Ids and field names become Go names: \"order.find\" becomes OrderFind. Two that differ only in what Go cannot say\n" +
			"would be one declaration. Rename one of them, or give a definition or field another Go name with @go(Name).",
		Before: "capabilities: {\"order.find\": {…}, \"order-find\": {…}}",
		After:  "capabilities: {\"order.find\": {…}, \"order.search\": {…}}",
		Run: func(c *Context) {
			_, collisions := c.in.Naming.Of(c.Package, c.in.Deps)
			for _, x := range onePerPair(collisions) {
				last := elementPath(x.Paths[len(x.Paths)-1])
				f := finding{
					Path: last, Message: fmt.Sprintf("the Go name %s is taken", x.Name),
					Help: "rename one of them, or give it another Go name: @go(Name)",
				}
				if memberPath.MatchString(last) {
					f.Help = `give the members of the enum Go names, in their order: @ik(names="First,Second")`
				}
				if len(x.Paths) == 1 {
					f.Message += " by generated code"
				}
				for _, p := range x.Paths[:len(x.Paths)-1] {
					p = elementPath(p)
					f.Related = append(f.Related, related{p, fmt.Sprintf("%s gets it too", p)})
				}
				c.report(f)
			}
		},
	}
}

// onePerPair keeps one collision of those that two elements have with each other, the one with the shortest name: two
// capabilities collide in a dozen generated names, and one says it all.
func onePerPair(collisions []gonames.Collision) []gonames.Collision {
	var out []gonames.Collision
	at := map[string]int{}
	for _, x := range collisions {
		if len(x.Paths) == 0 {
			continue
		}
		pair := ""
		for _, p := range x.Paths {
			pair += owner.FindString(p) + "\n"
		}
		i, known := at[pair]
		switch {
		case !known:
			at[pair] = len(out)
			out = append(out, x)
		case len(x.Name) < len(out[i].Name):
			out[i] = x
		}
	}
	return out
}

// owner is the element of the agent that a path lies in, or the whole path.
var owner = regexp.MustCompile(`^agent\.[a-z]+\."(?:[^"\\]|\\.)*"|^.*`)

// memberPath is the path of a member of an enum.
var memberPath = regexp.MustCompile(`\[[0-9]+\]$`)

// plainLabel is a quoted label that needs no quotes.
var plainLabel = regexp.MustCompile(`\."([A-Za-z_$][A-Za-z0-9_$]*)"`)

// elementPath writes a path as diagnostics do: without quotes around identifiers.
func elementPath(path string) string { return plainLabel.ReplaceAllString(path, ".$1") }
