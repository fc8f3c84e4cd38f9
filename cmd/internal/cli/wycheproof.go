package cli

import (
	"encoding/json"
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
	without, err := cpu.restrict(a)
	if err != nil {
		return err
	}
	providers, err := a.chosen(sel.providers)
	if err != nil {
		return err
	}
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
	if err := out.open(a, cmd); err != nil {
		return err
	}
	defer out.close()
	cfg, done, err := a.config(providers)
	if err != nil {
		return err
	}
	cfg.Settings.Without = without
	cpu.sayIgnored(a, providers, without)
	results, err := compare.Wycheproof(cmd.Context(), cfg, paths)
	done()
	err = broken(cmd.Context(), err)
	shown := out.write(a, func(w io.Writer) error {
		switch out.kind() {
		case report.JSON:
			enc := json.NewEncoder(w)
			enc.SetIndent("", "  ")
			return enc.Encode(map[string]any{"schema": wycheproofJSONSchema, "results": results})
		case report.Markdown:
			return wycheproof.Markdown(w, libraries(providers), results)
		}
		return wycheproof.Text(w, results, out.verbose)
	})
	return first(shown, err, failed(wycheproof.Failed(results)))
}
