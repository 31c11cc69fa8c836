package interpret_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// reasonable is far above what the largest answer takes on a busy machine, and far below what it takes when something is
// read once for each of its thousands of parts.
const reasonable = 20 * time.Second

// manyOptions is an open choice of a thousand options.
func manyOptions() *ik.Interaction {
	i := snaptest.Choice("")
	i.Options = nil
	for n := range 1000 {
		i.Options = append(i.Options, ik.Option{ID: fmt.Sprintf("o%d", n), Label: "L", Value: n})
	}
	return i
}

// manyQuotes are a hundred intentions with a hundred quotes each.
func manyQuotes(id, text string) []obj {
	var quotes []any
	for range 100 {
		quotes = append(quotes, obj{"text": text, "meaning": "m", "messageIndex": 3})
	}
	list := make([]obj, 100)
	for n := range list {
		list[n] = res(id, obj{"evidence": quotes})
	}
	return list
}

// Answers may have 4 MB, and the message that they quote may be long too: the work must not grow with their product.
func TestALargeAnswerIsReadInReasonableTime(t *testing.T) {
	words := strings.Repeat("é x ", 200_000)
	number := json.RawMessage(strings.Repeat("1", 1_000_000))
	wide := obj{}
	for n := range 20_000 {
		wide[fmt.Sprintf("key-%d", n)] = n
	}
	for name, c := range map[string]struct {
		scene scene
		say   obj
	}{
		"quotes of a long message": {
			scene{selection: selected("catalog.find"), message: strings.Repeat("é lorem ipsum ", 3_000)},
			batch(nil, manyQuotes("catalog.find", "nowhere")...),
		},
		"quotes beside a long exit": {
			scene{selection: selected("catalog.compare"), open: menu()},
			batch(goOn(obj{"evidence": words}), manyQuotes("catalog.compare", "op")...),
		},
		"a number beside many options": {
			scene{selection: selected("catalog.find"), open: manyOptions()}, batch(ans("ch", number), res("catalog.find")),
		},
		"an object beside many options": {
			scene{selection: selected("catalog.find"), open: manyOptions()}, batch(ans("ch", wide), res("catalog.find")),
		},
		"a target beside many options": {
			scene{selection: selected("catalog.find"), open: manyOptions()},
			batch(nil, res("catalog.find", obj{"references": []any{obj{"expression": "x", "target": strings.Repeat("yo1", 300_000), "evidence": "e"}}})),
		},
	} {
		t.Run(name, func(t *testing.T) {
			raw, err := json.Marshal(c.say)
			require.NoError(t, err)
			require.Less(t, len(raw), 4<<20, "a larger one is not read at all")
			start := time.Now()
			c.scene.hostile(t, raw)
			assert.Less(t, time.Since(start), reasonable)
		})
	}
}

// hostile runs a scene with one answer for the interpretation and its repair, and reviews that support everything.
func (c scene) hostile(t *testing.T, raw json.RawMessage) {
	t.Helper()
	attack(t, c, func(r ik.ModelRequest) []byte {
		if r.Prompt.Definition.ID == promptINT || r.Prompt.Definition.ID == promptINTR {
			return raw
		}
		return []byte(`{"verdict":"supported","rationale":"r"}`)
	})
}
