package main

import (
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
		opts := cases.Options{Dir: env.Dir, Paths: args, Store: *store, Update: *update}
		if *expand {
			return cases.Expand(cmd.Context(), env.Stdout, opts)
		}
		report, err := cases.Run(cmd.Context(), opts)
		if err != nil {
			return err
		}
		if chosen == "json" {
			err = report.WriteJSON(env.Stdout)
		} else {
			err = report.WriteText(env.Stdout)
		}
		if err == nil && report.Failed() {
			return errFindings
		}
		return err
	}
	return cmd
}
