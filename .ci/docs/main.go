// SPDX-License-Identifier: GPL-3.0-or-later

// Command docs writes the generated parts of README.md and docs/ from committed records, by running cryptogap.
//
//	docs [-check] BINARY
//
// It runs in the root of the checkout. A generated part of a Markdown file stands between two comments:
//
//	<!-- output [section="TITLE"] [parts="TITLE,TITLE …"] [rows="EXPRESSION"]: ARGUMENTS -->
//	<!-- end -->
//
// It holds what "cryptogap ARGUMENTS" prints. Markdown stands there as it is, anything else as a code block that begins with the command.
// Patterns such as *.json stand for the files that they match. A section is the part of the output under the heading that starts
// with TITLE; of parts, each is taken with its heading, as far as the output has it. Of
// rows, those of Markdown tables that match the regular expression stay. A chart of the ratios of a run is a comment too:
//
//	<!-- chart FILE: RECORDS -->
//
// and what kept contexts save in PBKDF2 stands between "<!-- kept contexts: RECORDS -->" and the end.
//
// With -check nothing is written. Every part that is not current is an error. So is a link to a file that does not exist, and a
// flag in an example that the command does not have.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	check := flag.Bool("check", false, "write nothing: exit with 1 if a part is not current")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: docs [-check] BINARY")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *check); err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		os.Exit(1)
	}
}

func run(binary string, check bool) error {
	binary, err := filepath.Abs(binary)
	if err != nil {
		return err
	}
	pages, err := markdown(".")
	if err != nil {
		return err
	}
	d := docs{binary: binary, check: check, help: make(map[string]string)}
	var all []error
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			return err
		}
		made, err := d.page(string(text))
		if err == nil {
			err = d.put(page, []byte(made))
		}
		if err == nil {
			err = errors.Join(links(page, made), d.examples(made))
		}
		if err != nil {
			all = append(all, fmt.Errorf("%s: %w", page, err))
		}
	}
	return errors.Join(all...)
}

// markdown returns the pages that the tool looks after.
func markdown(root string) ([]string, error) {
	pages, err := filepath.Glob(filepath.Join(root, "*.md"))
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(filepath.Join(root, "docs"), func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && filepath.Ext(path) == ".md" {
			pages = append(pages, path)
		}
		return err
	})
	return pages, err
}

type docs struct {
	binary string
	check  bool
	help   map[string]string // of each command, as far as it was asked for
}

var (
	start = regexp.MustCompile(`^<!-- output(?: section="([^"]+)")?(?: parts="([^"]+)")?(?: rows="([^"]+)")?: (.+) -->$`)
	chart = regexp.MustCompile(`^<!-- chart (\S+): (\S+) -->$`)
	kept  = regexp.MustCompile(`^<!-- kept contexts: (\S+) -->$`)
)

const end = "<!-- end -->"

// page returns the text of a page with its generated parts made anew.
func (d *docs) page(text string) (string, error) {
	lines := strings.Split(text, "\n")
	var made []string
	for i := 0; i < len(lines); i++ {
		made = append(made, lines[i])
		if m := chart.FindStringSubmatch(lines[i]); m != nil {
			if err := d.chart(m[1], m[2]); err != nil {
				return "", err
			}
			continue
		}
		m, table := start.FindStringSubmatch(lines[i]), kept.FindStringSubmatch(lines[i])
		if m == nil && table == nil {
			continue
		}
		last := slices.Index(lines[i:], end)
		if last < 0 {
			return "", fmt.Errorf("line %d: no %q follows", i+1, end)
		}
		var part string
		var err error
		if table != nil {
			part, err = d.keptContexts(table[1])
		} else if part, err = d.output(m[1], m[2], strings.Fields(m[4])); err == nil && m[3] != "" {
			part, err = rows(part, m[3])
		}
		if err != nil {
			return "", fmt.Errorf("line %d: %w", i+1, err)
		}
		made = append(made, "", strings.Trim(part, "\n"), "", end)
		i += last
	}
	return strings.Join(made, "\n"), nil
}

