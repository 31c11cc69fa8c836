package project_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/project"
	"github.com/ikgen/ikgen/internal/turn/project/redact"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// Whether there are private texts or not, a conversation is written alike.
func TestConversationWithAndWithoutPrivateTexts(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 600_000_000, time.FixedZone("x", 3600))
	m := project.Message{Index: 7, Message: ik.Message{Role: ik.RoleUser, Content: "a<b> \"é\"\u2028", At: at}}
	for name, c := range map[string]project.Conversation{
		"messages": {Recent: []project.Message{m, {Index: 8}}, Total: 9, Summary: "sum"}, "empty": {Recent: []project.Message{}}, "none": {},
	} {
		t.Run(name, func(t *testing.T) {
			a := snaptest.Agent(t)
			context := func(private ...string) json.RawMessage {
				raw, err := project.NewView(a, redact.New(private)).Context(project.Source{Conversation: c, Current: m, Now: at})
				require.NoError(t, err)
				return raw
			}
			assert.Equal(t, string(context("stands nowhere")), string(context()))
			_, ok := jsonval.Lookup(context(), "conversation", "totalMessages")
			assert.True(t, ok)
		})
	}
}

// An input of which nothing is private is shown as it is; what is no JSON is not shown.
func TestInputsAsTheyAre(t *testing.T) {
	v := project.NewView(snaptest.Agent(t), redact.New())
	for raw, want := range map[string]string{`{"a":[1.50,"<"]}`: `{"a":[1.50,"\u003c"]}`, `null`: `null`, `{`: `null`, ``: `null`} {
		got, err := json.Marshal(v.Input("catalog.find", []byte(raw)))
		require.NoError(t, err)
		assert.Equal(t, want, string(got), raw)
	}
	assert.Nil(t, v.Input("catalog.find", nil))
	assert.NotNil(t, v.Input("catalog.find", []byte("null")), "an explicit null is not an absent input")
}
