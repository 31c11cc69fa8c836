package plainfile_test

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/plainfile"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, []byte(strings.Repeat("x", 10)), 0o644))
	link, astray := filepath.Join(dir, "link"), filepath.Join(dir, "astray")
	require.NoError(t, os.Symlink(file, link))
	require.NoError(t, os.Symlink(dir, astray))
	for _, path := range []string{file, link} {
		data, err := plainfile.Read(path, 10)
		require.NoError(t, err)
		assert.Len(t, data, 10)
		_, err = plainfile.Read(path, 9)
		var large *plainfile.TooLargeError
		require.ErrorAs(t, err, &large)
		assert.EqualError(t, err, path+" is larger than 9 bytes")
	}
	for _, path := range []string{dir, astray} {
		_, err := plainfile.Read(path, 10)
		assert.EqualError(t, err, path+" is a directory, not a regular file")
	}
	_, err := plainfile.Read(filepath.Join(dir, "none"), 10)
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func TestSpecialFilesAreNotOpened(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "s")
	l, err := net.Listen("unix", socket)
	require.NoError(t, err)
	defer l.Close()
	_, err = plainfile.Read(socket, 10)
	assert.EqualError(t, err, socket+" is a socket, not a regular file")
	_, err = plainfile.Read(os.DevNull, 10)
	assert.EqualError(t, err, os.DevNull+" is a device, not a regular file")
}
