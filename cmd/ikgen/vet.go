package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ikgen/ikgen/internal/check"
	"github.com/ikgen/ikgen/internal/compile"
	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load"
	"github.com/ikgen/ikgen/internal/output"
)

func vetCommand(env *Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "vet [patterns]",
		Short: "Report everything that is wrong in the specs",
		Long: `vet loads and checks the packages and prints every diagnostic of one run: code, place, what is wrong, and what to
write instead. The default pattern is ./...: every package below with an agent or a catalog, and the shared packages that
they import. Errors make the exit code 1, warnings do not.`,
	}
	format := formatFlags(cmd, diag.Formats()...)
	explain := cmd.Flags().String("explain", "", "explain the rule with this `code`, e.g. IK1001")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *explain != "" {
			return explainRule(env.Stdout, *explain)
		}
		chosen, err := format.get()
		if err != nil {
			return err
		}
		defer env.working("checking the specs")()
		res, err := compile.Load(cmd.Context(), compile.Config{Dir: env.Dir, Patterns: args})
		if err != nil {
			return err
		}
		if err := env.printDiags(env.Stdout, chosen, res.Diags); err != nil {
			return err
		}
		if res.Failed() {
			return errFindings
		}
		if len(res.Units) == 0 {
			return env.warnNothing()
		}
		if chosen == "text" {
			_, err = fmt.Fprintf(env.Stderr, "%s checked, %s\n", count(len(res.Units), "package"), count(len(res.Diags), "warning"))
		}
		return err
	}
	return cmd
}

// warnNothing says that there was nothing to do, which is no fault, yet seldom meant.
func (env *Env) warnNothing() error {
	_, err := fmt.Fprintln(env.Stderr, "ikgen: warning: no package with an agent or a catalog was found: nothing was checked")
	return err
}

func explainRule(w io.Writer, code string) error {
	code = strings.ToUpper(code)
	if text, ok := check.Explanation(code); ok {
		_, err := io.WriteString(w, text)
		return err
	}
	for _, explain := range []func(string) (string, bool){load.Explain, output.Explain} {
		if line, ok := explain(code); ok {
			_, err := fmt.Fprintf(w, "%s: %s\n", code, line)
			return err
		}
	}
	return fmt.Errorf("no diagnostic has the code %q", code)
}

// printDiags prints diagnostics with paths relative to the working directory.
func (env *Env) printDiags(w io.Writer, format string, diags []diag.Diagnostic) error {
	opt := diag.PrintOptions{Dir: env.Dir, Color: env.colored(w)}
	if format == "sarif" {
		opt.Root, opt.Rules = repositoryRoot(env.Dir), documentedRules()
		opt.Tool = diag.Tool{Name: "ikgen", Version: moduleVersion(), URI: "https://" + modulePath}
	}
	return diag.Print(w, format, diags, opt)
}

// displayed are diagnostics as the json format has them.
func (env *Env) displayed(diags []diag.Diagnostic) []diag.Diagnostic {
	return diag.Displayed(diags, diag.PrintOptions{Dir: env.Dir})
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
