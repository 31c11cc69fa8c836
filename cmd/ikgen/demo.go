package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ikgen/ikgen/internal/cases"
	"github.com/ikgen/ikgen/internal/compile"
)

func demoCommand(env *Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Show an agent at work: scaffold, generate, compile, run, test",
		Long: `demo writes the scaffold of init into a scratch folder, checks and generates it, compiles it with Go, runs its scripted
conversation and its case, and says each step. It needs no network and no model.`,
		Args: cobra.NoArgs,
	}
	keep := cmd.Flags().Bool("keep", false, "keep the scratch folder and print where it is")
	replace := cmd.Flags().String("replace", "", "use the ikgen source in this `directory` in place of a released version")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		dir, err := os.MkdirTemp("", "ikgen-demo-")
		if err != nil {
			return err
		}
		if !*keep {
			defer func() { _ = os.RemoveAll(dir) }()
		}
		d := demo{env: env, dir: dir, replace: *replace}
		if err := d.run(cmd.Context()); err != nil {
			return err
		}
		if *keep {
			_, err = fmt.Fprintf(env.Stdout, "The folder is kept: %s\n", dir)
		}
		return err
	}
	return cmd
}

type demo struct {
	env     *Env
	dir     string
	replace string
	step    int
}

// say prints one step of the demo.
func (d *demo) say(format string, args ...any) {
	d.step++
	_, _ = fmt.Fprintf(d.env.Stdout, "%d. %s\n\n", d.step, fmt.Sprintf(format, args...))
}

func (d *demo) run(ctx context.Context) error {
	s := scaffolder{env: d.env, dir: d.dir, module: "example.com/desk", replace: d.replace}
	files, err := s.write(ctx)
	if err != nil {
		return err
	}
	if err := d.showSpec(); err != nil {
		return err
	}
	if err := d.showGenerated(ctx, files); err != nil {
		return err
	}
	d.say("The program is compiled and runs its conversation. The model is scripted; everything else is real: the kernel\n   writes the question, waits for the yes, and the write happens once. Its ledger entry is in brackets.")
	if err := d.goRun(ctx); err != nil {
		return err
	}
	d.say("The same agent without any Go: a case pins what the contract does (cases/extend.txtar).")
	report, err := cases.Run(ctx, cases.Options{Dir: d.dir, Paths: []string{"cases"}})
	if err != nil {
		return err
	}
	if err := report.WriteText(indented{d.env.Stdout}); err != nil {
		return err
	}
	_, _ = fmt.Fprintln(d.env.Stdout)
	if err := casesError(report); err != nil {
		return err
	}
	d.say("Your turn: `ikgen init mydesk` writes this agent for you. Change agent/agent.cue, generate, and the compiler tells\n   you what your handlers miss.")
	return nil
}

func (d *demo) showSpec() error {
	src, err := os.ReadFile(filepath.Join(d.dir, "agent", "agent.cue"))
	if err != nil {
		return err
	}
	d.say("An agent is a contract in CUE (agent/agent.cue). From it, one capability and one policy:")
	shown := excerpt(src, "\t\t\"loan.extend\": {", "\t\t}") + "\n" + excerpt(src, "\tpolicies:", "\t}") + "\n"
	_, err = indented{d.env.Stdout}.Write([]byte(shown))
	return err
}

// excerpt cuts src from the line that starts with from to the next line that is to. It begins at the margin, and its tabs
// are as wide as in an editor.
func excerpt(src []byte, from, to string) string {
	margin := from[:len(from)-len(strings.TrimLeft(from, "\t"))]
	var out strings.Builder
	inside := false
	for line := range strings.Lines(string(src)) {
		inside = inside || strings.HasPrefix(line, from)
		if inside {
			out.WriteString(strings.ReplaceAll(strings.TrimPrefix(line, margin), "\t", "    "))
		}
		if inside && strings.TrimRight(line, "\n") == to {
			break
		}
	}
	return out.String()
}

func (d *demo) showGenerated(ctx context.Context, files []string) error {
	res, err := compile.Load(ctx, compile.Config{Dir: filepath.Join(d.dir, "agent"), Patterns: []string{"."}})
	if err != nil {
		return err
	}
	found := "nothing is wrong with it"
	if len(res.Diags) > 0 {
		found = "it found " + count(len(res.Diags), "fault")
	}
	d.say("ikgen checked it (%s) and generated Go, and a lock that a reviewer can read:", found)
	var b bytes.Buffer
	for _, f := range files {
		base := filepath.Base(f)
		if !strings.HasPrefix(base, "ik_") && base != "ikgen.lock" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(d.dir, filepath.FromSlash(f)))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%-30s %5d lines\n", f, bytes.Count(data, []byte("\n")))
	}
	_, err = indented{d.env.Stdout}.Write(append(b.Bytes(), '\n'))
	return err
}

func (d *demo) goRun(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, "go", "run", ".")
	cmd.Dir = d.dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	cmd.Stdout, cmd.Stderr = indented{d.env.Stdout}, indented{d.env.Stderr}
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("the program of the scaffold did not run: %w", err)
	}
	return nil
}
