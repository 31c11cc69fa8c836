package spec

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIsGoImportPath(t *testing.T) {
	for _, good := range []string{"io", "net/http", "example.com/a-b/c_d/v2", "gopkg.in/yaml.v3", "a~b/c+d"} {
		assert.True(t, IsGoImportPath(good), good)
	}
	for _, bad := range []string{"", "a b", "/a", "a/", "a//b", "./a", "../a", "a/../b", "a.", `a\b`, "a:b", "ä", "-a", "a\"b", "a\n"} {
		assert.False(t, IsGoImportPath(bad), bad)
	}
}
