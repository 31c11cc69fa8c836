package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// goEnv is a setting of the go command, so that scripts share the caches of the machine.
func goEnv(name string) string {
	out, err := exec.Command("go", "env", name).Output()
	if err != nil || name == "HOME" {
		return os.Getenv(name)
	}
	return strings.TrimSpace(string(out))
}

// old is the time that keeptime gives files: whatever is written later is younger.
var old = time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)

// keepTime sets the times of files far back: `keeptime agent`.
func keepTime(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: keeptime path...")
	}
	for _, path := range walk(ts, args) {
		ts.Check(os.Chtimes(path, old, old))
	}
}

// sameTime checks that no file below the paths was written since keeptime, or with ! that one was.
func sameTime(ts *testscript.TestScript, neg bool, args []string) {
	written := ""
	for _, path := range walk(ts, args) {
		info, err := os.Stat(path)
		ts.Check(err)
		if !info.ModTime().Equal(old) {
			written = path
		}
	}
	if (written != "") != neg {
		ts.Fatalf("written since keeptime: %q", written)
	}
}

// sameBytes checks that two folders hold the same files with the same bytes.
func sameBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: samebytes dir dir")
	}
	a, b := contents(ts, args[0]), contents(ts, args[1])
	if len(a) != len(b) || len(a) == 0 {
		ts.Fatalf("%d files against %d", len(a), len(b))
	}
	for name, data := range a {
		if !bytes.Equal(data, b[name]) {
			ts.Fatalf("%s differs", name)
		}
	}
}

func contents(ts *testscript.TestScript, dir string) map[string][]byte {
	root, out := ts.MkAbs(dir), map[string][]byte{}
	for _, path := range walk(ts, []string{dir}) {
		data, err := os.ReadFile(path)
		ts.Check(err)
		rel, err := filepath.Rel(root, path)
		ts.Check(err)
		out[rel] = data
	}
	return out
}

// waitFor waits until a file contains a text: `waitfor file text`.
func waitFor(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: waitfor file text")
	}
	for range 200 {
		if data, err := os.ReadFile(ts.MkAbs(args[0])); err == nil && strings.Contains(string(data), args[1]) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	ts.Fatalf("%s never contained %q", args[0], args[1])
}

// sleepMS waits: `sleepms 700`.
func sleepMS(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: sleepms n")
	}
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	time.Sleep(time.Duration(n) * time.Millisecond)
}

// walk gives the regular files below the paths.
func walk(ts *testscript.TestScript, args []string) []string {
	var files []string
	for _, a := range args {
		ts.Check(filepath.Walk(ts.MkAbs(a), func(path string, info os.FileInfo, err error) error {
			if err == nil && info.Mode().IsRegular() {
				files = append(files, path)
			}
			return err
		}))
	}
	return files
}
