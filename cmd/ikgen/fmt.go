package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/ast/astutil"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/format"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"
	"github.com/spf13/cobra"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/plainfile"
)

// maxSource bounds what fmt reads of one file, in bytes: what is larger, no command reads.
const maxSource = 4 << 20

func fmtCommand(env *Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fmt [patterns]",
		Short: "Format the CUE files",
		Long: `fmt formats CUE files as the cue command does, and prints the names of those that it changed. A pattern is a file, a
directory, or a directory with /... for everything below it; the default is ./... . With --check nothing is written, and
a file that is not formatted makes the exit code 1.`,
	}
	check := cmd.Flags().Bool("check", false, "write nothing, list the files that are not formatted")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		files, err := env.cueFiles(args)
		if err != nil {
			return err
		}
		return env.format(files, *check)
	}
	return cmd
}

func (env *Env) format(files []string, check bool) error {
	var diags []diag.Diagnostic
	changed := false
	for _, file := range files {
		src, err := plainfile.Read(file, maxSource)
		if err != nil {
			return err
		}
		tree, err := parser.ParseFile(file, src, parser.ParseComments)
		if err != nil {
			diags = append(diags, syntaxErrors(file, err)...)
			continue
		}
		separateArrows(tree)
		out, err := format.Node(tree, format.Simplify())
		if err != nil {
			return internalf("formatting %s: %w", file, err)
		}
		if bytes.Equal(src, out) {
			continue
		}
		changed = true
		if _, err := fmt.Fprintln(env.Stdout, env.rel(file)); err != nil {
			return err
		}
		if !check {
			if err := writeFile(file, out); err != nil {
				return err
			}
		}
	}
	if len(diags) > 0 {
		if err := env.printDiags(env.Stderr, "text", diags); err != nil {
			return err
		}
		return errFindings
	}
	if check && changed {
		return errFindings
	}
	return nil
}

func syntaxErrors(file string, err error) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, e := range errors.Errors(err) {
		pos := e.Position()
		format, args := e.Msg()
		out = append(out, diag.Diagnostic{
			Code: "IK0002", Severity: diag.Error, Message: fmt.Sprintf(format, args...),
			Pos:  diag.Position{File: file, Line: max(pos.Line(), 1), Column: max(pos.Column(), 1)},
			Help: "mend the CUE syntax first: a file with a syntax error cannot be formatted",
		})
	}
	return out
}

// writeFile replaces a file in one step, keeping its permissions.
func writeFile(path string, data []byte) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".ikgen-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(data)
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Chmod(tmp.Name(), info.Mode().Perm())
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		_ = os.Remove(tmp.Name())
	}
	return err
}

// cueFiles resolves patterns to CUE files, in the order of a walk.
func (env *Env) cueFiles(patterns []string) ([]string, error) {
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	var files []string
	for _, p := range patterns {
		found, err := env.cueFilesOf(p)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}

func (env *Env) cueFilesOf(pattern string) ([]string, error) {
	root, deep := strings.CutSuffix(filepath.ToSlash(pattern), "...")
	root = filepath.FromSlash(root)
	if !filepath.IsAbs(root) {
		root = filepath.Join(env.Dir, root)
	}
	info, err := os.Stat(root)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{root}, nil
	}
	var files []string
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && (!deep || skipDir(d.Name())):
			return filepath.SkipDir
		case !d.IsDir() && filepath.Ext(path) == ".cue":
			files = append(files, path)
		}
		return nil
	})
	return files, err
}

// skipDir names the folders that hold no sources of the user's.
func skipDir(name string) bool {
	switch name {
	case "cue.mod", "testdata", "vendor", "node_modules":
		return true
	}
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

// separateArrows puts parentheses around a negative number behind <. CUE's printer leaves the blank between them out, and
// its scanner then reads an arrow.
func separateArrows(tree *ast.File) {
	astutil.Apply(tree, nil, func(c astutil.Cursor) bool {
		u, ok := c.Node().(*ast.UnaryExpr)
		if !ok || u.Op != token.LSS {
			return true
		}
		if inner, ok := u.X.(*ast.UnaryExpr); ok && inner.Op == token.SUB {
			ast.SetRelPos(inner, token.NoSpace)
			u.X = &ast.ParenExpr{X: inner}
		}
		return true
	})
}
