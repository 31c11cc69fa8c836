package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ikgen/ikgen/internal/compile"
	"github.com/ikgen/ikgen/internal/plainfile"
	"github.com/ikgen/ikgen/internal/scaffold"
	schema "github.com/ikgen/ikgen/schema/ik"
)

// schemaCopy is where the authoring schema lies in the scaffold, for editors and the cue command.
const schemaCopy = "agent/cue.mod/pkg/github.com/ikgen/ikgen/schema/ik/ik.cue"

func initCommand(env *Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "init [dir]",
		Short: "Write a new agent that runs at once",
		Long: `init writes an agent in CUE with its generated Go, handlers, a program with a scripted model, a case, a suite, a test
and ikgen.mod, which keeps the tool's dependencies apart from go.mod. In an existing Go module give it a folder of its own:
the agent becomes a package there. It touches nothing that exists.`,
		Args: cobra.MaximumNArgs(1),
	}
	module := cmd.Flags().String("module", "", "Go module `path`; default: that of the go.mod above, else example.com/<directory>")
	replace := cmd.Flags().String("replace", "", "use the ikgen source in this `directory` in place of a released version")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		target := env.Dir
		if len(args) == 1 {
			target = env.abs(args[0])
		}
		s := scaffolder{env: env, dir: target, module: *module, replace: *replace}
		files, err := s.write(cmd.Context())
		if err != nil {
			return err
		}
		for _, f := range files {
			if _, err := fmt.Fprintf(env.Stdout, "wrote %s\n", joinPath(env.rel(target), f)); err != nil {
				return err
			}
		}
		_, err = fmt.Fprintf(env.Stderr, "\nNext, in %s:\n%s", env.rel(target), s.nextSteps())
		return err
	}
	return cmd
}

// abs resolves a path that the user gave.
func (env *Env) abs(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(env.Dir, path)
}

// scaffolder writes the scaffold with its generated code.
type scaffolder struct {
	env             *Env
	dir             string
	module, replace string
	hasGoMod        bool
	toolMod         string // way from the target to ikgen.mod
	local           string // the ikgen source that is used in place of a release, or ""
	required        bool   // go.mod requires ikgen already
}

// write gives the names of all files, relative to the target. Everything that can go wrong with the texts does so before
// the first file is written, and what fails afterwards is undone.
func (s *scaffolder) write(ctx context.Context) ([]string, error) {
	params, err := s.params(ctx)
	if err != nil {
		return nil, err
	}
	s.toolMod, s.local = params.ToolModFile(), params.Replace
	files, err := scaffold.Files(params)
	if err != nil {
		return nil, internalf("%w", err)
	}
	files[schemaCopy] = schema.Source()
	names := slices.Sorted(maps.Keys(files))
	units, err := s.compile(ctx, files)
	if err != nil {
		return nil, err
	}
	jobs, err := render(units)
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		for _, name := range slices.Sorted(maps.Keys(j.files)) {
			names = append(names, "agent/"+name)
			files["agent/"+name] = j.files[name]
		}
	}
	written, err := scaffold.Write(s.dir, files)
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		if _, err := j.unit.Output(ctx, j.files, false); err != nil { // adds the manifest
			return nil, errors.Join(err, written.Undo())
		}
	}
	return names, nil
}

// compile compiles the scaffold before it is on disk.
func (s *scaffolder) compile(ctx context.Context, files map[string][]byte) ([]compile.Unit, error) {
	overlay := map[string][]byte{}
	for name, data := range files {
		overlay[filepath.Join(s.dir, filepath.FromSlash(name))] = data
	}
	agent := filepath.Join(s.dir, "agent")
	res, err := compile.Load(ctx, compile.Config{Dir: agent, Patterns: []string{"."}, Overlay: overlay})
	if err != nil {
		return nil, err
	}
	if res.Failed() {
		_ = s.env.printDiags(s.env.Stderr, "text", res.Diags)
		return nil, internalf("the scaffold does not compile")
	}
	return res.Units, nil
}

