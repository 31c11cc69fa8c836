// Package plainfile reads files that others have put on the disk: sources, modules, cases. It owns that nothing but a
// regular file is opened, and how much of one is read. A named pipe would block for ever, a device may never end. It knows
// nothing of what the files hold.
package plainfile

import (
	"fmt"
	"io"
	"io/fs"
	"os"
)

// NotRegularError says that a path leads to something that is read differently from a file.
type NotRegularError struct {
	Path string
	Mode fs.FileMode // its type bits say what is there
}

// Error names the path and what is there.
func (e *NotRegularError) Error() string {
	return fmt.Sprintf("%s is %s, not a regular file", e.Path, e.Kind())
}

// Kind is what is there in place of a file, with its article.
func (e *NotRegularError) Kind() string {
	switch {
	case e.Mode&fs.ModeDir != 0:
		return "a directory"
	case e.Mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case e.Mode&fs.ModeSocket != 0:
		return "a socket"
	case e.Mode&fs.ModeDevice != 0:
		return "a device"
	case e.Mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	}
	return "a special file"
}

// TooLargeError says that a file is larger than its reader takes.
type TooLargeError struct {
	Path string
	Max  int64 // bytes
}

// Error names the path and the bound.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%s is larger than %d bytes", e.Path, e.Max)
}

// Read gives the bytes of a regular file, or of one that a symbolic link leads to. Anything else is a *NotRegularError and
// is not opened; more than max bytes are a *TooLargeError. Other errors are of the file system.
func Read(path string, max int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, max+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > max {
		return nil, &TooLargeError{Path: path, Max: max}
	}
	return data, nil
}

// Open opens a regular file for reading, or one that a symbolic link leads to. Anything else is a *NotRegularError. It is
// asked for before the file is opened, since opening a pipe blocks, and again afterwards, in case it was replaced.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &NotRegularError{Path: path, Mode: info.Mode()}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err = f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &NotRegularError{Path: path, Mode: info.Mode()}
	}
	if err != nil {
		_ = f.Close() // the error of Stat is the one to report
		return nil, err
	}
	return f, nil
}
