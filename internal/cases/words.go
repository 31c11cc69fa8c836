package cases

import (
	"encoding/json"
	"strings"

	"github.com/ikgen/ikgen/internal/cases/tree"
	ik "github.com/ikgen/ikgen/runtime"
)

// factKey splits "type@version" into the members that results name facts by, or gives nil.
func factKey(key string) *tree.Value {
	ref := ik.FactKey(key).Ref()
	if ref.Version < 1 || string(ref.FactKey()) != key {
		return nil
	}
	return tree.Obj(tree.M("type", tree.Text(string(ref.Type))), tree.M("version", tree.Int(ref.Version)))
}

func splitPath(path string) []string { return strings.Split(path, ".") }

// keyText is the text of an instance key: a string as it is, anything else as its JSON text.
func keyText(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) == nil {
		return s
	}
	return string(value)
}
