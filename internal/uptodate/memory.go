package uptodate

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/ikgen/ikgen/internal/plainfile"
)

// Record is what is remembered of the last run of one kind.
type Record struct {
	Places Places          `json:"places"`
	Digest string          `json:"digest"` // "": only the places are known
	Report json.RawMessage `json:"report,omitempty"`
}

// Memory is a folder with a file for each kind of run. The zero value remembers nothing.
type Memory struct{ Dir string }

// file is where a run is remembered: words say which run it is.
func (m Memory) file(words []string) string {
	sum := sha256.Sum256([]byte(strings.Join(words, "\x00")))
	return filepath.Join(m.Dir, hex.EncodeToString(sum[:])+".json")
}

// Read gives what is remembered of a run. Nothing, when there is none or it cannot be read: the run then does all its work.
func (m Memory) Read(words []string) (Record, bool) {
	var r Record
	if m.Dir == "" {
		return r, false
	}
	data, err := plainfile.Read(m.file(words), maxBytes)
	if err != nil || json.Unmarshal(data, &r) != nil {
		return Record{}, false
	}
	return r, true
}

// Write remembers a run in place of the last one of its kind. That it fails costs the next run its shortcut, so nobody is
// told.
func (m Memory) Write(words []string, r Record) {
	data, err := json.Marshal(r)
	if m.Dir == "" || err != nil || os.MkdirAll(m.Dir, 0o755) != nil {
		return
	}
	temp, err := os.CreateTemp(m.Dir, "new-*")
	if err != nil {
		return
	}
	_, err = temp.Write(data)
	if closed := temp.Close(); err != nil || closed != nil || os.Rename(temp.Name(), m.file(words)) != nil {
		_ = os.Remove(temp.Name())
	}
}
