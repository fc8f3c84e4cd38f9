package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A usageError is something the user asked for that makes no sense: exit 2.
type usageError struct{ error }

// Unwrap returns the error without the exit code.
func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// oneOf returns nil where name is one of the valid ones, and unknown's error elsewhere.
func oneOf(what, name string, valid []string) error {
	if slices.Contains(valid, name) {
		return nil
	}
	return unknown(what, name, valid)
}

// unknown returns a usage error: no what is called name, which valid name is the nearest, and what the valid
// names are.
func unknown(what, name string, valid []string) error {
	text := fmt.Sprintf("no %s is called %q", what, name)
	if near, ok := nearest(name, valid); ok {
		text += fmt.Sprintf(", did you mean %q?", near)
	}
	return usagef("%s (there are: %s)", text, strings.Join(valid, ", "))
}

// alike is how like each other two names must be, 0 to 1, for one to be suggested in place of the other.
const alike = 0.6

// nearest returns the valid name that is most like name, if any is like it. Case,
// what separates words and their order do not count. Of names that are as like, it is the one of the same letters.
func nearest(name string, valid []string) (string, bool) {
	best, score := "", 0.0
	asked := words(name)
	for _, v := range valid {
		there := words(v)
		s := levenshtein.Match(strings.Join(asked, ""), strings.Join(there, ""), nil)
		if slices.Equal(slices.Sorted(slices.Values(asked)), slices.Sorted(slices.Values(there))) {
			s = 1
		}
		if s == score && letters(name) == letters(v) || s > score {
			best, score = v, s
		}
	}
	return best, score >= alike
}

// letters are those of a name, in order, without what separates words.
func letters(name string) string {
	return string(slices.Sorted(slices.Values([]rune(strings.Join(words(name), "")))))
}

// unknownSubcommand are the arguments of a command that has subcommands: there are none, and an argument is
// meant to be one of these.
func unknownSubcommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	what := "subcommand"
	if cmd.HasParent() {
		what += " of " + cmd.Name()
	}
	return unknown(what, args[0], names)
}

// ownErrors makes whatever cobra has against the arguments of cmd, or of one of its
// subcommands, a usage error.
func ownErrors(cmd *cobra.Command) {
	if check := cmd.Args; check != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			err := check(cmd, args)
			var usage usageError
			if err == nil || errors.As(err, &usage) {
				return err
			}
			return usagef("%w: see %s --help", err, cmd.CommandPath())
		}
	}
	for _, c := range cmd.Commands() {
		ownErrors(c)
	}
}

// flagError says what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	see := "see " + cmd.CommandPath() + " --help"
	var missing *pflag.NotExistError
	if errors.As(err, &missing) && missing.GetSpecifiedShortnames() == "" {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				names = append(names, f.Name)
			}
		})
		text := fmt.Sprintf("%s has no flag --%s", cmd.CommandPath(), missing.GetSpecifiedName())
		if near, ok := nearest(missing.GetSpecifiedName(), names); ok {
			text += fmt.Sprintf(", did you mean --%s?", near)
		}
		return usagef("%s (%s)", text, see)
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		takes := map[string]string{
			"int":      "a whole number",
			"uint64":   "a whole number from 0",
			"duration": "a time with its unit, such as 150ms, 20s or 2m",
			"bool":     "true or false",
		}
		f := invalid.GetFlag()
		if text, ok := takes[f.Value.Type()]; ok {
			return usagef("--%s %q: it takes %s", f.Name, invalid.GetValue(), text)
		}
	}
	return usagef("%w (%s)", err, see)
}

// complete lets the shell complete the flag's value.
func complete(cmd *cobra.Command, flag string, values []string) {
	// It fails where there is no such flag, which every test of the command would find.
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err)
	}
}

// takes refuses another number of arguments than least to most, and says what the command takes.
func takes(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return usagef("%s takes %s; %d given: see %s --help", cmd.Name(), what, len(args), cmd.CommandPath())
		}
		return nil
	}
}
