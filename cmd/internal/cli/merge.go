package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"cryptogap/compare/merge"
	"cryptogap/compare/report"
	"cryptogap/compare/result"
)

func (a *app) merge() *cobra.Command {
	var (
		out    output
		labels []string
		filter string
	)
	cmd := &cobra.Command{
		Use:   "merge FILE FILE [FILE ...]",
		Short: "put the time ratios of several machines or builds side by side",
		Long: `merge puts the time ratios of several runs side by side, and says which agree within their intervals, and where
another library is faster. Times of two machines do not compare; ratios within a machine do.

The files are records (run --records) or JSON reports (run --format json), plain or compressed by gzip. A run is called by its
file's name, or by --label, once per file in their order.`,
		Example: `  cryptogap run --format json -o xeon.json      on one machine
  cryptogap run --format json -o epyc.json      on another
  cryptogap merge xeon.json epyc.json
  cryptogap merge a.jsonl b.jsonl --label 'gcc 12' --label 'clang 19' --format markdown
  cryptogap merge *.json --format html -o machines.html`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) < 2:
				return usagef("merge takes two files or more, and there are %d", len(args))
			case len(labels) > 0 && len(labels) != len(args):
				return usagef("--label is given %d times for %d files: give it once per file, or never", len(labels), len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			re, err := compileFilter(filter)
			if err != nil {
				return err
			}
			var runs []merge.Run
			for i, path := range args {
				label := stem(path)
				if len(labels) > 0 {
					label = labels[i]
				}
				run, err := readRun(label, path)
				if err != nil {
					return err
				}
				runs = append(runs, run.Matching(re))
			}
			m, err := merge.Merge(runs)
			if err != nil {
				return usagef("%w (--label names them)", err)
			}
			if len(m.Rows) == 0 {
				return usagef("--filter %q matches no row of these runs", filter)
			}
			if err := out.open(a, cmd); err != nil {
				return err
			}
			defer out.close()
			return out.write(a, func(w io.Writer) error { return report.Merge(w, m, out.kind(), out.options()) })
		},
	}
	out.register(cmd, "", report.MergeFormats()...)
	cmd.Flags().StringArrayVar(&labels, "label", nil, "what a run is called, once per file in their order (default: the file's name)")
	cmd.Flags().StringVarP(&filter, "filter", "f", "", filterUsage)
	if err := cmd.Flags().MarkHidden("verbose"); err != nil { // merge has no more to say
		panic(err)
	}
	return cmd
}

// stem is a file's name without its folder and without what says how it is written.
func stem(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), ".gz")
	for _, ext := range []string{".jsonl", ".json"} {
		name = strings.TrimSuffix(name, ext)
	}
	return name
}

// readRun reads records or a JSON report. That a file is neither is a usage error.
func readRun(label, path string) (merge.Run, error) {
	f, err := os.Open(path)
	if err != nil {
		return merge.Run{}, usagef("%s cannot be read: %w", path, reason(err))
	}
	defer func() { _ = f.Close() }()
	in, err := uncompressed(f)
	if err != nil {
		return merge.Run{}, usagef("%s: %w", path, reason(err))
	}
	text, err := io.ReadAll(in)
	if err != nil {
		return merge.Run{}, usagef("%s: %w", path, reason(err))
	}
	var run merge.Run
	if isRecords(text) {
		records, err := decodeRecords(path, bytes.NewReader(text), false)
		if err != nil {
			return merge.Run{}, err
		}
		res, err := result.From(records)
		if err != nil {
			return merge.Run{}, usagef("%s: %w", path, err)
		}
		run, err = merge.FromResult(label, res)
		if err != nil {
			return merge.Run{}, usagef("%s: %w", path, err)
		}
		return run, nil
	}
	if run, err = merge.FromReport(label, text); err != nil {
		return merge.Run{}, usagef("%s: %w", path, err)
	}
	return run, nil
}

// isRecords tells records from a JSON report: each of their lines has a type.
func isRecords(text []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimSpace(text), []byte("\n"))
	return bytes.Contains(line, []byte(`"type":`)) || len(line) == 0
}
