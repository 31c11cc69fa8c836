package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"ikgen": func() { os.Exit(runHere(os.Args[1:])) },
	})
}

// TestScripts runs every behaviour of the command: one archive a behaviour, its story in the comment.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("IKGEN_ROOT", root)
			env.Setenv("IKGEN_CACHE", filepath.Join(env.WorkDir, ".cache"))
			for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB", "GOFLAGS", "HOME"} {
				if v := goEnv(name); v != "" {
					env.Setenv(name, v)
				}
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
