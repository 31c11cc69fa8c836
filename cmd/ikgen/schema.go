package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ikgen/ikgen/internal/check"
	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/jsonschema"
	"github.com/ikgen/ikgen/internal/load/spec"
)

func schemaCommand(env *Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "schema CAPABILITY | TYPE@V",
		Short: "Print the JSON Schema of a capability's input or output, or of a fact",
		Long: `schema prints a JSON Schema. The profiles full and model are draft 2020-12; those of vendors of models keep the rules
that the vendor publishes. What a vendor's schema cannot say is a warning on stderr: the decoder checks it. What the
vendor cannot be sent at all is an error.`,
		Args: cobra.ExactArgs(1),
	}
	part := partFlag(cmd)
	pkg := cmd.Flags().StringArray("package", nil, "look in this `package` only, e.g. ./agent")
	profile := cmd.Flags().String("profile", "full", "full; model: as full, without the fields that the kernel fills; "+strings.Join(jsonschema.Profiles()[2:], ", "))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := checkPart(*part); err != nil {
			return err
		}
		if !slices.Contains(jsonschema.Profiles(), *profile) {
			return fmt.Errorf("unknown profile %q: use one of %s", *profile, strings.Join(jsonschema.Profiles(), ", "))
		}
		res, err := env.load(cmd.Context(), *pkg)
		if err != nil {
			return err
		}
		e, err := find(res, args[0], *part)
		if err != nil {
			return err
		}
		return env.printSchema(e, *profile)
	}
	return cmd
}

// printSchema prints the schema of an element, and on stderr what its profile does not carry.
func (env *Env) printSchema(e element, profile string) error {
	res, err := jsonschema.Profile(e.unit.Package.IR, e.unit.Deps, e.typ, e.name, profile)
	var diags []diag.Diagnostic
	if refused := new(jsonschema.ProfileError); errors.As(err, &refused) {
		for _, p := range refused.Problems {
			d := e.diagnostic(check.CodeProfileShape, diag.Error, p.Path, p.Message)
			d.Help = p.Help
			diags = append(diags, d)
		}
		if err := env.printDiags(env.Stderr, "text", diags); err != nil {
			return err
		}
		return errFindings
	}
	if err != nil {
		return internalf("%w", err)
	}
	for _, m := range res.Moved {
		diags = append(diags, e.diagnostic(check.CodeProfileMoves, diag.Warning, m.Path, m.Keyword+" is checked after the answer only: "+m.Why))
	}
	if len(diags) > 0 {
		if err := env.printDiags(env.Stderr, "text", diags); err != nil {
			return err
		}
	}
	var out bytes.Buffer
	if err := json.Indent(&out, res.Schema, "", "  "); err != nil {
		return internalf("%w", err)
	}
	_, err = fmt.Fprintf(env.Stdout, "%s\n", out.Bytes())
	return err
}

// diagnostic is a finding at a place of the element's schema, which path names as jsonschema.Result does.
func (e element) diagnostic(code string, severity diag.Severity, path, message string) diag.Diagnostic {
	at := e.path
	if name, rest, ok := strings.Cut(strings.TrimPrefix(path, "#/$defs/"), "/"); strings.HasPrefix(path, "#/$defs/") {
		at, path = "#"+name, ""
		if ok {
			path = "/" + rest
		}
	}
	if path != "" {
		for token := range strings.SplitSeq(path[1:], "/") {
			if token == "*" {
				continue // an item has the place of its list
			}
			at = spec.Join(at, strings.NewReplacer("~1", "/", "~0", "~").Replace(token))
		}
	}
	return diag.Diagnostic{Code: code, Severity: severity, Message: message, Path: at, Pos: e.unit.Package.At(at)}
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
