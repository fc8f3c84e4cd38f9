package cli

import (
	"io"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/spf13/cobra"

	"cryptogap/compare"
	"cryptogap/compare/report"
	"cryptogap/compare/wycheproof"
)

// wycheproofJSONSchema is the version of the JSON document of verify --wycheproof.
const wycheproofJSONSchema = 1

// putVectors puts the files of Wycheproof's vectors in dir to the selected libraries.
func (a *app) putVectors(cmd *cobra.Command, dir string, sel *selection, cpu *cpu, out *output) error {
	paths, err := wycheproof.Files(dir)
	if err != nil {
		return usagef("--wycheproof: %w", err)
	}
	if sel.filter != "" {
		re, err := regexp.Compile(sel.filter)
		if err != nil {
			return usagef("--filter %q is not a regular expression: %w", sel.filter, err)
		}
		paths = slices.DeleteFunc(paths, func(path string) bool { return !re.MatchString(filepath.Base(path)) })
		if len(paths) == 0 {
			return usagef("--filter %q matches no file in %s", sel.filter, dir)
		}
	}
	cfg, done, err := a.begin(cmd, sel.providers, cpu, out)
	if err != nil {
		return err
	}
	defer out.close()
	results, err := compare.Wycheproof(cmd.Context(), cfg, paths)
	done()
	err = broken(cmd.Context(), err)
	shown := out.write(a, func(w io.Writer) error {
		switch out.kind() {
		case report.JSON:
			return writeJSON(w, map[string]any{"schema": wycheproofJSONSchema, "results": results})
		case report.Markdown:
			return wycheproof.Markdown(w, libraries(cfg.Providers), results)
		}
		return wycheproof.Text(w, results, out.verbose)
	})
	return first(shown, err, failed(wycheproof.Failed(results)))
}
