package output

import (
	"slices"
)

// state is what a file on disk is to the run.
type state int

const (
	fresh   state = iota // has the wanted bytes
	missing              // is not there
	stale                // was written by an earlier run
	edited               // was written by an earlier run and changed by hand
	foreign              // was not written by ikgen
)

// item is one file that is wanted or stands in the manifest.
type item struct {
	name  string
	file  string // absolute path
	want  []byte // nil: no longer generated
	state state
}

// scan compares the disk with what is wanted, in code order of the names. Entries of the manifest whose file is gone, or
// leads to a place that is not ours, are left out.
func scan(p place, wanted map[string][]byte, m manifest) ([]item, error) {
	names := m.names()
	for name := range wanted {
		names = append(names, name)
	}
	slices.Sort(names)
	var items []item
	for _, name := range slices.Compact(names) {
		want, generated := wanted[name]
		file, err := p.resolve(name)
		if err != nil {
			if generated {
				return nil, err
			}
			continue
		}
		it := item{name: name, file: file}
		if generated {
			it.want = append([]byte{}, want...) // never nil
		}
		data, present, plain, err := read(file)
		if err != nil {
			return nil, err
		}
		it.state = judge(it, data, present, plain, m)
		if generated || it.state != missing {
			items = append(items, it)
		}
	}
	return items, nil
}

func judge(it item, data []byte, present, plain bool, m manifest) state {
	switch {
	case !present:
		return missing
	case !plain:
		return foreign
	case it.want != nil && string(data) == string(it.want):
		return fresh
	case !isOurs(it.name, data):
		return foreign
	case m.knows(it.name, data):
		return stale
	case len(m[it.name]) == 0:
		return stale // ours by its header; the manifest is lost, or is from before the file
	default:
		return edited
	}
}
