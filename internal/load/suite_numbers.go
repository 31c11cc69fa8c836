package load

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// rounds reports the numbers of an exported document that a double cannot carry: whoever reads the file would get others.
func (j *judge) rounds(raw []byte, path string) bool {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return false // the canonical form says what is wrong
	}
	found := false
	eachNumber(v, path, func(n json.Number, path string) {
		if carried(n) {
			return
		}
		found = true
		j.report(diag.Diagnostic{
			Code: codeValue, Severity: diag.Error, Path: path, Pos: j.u.spec.At(path),
			Message: fmt.Sprintf("the number %s has more digits than JSON readers keep", n), Help: "write a shorter number, or a string",
		})
	})
	return found
}

// eachNumber visits the numbers of a document in order.
func eachNumber(v any, path string, visit func(json.Number, string)) {
	switch v := v.(type) {
	case json.Number:
		visit(v, path)
	case []any:
		for i, item := range v {
			eachNumber(item, fmt.Sprintf("%s[%d]", path, i), visit)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			eachNumber(v[key], spec.Join(path, key), visit)
		}
	}
}

// carried tells whether the nearest double is written as the number.
func carried(n json.Number) bool {
	f, err := n.Float64()
	if err != nil {
		return false
	}
	want, ok := new(big.Rat).SetString(n.String())
	have, ok2 := new(big.Rat).SetString(strconv.FormatFloat(f, 'g', -1, 64))
	return ok && ok2 && want.Cmp(have) == 0
}
