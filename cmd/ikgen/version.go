package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// generatedContract is the constant of the runtime that generated code asserts.
const generatedContract = "ik.GeneratedV1"

// versionInfo is what `ikgen version` prints.
type versionInfo struct {
	Version   string `json:"version"`
	Go        string `json:"go"`
	IR        int    `json:"irVersion"`
	Generated string `json:"generated"`
}

// moduleVersion is the released version of this build, or "(devel)".
func moduleVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(devel)"
	}
	if info.Main.Path == modulePath && info.Main.Version != "" {
		return info.Main.Version
	}
	for _, dep := range info.Deps {
		if dep.Path == modulePath && dep.Replace == nil {
			return dep.Version
		}
	}
	return "(devel)"
}

const modulePath = "github.com/ikgen/ikgen"

func versionCommand(env *Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version, and what generated code asserts of the runtime",
		Args:  cobra.NoArgs,
	}
	format := formatFlags(cmd, "text", "json")
	cmd.RunE = func(*cobra.Command, []string) error {
		chosen, err := format.get()
		if err != nil {
			return err
		}
		v := newVersionInfo()
		if chosen == "json" {
			return printJSON(env.Stdout, v)
		}
		_, err = fmt.Fprintf(env.Stdout, "ikgen %s (%s)\nintermediate representation: version %d\ngenerated code asserts: %s\n", v.Version, v.Go, v.IR, v.Generated)
		return err
	}
	return cmd
}
