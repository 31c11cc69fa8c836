package compile

import (
	"bytes"
	"context"
	"strings"

	"github.com/ikgen/ikgen/internal/load"
	"github.com/ikgen/ikgen/internal/plainfile"
	"github.com/ikgen/ikgen/internal/uptodate"
)

// Places are where the run has read, and where its files go. False where they cannot be told: a package that embeds
// whatever matches a pattern may take in other files next time.
func (r *Result) Places() (uptodate.Places, bool) {
	var p uptodate.Places
	for _, u := range r.Units {
		p.Dirs = append(p.Dirs, u.Package.Dir, u.Package.OutDir)
		p.Files = append(p.Files, u.Package.Files...)
		for _, file := range u.Package.Files {
			if data, err := plainfile.Read(file, maxRead); err != nil || strings.HasSuffix(file, ".cue") && bytes.Contains(data, []byte("glob")) {
				return uptodate.Places{}, false
			}
		}
	}
	return p, len(r.Units) > 0
}

// Targets are the directories that the patterns name, without loading them.
func Targets(ctx context.Context, cfg Config) ([]string, error) {
	return load.Targets(ctx, load.Config{Dir: cfg.Dir, Patterns: cfg.Patterns, Overlay: cfg.Overlay})
}
