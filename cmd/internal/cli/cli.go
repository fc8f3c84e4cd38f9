// Package cli is cryptogap's command line: one file a subcommand. It takes the
// providers from its caller and knows no library by name.
package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"cryptogap/compare"
	"cryptogap/compare/provider"
)

// Exit codes.
const (
	exitOK          = 0
	exitFailure     = 1   // a mismatch, a crash, or something that could not be done
	exitUsage       = 2   // what was asked makes no sense
	exitInterrupted = 130 // Ctrl-C, as shells have it: 128 + SIGINT
)

// errFailed ends the program with exitFailure and without another word: what is
// wrong stands in the output already.
var errFailed = errors.New("failed")

// errInterrupted ends the program with exitInterrupted; what was done stands in the output.
var errInterrupted = errors.New("interrupted")

// app is what the subcommands share.
type app struct {
	Streams
	args      []string
	providers []provider.Provider
	color     string // --color
}

// Main runs the command line args with the given providers and returns the
// exit code. The program must be one that runs Main with the same providers
// whatever it is called with: run, verify and fuzz start it again as their worker.
func Main(args []string, providers []provider.Provider, s Streams) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	go func() { // a second Ctrl-C ends the program at once
		<-ctx.Done()
		stop()
	}()
	// Whoever closes the output early has seen enough: that is an error of write, which the sink
	// takes for success, and not the program's death.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	out := &sink{to: s.Out}
	s.Out = out
	a := &app{Streams: s, args: args, providers: providers}
	root := a.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil && out.err != nil {
		err = fmt.Errorf("write the output: %w", out.err)
	}
	return a.exit(err)
}

// exit says what went wrong, where nothing said it yet, and returns the exit code.
func (a *app) exit(err error) int {
	var usage usageError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errInterrupted), errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.Is(err, errFailed):
		return exitFailure
	}
	a.say("cryptogap: %v", err)
	if errors.As(err, &usage) {
		return exitUsage
	}
	return exitFailure
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "cryptogap",
		Short: "measure the gap between Go's crypto and C libraries'",
		Long: strings.TrimSpace(`
cryptogap times Go's own crypto beside wolfSSL's wolfCrypt and GnuPG's libgcrypt, in one program and
over the same inputs, and prints a figure only after the outputs were compared.`),
		Example: `  cryptogap run                         the default suites, as a table
  cryptogap run --quick sha256 md5      two algorithms, a few seconds
  cryptogap run kdf --format json -o kdf.json
  cryptogap verify all                  compare outputs, time nothing
  cryptogap list                        what each library offers`,
		Version:           Version(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              unknownSubcommand,
		RunE:              help,
		PersistentPreRunE: func(*cobra.Command, []string) error { return a.checkColor() },
	}
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SetFlagErrorFunc(flagError)
	root.PersistentFlags().StringVar(&a.color, "color", colorAuto, "colour: auto (on a terminal, unless NO_COLOR is set), always, never")
	complete(root, "color", colorModes())
	root.AddCommand(
		a.run(), a.audit(), a.verify(), a.fuzz(), a.compute(), a.list(), a.info(), a.report(), a.diff(), a.ab(), a.merge(), a.advise(), a.stamp(), a.selftest(), a.schema(), a.version(), a.man(), a.worker(),
	)
	root.SetHelpCommand(helpCommand(root))
	root.InitDefaultCompletionCmd(a.args...)
	for _, c := range root.Commands() {
		if c.HasSubCommands() && !c.Runnable() { // cobra's: it would help, and take every name for right
			c.Args, c.RunE = unknownSubcommand, help
		}
	}
	ownErrors(root)
	return root
}

// help is what a command does that has subcommands and was given none.
func help(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// helpCommand is cobra's, but for what it says to a name that it does not know.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		ValidArgs: []string{measuringTopic},
		Use:       "help [command|" + measuringTopic + "]",
		Short:     "explain a command, or how cryptogap measures",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && args[0] == measuringTopic {
				_, err := fmt.Fprint(cmd.OutOrStdout(), measuring)
				return err
			}
			cmd, rest, err := root.Find(args)
			if err != nil {
				return err
			}
			if len(rest) > 0 && cmd.HasSubCommands() {
				return unknownSubcommand(cmd, rest)
			}
			if len(rest) > 0 {
				return usagef("%s has no subcommands, and so no help on %q", cmd.CommandPath(), rest[0])
			}
			return cmd.Help()
		},
	}
}

// version prints what --version prints.
func (a *app) version() *cobra.Command {
	return &cobra.Command{
		Use: "version", Args: takes(0, 0, "no argument"),
		Short: "print the program's version",
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(a.Out, "cryptogap "+Version())
			return err
		},
	}
}

// worker is what run, verify and fuzz start as their child; users do not call it.
func (a *app) worker() *cobra.Command {
	return &cobra.Command{
		Use: "worker", Hidden: true, Args: cobra.NoArgs,
		Short: "do the job that standard input holds (run, verify and fuzz start it)",
		Run:   func(*cobra.Command, []string) { os.Exit(compare.Worker(a.providers)) },
	}
}

// workerCommand is the command line of a worker.
func workerCommand() ([]string, error) {
	executable, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program, to start it as a worker: %w", err)
	}
	return []string{executable, "worker"}, nil
}
