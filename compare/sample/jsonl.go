package sample

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
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
	// ErrDamaged says that lines inside the file are no records.
	ErrDamaged = errors.New("not a record: the file is damaged")
)

// maxLine bounds a record: the largest, the first, is far below.
const maxLine = 16 << 20

// Read reads a whole result file. With ErrCut and ErrDamaged the records that could be read
// come back beside the error, which names the first lines that could not; with the other errors none do.
func Read(r io.Reader) ([]Record, error) {
	lines := bufio.NewReaderSize(r, 1<<16)
	var records []Record
	var damaged []string
	var failed error
	for n := 1; failed == nil; n++ {
		var line []byte
		if line, failed = readLine(lines); len(line) == 0 && failed != nil {
			break
		}
		var rec Record
		err := json.Unmarshal(line, &rec)
		if err == nil && !rec.whole() {
			err = errBody
		}
		if n == 1 {
			switch {
			case err != nil || rec.Run == nil || rec.Run.Schema == 0:
				return nil, fmt.Errorf("line 1: %w: it does not start with a run record", ErrForeign)
			case rec.Run.Schema > Schema:
				return nil, fmt.Errorf("line 1: %w: schema %d, this program reads up to %d", ErrNewer, rec.Run.Schema, Schema)
			}
		}
		switch {
		case err == nil:
			records = append(records, rec)
		case failed != nil: // the last line, without its end
			return records, fmt.Errorf("line %d: %w", n, ErrCut)
		default:
			damaged = append(damaged, strconv.Itoa(n))
		}
	}
	switch {
	case !errors.Is(failed, io.EOF):
		return records, fmt.Errorf("after %d records: %w", len(records), failed)
	case len(damaged) > 0:
		return records, fmt.Errorf("%s: %w", named(damaged), ErrDamaged)
	case len(records) == 0:
		return nil, ErrEmpty
	case records[len(records)-1].Type != TypeEnd:
		return records, fmt.Errorf("after %d records: %w: the run's end is missing", len(records), ErrCut)
	}
	return records, nil
}

var errBody = errors.New("the record is not what its type says")

// readLine returns the next line without its end. Of one that is too long to be a record only the beginning is kept.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line) < maxLine {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSuffix(line, []byte("\n")), err
		}
	}
}

// maxNamed is how many lines an error names.
const maxNamed = 5

// named lists lines by their numbers.
func named(lines []string) string {
	text := "line "
	if len(lines) > 1 {
		text = "lines "
	}
	if more := len(lines) - maxNamed; more > 0 {
		return text + strings.Join(lines[:maxNamed], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return text + strings.Join(lines, ", ")
}

// whole says whether the record has the body that its type names.
func (r *Record) whole() bool {
	switch r.Type {
	case TypeRun:
		return r.Run != nil
	case TypeVerdict:
		return r.Verdict != nil
	case TypeRound:
		return r.Round != nil
	case TypeAllocations:
		return r.Allocations != nil
	case TypeCollection:
		return r.Collection != nil
	case TypeFailure:
		return r.Failure != nil
	case TypePrinted:
		return r.Printed != nil
	case TypeEnd:
		return r.End != nil
	}
	return false
}
