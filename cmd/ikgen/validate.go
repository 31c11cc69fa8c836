package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ikgen/ikgen/internal/interp"
	ik "github.com/ikgen/ikgen/runtime"
)

// maxDocument bounds what validate reads of one document, in bytes. Decoders refuse more than 1 MiB anyway.
const maxDocument = 2 << 20

func validateCommand(env *Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "validate CAPABILITY|TYPE@V [files]",
		Short: "Check JSON documents against a capability's input or output, or a fact",
		Long: `validate checks each file, or standard input where no file is given, and prints every issue with its JSON Pointer.
The verdict is that of the generated decoder.`,
		Args: cobra.MinimumNArgs(1),
	}
	part := partFlag(cmd)
	pkg := cmd.Flags().StringArray("package", nil, "look in this `package` only, e.g. ./agent")
	format := formatFlags(cmd, "text", "json")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		chosen, err := format.get()
		if err != nil {
			return err
		}
		if err := checkPart(*part); err != nil {
			return err
		}
		res, err := env.load(cmd.Context(), *pkg)
		if err != nil {
			return err
		}
		e, err := find(res, args[0], *part)
		if err != nil {
			return err
		}
		docs, err := env.documents(args[1:])
		if err != nil {
			return err
		}
		schema, err := interp.Schema(e.unit.Package.IR, e.unit.Deps, e.typ, e.name)
		if err != nil {
			return internalf("%w", err)
		}
		return env.validate(schema, docs, chosen)
	}
	return cmd
}

type document struct {
	name string
	data []byte
}

func (env *Env) documents(files []string) ([]document, error) {
	if len(files) == 0 {
		data, err := io.ReadAll(io.LimitReader(env.Stdin, maxDocument))
		if err != nil {
			return nil, fmt.Errorf("standard input cannot be read: %w", err)
		}
		return []document{{"stdin", data}}, nil
	}
	var docs []document
	for _, f := range files {
		path := f
		if !filepath.IsAbs(path) {
			path = filepath.Join(env.Dir, f)
		}
		data, err := readBounded(path)
		if err != nil {
			return nil, err
		}
		docs = append(docs, document{f, data})
	}
	return docs, nil
}

func readBounded(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxDocument))
}

// verdict is the outcome for one document.
type verdict struct {
	File   string     `json:"file"`
	Valid  bool       `json:"valid"`
	Issues []ik.Issue `json:"issues"`
}

func (env *Env) validate(schema ik.Schema, docs []document, format string) error {
	verdicts := make([]verdict, len(docs))
	failed := false
	for i, d := range docs {
		_, issues := schema.Decode(d.data)
		verdicts[i] = verdict{d.name, len(issues) == 0, append([]ik.Issue{}, issues...)}
		failed = failed || len(issues) > 0
	}
	if format == "json" {
		if err := printJSON(env.Stdout, verdicts); err != nil {
			return err
		}
	} else if err := printVerdicts(env.Stdout, verdicts); err != nil {
		return err
	}
	if failed {
		return errFindings
	}
	return nil
}

func printVerdicts(w io.Writer, verdicts []verdict) error {
	for _, v := range verdicts {
		if v.Valid {
			if _, err := fmt.Fprintf(w, "%s: valid\n", v.File); err != nil {
				return err
			}
		}
		for _, is := range v.Issues {
			pointer := is.Path
			if pointer == "" {
				pointer = "(root)"
			}
			if _, err := fmt.Fprintf(w, "%s: %s: %s [%s]\n", v.File, pointer, is.Message, is.Code); err != nil {
				return err
			}
		}
	}
	return nil
}
