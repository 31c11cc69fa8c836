package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// formatFlags adds --format with its short form --json. The first of formats is the default.
func formatFlags(cmd *cobra.Command, formats ...string) *formatFlag {
	f := &formatFlag{formats: formats}
	cmd.Flags().StringVar(&f.value, "format", formats[0], "output format: "+strings.Join(formats, ", "))
	cmd.Flags().BoolVar(&f.json, "json", false, "short for --format json")
	return f
}

type formatFlag struct {
	formats []string
	value   string
	json    bool
}

// get gives the chosen format, or a usage error.
func (f *formatFlag) get() (string, error) {
	if f.json {
		return "json", nil
	}
	if !slices.Contains(f.formats, f.value) {
		return "", fmt.Errorf("unknown format %q: use one of %s", f.value, strings.Join(f.formats, ", "))
	}
	return f.value, nil
}

func requireDir(dir string) error {
	info, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("directory %q cannot be read: %w", dir, err)
	}
	if !info.IsDir() {
		return fmt.Errorf("%q is not a directory", dir)
	}
	return nil
}

// colored tells whether what is written to w may be coloured.
func (env *Env) colored(w io.Writer) bool {
	if w == env.Stderr {
		return env.ErrColor
	}
	return env.Color
}
