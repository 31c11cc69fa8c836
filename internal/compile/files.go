package compile

import (
	"context"
	"path/filepath"
	"sync"

	"github.com/ikgen/ikgen/internal/output"
	"github.com/ikgen/ikgen/internal/render"
	"github.com/ikgen/ikgen/internal/review"
)

// Files renders everything that belongs to the package: generated Go, and for agents and catalogs the lock and the
// intermediate representation. Names are relative to the package's directory, with slashes.
func (u Unit) Files() (map[string][]byte, error) {
	var (
		files       map[string][]byte
		lock, model []byte
		errs        [3]error
		all         sync.WaitGroup
	)
	reviewed := u.Package.IR.Agent != nil || u.Package.IR.HasCatalog
	if reviewed {
		all.Go(func() { model, errs[1] = review.IRFile(u.Package.IR) })
		all.Go(func() { lock, errs[2] = review.Lock(u.Package.IR, u.Deps, u.Pair) })
	}
	files, errs[0] = u.source()
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	if reviewed {
		files["ikgen.ir.json"], files["ikgen.lock"] = model, lock
	}
	return files, nil
}

// source renders the Go files. A package that is generated elsewhere has none.
func (u Unit) source() (map[string][]byte, error) {
	files := map[string][]byte{}
	imports, err := u.imports()
	if err != nil || u.Package.IR.Go != "" {
		return files, err
	}
	source, err := render.Render(render.Input{Package: u.Package.IR, Deps: u.Deps, Imports: imports, Pair: u.Pair, Naming: u.naming})
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
	return files, nil
}

// imports are the Go import paths of the packages that this one refers to, by CUE import path.
func (u Unit) imports() (map[string]string, error) {
	out := map[string]string{}
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
		out[p.IR.Path] = goPath
	}
	return out, nil
}

// Output brings the files onto disk, or with check only compares.
func (u Unit) Output(ctx context.Context, files map[string][]byte, check bool) (output.Report, error) {
	if check {
		return output.Check(u.Package.Dir, files)
	}
	return output.Apply(ctx, u.Package.Dir, files)
}
