package cli

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cryptogap/compare"
	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/result"
	"cryptogap/compare/sample"
)

// selection is the arguments and flags that say which rows and libraries.
type selection struct {
	filter    string
	providers []string
	sizes     []string

	suites, algorithms []string // what the arguments name
}

// register adds the flags; sized says whether the command has message sizes.
func (s *selection) register(cmd *cobra.Command, a *app, sized bool) {
	f := cmd.Flags()
	f.StringVarP(&s.filter, "filter", "f", "", "only rows whose name matches this regular expression, such as '^aes-.*op=seal'; without a suite it looks in all of them")
	f.StringSliceVarP(&s.providers, "providers", "p", nil, "only these libraries, the first being what the others are compared with (default "+strings.Join(a.names(), ",")+")")
	complete(cmd, "providers", a.names())
	if sized {
		f.StringSliceVarP(&s.sizes, "sizes", "s", nil, "message sizes in bytes, in place of the suite's, such as 64,1KiB,16KiB")
	}
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return append(suiteNames(), algorithmIDs()...), cobra.ShellCompDirectiveNoFileComp
	}
}

// cases returns the cases that args (suites and algorithms; none: those of the suites in
// byDefault) and the flags select: at least one, each of which the algorithm takes.
func (s *selection) cases(a *app, args []string, byDefault ...string) ([]catalog.Case, error) {
	if s.sizes != nil && len(s.sizes) == 0 {
		return nil, usagef("--sizes: the list is empty")
	}
	sel, err := s.selection(args, byDefault)
	if err != nil {
		return nil, err
	}
	cases := sel.Cases()
	if len(cases) == 0 {
		return nil, s.nothing()
	}
	return s.taken(a, cases)
}

// nothing says that the filter matches nothing: nothing else can leave a selection empty.
func (s *selection) nothing() error {
	rows := compare.Selection{Suites: []string{catalog.SuiteAll}}.Cases()
	names := algorithmIDs()
	for _, c := range rows {
		names = append(names, c.Row())
	}
	text := fmt.Sprintf("--filter %q matches no row of %s", s.filter, strings.Join(slices.Concat(s.suites, s.algorithms), ", "))
	if near, ok := nearest(strings.Trim(s.filter, "^$"), names); ok {
		text += fmt.Sprintf(", did you mean %q?", near)
	}
	return usagef("%s (rows are named like %s; cryptogap list shows all algorithms)", text, rows[len(rows)-1].Row())
}

// lengths says in words which messages the algorithm takes.
func lengths(a catalog.Algorithm) string {
	if a.Step > 1 {
		return fmt.Sprintf("only multiples of %d", a.Step)
	}
	return fmt.Sprintf("%d to %d", a.MinLen, catalog.MaxSize)
}

// taken leaves out the cases whose algorithm does not take messages of the case's size, and says so.
func (s *selection) taken(a *app, cases []catalog.Case) ([]catalog.Case, error) {
	taken := slices.DeleteFunc(slices.Clone(cases), func(c catalog.Case) bool { return c.Algorithm.Sized() && !c.Algorithm.Takes(c.Size) })
	var odd []string
	for _, c := range cases {
		if c.Algorithm.Sized() && !c.Algorithm.Takes(c.Size) {
			odd = append(odd, fmt.Sprintf("%s takes no message of %d bytes, %s", c.Algorithm.ID, c.Size, lengths(c.Algorithm)))
		}
	}
	odd = slices.Compact(odd)
	if len(taken) == 0 {
		return nil, usagef("--sizes: %s", strings.Join(odd, "; "))
	}
	for _, text := range odd {
		a.say("left out: %s", text)
	}
	return taken, nil
}

func (s *selection) selection(args, byDefault []string) (compare.Selection, error) {
	var sel compare.Selection
	for _, arg := range args {
		suite, ids := meant(arg)
		switch {
		case suite != "":
			s.suites = append(s.suites, suite)
		case ids != nil:
			s.algorithms = append(s.algorithms, ids...)
		default:
			return sel, unknownRow(arg)
		}
	}
	if len(args) == 0 {
		s.suites = byDefault
		if s.filter != "" {
			s.suites = []string{catalog.SuiteAll}
		}
	}
	sel.Suites, sel.Algorithms = s.suites, s.algorithms
	if s.filter != "" {
		re, err := compileFilter(s.filter)
		if err != nil {
			return sel, err
		}
		sel.Filter = re
	}
	for _, text := range s.sizes {
		n, err := parseSize(text)
		if err != nil {
			return sel, err
		}
		sel.Sizes = append(sel.Sizes, n)
	}
	return sel, checkMemory(sel.Sizes)
}

