package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// Exit codes of every command.
const (
	exitFine     = 0
	exitFindings = 1 // errors in specs, stale files, failed cases
	exitUsage    = 2 // wrong flags or arguments, unreadable input, an interrupt
	exitInternal = 3 // a fault of ikgen
)

// Env is what a command may touch: Run is a function of it and the arguments.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Dir            string // absolute working directory
	Cache          string // folder for what generate remembers of its last runs; "": nothing
	// Color and ErrColor tell whether Stdout and Stderr may be coloured.
	Color, ErrColor bool
	// Watched tells that a person looks at Stderr: work that takes long says so there.
	Watched bool
}

// patience is how long a command works before it says what it is doing.
const patience = time.Second

// working tells a person who waits what the command is doing. The function that it gives ends the work.
func (env *Env) working(what string) (done func()) {
	if !env.Watched {
		return func() {}
	}
	timer := time.AfterFunc(patience, func() { _, _ = fmt.Fprintf(env.Stderr, "ikgen: %s …\n", what) })
	return func() { timer.Stop() }
}

// errFindings ends a command whose findings are already printed.
var errFindings = errors.New("findings")

// internalError is a fault of ikgen itself.
type internalError struct{ err error }

func (e internalError) Error() string { return e.err.Error() }
func (e internalError) Unwrap() error { return e.err }

// internalf makes an internal error.
func internalf(format string, args ...any) error { return internalError{fmt.Errorf(format, args...)} }

// Run runs one command and gives its exit code. It never panics: a panic is reported as a fault of ikgen.
func Run(ctx context.Context, args []string, env Env) (code int) {
	defer func() {
		if r := recover(); r != nil {
			_, _ = fmt.Fprintf(env.Stderr, "ikgen: internal error: %v\n%s\nplease report it with the spec that caused it\n", r, firstFrames(debug.Stack()))
			code = exitInternal
		}
	}()
	root := newRoot(&env)
	root.SetArgs(args)
	root.SetIn(env.Stdin)
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	return exitCode(&env, root.ExecuteContext(ctx))
}

func exitCode(env *Env, err error) int {
	var internal internalError
	switch {
	case err == nil:
		return exitFine
	case errors.Is(err, errFindings):
		return exitFindings
	case errors.Is(err, context.Canceled):
		_, _ = fmt.Fprintln(env.Stderr, "ikgen: interrupted")
		return exitUsage
	case errors.As(err, &internal):
		_, _ = fmt.Fprintf(env.Stderr, "ikgen: internal error: %v\n", err)
		return exitInternal
	default:
		_, _ = fmt.Fprintf(env.Stderr, "ikgen: %v\n", err)
		return exitUsage
	}
}

// firstFrames keeps the part of a stack that tells where the fault is.
func firstFrames(stack []byte) string {
	lines := strings.Split(string(stack), "\n")
	var ours []string
	for i, l := range lines {
		if strings.Contains(l, "ikgen/") && !strings.HasPrefix(l, "\t") && i+1 < len(lines) && len(ours) < 6 {
			ours = append(ours, "\t"+l)
		}
	}
	return strings.Join(ours, "\n")
}

// newRoot builds the command tree anew, so that runs share nothing.
func newRoot(env *Env) *cobra.Command {
	root := &cobra.Command{
		Use:   "ikgen",
		Short: "Agents as reviewed contracts: CUE in, typed Go out",
		Long: `ikgen compiles agents written in CUE to typed Go, checks them, and runs their cases.

Exit codes: 0 fine, 1 findings (errors in specs, stale files, failed cases), 2 usage or unreadable input,
3 a fault of ikgen. Results go to stdout, everything else to stderr.`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	chdir := root.PersistentFlags().StringP("directory", "C", "", "run as if started in this `directory`")
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		if *chdir != "" {
			if filepath.IsAbs(*chdir) {
				env.Dir = filepath.Clean(*chdir)
			} else {
				env.Dir = filepath.Join(env.Dir, *chdir)
			}
		}
		return requireDir(env.Dir)
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(
		initCommand(env), generateCommand(env), vetCommand(env), fmtCommand(env), irCommand(env), traceCommand(env), schemaCommand(env),
		validateCommand(env), promptsCommand(env), testCommand(env), demoCommand(env), versionCommand(env),
	)
	return root
}
