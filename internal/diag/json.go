package diag

import (
	"encoding/json"
	"io"
	"strings"
)

// document is what the json format prints. Its version rises when a reader of an older one could misread it.
type document struct {
	Version     int          `json:"version"`
	Diagnostics []Diagnostic `json:"diagnostics"`
	Summary     Summary      `json:"summary"`
}

func printJSON(w io.Writer, diags []Diagnostic, opt PrintOptions) error {
	doc := document{Version: 1, Diagnostics: make([]Diagnostic, 0, len(diags)), Summary: Summarize(diags)}
	for _, d := range diags {
		doc.Diagnostics = append(doc.Diagnostics, opt.printable(d))
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}

// printable is a copy of a diagnostic with relative files and without text that a terminal would act on.
func (o PrintOptions) printable(d Diagnostic) Diagnostic {
	d.Code, d.Spec = Clean(d.Code), Clean(d.Spec)
	d.Message = Clean(d.Message)
	d.Path = Clean(d.Path)
	if d.Help != "" {
		d.Help = strings.Join(cleanLines(d.Help), "\n")
	}
	d.Pos.File = o.display(d.Pos.File)
	related := make([]Related, 0, len(d.Related))
	for _, r := range d.Related {
		r.Pos.File = o.display(r.Pos.File)
		r.Message = Clean(r.Message)
		related = append(related, r)
	}
	d.Related = related
	return d
}
