package output

import (
	"context"
	"path/filepath"
	"slices"
)

// Report says what a run did, or with Check what it found. Names are relative to the directory, with slashes, in code
// order.
type Report struct {
	Written   []string // by Apply: new or changed
	Unchanged []string // as they should be; not touched
	Removed   []string // by Apply: orphans
	Stale     []string // by Check: written by an earlier run, with other bytes
	Missing   []string // by Check
	Orphaned  []string // ours and not generated; after Apply only those that are kept: changed by hand, or in no manifest
	Edited    []string // changed by hand since they were written; Apply has overwritten those that are still generated
	Foreign   []string // by Check: in the way, and not written by ikgen
}

// Fresh tells whether there is nothing to write, to remove or to look at.
func (r Report) Fresh() bool {
	return len(r.Written)+len(r.Removed)+len(r.Stale)+len(r.Missing)+len(r.Orphaned)+len(r.Edited)+len(r.Foreign) == 0
}

// Apply makes the generated files in dir what files says: names relative to dir, with slashes. A name may lead out of
// dir, as far as the project reaches, but never through a symbolic link. A file in the way that ikgen did not write is a
// *ForeignError, and then nothing is written at all. Other errors are of the file system, or ctx's; what was done before
// one stays, and the next run completes it.
func Apply(ctx context.Context, dir string, files map[string][]byte) (Report, error) {
	return apply(ctx, dir, files, disk())
}

// Check compares and writes nothing.
func Check(dir string, files map[string][]byte) (Report, error) {
	s, err := look(dir, files)
	if err != nil {
		return Report{}, err
	}
	var r Report
	for _, it := range s.items {
		r.found(it)
	}
	switch {
	case s.listed(s.final()):
	case s.text == nil:
		r.Missing = append(r.Missing, ManifestName)
	case r.Fresh():
		r.Stale = append(r.Stale, ManifestName) // else it is stale because a file is, which is said already
	}
	slices.Sort(r.Missing)
	r.Orphaned = append(r.Orphaned, s.strays()...)
	slices.Sort(r.Orphaned)
	return r, nil
}

// found reports what a file is.
func (r *Report) found(it item) {
	list := &r.Unchanged
	switch {
	case it.want == nil:
		r.orphan(it)
		return
	case it.state == missing:
		list = &r.Missing
	case it.state == stale:
		list = &r.Stale
	case it.state == edited:
		list = &r.Edited
	case it.state == foreign:
		list = &r.Foreign
	}
	*list = append(*list, it.name)
}

// orphan reports an entry of the manifest that is no longer generated. A foreign file took its place: it is let alone.
func (r *Report) orphan(it item) {
	switch it.state {
	case stale:
		r.Orphaned = append(r.Orphaned, it.name)
	case edited:
		r.Orphaned = append(r.Orphaned, it.name)
		r.Edited = append(r.Edited, it.name)
	}
}

// survey is what a run finds before it does anything.
type survey struct {
	place place
	known manifest // of the runs before
	text  []byte   // of the manifest on disk; nil: there is none
	items []item
}

// look resolves, reads and compares.
func look(dir string, files map[string][]byte) (survey, error) {
	p, err := newPlace(dir)
	if err != nil {
		return survey{}, err
	}
	s := survey{place: p}
	if s.known, s.text, err = readManifest(filepath.Join(p.dir, ManifestName)); err != nil {
		return survey{}, err
	}
	s.items, err = scan(p, files, s.known)
	return s, err
}

// final is the manifest of what is generated, and of orphans that are kept because they were changed by hand: they stay
// known until somebody removes them.
func (s survey) final() manifest {
	m := manifest{}
	for _, it := range s.items {
		if it.want != nil {
			m.add(it.name, hashOf(it.want))
		} else if it.state == edited {
			m[it.name] = s.known[it.name]
		}
	}
	return m
}

// listed tells whether the manifest on disk is this one. An empty manifest has no file.
func (s survey) listed(m manifest) bool {
	if len(m) == 0 {
		return s.text == nil
	}
	return string(s.text) == string(m.text())
}
