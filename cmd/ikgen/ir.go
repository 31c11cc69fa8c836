package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ikgen/ikgen/internal/review"
)

func irCommand(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "ir [patterns]",
		Short: "Print the whole compiled model as canonical JSON",
		Long: `ir prints the intermediate representation, versioned and canonical (RFC 8785): one document for one package, an array
for several.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			res, err := env.load(cmd.Context(), args)
			if err != nil {
				return err
			}
			docs := make([][]byte, len(res.Units))
			for i, u := range res.Units {
				if docs[i], err = review.IRFile(u.Package.IR); err != nil {
					return internalf("%w", err)
				}
				docs[i] = bytes.TrimSuffix(docs[i], []byte("\n"))
			}
			if len(docs) == 1 {
				_, err = fmt.Fprintf(env.Stdout, "%s\n", docs[0])
				return err
			}
			_, err = fmt.Fprintf(env.Stdout, "[%s]\n", bytes.Join(docs, []byte(",\n")))
			return err
		},
	}
}
