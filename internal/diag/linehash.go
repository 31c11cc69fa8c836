package diag

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf16"
)

// fingerprints tell two runs that a finding is the same. Code scanning uses the hash of the line; where the file cannot
// be read, that of the finding stands in.
func fingerprints(d Diagnostic, files *sources) map[string]string {
	sum := sha256.Sum256([]byte(strings.Join([]string{d.Code, d.Path, d.Message}, "\x00")))
	finding := hex.EncodeToString(sum[:8])
	files.file(d.Pos.File)
	line := finding + ":1"
	if hashes := files.hashes[d.Pos.File]; d.Pos.Line <= len(hashes) {
		line = hashes[d.Pos.Line-1]
	}
	return map[string]string{"primaryLocationLineHash": line, "ikgenFinding/v1": finding}
}

const hashBlock = 100

// lineHashes are the hashes of lines as the action that uploads to code scanning computes them (github/codeql-action,
// src/fingerprints.ts): it complains of others. Each is taken over the 100 UTF-16 units from the start of the line on,
// without blanks and tabs, and numbered among equal ones.
func lineHashes(text string) []string {
	h := lineHasher{seen: map[uint64]int{}, first: 1}
	for range hashBlock {
		h.first *= 37
	}
	for i := range h.lines {
		h.lines[i] = -1
	}
	start, afterCR := true, false
	for _, u := range append(utf16.Encode([]rune(text)), 0xffff) {
		if u == ' ' || u == '\t' || afterCR && u == '\n' {
			afterCR = false
			continue
		}
		if afterCR = u == '\r'; afterCR {
			u = '\n'
		}
		h.emit()
		if start {
			h.lines[h.at] = len(h.out)
			h.out = append(h.out, "")
		}
		start = u == '\n'
		h.push(u)
	}
	for range hashBlock {
		h.emit()
		h.push(0)
	}
	return h.out
}

// lineHasher is a rolling hash over a window of units.
type lineHasher struct {
	window [hashBlock]uint16
	lines  [hashBlock]int // the line that starts at a place of the window, or -1
	at     int
	hash   uint64
	first  uint64 // 37 to the power of the window's length
	seen   map[uint64]int
	out    []string
}

func (h *lineHasher) push(u uint16) {
	h.hash = h.hash*37 + uint64(u) - h.first*uint64(h.window[h.at])
	h.window[h.at] = u
	h.at = (h.at + 1) % hashBlock
}

// emit gives the line that started a whole window ago its hash.
func (h *lineHasher) emit() {
	if line := h.lines[h.at]; line >= 0 {
		h.seen[h.hash]++
		h.out[line] = fmt.Sprintf("%x:%d", h.hash, h.seen[h.hash])
		h.lines[h.at] = -1
	}
}
