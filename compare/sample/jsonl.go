package sample

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"

	fast "github.com/segmentio/encoding/json"
)

// A Writer writes records as JSON Lines, each as it is made.
type Writer struct{ to io.Writer }

// NewWriter returns a Writer to w. It does not buffer: a run that is cut off
// keeps every record written before.
func NewWriter(w io.Writer) *Writer { return &Writer{w} }

// Write writes one record, its checksum and its line break in one call of the underlying
// writer.
func (w *Writer) Write(r Record) error {
	line, err := json.Marshal(r)
	if err == nil {
		_, err = w.to.Write(append(seal(line), '\n'))
	}
	if err != nil {
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
	line, failed := readLine(lines)
	switch {
	case failed != nil && !errors.Is(failed, io.EOF):
		return nil, fmt.Errorf("line 1: %w", failed)
	case failed != nil && len(line) == 0:
		return nil, ErrEmpty
	}
	first := parse(line, 0)
	switch run := first.record.Run; {
	case errors.Is(first.err, errSum):
		return nil, fmt.Errorf("line 1: %w", ErrDamaged)
	case first.err != nil || run == nil || run.Schema == 0:
		return nil, fmt.Errorf("line 1: %w: it does not start with a run record", ErrForeign)
	case run.Schema > Schema:
		return nil, fmt.Errorf("line 1: %w: schema %d, this program reads up to %d", ErrNewer, run.Schema, Schema)
	}
	lanes := 0
	for _, u := range first.record.Run.Units {
		lanes = max(lanes, len(u.Lanes))
	}
	records, summed := []Record{first.record}, first.summed
	var damaged []string
	n := 1
	for b := range batches(lines, failed, lanes) {
		for i, p := range <-b.parsed {
			n++
			if p.summed && !summed { // all lines have a checksum, or none
				summed, damaged = true, append(damaged, "1")
			}
			switch {
			case p.err == nil && p.summed == summed:
				records = append(records, p.record)
			case b.failed != nil && i == len(b.lines)-1: // the last line, without its end
				return records, fmt.Errorf("line %d: %w", n, ErrCut)
			default:
				damaged = append(damaged, strconv.Itoa(n))
			}
		}
		failed = b.failed
	}
	switch {
	case !errors.Is(failed, io.EOF):
		return records, fmt.Errorf("after %d records: %w", len(records), failed)
	case len(damaged) > 0:
		return records, fmt.Errorf("%s: %w", named(damaged), ErrDamaged)
	case records[len(records)-1].Type != TypeEnd:
		return records, fmt.Errorf("after %d records: %w: the run's end is missing", len(records), ErrCut)
	}
	return records, nil
}

// A batch is lines that are parsed together, beside other batches.
type batch struct {
	lines  [][]byte
	failed error // of reading: there is no further batch. The last line has no end, unless it is empty.
	parsed chan []parsed
}

// batchBytes is how much text a batch has: enough to make its goroutine worth while.
const batchBytes = 1 << 20

// batches returns the lines of r that follow, in order. failed is the error of the line before.
func batches(r *bufio.Reader, failed error, lanes int) <-chan batch {
	all := make(chan batch, runtime.GOMAXPROCS(0))
	go func() {
		defer close(all)
		for failed == nil {
			b := batch{parsed: make(chan []parsed, 1)}
			for bytes := 0; failed == nil && bytes < batchBytes; {
				var line []byte
				if line, failed = readLine(r); failed == nil || len(line) > 0 {
					b.lines = append(b.lines, line)
					bytes += len(line)
				}
			}
			if b.failed = failed; b.failed != nil && len(b.lines) == 0 {
				b.parsed <- nil
			} else {
				go func() {
					all := make([]parsed, len(b.lines))
					for i, line := range b.lines {
						all[i] = parse(line, lanes)
					}
					b.parsed <- all
				}()
			}
			all <- b
		}
	}()
	return all
}

// parsed is what a line holds.
type parsed struct {
	record Record
	summed bool // it has a checksum
	err    error
}

// parse reads a line. A round has room for so many lanes from the start, for to make it grow takes half of the time.
func parse(line []byte, lanes int) (p parsed) {
	if p.summed, p.err = checkSum(line); p.err != nil {
		return p
	}
	if bytes.HasPrefix(line, []byte(`{"type":"round",`)) {
		room := make([]int64, 5*lanes+1)
		next := func(n int) []int64 {
			part := room[:0:n]
			room = room[n:]
			return part
		}
		p.record.Round = &Round{Order: make([]int, 0, lanes), N: next(lanes), NS: next(lanes), Inner: next(lanes), Waited: next(lanes), Probes: next(lanes + 1)}
	}
	if p.err = fast.Unmarshal(line, &p.record); p.err == nil && !p.record.whole() {
		p.err = errBody
	}
	return p
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
