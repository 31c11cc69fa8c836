package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/compile"
	"github.com/ikgen/ikgen/internal/uptodate"
)

// shortcut spares generate its work when no byte has changed since it last had nothing to do.
type shortcut struct {
	memory uptodate.Memory
	words  []string // which run it is, and what it depends on beside files
	last   uptodate.Record
	before string // digest of the places of the last run, taken before this one reads anything
}

// newShortcut looks at what is remembered of the run. Without a cache there is no shortcut.
func (g generator) newShortcut(ctx context.Context) *shortcut {
	s := &shortcut{memory: uptodate.Memory{Dir: g.env.Cache}}
	tool := ""
	if g.env.Cache != "" {
		tool = uptodate.Tool()
	}
	targets, err := compile.Targets(ctx, compile.Config{Dir: g.env.Dir, Patterns: g.patterns})
	if tool == "" || err != nil {
		s.memory.Dir = ""
		return s
	}
	s.words = append(append([]string{g.env.Dir}, g.patterns...), "--")
	s.words = append(append(s.words, targets...), "--", tool)
	for _, word := range os.Environ() {
		if strings.HasPrefix(word, "CUE_") || strings.HasPrefix(word, "ZONEINFO=") {
			s.words = append(s.words, word)
		}
	}
	if last, ok := s.memory.Read(s.key()); ok {
		s.last = last
		s.before, _ = last.Places.Digest(s.words...)
	}
	return s
}

// key are the words that stay the same when the tool or the targets change: one file is remembered for them.
func (s *shortcut) key() []string { return s.words[:slices.Index(s.words, "--")] }

// unchanged gives the report of the last run when this one would do the same.
func (s *shortcut) unchanged() (report, bool) {
	var rep report
	if s.memory.Dir == "" || s.before == "" || s.before != s.last.Digest || json.Unmarshal(s.last.Report, &rep) != nil {
		return report{}, false
	}
	return rep, true
}

// learn remembers the run: where it read, and when it had nothing to do and nothing to say, that it need not be repeated
// over the same bytes.
func (s *shortcut) learn(res *compile.Result, rep report) {
	places, ok := res.Places()
	if s.memory.Dir == "" || !ok {
		return
	}
	record := uptodate.Record{Places: places}
	if s.before != "" && reflect.DeepEqual(places, s.last.Places) && rep.idle() && len(res.Diags) == 0 {
		after, err := places.Digest(s.words...)
		data, failed := json.Marshal(rep)
		if err == nil && failed == nil && after == s.before {
			record.Digest, record.Report = after, data
		}
	}
	s.memory.Write(s.key(), record)
}

// idle tells whether every file was as it should be.
func (r report) idle() bool {
	for _, p := range r.Packages {
		for _, files := range [][]string{p.Written, p.Removed, p.Stale, p.Missing, p.Orphaned, p.Edited, p.Foreign} {
			if len(files) > 0 {
				return false
			}
		}
	}
	return true
}

// cacheDir is where the tool remembers runs: IKGEN_CACHE, "off" for nowhere, else a folder of the user's cache.
func cacheDir() string {
	switch dir := os.Getenv("IKGEN_CACHE"); {
	case dir == "off":
		return ""
	case dir != "":
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "ikgen")
}
