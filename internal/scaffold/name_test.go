package scaffold_test

import (
	"errors"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/scaffold"
)

func TestCheckFolder(t *testing.T) {
	for _, path := range []string{".", "desk", "Desk", "a", "9", "main", "func", "string", "x.y", "a-b", "internal/desk", "a/b/c", "com", "comx", "lpt0"} {
		assert.NoError(t, scaffold.CheckFolder(path), path)
	}
	for path, suggestion := range map[string]string{
		"ünï": "uni", "_x": "x", ".x": "x", "-x": "x", "x.": "x", "a b": "a-b", "日本": "desk", "_": "desk",
		"vendor": "desk", "testdata": "desk", "_vendor": "desk", "con": "desk", "NUL.txt": "nul-txt", "com7": "desk", "LPT1": "desk",
		"internal": "internal/desk", "a/internal": "a/internal/desk", ".hidden/desk": "hidden/desk", "x/vendor/y": "x/desk/y", "a//b": "a/desk/b",
	} {
		var fault *scaffold.NameError
		require.ErrorAs(t, scaffold.CheckFolder(path), &fault, path)
		assert.Equal(t, suggestion, fault.Suggest, path)
		assert.NoError(t, scaffold.CheckFolder(fault.Suggest), path)
	}
	assert.EqualError(t, scaffold.CheckFolder("_x"), `"_x" cannot be the folder of an agent: Go passes over folders of such a name; take "x"`)
}

func TestCheckModule(t *testing.T) {
	for _, path := range []string{"example.com/desk", "desk", "example.com/internal/x", "example.com/x/v2", "Example.com/_x"} {
		assert.NoError(t, scaffold.CheckModule(path), path)
	}
	for path, suggestion := range map[string]string{
		"example.com/my desk": "example.com/my-desk", "/x": "desk/x", "x/": "x/desk", ".x/y": "x/y", "example.com/ünï": "example.com/uni", `a\b`: "a-b",
	} {
		var fault *scaffold.NameError
		require.ErrorAs(t, scaffold.CheckModule(path), &fault, path)
		assert.Equal(t, suggestion, fault.Suggest, path)
	}
}

// Whatever a folder is called, the suggestion can be taken.
func TestSuggestions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		path := rapid.StringMatching(`[-_.a-zA-Z0-9é界 /]{0,12}`).Draw(t, "path")
		var fault *scaffold.NameError
		if err := scaffold.CheckFolder(path); errors.As(err, &fault) {
			for range 12 { // one element at a time
				if err = scaffold.CheckFolder(fault.Suggest); !errors.As(err, &fault) {
					break
				}
			}
			assert.NoError(t, err, "%q", path)
		}
	})
}

func TestCUEModule(t *testing.T) {
	valid := regexp.MustCompile(`^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(/[a-z0-9]([a-z0-9.-]*[a-z0-9])?)*$`)
	for pkg, want := range map[string]string{
		"example.com/desk": "example.com/desk/agent", "desk": "example.com/desk/agent", "Example.com/My_Desk": "example.com/my-desk/agent",
		"example.com/_x/y_": "example.com/x/y/agent", "example.com/~": "example.com/x/agent",
	} {
		assert.Equal(t, want, scaffold.Params{Package: pkg}.CUEModule())
		assert.Regexp(t, valid, want)
	}
}
