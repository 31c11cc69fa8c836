package snapshot

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/jsonval"
	ik "github.com/ikgen/ikgen/runtime"
)

// inputSchema is the schema of an input as models see it. What the kernel fills is not in it: a model must neither see
// nor choose it. Generated schemas leave it out themselves; those that were written by hand may not.
func inputSchema(c *ik.CapabilityDefinition) json.RawMessage {
	schema := json.RawMessage(c.Input.ModelJSON())
	switch {
	case len(schema) == 0:
		return json.RawMessage("{}")
	case len(c.Filled) == 0 || !showsFilled(c, schema):
		return schema
	}
	tree, ok := jsonval.Decode(schema)
	root, isObject := tree.(map[string]any)
	if !ok || !isObject {
		return schema
	}
	withoutFilled(c, definition(root))
	out, err := json.Marshal(root)
	if err != nil {
		return json.RawMessage("{}")
	}
	return out
}

// showsFilled tells whether a schema may have a field that the kernel fills.
func showsFilled(c *ik.CapabilityDefinition, schema json.RawMessage) bool {
	for name := range c.Filled {
		if quoted, err := json.Marshal(name); err == nil && strings.Contains(string(schema), string(quoted)) {
			return true
		}
	}
	return false
}

// definition is the object that describes the fields: the root, or the definition that it is nothing but a reference to.
func definition(root map[string]any) map[string]any {
	ref, _ := root["$ref"].(string)
	defs, _ := root["$defs"].(map[string]any)
	if target, ok := defs[ref[strings.LastIndexByte(ref, '/')+1:]].(map[string]any); ok {
		return target
	}
	return root
}

func withoutFilled(c *ik.CapabilityDefinition, object map[string]any) {
	if properties, ok := object["properties"].(map[string]any); ok {
		for name := range c.Filled {
			delete(properties, name)
		}
	}
	if required, ok := object["required"].([]any); ok {
		object["required"] = slices.DeleteFunc(required, func(name any) bool {
			text, isText := name.(string)
			_, filled := c.Filled[text]
			return isText && filled
		})
	}
}