// output runs cryptogap and returns what it prints as Markdown.
func (d *docs) output(title, parts string, args []string) (string, error) {
	files, err := matched(args)
	if err != nil {
		return "", err
	}
	out, err := d.command(files...)
	if err != nil {
		return "", err
	}
	text := string(out)
	if title != "" {
		_, text = section(text, title)
	}
	if parts != "" {
		text = ""
		for part := range strings.SplitSeq(parts, ",") {
			heading, under := section(string(out), part)
			text += heading + under
		}
	}
	if text == "" {
		return "", fmt.Errorf("cryptogap %s: no heading starts with %q", strings.Join(args, " "), title+parts)
	}
	if slices.Contains(args, "markdown") {
		return text, nil
	}
	return "```text\n$ cryptogap " + strings.Join(args, " ") + "\n" + strings.TrimRight(text, "\n") + "\n```", nil
}

// command runs cryptogap. Exit code 1 is that of a run with a mismatch, which a page may be about.
func (d *docs) command(args ...string) ([]byte, error) {
	cmd := exec.Command(d.binary, args...)
	cmd.Env = append(os.Environ(), "NO_COLOR=1", "LC_ALL=C.UTF-8", "TZ=UTC")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 && len(out) > 0 {
		err = nil
	}
	if err != nil {
		return nil, fmt.Errorf("cryptogap %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(said.String()))
	}
	return out, nil
}

// rows leaves the rows that match in the tables of a Markdown text, below their two lines of head.
func rows(text, expression string) (string, error) {
	re, err := regexp.Compile(expression)
	if err != nil {
		return "", err
	}
	var kept strings.Builder
	table := 0
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "|") {
			table = 0
		} else if table++; table > 2 && !re.MatchString(line) {
			continue
		}
		kept.WriteString(line)
	}
	return kept.String(), nil
}

// matched replaces patterns by the files that they match.
func matched(args []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		if !strings.ContainsRune(arg, '*') || strings.HasPrefix(arg, "-") {
			files = append(files, arg)
			continue
		}
		found, err := filepath.Glob(arg)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("no file matches %s", arg)
		}
		files = append(files, found...)
	}
	return files, nil
}

// section returns the first Markdown heading that starts with the title, and what stands under it; "" where there is none.
func section(text, title string) (heading, under string) {
	for line := range strings.Lines(text) {
		isHeading := strings.HasPrefix(line, "#")
		switch {
		case heading == "" && isHeading && strings.HasPrefix(strings.TrimLeft(line, "# "), title):
			heading = line
		case heading != "" && isHeading:
			return heading, under
		case heading != "":
			under += line
		}
	}
	return heading, under
}

// put writes a file, or with -check says that it is not current.
func (d *docs) put(path string, content []byte) error {
	old, err := os.ReadFile(path)
	if err == nil && bytes.Equal(old, content) {
		return nil
	}
	if d.check {
		return errors.New("not current: run make docs")
	}
	return os.WriteFile(path, content, 0o644)
}

var link = regexp.MustCompile(`\]\(([^)#\s]+)(#[^)\s]*)?\)`)

// links returns an error for every relative link to a file that does not exist.
func links(page, text string) error {
	var all []error
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		if strings.Contains(m[1], ":") {
			continue
		}
		if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
			all = append(all, fmt.Errorf("link to %s: there is no such file", m[1]))
		}
	}
	return errors.Join(all...)
}

var (
	example = regexp.MustCompile(`(?m)^(?:    |\$ )?(?:[A-Z_]+=\S+ )*(?:bin/)?cryptogap ([a-z]+)( .*)?$`)
	flags   = regexp.MustCompile(`(?:^| )(--[a-z][a-z-]*)`)
)

// examples returns an error for every flag in an example that its command does not have.
func (d *docs) examples(text string) error {
	var all []error
	for _, m := range example.FindAllStringSubmatch(text, -1) {
		command, _, _ := strings.Cut(m[2], " #")
		command, _, _ = strings.Cut(command, " | ")
		for _, f := range flags.FindAllStringSubmatch(command, -1) {
			if _, ok := d.help[m[1]]; !ok {
				help, err := d.command(m[1], "--help")
				if err != nil {
					return err
				}
				d.help[m[1]] = string(help)
			}
			if !regexp.MustCompile(regexp.QuoteMeta(f[1]) + `\b`).MatchString(d.help[m[1]]) {
				all = append(all, fmt.Errorf("cryptogap %s has no flag %s", m[1], f[1]))
			}
		}
	}
	return errors.Join(all...)
}
