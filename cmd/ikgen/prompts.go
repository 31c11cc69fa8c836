package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ikgen/ikgen/internal/compile"
	"github.com/ikgen/ikgen/internal/diag"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/kernel"
)

func promptsCommand(env *Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "prompts",
		Short: "Show the frozen prompt catalog: the kernel's and the host's, with hashes",
	}
	cmd.AddCommand(promptsListCommand(env), promptsShowCommand(env), promptsRenderCommand(env))
	return cmd
}

// promptEntry is one prompt with where it comes from.
type promptEntry struct {
	ID        string   `json:"id"`
	Version   int      `json:"version"`
	Hash      string   `json:"hash"`
	Bytes     int      `json:"bytes"`  // of the template
	Source    string   `json:"source"` // kernel, or the directory of the package
	Variables []string `json:"variables"`

	definition ik.PromptDefinition
}

func entry(d ik.PromptDefinition, source string) promptEntry {
	return promptEntry{d.ID, d.Version, d.Hash(), len(d.Template), source, list(d.Variables), d}
}

// prompts gives the kernel's prompts, then the host's, package by package.
func (env *Env) prompts(ctx context.Context) ([]promptEntry, error) {
	var out []promptEntry
	for _, d := range kernel.PromptDefinitions() {
		out = append(out, entry(d, "kernel"))
	}
	res, err := compile.Load(ctx, compile.Config{Dir: env.Dir})
	if err != nil {
		return nil, err
	}
	if res.Failed() {
		if err := env.printDiags(env.Stderr, "text", res.Diags); err != nil {
			return nil, err
		}
		return nil, errFindings
	}
	for _, u := range res.Units {
		for _, p := range u.Prompts() {
			d := ik.PromptDefinition{ID: p.ID, Version: p.Version, Template: p.Template, Variables: p.Variables}
			if !strings.HasPrefix(d.ID, "kernel.") { // the kernel's own catalog, when it is below the directory
				out = append(out, entry(d, env.rel(u.Package.Dir)))
			}
		}
	}
	return out, nil
}

func (env *Env) prompt(ctx context.Context, id string) (promptEntry, error) {
	all, err := env.prompts(ctx)
	if err != nil {
		return promptEntry{}, err
	}
	ids := make([]string, len(all))
	for i, p := range all {
		if p.ID == id {
			return p, nil
		}
		ids[i] = p.ID
	}
	if near := diag.Suggest(id, ids); near != "" {
		return promptEntry{}, fmt.Errorf("no prompt is called %q: did you mean %q?", id, near)
	}
	return promptEntry{}, fmt.Errorf("no prompt is called %q: see `ikgen prompts list`", id)
}

func promptsListCommand(env *Env) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the prompts with their hashes and sizes", Args: cobra.NoArgs}
	format := formatFlags(cmd, "text", "json")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		chosen, err := format.get()
		if err != nil {
			return err
		}
		all, err := env.prompts(cmd.Context())
		if err != nil {
			return err
		}
		if chosen == "json" {
			return printJSON(env.Stdout, all)
		}
		for _, p := range all {
			if _, err := fmt.Fprintf(env.Stdout, "%s  v%d  %5d bytes  %s  %s\n", p.Hash[:12], p.Version, p.Bytes, p.ID, p.Source); err != nil {
				return err
			}
		}
		return nil
	}
	return cmd
}

func promptsShowCommand(env *Env) *cobra.Command {
	cmd := &cobra.Command{Use: "show ID", Short: "Print one template, with its full hash on stderr", Args: cobra.ExactArgs(1)}
	format := formatFlags(cmd, "text", "json")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		chosen, err := format.get()
		if err != nil {
			return err
		}
		p, err := env.prompt(cmd.Context(), args[0])
		if err != nil {
			return err
		}
		if chosen == "json" {
			return printJSON(env.Stdout, struct {
				promptEntry
				Template string `json:"template"`
			}{p, p.definition.Template})
		}
		if _, err := fmt.Fprintf(env.Stderr, "%s version %d, sha256 %s\n", p.ID, p.Version, p.Hash); err != nil {
			return err
		}
		return printText(env.Stdout, p.definition.Template)
	}
	return cmd
}

func promptsRenderCommand(env *Env) *cobra.Command {
	cmd := &cobra.Command{Use: "render ID", Short: "Render one template with values", Args: cobra.ExactArgs(1)}
	values := cmd.Flags().StringArray("value", nil, "a variable as `name=value`; repeat for each")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		given := map[string]string{}
		for _, v := range *values {
			name, value, ok := strings.Cut(v, "=")
			if !ok {
				return fmt.Errorf("--value %q is not of the form name=value", v)
			}
			given[name] = value
		}
		p, err := env.prompt(cmd.Context(), args[0])
		if err != nil {
			return err
		}
		text, err := ik.RenderPrompt(p.definition, given, nil)
		if err != nil {
			return fmt.Errorf("%w: it takes %s", err, variables(p.Variables))
		}
		return printText(env.Stdout, text)
	}
	return cmd
}

// variables says which variables a prompt takes.
func variables(names []string) string {
	switch len(names) {
	case 0:
		return "no variables"
	case 1:
		return "the variable " + names[0]
	}
	return "the variables " + strings.Join(names, ", ")
}

// printText writes text with exactly one newline at its end.
func printText(w io.Writer, text string) error {
	_, err := fmt.Fprintln(w, strings.TrimSuffix(text, "\n"))
	return err
}
