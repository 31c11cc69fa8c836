package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ikgen/ikgen/internal/cases"
)

func testCommand(env *Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "test [cases]",
		Short: "Run cases: scripted conversations as files",
		Long: `test runs cases: txtar files, or all of a directory and below. The default is every case below the working directory.
A case needs no Go code and no network. Its format is in docs/reference/cases.md.

Exit codes: 0 all pass, 1 some failed, 2 an unreadable case.`,
	}
	format := formatFlags(cmd, "text", "json")
	store := cmd.Flags().String("store", "memory", "store to run on: memory")
	update := cmd.Flags().Bool("update", false, "rewrite expect from what happened, keeping the keys that are there")
	expand := cmd.Flags().Bool("expand", false, "print the cases with their short forms written out, and run nothing")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		chosen, err := format.get()
		if err != nil {
			return err
		}
		if *update && *expand {
			return fmt.Errorf("--update and --expand exclude each other")
		}
		if *expand {
			return env.expandCases(cmd.Context(), args)
		}
		defer env.working("running the cases")()
		report, err := cases.Run(cmd.Context(), cases.Options{Dir: env.Dir, Paths: args, Store: *store, Update: *update})
		if err != nil {
			return err
		}
		if chosen == "json" {
			err = report.WriteJSON(env.Stdout)
		} else {
			err = report.WriteText(env.Stdout)
		}
		if err != nil {
			return err
		}
		return casesError(report)
	}
	return cmd
}

// casesError turns a report into the exit code of the worst case.
func casesError(r cases.Report) error {
	switch {
	case r.Count(cases.Broken) > 0:
		return internalf("%s could not be run: see the report", count(r.Count(cases.Broken), "case"))
	case r.Count(cases.Unreadable) > 0:
		return fmt.Errorf("%s cannot be read: see the report", count(r.Count(cases.Unreadable), "case"))
	case r.Count(cases.Failed) > 0:
		return errFindings
	}
	return nil
}

// expandCases prints case files in their long form.
func (env *Env) expandCases(ctx context.Context, files []string) error {
	if len(files) == 0 {
		return fmt.Errorf("--expand needs the files to print")
	}
	for _, f := range files {
		long, err := cases.Expand(ctx, env.abs(f))
		if err != nil {
			return err
		}
		if _, err := env.Stdout.Write(long); err != nil {
			return err
		}
	}
	return nil
}
