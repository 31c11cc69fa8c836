package compile

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// NoModuleError says that a package has no Go import path by which generated code could import it.
type NoModuleError struct{ Dir string }

// Error says what to do.
func (e *NoModuleError) Error() string {
	return fmt.Sprintf("no go.mod lies above %s: generated code that imports a shared package needs one (run `go mod init`)", e.Dir)
}

// goImport is the Go import path of a directory: the module path of the go.mod above it and the way down.
func goImport(dir string) (string, error) {
	for root := dir; ; root = filepath.Dir(root) {
		data, err := os.ReadFile(filepath.Join(root, "go.mod"))
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
