package compile

import (
	"context"
	"path/filepath"

	"github.com/ikgen/ikgen/internal/output"
	"github.com/ikgen/ikgen/internal/render"
	"github.com/ikgen/ikgen/internal/review"
)

// Files renders everything that belongs to the package: generated Go, and for agents and catalogs the lock and the
// intermediate representation. Names are relative to the package's directory, with slashes.
func (u Unit) Files() (map[string][]byte, error) {
	files := map[string][]byte{}
	imports := map[string]string{}
	for _, p := range u.all {
		if _, used := u.Deps[pathOf(p)]; !used {
			continue
		}
		goPath := p.IR.Go
		if goPath == "" {
			var err error
			if goPath, err = goImport(p.OutDir); err != nil {
				return nil, err
			}
		}
		imports[p.IR.Path] = goPath
	}
	if u.Package.IR.Go == "" {
		source, err := render.Render(render.Input{Package: u.Package.IR, Deps: u.Deps, Imports: imports, Pair: u.Pair})
		if err != nil {
			return nil, err
		}
		out, err := filepath.Rel(u.Package.Dir, u.Package.OutDir)
		if err != nil {
			return nil, err
		}
		for name, data := range source {
			files[filepath.ToSlash(filepath.Join(out, name))] = data
		}
	}
	if u.Package.IR.Agent == nil && !u.Package.IR.HasCatalog {
		return files, nil
	}
	model, err := review.IRFile(u.Package.IR)
	if err != nil {
		return nil, err
	}
	files["ikgen.ir.json"] = model
	if files["ikgen.lock"], err = review.Lock(u.Package.IR, u.Deps, u.Pair); err != nil {
		return nil, err
	}
	return files, nil
}

// Output brings the files onto disk, or with check only compares.
func (u Unit) Output(ctx context.Context, files map[string][]byte, check bool) (output.Report, error) {
	if check {
		return output.Check(u.Package.Dir, files)
	}
	return output.Apply(ctx, u.Package.Dir, files)
}
