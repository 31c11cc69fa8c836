package output

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// ManifestName is the name of the manifest in the directory of the spec.
const ManifestName = "ikgen.manifest"

const manifestHeader = `# Written by ikgen: the files that it generated, with their SHA-256. ikgen removes a file that it no longer generates
# only when it stands here and nobody has changed it. Commit this file.
`

// maxManifestBytes bounds what is read; a line is some hundred bytes.
const maxManifestBytes = 16 << 20

// manifest holds the hashes that ikgen has written or is about to write of each file. While files are being replaced
// there are two: of the old and of the new bytes.
type manifest map[string][]string

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func (m manifest) add(name, hash string) {
	if !slices.Contains(m[name], hash) {
		m[name] = append(m[name], hash)
	}
}

// merge adds every hash of another manifest.
func (m manifest) merge(other manifest) {
	for name, hashes := range other {
		for _, h := range hashes {
			m.add(name, h)
		}
	}
}

// knows tells whether these bytes were written by ikgen.
func (m manifest) knows(name string, data []byte) bool {
	return slices.Contains(m[name], hashOf(data))
}

// names are the files in code order.
func (m manifest) names() []string {
	out := make([]string, 0, len(m))
	for name := range m {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// text is the file: a line a hash, in code order of the names.
func (m manifest) text() []byte {
	var b bytes.Buffer
	b.WriteString(manifestHeader)
	for _, name := range m.names() {
		hashes := slices.Clone(m[name])
		slices.Sort(hashes)
		for _, h := range hashes {
			fmt.Fprintf(&b, "%s  %s\n", h, name)
		}
	}
	return b.Bytes()
}

// readManifest reads what is there. Lines that are no entry are passed over: after a merge conflict both sides count,
// and what stands here permits a removal only together with the hash and the header of the file.
func readManifest(path string) (manifest, []byte, error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return manifest{}, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxManifestBytes {
		return nil, nil, fmt.Errorf("%s is not a manifest: remove it", path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	return parseManifest(data), data, nil
}

func parseManifest(data []byte) manifest {
	m := manifest{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		hash, name, ok := strings.Cut(lines.Text(), "  ")
		if ok && isHash(hash) && checkName(name) == nil {
			m.add(name, hash)
		}
	}
	return m
}

func isHash(s string) bool {
	return len(s) == sha256.Size*2 && strings.Trim(s, "0123456789abcdef") == ""
}
