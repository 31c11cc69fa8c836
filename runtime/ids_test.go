package ik_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
)

// semantic gives the constructors of ids that follow the grammar, by the name that their errors tell.
func semantic() map[string]func(string) (string, error) {
	return map[string]func(string) (string, error){
		"AgentId":      func(s string) (string, error) { id, err := ik.NewAgentID(s); return string(id), err },
		"CapabilityId": func(s string) (string, error) { id, err := ik.NewCapabilityID(s); return string(id), err },
		"PolicyId":     func(s string) (string, error) { id, err := ik.NewPolicyID(s); return string(id), err },
		"FactType":     func(s string) (string, error) { id, err := ik.NewFactType(s); return string(id), err },
	}
}

// opaque gives the constructors of ids that are any text but a blank one.
func opaque() map[string]func(string) (string, error) {
	return map[string]func(string) (string, error){
		"ThreadId":      func(s string) (string, error) { id, err := ik.NewThreadID(s); return string(id), err },
		"TurnId":        func(s string) (string, error) { id, err := ik.NewTurnID(s); return string(id), err },
		"EvidenceId":    func(s string) (string, error) { id, err := ik.NewEvidenceID(s); return string(id), err },
		"InteractionId": func(s string) (string, error) { id, err := ik.NewInteractionID(s); return string(id), err },
		"EffectId":      func(s string) (string, error) { id, err := ik.NewEffectID(s); return string(id), err },
	}
}

func TestSemanticIDs(t *testing.T) {
	for kind, make := range semantic() {
		t.Run("A-001 a text outside of the grammar is no id: "+kind, func(t *testing.T) {
			for _, bad := range []string{
				"Vehicle Search", "", "Product", "1abc", "a..b", "a.", ".a", "a-", "a_b", "a b", "á", "a\n", "a.-b",
			} {
				_, err := make(bad)
				e, ok := ik.AsError(err)
				require.True(t, ok, "%q", bad)
				assert.Equal(t, "INVALID_IDENTIFIER", e.Code)
				assert.Equal(t, ik.KindBase, e.Kind)
				assert.Equal(t, map[string]any{"kind": kind, "value": bad}, e.Context)
				assert.False(t, e.Retryable)
				assert.Contains(t, e.Message, kind)
			}
		})
		t.Run("A-002 ids are lower case: "+kind, func(t *testing.T) {
			for _, good := range []string{"product.search", "a", "a1", "x-1.9", "a-b.c-d", "a.1"} {
				id, err := make(good)
				require.NoError(t, err)
				assert.Equal(t, good, id, "kept as it is")
			}
			for _, upper := range []string{"productSearch", "a.B2", "aZ"} {
				_, err := make(upper)
				assert.Equal(t, "INVALID_IDENTIFIER", ik.CodeOf(err), upper)
			}
		})
		t.Run("A-004 there is no limit of length: "+kind, func(t *testing.T) {
			long := strings.Repeat("a", 10_000)
			id, err := make(long)
			require.NoError(t, err)
			assert.Equal(t, long, id)
		})
	}
}

func TestOpaqueIDs(t *testing.T) {
	for kind, make := range opaque() {
		t.Run("A-005 a blank text is no id, and is not repeated in the error: "+kind, func(t *testing.T) {
			for _, blank := range []string{"", "   ", "\ufeff", "\t\u00a0\u2028"} {
				_, err := make(blank)
				e, ok := ik.AsError(err)
				require.True(t, ok, "%q", blank)
				assert.Equal(t, "INVALID_IDENTIFIER", e.Code)
				assert.Equal(t, map[string]any{"kind": kind}, e.Context)
				assert.False(t, e.Retryable)
			}
		})
		t.Run("A-007 what is no white space is an id, kept byte for byte: "+kind, func(t *testing.T) {
			for _, good := range []string{"\u0085", "\u200b", " a ", "Thread 1", "\n.\n"} {
				id, err := make(good)
				require.NoError(t, err)
				assert.Equal(t, good, id)
			}
		})
	}
}
