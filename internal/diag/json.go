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
	doc := document{Version: 1, Diagnostics: Displayed(diags, opt), Summary: Summarize(diags)}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}

// Displayed are diagnostics as the json format lists them, for documents that hold them beside other things: sorted, each
// once, with files relative to the working directory. It is never nil.
func Displayed(diags []Diagnostic, opt PrintOptions) []Diagnostic {
	out := make([]Diagnostic, 0, len(diags))
	for _, d := range Sort(diags) {
		out = append(out, opt.printable(d))
	}
	return out
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