// params finds out the module that the target belongs to, and which ikgen to require.
func (s *scaffolder) params(ctx context.Context) (scaffold.Params, error) {
	p := scaffold.Params{Root: "."}
	root, mod, err := moduleAbove(s.dir)
	if err != nil {
		return p, err
	}
	s.hasGoMod, s.required = mod != nil, bytes.Contains(mod, []byte(modulePath+" v"))
	if !s.hasGoMod {
		root = s.dir
	}
	if p.Module, err = s.modulePath(root, mod); err != nil {
		return p, err
	}
	down, err := filepath.Rel(root, s.dir)
	if err != nil {
		return p, err
	}
	up, err := filepath.Rel(s.dir, root)
	if err != nil {
		return p, err
	}
	if err := scaffold.CheckFolder(filepath.ToSlash(down)); err != nil {
		return p, err
	}
	p.Package, p.Root = path.Join(p.Module, filepath.ToSlash(down)), filepath.ToSlash(up)
	_, err = os.Lstat(filepath.Join(root, "ikgen.mod"))
	p.GoMod, p.ToolMod = !s.hasGoMod, errors.Is(err, fs.ErrNotExist)
	p.Version, p.Replace, err = s.source(ctx)
	return p, err
}

// modulePath is the path of the module at root: that of its go.mod, else the one that the user gave, else one by the name
// of the folder.
func (s *scaffolder) modulePath(root string, mod []byte) (string, error) {
	if mod != nil {
		inFile := compile.ModulePath(mod)
		if inFile == "" {
			return "", fmt.Errorf("%s names no module", s.env.rel(filepath.Join(root, "go.mod")))
		}
		if s.module != "" && s.module != inFile {
			return "", fmt.Errorf("--module is %q, but %s says %q", s.module, s.env.rel(filepath.Join(root, "go.mod")), inFile)
		}
		return inFile, nil
	}
	if s.module != "" {
		return s.module, scaffold.CheckModule(s.module)
	}
	module := "example.com/" + strings.ToLower(filepath.Base(root))
	if err := scaffold.CheckFolder(filepath.Base(root)); err != nil {
		return "", fmt.Errorf("%w, or give a module path with --module", err)
	}
	return module, nil
}

// moduleAbove finds the Go module that a directory, which need not exist, lies in: its root and its go.mod.
func moduleAbove(dir string) (root string, mod []byte, err error) {
	for root = dir; ; root = filepath.Dir(root) {
		data, err := plainfile.Read(filepath.Join(root, "go.mod"), maxSource)
		if err == nil {
			return root, append([]byte{}, data...), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", nil, err
		}
		if filepath.Dir(root) == root {
			return "", nil, nil
		}
	}
}

// source says which ikgen the scaffold requires: the local source where it was built from one, else its release.
func (s *scaffolder) source(ctx context.Context) (version, replace string, err error) {
	if s.replace != "" {
		dir := s.env.abs(s.replace)
		mod, err := plainfile.Read(filepath.Join(dir, "go.mod"), maxSource)
		if err != nil || compile.ModulePath(mod) != modulePath {
			return "", "", fmt.Errorf("--replace %q is not the directory of the source of ikgen", s.replace)
		}
		return "v0.0.0", dir, nil
	}
	cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{if or .Main .Replace}}{{.Dir}}{{end}}", modulePath)
	cmd.Dir = s.env.Dir
	if out, err := cmd.Output(); err == nil && strings.TrimSpace(string(out)) != "" {
		return "v0.0.0", strings.TrimSpace(string(out)), nil
	}
	if v := moduleVersion(); v != "(devel)" && !strings.Contains(v, "+") {
		return v, "", nil
	}
	return "", "", errors.New("this build of ikgen has no released version: give the directory of its source with --replace")
}

// nextSteps are the commands that come after init, each with what it does.
func (s *scaffolder) nextSteps() string {
	steps := [][2]string{
		{"go run .", "the conversation, offline"},
		{"go mod tidy -modfile=" + s.toolMod, "the tool, apart from go.mod"},
		{"go generate ./... && go test ./...", "after a change of agent/agent.cue"},
	}
	if s.hasGoMod && !s.required {
		fetch := "go get " + modulePath
		if s.local != "" {
			fetch = "go mod edit -require=" + modulePath + "@v0.0.0 -replace=" + modulePath + "=" + s.local
		}
		steps = append([][2]string{{fetch, "the runtime: one require in go.mod"}}, steps...)
	}
	var b strings.Builder
	for _, step := range steps {
		fmt.Fprintf(&b, "  %-42s # %s\n", step[0], step[1])
	}
	return b.String()
}
