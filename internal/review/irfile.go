package review

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/ikgen/ikgen/internal/canonical"
	"github.com/ikgen/ikgen/internal/exact"
	"github.com/ikgen/ikgen/internal/ir"
)

// MaxIRBytes is the largest file that ReadIR reads. A representation of 1 000 capabilities has some 2 MB.
const MaxIRBytes = 64 << 20

// IRFile is the whole representation as one line of canonical JSON (RFC 8785) and a newline. Numbers that a double can
// not carry are packed (see internal/exact), so nothing is lost.
func IRFile(p *ir.Package) ([]byte, error) {
	if p == nil {
		return nil, errors.New("no representation to write")
	}
	raw, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("write representation: %w", err)
	}
	text, err := exact.Canonical(raw)
	if err != nil {
		return nil, fmt.Errorf("write representation: %w", err)
	}
	return append(text, '\n'), nil
}

// ReadIR reads what IRFile wrote. A file of another version, with unknown or repeated fields, or with anything after
// the document is an error: nothing is guessed.
func ReadIR(data []byte) (*ir.Package, error) {
	if len(data) > MaxIRBytes {
		return nil, fmt.Errorf("read representation: larger than %d bytes", MaxIRBytes)
	}
	if _, err := canonical.JSON(data); err != nil { // repeated keys, invalid UTF-8, trailing data
		return nil, fmt.Errorf("read representation: %w", err)
	}
	if err := checkVersion(data); err != nil {
		return nil, err
	}
	raw, err := exact.Unpack(data)
	if err != nil {
		return nil, fmt.Errorf("read representation: %w", err)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	var p ir.Package
	if err := dec.Decode(&p); err != nil {
		return nil, fmt.Errorf("read representation: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("read representation: trailing data")
	}
	return &p, nil
}

// checkVersion looks at the version before anything else, so that a file of a newer tool gives that reason and not an
// unknown field.
func checkVersion(data []byte) error {
	var head struct {
		IRVersion *int `json:"irVersion"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return fmt.Errorf("read representation: %w", err)
	}
	switch {
	case head.IRVersion == nil:
		return errors.New("read representation: no irVersion: not a representation of ikgen")
	case *head.IRVersion > ir.Version:
		return fmt.Errorf("read representation: version %d was written by a newer ikgen; this one reads version %d",
			*head.IRVersion, ir.Version)
	case *head.IRVersion < 1:
		return fmt.Errorf("read representation: version %d does not exist", *head.IRVersion)
	}
	return nil
}
