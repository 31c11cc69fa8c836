package output

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// strays are Go files with our header beside generated ones that no manifest speaks of: left behind when the manifest was
// removed or a merge dropped a line. They are listed and never removed, since nothing says that the bytes are ours.
func (s survey) strays() []string {
	known := map[string]bool{}
	var folders []string
	for _, it := range s.items {
		known[it.file] = true
		if it.want != nil && path.Ext(it.name) == ".go" {
			folders = append(folders, path.Dir(it.name))
		}
	}
	slices.Sort(folders)
	var out []string
	for _, folder := range slices.Compact(folders) {
		dir := filepath.Join(s.place.dir, filepath.FromSlash(folder))
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue // nothing was ever written there
		}
		for _, e := range entries {
			file := filepath.Join(dir, e.Name())
			if !e.Type().IsRegular() || !strings.HasSuffix(e.Name(), ".go") || known[file] {
				continue
			}
			if data, err := os.ReadFile(file); err == nil && isOurs(e.Name(), data) {
				out = append(out, path.Join(folder, e.Name()))
			}
		}
	}
	return out
}
