package ik_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	ik "github.com/ikgen/ikgen/runtime"
)

func TestUnbound(t *testing.T) {
	type host struct{}
	var pointer *host
	var function func()
	assert.Equal(t, []string{"Handlers", "Ports.Mail", "Ports.Clock"}, ik.Unbound(
		ik.Binding{Name: "Handlers"}, ik.Binding{Name: "Ports.Bank", Value: host{}}, ik.Binding{Name: "Ports.Mail", Value: pointer},
		ik.Binding{Name: "Ports.Shop", Value: &host{}}, ik.Binding{Name: "Ports.Clock", Value: function},
	))
	assert.Nil(t, ik.Unbound())
}
