package load

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestSmoke(t *testing.T) {
	dir := os.Getenv("SPEC")
	if dir == "" {
		t.Skip()
	}
	r, err := Load(context.Background(), Config{Dir: dir, AllowUnsupported: os.Getenv("ALLOW") != ""})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Diags {
		fmt.Printf("%s:%d:%d: %s %s %s\n   path %s\n   help %s\n", filepath.Base(d.Pos.File), d.Pos.Line, d.Pos.Column, d.Severity, d.Code, d.Message, d.Path, d.Help)
	}
	for _, p := range r.Packages {
		b, _ := json.MarshalIndent(p.IR, "", " ")
		if os.Getenv("QUIET") == "" {
			fmt.Println(p.Dir, p.OutDir, p.Files)
			os.Stdout.Write(b)
		}
	}
}
