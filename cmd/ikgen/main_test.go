package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The scripts run the command as users do. Under the race detector CUE is many times slower, and the scripts wait for
// little else, so they get a command of their own without it: what runs concurrently has tests in its own packages.
func TestMain(m *testing.M) {
	commands := map[string]func(){"ikgen": func() { os.Exit(runHere(os.Args[1:])) }}
	if underRace {
		commands = nil
	}
	testscript.Main(m, commands)
}

// plainCommand builds the command without the race detector, and gives the folder that it is in.
func plainCommand(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(dir, "ikgen"+goEnv("GOEXE")), ".").CombinedOutput()
	if err != nil {
		t.Fatalf("building the command: %v\n%s", err, out)
	}
	return dir
}

// TestScripts runs every behaviour of the command: one archive a behaviour, its story in the comment.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	first := ""
	if underRace {
		first = plainCommand(t)
	}
	shared := map[string]string{}
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB", "GOFLAGS", "HOME"} {
		if v := goEnv(name); v != "" {
			shared[name] = v
		}
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("IKGEN_ROOT", root)
			env.Setenv("IKGEN_CACHE", filepath.Join(env.WorkDir, ".cache"))
			for name, value := range shared {
				env.Setenv(name, value)
			}
			if first != "" {
				env.Setenv("PATH", first+string(filepath.ListSeparator)+env.Getenv("PATH"))
			}
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"keeptime":  keepTime,
			"sametime":  sameTime,
			"samebytes": sameBytes,
			"waitfor":   waitFor,
			"sleepms":   sleepMS,
		},
	})
}
