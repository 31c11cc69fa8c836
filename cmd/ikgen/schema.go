package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ikgen/ikgen/internal/jsonschema"
)

func schemaCommand(env *Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "schema CAPABILITY | TYPE@V",
		Short: "Print the JSON Schema of a capability's input or output, or of a fact",
		Args:  cobra.ExactArgs(1),
	}
	part := partFlag(cmd)
	pkg := cmd.Flags().StringArray("package", nil, "look in this `package` only, e.g. ./agent")
	profile := cmd.Flags().String("profile", "full", "full: JSON Schema draft 2020-12; model: as full, without the fields that the kernel fills")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := checkPart(*part); err != nil {
			return err
		}
		render := jsonschema.Full
		switch *profile {
		case "full":
		case "model":
			render = jsonschema.Model
		default:
			return fmt.Errorf("unknown profile %q: use full or model", *profile)
		}
		res, err := env.load(cmd.Context(), *pkg)
		if err != nil {
			return err
		}
		e, err := find(res, args[0], *part)
		if err != nil {
			return err
		}
		doc, err := render(e.unit.Package.IR, e.unit.Deps, e.typ, e.name)
		if err != nil {
			return internalf("%w", err)
		}
		var out bytes.Buffer
		if err := json.Indent(&out, doc, "", "  "); err != nil {
			return internalf("%w", err)
		}
		_, err = fmt.Fprintf(env.Stdout, "%s\n", out.Bytes())
		return err
	}
	return cmd
}

func partFlag(cmd *cobra.Command) *string {
	return cmd.Flags().String("part", "input", "of a capability: input or output")
}

func checkPart(part string) error {
	if part != "input" && part != "output" {
		return fmt.Errorf("unknown part %q: use input or output", part)
	}
	return nil
}
