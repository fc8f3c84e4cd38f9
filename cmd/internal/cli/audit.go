package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"cryptogap/compare"
	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/report"
	"cryptogap/compare/sample"
)

func (a *app) audit() *cobra.Command {
	var (
		sel    selection
		times  int
		format string
		folder string
		each   time.Duration
	)
	cmd := &cobra.Command{
		Use:   "audit [suite|algorithm ...]",
		Short: "lay our figures beside those of the libraries' own benchmark programs",
		Long: `audit runs the libraries' own benchmark programs (wolfCrypt's benchmark, libgcrypt's bench-slope; they are built and
kept with the libraries) in turn with our batch boundary, on the rows that both have, and prints ours / theirs.
A turn counts if the machine was quiet around it, by probes; what either side took does not matter. ± is what a repeated
audit may give.
wolfCrypt's program takes a second a line, some options print several lines.

` + suiteHelp(catalog.DefaultSuites()...),
		Example: `  cryptogap audit
  cryptogap audit kdf --times 9
  cryptogap audit sha256 aes-128-gcm --programs /opt/bench`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if times < 1 || times > mostTurns {
				return usagef("--times %d: it must be from 1 to %d", times, mostTurns)
			}
			if each <= 0 || each > longestTime {
				return usagef("--time %v: it must be above 0, and %v at most", each, longestTime)
			}
			if format != string(report.Table) && format != string(report.JSON) {
				return unknown("format", format, []string{string(report.Table), string(report.JSON)})
			}
			providers, err := a.chosen(sel.providers)
			if err != nil {
				return err
			}
			cases, err := sel.cases(a, args, catalog.DefaultSuites()...)
			if err != nil {
				return err
			}
			cfg, done, err := a.config(providers)
			if err != nil {
				return err
			}
			defer done()
			if cfg.Layouts, err = a.layouts(cfg.Worker, ""); err != nil {
				return err
			}
			cfg.Cases, cfg.Settings, cfg.Progress = cases, auditSettings(each), nil
			rows, err := compare.Audit(cmd.Context(), cfg, compare.AuditSettings{
				Times: times, Find: finder(folder),
				Each: func(r compare.Audited) { _, _ = fmt.Fprintf(a.Err, "audit: %s, %s\n", r.Row, r.Provider) },
			})
			if len(rows) == 0 && err == nil {
				return usagef("none of the selected rows is one that a library's own benchmark program has: try cryptogap audit without names")
			}
			if len(rows) > 0 {
				if shown := a.showAudit(a.Out, rows, format); shown != nil {
					return shown
				}
			}
			switch {
			case cmd.Context().Err() != nil:
				return errInterrupted
			case err != nil:
				return err
			case !slices.ContainsFunc(rows, func(r compare.Audited) bool { return r.Why == "" }):
				return fmt.Errorf("audit: no row could be audited; the first: %s, %s: %s", rows[0].Row, rows[0].Provider, rows[0].Why)
			}
			return failed(slices.ContainsFunc(rows, func(r compare.Audited) bool { return r.Failed }))
		},
	}
	sel.register(cmd, a, false)
	f := cmd.Flags()
	f.IntVar(&times, "times", 5, "turns of program and harness on a row")
	f.DurationVar(&each, "time", 60*time.Millisecond, "measuring time of our side in a turn, for each case of the row")
	f.StringVar(&format, "format", string(report.Table), "how to print: table, json")
	f.StringVar(&folder, "programs", "", "folder of the libraries' programs (default: beside this program, then where they were built)")
	return cmd
}

// mostTurns is how many turns an audit can have.
const mostTurns = 10_000

func auditSettings(each time.Duration) sample.Settings {
	s := compare.QuickSettings()
	s.Time, s.Repetitions, s.Quiet = each, 1, 3
	return s
}

// finder looks for a library's program in the folder; without one beside this program, then
// where the library was built.
func finder(folder string) func(string, provider.Info) (string, error) {
	return func(program string, of provider.Info) (string, error) {
		folders := []string{folder}
		if folder == "" {
			folders = nil
			if self, err := os.Executable(); err == nil {
				folders = append(folders, filepath.Dir(self))
			}
			folders = append(folders, built(of)...)
		}
		for _, f := range folders {
			path := filepath.Join(f, program)
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0 {
				return path, nil
			}
		}
		return "", fmt.Errorf("%s is not in %v: make native builds it, --programs says where it is", program, folders)
	}
}

// built is where native/build.sh keeps the programs of the library that is linked, told by the key of
// its build.
func built(of provider.Info) []string {
	i := slices.IndexFunc(of.Build, func(f provider.Fact) bool { return f.Key == "key" })
	if i < 0 {
		return nil
	}
	cache := os.Getenv("CRYPTOGAP_CACHE")
	if cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return nil
		}
		cache = filepath.Join(user, "cryptogap")
	}
	found, _ := filepath.Glob(filepath.Join(cache, "native", "*-"+of.Build[i].Value, "bin"))
	return found
}

func (a *app) showAudit(w io.Writer, rows []compare.Audited, format string) error {
	if format == string(report.Table) {
		return report.Audit(w, a.auditRows(rows), report.Options{})
	}
	type row struct {
		compare.Audited
		Ratio    float64     `json:"ratio,omitempty"` // ours / theirs
		Interval *[2]float64 `json:"ratio_interval,omitempty"`
	}
	var all []row
	for _, r := range rows {
		x := row{Audited: r}
		if r.Why == "" {
			x.Ratio = r.Ratio.Value
		}
		if r.Why == "" && r.Ratio.Bounded() {
			x.Interval = &[2]float64{r.Ratio.Lo, r.Ratio.Hi}
		}
		all = append(all, x)
	}
	return writeJSON(w, struct {
		Schema int   `json:"schema"`
		Rows   []row `json:"rows"`
	}{report.JSONSchema, all})
}

func (a *app) auditRows(rows []compare.Audited) []report.AuditRow {
	titles := make(map[string]string)
	for _, p := range a.providers {
		titles[p.Name()] = p.Info().Title
	}
	var out []report.AuditRow
	for _, r := range rows {
		out = append(out, report.AuditRow{
			Row: r.Row, Library: titles[r.Provider], Program: r.Command[0], Per: r.Per, Ours: r.Ours, Theirs: r.Theirs,
			Ratio: r.Ratio, Times: r.Times, Quiet: r.Quiet, Noisy: r.Noisy, Note: r.Note, Why: r.Why,
		})
	}
	return out
}
