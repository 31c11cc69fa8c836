package main

import (
	"encoding/json"
	"io"
	"path/filepath"
	"runtime"

	"github.com/ikgen/ikgen/internal/ir"
)

func newVersionInfo() versionInfo {
	return versionInfo{Version: moduleVersion(), Go: runtime.Version(), IR: ir.Version, Generated: generatedContract}
}

// printJSON writes v with indentation and a newline, without escaping HTML.
func printJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// rel gives a path as the user knows it: relative to the working directory where it lies below it.
func (env *Env) rel(path string) string {
	r, err := filepath.Rel(env.Dir, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(r)
}

// joinPath joins a directory as the user knows it and a file relative to it.
func joinPath(dir, file string) string { return filepath.ToSlash(filepath.Join(dir, file)) }

// list makes an absent list an empty one, for JSON.
func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}
