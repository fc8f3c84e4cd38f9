package cli

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cryptogap/compare/report"
	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

func (a *app) diff() *cobra.Command {
	var (
		out            output
		partial, force bool
		failIf         []string
	)
	cmd := &cobra.Command{
		Use:   "diff OLD NEW [OLD NEW ...]",
		Short: "compare two runs: before and after",
		Long: `diff matches the rows of two runs by name, and prints for each row and library the times before and
after, by how much they changed, and whether that is significant. Where a library was measured beside
the first one (Go), the change of its time relative to that one's in the same rounds stands beside it,
which leaves out what the machine did between the two runs. More pairs of files are taken as more
repetitions of the same two runs: old, new, old, new.

The files are records, as run --records writes them. Runs of different CPUs are refused; what else
differs is said.

--fail-if 'slower>3%' ends diff with exit code 1 where a row became significantly slower by more than
that, 'faster>3%' where one became faster. What counts is the change relative to the first library,
and for that library itself the change of its time. Noisy and unstable rows do not count.`,
		Example: `  LIBGCRYPT_VERSION=1.11.0 make build && bin/cryptogap run kdf --records old.jsonl
  LIBGCRYPT_VERSION=1.12.4 make build && bin/cryptogap run kdf --records new.jsonl
  cryptogap diff old.jsonl new.jsonl
  cryptogap diff old.jsonl new.jsonl --fail-if 'slower>3%'`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 || len(args)%2 != 0 {
				return usagef("diff takes files in pairs, old before new, and there are %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			conditions, err := parseConditions(failIf)
			if err != nil {
				return err
			}
			var old, new []*result.Result
			for i, path := range args {
				res, err := readResult(path, partial)
				if err != nil {
					return err
				}
				if i%2 == 0 {
					old = append(old, res)
				} else {
					new = append(new, res)
				}
			}
			d := result.Compare(old, new)
			if len(d.Foreign) > 0 && !force {
				return usagef("%s (--force compares them all the same)", strings.Join(d.Foreign, "; "))
			}
			out.inputs = args
			if err := out.open(a, cmd); err != nil {
				return err
			}
			defer out.close()
			if err := out.write(a, func(w io.Writer) error { return report.Diff(w, d, out.kind(), out.options()) }); err != nil {
				return err
			}
			return a.judge(d, conditions)
		},
	}
	out.register(cmd, "the batch boundary too", report.DiffFormats()...)
	f := cmd.Flags()
	f.BoolVar(&partial, "partial", false, "take a file that is cut off or damaged for what can be read of it")
	f.BoolVar(&force, "force", false, "compare runs of different CPUs all the same")
	f.StringArrayVar(&failIf, "fail-if", nil, "exit with 1 where a row changed beyond this: 'slower>3%' or 'faster>3%'; may be given twice")
	return cmd
}

// readResult is readRecords and what they make.
func readResult(path string, partial bool) (*result.Result, error) {
	records, err := readRecords(path, partial)
	if err != nil {
		return nil, err
	}
	return result.From(records)
}

// A threshold is a change that is not to be.
type threshold struct {
	text   string
	slower bool
	beyond float64 // 0.03 is 3 %
}

var conditionSyntax = regexp.MustCompile(`^\s*(slower|faster)\s*>\s*(\d+(?:\.\d+)?)\s*%\s*$`)

func parseConditions(texts []string) ([]threshold, error) {
	var conditions []threshold
	for _, text := range texts {
		m := conditionSyntax.FindStringSubmatch(text)
		if m == nil {
			return nil, usagef("--fail-if %q is no condition: write 'slower>3%%' or 'faster>2.5%%'", text)
		}
		percent, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			return nil, usagef("--fail-if %q: %s is too large a number", text, m[2])
		}
		conditions = append(conditions, threshold{text, m[1] == "slower", percent / 100})
	}
	return conditions, nil
}

// met says whether the change is one that the condition forbids.
func (c threshold) met(x *result.Change) bool {
	best := x.Best()
	switch {
	case x.Boundary != sample.Call || x.Marked || !best.Significant():
		return false
	case c.slower:
		return best.Ratio-1 > c.beyond
	}
	return 1-best.Ratio > c.beyond
}

// judge says which changes meet a condition; its error ends the program with exit code 1.
func (a *app) judge(d result.Diff, conditions []threshold) error {
	var err error
	for _, c := range conditions {
		for i := range d.Changes {
			if x := &d.Changes[i]; c.met(x) {
				what := "its time"
				if x.Gap != nil {
					what = "relative to the first library"
				}
				threads := ""
				if x.Threads > 0 {
					threads = fmt.Sprintf(" in %d threads", x.Threads)
				}
				a.say("%s: %s of %s%s: %s, %s", c.text, x.Unit.Row, x.Provider, threads, report.ChangeText(x.Best()), what)
				err = errFailed
			}
		}
	}
	return err
}
