package cases

import (
	"fmt"
	"slices"

	"github.com/ikgen/ikgen/internal/cases/tree"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/jsonval"
)

// expandScripts writes every short result of a case in its long form. pointer says which one an error is about.
func expandScripts(scripts []Script, agent *ir.Agent) (pointer string, err error) {
	for i := range scripts {
		for j, e := range scripts[i].Entries {
			if !isShortResult(e) {
				continue
			}
			long, err := longResult(e, agent)
			if err != nil {
				return tree.Index(scripts[i].at, j), err
			}
			scripts[i].Entries[j] = long
		}
	}
	return "", nil
}

// longResult makes {"output", "facts", "say"} a completed result: one evidence record per fact, whose id is the fact's
// key (of a keyed fact with "/" and the instance's key), and "say" as canonical message that all of them prove.
func longResult(short *tree.Value, agent *ir.Agent) (*tree.Value, error) {
	result := tree.Obj(tree.M("status", tree.Text("completed")))
	output := short.Get("output")
	if output == nil {
		output = tree.Obj()
	}
	result.Set("output", output)
	if facts := short.Get("facts"); facts != nil {
		candidates, evidence := tree.List(), tree.List()
		for _, f := range facts.Members {
			if err := addFact(f, agent, candidates, evidence); err != nil {
				return nil, err
			}
		}
		result.Set("facts", candidates)
		result.Set("evidence", evidence)
	}
	if say := short.Get("say"); say != nil {
		result.Set("canonicalResponse", canonical(say, result.Get("evidence")))
	}
	long := tree.Obj()
	for _, m := range short.Members {
		if !slices.Contains([]string{"output", "facts", "say"}, m.Key) {
			long.Members = append(long.Members, m)
		}
	}
	long.Set("result", result)
	return long, nil
}

func canonical(say, evidence *tree.Value) *tree.Value {
	claims := tree.List()
	if evidence != nil && len(evidence.Items) > 0 {
		ids := tree.List()
		for _, e := range evidence.Items {
			ids.Items = append(ids.Items, e.Get("id"))
		}
		claims.Items = append(claims.Items, tree.Obj(tree.M("text", say), tree.M("evidenceIds", ids)))
	}
	return tree.Obj(tree.M("message", say), tree.M("claims", claims))
}

func addFact(f tree.Member, agent *ir.Agent, candidates, evidence *tree.Value) error {
	ref := factKey(f.Key)
	if ref == nil {
		return fmt.Errorf("%q is not type@version", f.Key)
	}
	decl := findFact(agent, f.Key)
	if decl == nil || decl.InstanceKey == "" {
		record(ref, f.Key, "", f.Value, candidates, evidence)
		return nil
	}
	if f.Value.Kind != tree.Array {
		return fmt.Errorf("%q is a keyed fact: it is given as a list of its instances", f.Key)
	}
	for _, v := range f.Value.Items {
		key, ok := jsonval.Lookup(raw(v), splitPath(decl.InstanceKey)...)
		if !ok {
			return fmt.Errorf("an instance of %q has no %q", f.Key, decl.InstanceKey)
		}
		text := keyText(key)
		record(ref, f.Key+"/"+text, text, v, candidates, evidence)
	}
	return nil
}

func record(ref *tree.Value, id, key string, value, candidates, evidence *tree.Value) {
	c := ref.Clone()
	if key != "" {
		c.Set("key", tree.Text(key))
	}
	c.Set("value", value)
	c.Set("evidenceIds", tree.List(tree.Text(id)))
	c.Set("dependsOn", tree.List())
	candidates.Items = append(candidates.Items, c)
	evidence.Items = append(evidence.Items, tree.Obj(
		tree.M("id", tree.Text(id)), tree.M("source", tree.Text("capability")), tree.M("content", tree.Text(id)),
	))
}

func findFact(agent *ir.Agent, key string) *ir.Fact {
	if agent == nil {
		return nil
	}
	for i := range agent.Facts {
		if agent.Facts[i].Key == key {
			return &agent.Facts[i]
		}
	}
	return nil
}
