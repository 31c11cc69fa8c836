package uptodate

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"io"
	"os"
	"strconv"
	"strings"
)

// Tool identifies the program that runs, by its bytes; "" when it cannot be read.
//
// Go's linker writes an identifier into each program whose last part is a digest of everything else in the file. To read
// it takes a fraction of a millisecond; to digest the file again, which is done where there is none, takes thirty.
func Tool() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	program, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer program.Close()
	if id := buildID(program); id != "" {
		return id
	}
	return sum(program)
}

// sum is the digest of a whole program.
func sum(program io.Reader) string {
	h := sha256.New()
	if _, err := io.Copy(h, program); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}

// maxHead is how much of a program is searched for its identifier: linkers write it at the start of the code.
const maxHead = 64 << 10

// buildID reads the linker's identifier: from a note of its own in ELF files, in others from the start of the code. It is
// "" where there is none, or one without the digest of the program.
func buildID(program io.ReaderAt) string {
	var id string
	if file, err := elf.NewFile(program); err == nil {
		id = noteID(file)
	} else {
		id = markedID(program)
	}
	if parts := strings.Split(id, "/"); len(parts) < 2 || parts[len(parts)-1] == "" {
		return ""
	}
	return "go:" + id
}

// noteID reads the note: the lengths of its name and of its text, a kind, the name, and the text.
func noteID(file *elf.File) string {
	section := file.Section(".note.go.buildid")
	if section == nil || section.Size > maxHead {
		return ""
	}
	note, err := section.Data()
	const head = 4 + 4 + 4 + 4
	if err != nil || len(note) < head || !bytes.Equal(note[12:head], []byte("Go\x00\x00")) {
		return ""
	}
	n := file.ByteOrder.Uint32(note[4:])
	if uint64(n) > uint64(len(note)-head) {
		return ""
	}
	return string(note[head : head+n])
}

// markedID finds the identifier between its marks.
func markedID(program io.ReaderAt) string {
	head := make([]byte, maxHead)
	n, err := program.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return ""
	}
	_, rest, ok := bytes.Cut(head[:n], []byte("\xff Go build ID: "))
	if !ok {
		return ""
	}
	quoted, _, ok := bytes.Cut(rest, []byte("\n \xff"))
	if !ok {
		return ""
	}
	id, err := strconv.Unquote(string(quoted))
	if err != nil {
		return ""
	}
	return id
}