// unknownRow says that there is neither a suite nor an algorithm of that name.
func unknownRow(name string) error {
	text := fmt.Sprintf("no suite or algorithm is called %q", name)
	if near, ok := nearest(name, append(suiteNames(), algorithmIDs()...)); ok {
		text += fmt.Sprintf(", did you mean %q?", near)
	}
	return usagef("%s (suites: %s; algorithms: cryptogap list shows them)", text, strings.Join(suiteNames(), ", "))
}

// chosen returns the providers that names names, in that order; all where there are none. Each must be in
// this build.
func (a *app) chosen(names []string) ([]provider.Provider, error) {
	if err := a.startable(); err != nil {
		return nil, err
	}
	chosen, err := a.listed(names)
	for i, p := range chosen {
		if missing := p.Info().Missing; missing != "" && len(names) > 0 {
			return nil, usagef("--providers: %s cannot be used: %s", names[i], missing)
		}
	}
	return chosen, err
}

// startable leaves out the libraries that end their process when they are started, before this process asks anything of them.
func (a *app) startable() error {
	worker, err := workerCommand()
	if err != nil {
		return err
	}
	a.providers, err = compare.Startable(context.Background(), compare.Config{Providers: a.providers, Worker: worker})
	return err
}

// listed is chosen for commands that only show what there is: a library that is not in this
// build can be asked for as well.
func (a *app) listed(names []string) ([]provider.Provider, error) {
	if names == nil {
		return a.providers, nil
	}
	if len(names) == 0 {
		return nil, usagef("--providers: the list is empty")
	}
	var listed []provider.Provider
	for _, name := range names {
		i := slices.Index(a.names(), name)
		if i < 0 {
			return nil, unknown("provider", name, a.names())
		}
		if slices.Contains(listed, a.providers[i]) {
			return nil, usagef("--providers names %s twice: --aa measures a library against itself", name)
		}
		listed = append(listed, a.providers[i])
	}
	return listed, nil
}

func (a *app) names() []string {
	var names []string
	for _, p := range a.providers {
		names = append(names, p.Name())
	}
	return names
}

// libraries describes the providers.
func libraries(providers []provider.Provider) []sample.Library {
	var libs []sample.Library
	for _, p := range providers {
		libs = append(libs, p.Info())
	}
	return libs
}

func suiteNames() []string {
	var names []string
	for _, s := range catalog.Suites() {
		names = append(names, s.Name)
	}
	return names
}

func algorithmIDs() []string {
	var ids []string
	for _, a := range catalog.Algorithms() {
		ids = append(ids, a.ID)
	}
	return ids
}

// operations returns the first of the cases of each algorithm and operation.
func operations(cases []catalog.Case) []catalog.Case {
	var first []catalog.Case
	for i, c := range cases {
		if i == 0 || c.Op != cases[i-1].Op || c.Algorithm.ID != cases[i-1].Algorithm.ID {
			first = append(first, c)
		}
	}
	return first
}

// algorithmsOf returns the IDs of the cases' algorithms, each once.
func algorithmsOf(cases []catalog.Case) []string {
	var ids []string
	for _, c := range cases {
		ids = append(ids, c.Algorithm.ID)
	}
	return slices.Compact(ids)
}

// suiteHelp lists the suites, for a command whose default are those in byDefault.
func suiteHelp(byDefault ...string) string {
	text := "Suites:\n"
	for _, s := range catalog.Suites() {
		text += fmt.Sprintf("  %-10s %s\n", s.Name, s.About)
	}
	return text + "Without one: " + strings.Join(byDefault, " and ") + ". Algorithms and families of them (rsa, hmac, aes-gcm) can be named too: cryptogap list shows them."
}

// filterUsage says what --filter takes, of commands that read files.
const filterUsage = "only rows whose name matches this regular expression, such as '^aes-.*op=seal'"

func compileFilter(filter string) (*regexp.Regexp, error) {
	re, err := regexp.Compile(filter)
	if err != nil {
		return nil, usagef("--filter %q is not a regular expression: %w", filter, err)
	}
	return re, nil
}

// matching is the result of the rows whose names match. That there are none is a usage error.
func matching(res *result.Result, path string, re *regexp.Regexp) (*result.Result, error) {
	kept := res.Matching(re)
	if len(kept.Rows) == 0 && len(res.Rows) > 0 {
		return nil, usagef("--filter %q matches no row of %s", re, path)
	}
	return kept, nil
}
