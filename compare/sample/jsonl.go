package sample

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// A Writer writes records as JSON Lines, each as it is made.
type Writer struct{ enc *json.Encoder }

// NewWriter returns a Writer to w. It does not buffer: a run that is cut off
// keeps every record written before.
func NewWriter(w io.Writer) *Writer { return &Writer{json.NewEncoder(w)} }

// Write writes one record and its line break in one call of the underlying
// writer.
func (w *Writer) Write(r Record) error {
	if err := w.enc.Encode(r); err != nil {
		return fmt.Errorf("sample: write record: %w", err)
	}
	return nil
}

var (
	// ErrEmpty says that there is no record at all.
	ErrEmpty = errors.New("the file is empty")
	// ErrForeign says that the file is not a result file of this tool.
	ErrForeign = errors.New("not a result file of cryptogap")
	// ErrNewer says that the file's schema is newer than this program.
	ErrNewer = errors.New("made by a newer cryptogap")
	// ErrCut says that the file ends in the middle of a record or before
	// the run's end.
	ErrCut = errors.New("the file is cut off")
)

// maxLine bounds a record: the largest, the first, is far below.
const maxLine = 16 << 20

// Read reads a whole result file. With ErrCut the records that could be read
// come back beside the error; with the other errors none do.
func Read(r io.Reader) ([]Record, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	var records []Record
	for n := 1; lines.Scan(); n++ {
		var rec Record
		err := json.Unmarshal(lines.Bytes(), &rec)
		if n == 1 {
			switch {
			case err != nil || rec.Type != TypeRun || rec.Run == nil || rec.Run.Schema == 0:
				return nil, fmt.Errorf("line 1: %w: it does not start with a run record", ErrForeign)
			case rec.Run.Schema > Schema:
				return nil, fmt.Errorf("line 1: %w: schema %d, this program reads up to %d", ErrNewer, rec.Run.Schema, Schema)
			}
		}
		if err != nil {
			return records, fmt.Errorf("line %d: %w", n, ErrCut)
		}
		records = append(records, rec)
	}
	switch err := lines.Err(); {
	case err != nil:
		return records, fmt.Errorf("after %d records: %w", len(records), err)
	case len(records) == 0:
		return nil, ErrEmpty
	case records[len(records)-1].Type != TypeEnd:
		return records, fmt.Errorf("after %d records: %w: the run's end is missing", len(records), ErrCut)
	}
	return records, nil
}
