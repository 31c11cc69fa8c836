// Package templates holds the texts that the tool writes into other people's folders. The kernel's prompts lie beside
// it, as a catalog in CUE.
package templates

import (
	"embed"
	"io/fs"
)

//go:embed all:init
var files embed.FS

// Init gives the files of the scaffold that `ikgen init` writes; those whose names end in .tmpl are text/template
// templates.
func Init() (fs.FS, error) { return fs.Sub(files, "init") }
