package cli

import (
	"bytes"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

const root = "../../.."

// bannedWords are those that the reports are held to.
func bannedWords(t *testing.T) *regexp.Regexp {
	t.Helper()
	list, err := os.ReadFile(root + "/compare/report/testdata/banned.txt")
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`(?i)\b(` + strings.Join(strings.Fields(strings.ReplaceAll(string(list), " ", `\s`)), "|") + `)\b`)
}

// identifiers are no prose: what stands in backquotes, the names of results, and of the empty call.
var identifiers = regexp.MustCompile("`[^`]*`|\\b(Gaps?|Marked)\\b|crossing[/ |]")

// noBannedWord reads a text line by line.
func noBannedWord(t *testing.T, banned *regexp.Regexp, where, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if found := banned.FindString(identifiers.ReplaceAllString(line, "")); found != "" {
			t.Errorf("%s: %q in %q", where, found, strings.TrimSpace(line))
		}
	}
}

// TestPagesHaveNoBannedWord reads README and docs.
func TestPagesHaveNoBannedWord(t *testing.T) {
	banned := bannedWords(t)
	read := 0
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md"} {
		pages, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range pages {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			noBannedWord(t, banned, page, string(text))
			read++
		}
	}
	if read == 0 {
		t.Error("no page was read")
	}
}

// TestDocCommentsHaveNoBannedWord reads what go doc shows of each package.
func TestDocCommentsHaveNoBannedWord(t *testing.T) {
	banned := bannedWords(t)
	read := 0
	err := filepath.WalkDir(root, func(folder string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if name := d.Name(); name == "testdata" || folder != root && strings.HasPrefix(name, ".") {
			return filepath.SkipDir
		}
		names, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			return err
		}
		var files []*ast.File
		set := token.NewFileSet()
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(set, name, nil, parser.ParseComments)
			if err != nil {
				return err
			}
			files = append(files, f)
		}
		if len(files) == 0 {
			return nil
		}
		shown, err := doc.NewFromFiles(set, files, folder)
		if err != nil {
			return err
		}
		read++
		texts := []string{shown.Doc}
		values := func(of []*doc.Value) {
			for _, v := range of {
				texts = append(texts, v.Doc)
			}
		}
		functions := func(of []*doc.Func) {
			for _, f := range of {
				texts = append(texts, f.Doc)
			}
		}
		values(shown.Consts)
		values(shown.Vars)
		functions(shown.Funcs)
		for _, of := range shown.Types {
			texts = append(texts, of.Doc)
			values(of.Consts)
			values(of.Vars)
			functions(of.Funcs)
			functions(of.Methods)
		}
		noBannedWord(t, banned, folder, strings.Join(texts, "\n"))
		return nil
	})
	if err != nil || read == 0 {
		t.Errorf("%d packages were read: %v", read, err)
	}
}

// TestHelpHasNoBannedWord reads every help text against the list that the reports are held to.
func TestHelpHasNoBannedWord(t *testing.T) {
	banned := bannedWords(t)
	var out bytes.Buffer
	top := (&app{Streams: Streams{Out: &out, Err: &out}}).root()
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		out.Reset()
		if err := cmd.Help(); err != nil {
			t.Fatal(err)
		}
		noBannedWord(t, banned, cmd.CommandPath(), out.String())
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(top)
}
