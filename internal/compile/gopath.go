package compile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/ikgen/ikgen/internal/plainfile"
)

// maxRead bounds what is read of one file, in bytes: sources and a go.mod are far smaller.
const maxRead = 8 << 20

// NoModuleError says that a package has no Go import path by which generated code could import it.
type NoModuleError struct {
	Dir   string
	Cause error // why a go.mod that is there cannot be read; nil: there is none
}

// Error says what to do.
func (e *NoModuleError) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("the Go module of %s cannot be told: %v", e.Dir, e.Cause)
	}
	return fmt.Sprintf("no go.mod lies above %s: generated code that imports a shared package needs one (run `go mod init`)", e.Dir)
}

// Unwrap gives the cause.
func (e *NoModuleError) Unwrap() error { return e.Cause }

// goImport is the Go import path of a directory: the module path of the go.mod above it and the way down.
func goImport(dir string) (string, error) {
	for root := dir; ; root = filepath.Dir(root) {
		data, err := plainfile.Read(filepath.Join(root, "go.mod"), maxRead)
		if err == nil {
			module := ModulePath(data)
			if module == "" {
				return "", fmt.Errorf("%s names no module", filepath.Join(root, "go.mod"))
			}
			rel, err := filepath.Rel(root, dir)
			if err != nil {
				return "", err
			}
			return path.Join(module, filepath.ToSlash(rel)), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", &NoModuleError{Dir: dir, Cause: err}
		}
		if filepath.Dir(root) == root {
			return "", &NoModuleError{Dir: dir}
		}
	}
}

// ModulePath reads the module directive of a go.mod; "" when there is none.
func ModulePath(mod []byte) string {
	for s := bufio.NewScanner(bytes.NewReader(mod)); s.Scan(); {
		line, _, _ := strings.Cut(s.Text(), "//")
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "module")
		if ok && rest != "" && strings.TrimSpace(rest) != rest {
			return strings.Trim(strings.TrimSpace(rest), "\"`")
		}
	}
	return ""
}
