package cli

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

func (a *app) report() *cobra.Command {
	var (
		out     output
		partial bool
		filter  string
	)
	cmd := &cobra.Command{
		Use:   "report FILE",
		Short: "print the report of a run whose records were kept",
		Long: `report makes from the records of a run what run printed, in any format. It measures nothing. The records
are the file that run names at its end, plain or compressed by gzip; - is standard input.`,
		Example: `  cryptogap run --records monday.jsonl
  cryptogap report monday.jsonl --format html -o monday.html`,
		Args: takes(1, 1, "one file of records"),
		RunE: func(cmd *cobra.Command, args []string) error {
			re, err := compileFilter(filter)
			if err != nil {
				return err
			}
			res, err := readResult(args[0], partial)
			if err != nil {
				return err
			}
			if res, err = matching(res, args[0], re); err != nil {
				return err
			}
			out.inputs = args
			if err := out.open(a, cmd); err != nil {
				return err
			}
			defer out.close()
			err = a.show(&out, res)
			if errors.Is(err, errInterrupted) { // that was the run
				return nil
			}
			return err
		},
	}
	out.register(cmd, "more columns and lines: the batch boundary, the cgo call of each row, implementations, all build options", allFormats()...)
	cmd.Flags().StringVarP(&filter, "filter", "f", "", filterUsage)
	cmd.Flags().BoolVar(&partial, "partial", false, "take a file that is cut off or damaged for what can be read of it")
	return cmd
}

// readRecords reads a result file. That it is none is a usage error.
func readRecords(path string, partial bool) ([]sample.Record, error) {
	name, in := path, io.Reader(os.Stdin)
	if path == "-" {
		name = "standard input"
	} else {
		f, err := os.Open(path)
		if err != nil {
			return nil, usagef("%s cannot be read: %w", path, reason(err))
		}
		defer func() { _ = f.Close() }()
		in = f
	}
	in, err := uncompressed(in)
	if err != nil {
		return nil, usagef("%s: %w", name, reason(err))
	}
	return decodeRecords(name, in, partial)
}

func decodeRecords(name string, in io.Reader, partial bool) ([]sample.Record, error) {
	records, err := sample.Read(in)
	switch {
	case readable(err) && partial && len(records) > 0:
	case readable(err) && len(records) > 0:
		return nil, usagef("%s: %w (--partial takes what can be read)", name, err)
	case err != nil:
		return nil, usagef("%s: %w", name, reason(err))
	}
	if partial {
		run := records[0].Run
		records = slices.DeleteFunc(records, func(rec sample.Record) bool { return result.Check(run, rec) != nil })
	}
	for i, rec := range records {
		if err := result.Check(records[0].Run, rec); err != nil {
			return nil, usagef("%s: record %d: %w (--partial leaves it out)", name, i+1, err)
		}
	}
	return records, nil
}

// readable says whether a file can be taken for what can be read of it.
func readable(err error) bool {
	return errors.Is(err, sample.ErrCut) || errors.Is(err, sample.ErrDamaged)
}

// uncompressed reads what is compressed by gzip, and anything else as it is.
func uncompressed(r io.Reader) (io.Reader, error) {
	b := bufio.NewReader(r)
	if magic, _ := b.Peek(2); !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return b, nil
	}
	return gzip.NewReader(b)
}
