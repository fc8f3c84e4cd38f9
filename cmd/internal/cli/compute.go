package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cryptogap/compare"
	"cryptogap/compare/catalog"
	"cryptogap/compare/report"
	"cryptogap/compare/sample"
	"cryptogap/compare/verify"
)

func (a *app) compute() *cobra.Command {
	var (
		names  []string
		expect string
		full   bool
		asJSON bool
		save   string
		cpu    cpu
		out    output
	)
	cmd := &cobra.Command{
		Use:   "compute algorithm operation [name=value ...]",
		Short: "do one operation on given inputs with every library, and show the outputs",
		Long: `compute does one operation on the given inputs with every library and shows what each gives. Inputs are named as in
docs/vectors.md: ` + strings.Join(inputNames(), ", ") + `.

Bytes are written in hex, as base64:..., as text:..., or as @file for what a file holds. *N behind them repeats them N
times: 00*1048576 is one MiB of zeros. A comma joins parts. A name that is not given is empty.

The exit code is 0 where all outputs are equal, and the expected one. It is 1 where they differ, a library crashed, or no library gave an
output; a library that refuses beside others that do not is shown, and no failure. It is 2 where the inputs make no sense.`,
		Example: `  cryptogap compute sha256 sum msg=616263
  cryptogap compute SHA-512 sum msg=@/etc/hostname --full
  cryptogap compute aes-128-gcm seal key=00*16 nonce=00*12 msg=00*1048576
  cryptogap compute pbkdf2-hmac-sha256 derive password=text:secret salt=00*16 cost=4096 length=32
  cryptogap compute x25519 agree key=d03edde9f3e7b799045f9ac3793d4a9277dadeadc41bec0290f81f744f73775f peer=02,00*31 --expect b87a1722cc6c1e2feecb54e97abd5a22acc27616f78f6e315fd2b73d9f221e57`,
		Args: takes(2, math.MaxInt, "an algorithm, an operation and inputs (such as sha256 sum msg=616263)"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if asJSON {
				out.format = string(report.JSON)
			}
			v, err := vectorOf(args)
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("expect") {
				b, err := parseBytes(expect)
				if err != nil {
					return usagef("--expect: %w", err)
				}
				v.Out = b
			}
			if _, _, err := v.Case(); err != nil {
				return usageError{err}
			}
			cfg, done, err := a.begin(cmd, names, &cpu, &out)
			if err != nil {
				return err
			}
			defer out.close()
			verdict, outputs, err := compare.Compute(cmd.Context(), cfg, v)
			done()
			if err := broken(cmd.Context(), err); err != nil {
				return err
			}
			if save != "" {
				if err := saveCases(save, []catalog.Vector{v}); err != nil {
					return err
				}
			}
			shown := out.write(a, func(w io.Writer) error {
				if out.kind() == report.JSON {
					return computeJSON(w, v, verdict, outputs)
				}
				return computeText(w, verdict, outputs, full)
			})
			gave := slices.ContainsFunc(outputs, func(o verify.Output) bool { return o.Status == "" })
			return first(shown, failed(wrong(verdict) || !gave))
		},
	}
	f := cmd.Flags()
	f.StringSliceVarP(&names, "providers", "p", nil, "only these libraries (default "+strings.Join(a.names(), ",")+")")
	f.StringVar(&expect, "expect", "", "the right output, written as the inputs are")
	f.BoolVar(&full, "full", false, "show long outputs whole")
	f.BoolVar(&asJSON, "json", false, "the same as --format json")
	f.StringVar(&save, "save", "", "write the inputs to this file too, for verify --cases")
	cpu.register(cmd)
	out.register(cmd, "", report.Table, report.JSON)
	complete(cmd, "providers", a.names())
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		switch len(args) {
		case 0:
			return algorithmIDs(), cobra.ShellCompDirectiveNoFileComp
		case 1:
			return operationsOf(args[0]), cobra.ShellCompDirectiveNoFileComp
		}
		var all []string
		for _, name := range inputNames() {
			all = append(all, name+"=")
		}
		return all, cobra.ShellCompDirectiveNoSpace
	}
	return cmd
}

func operationsOf(algorithm string) []string {
	var all []string
	if a, ok := catalog.Find(algorithm); ok {
		for _, op := range a.Ops {
			all = append(all, string(op))
		}
	}
	return all
}

// notInputs are the fields of a vector that are no inputs.
var notInputs = []string{"id", "algorithm", "op", "out", "out_prefix", "valid", "note", "source", "repeat"}

// inputNames returns the names of a vector's inputs, in the order of its fields.
func inputNames() []string {
	var names []string
	t := reflect.TypeFor[catalog.Vector]()
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if !slices.Contains(notInputs, name) {
			names = append(names, name)
		}
	}
	return names
}

// vectorOf makes a vector of an algorithm, an operation, and inputs as name=value.
func vectorOf(args []string) (catalog.Vector, error) {
	_, ids := meant(args[0])
	switch {
	case len(ids) == 0:
		return catalog.Vector{}, unknown("algorithm", args[0], algorithmIDs())
	case len(ids) > 1:
		return catalog.Vector{}, usagef("%q stands for several algorithms: name one of %s", args[0], strings.Join(ids, ", "))
	}
	algorithm, _ := catalog.Find(ids[0])
	if err := oneOf("operation of "+algorithm.ID, args[1], operationsOf(algorithm.ID)); err != nil {
		return catalog.Vector{}, err
	}
	fields := map[string]any{"id": "compute", "algorithm": algorithm.ID, "op": args[1]}
	kinds := make(map[string]reflect.Type)
	t := reflect.TypeFor[catalog.Vector]()
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		kinds[name] = t.Field(i).Type
	}
	for _, arg := range args[2:] {
		name, value, ok := strings.Cut(arg, "=")
		if !ok {
			return catalog.Vector{}, usagef("%q: inputs are written name=value", arg)
		}
		if err := oneOf("input", name, inputNames()); err != nil {
			return catalog.Vector{}, err
		}
		if _, twice := fields[name]; twice {
			return catalog.Vector{}, usagef("%s is given twice", name)
		}
		switch kinds[name] {
		case reflect.TypeFor[catalog.Hex]():
			b, err := parseBytes(value)
			if err != nil {
				return catalog.Vector{}, usagef("%s: %w", name, err)
			}
			fields[name] = catalog.Hex(b)
		case reflect.TypeFor[string]():
			fields[name] = value
		default:
			n, err := strconv.ParseUint(value, 10, 32)
			if err != nil {
				return catalog.Vector{}, usagef("%s %q: it takes a whole number from 0", name, value)
			}
			fields[name] = n
		}
	}
	var v catalog.Vector
	line, err := json.Marshal(fields)
	if err == nil {
		err = json.Unmarshal(line, &v)
	}
	return v, err
}

// mostBytes bounds an input: what a message may have.
const mostBytes = 1 << 30

// parseBytes reads bytes as compute's help says: parts with a comma between them.
func parseBytes(text string) ([]byte, error) {
	if path, ok := strings.CutPrefix(text, "@"); ok {
		return os.ReadFile(path)
	}
	if rest, ok := strings.CutPrefix(text, "text:"); ok {
		return []byte(rest), nil
	}
	var all []byte
	for part := range strings.SplitSeq(text, ",") {
		times := 1
		if body, count, ok := strings.Cut(part, "*"); ok {
			n, err := strconv.Atoi(count)
			if err != nil || n < 0 {
				return nil, fmt.Errorf("%q: * takes a whole number from 0 behind it", part)
			}
			part, times = body, n
		}
		var b []byte
		var err error
		if rest, ok := strings.CutPrefix(part, "base64:"); ok {
			b, err = base64.StdEncoding.DecodeString(rest)
		} else {
			b, err = hex.DecodeString(part)
		}
		if err != nil {
			return nil, fmt.Errorf("%q: bytes are written in hex, as base64:..., as text:..., or as @file: %w", part, err)
		}
		if len(b) > 0 && times > (mostBytes-len(all))/len(b) {
			return nil, fmt.Errorf("more than %d bytes", mostBytes)
		}
		all = append(all, bytes.Repeat(b, times)...)
	}
	return append([]byte{}, all...), nil
}

// saveCases writes vectors to a file, one a line.
func saveCases(path string, vectors []catalog.Vector) error {
	const readable = 0o666 // but for what the user's umask takes away
	f, err := newFile("--save", path, readable)
	if err != nil {
		return err
	}
	defer f.drop()
	enc := json.NewEncoder(f)
	for _, v := range vectors {
		if err := enc.Encode(v); err != nil {
			return fmt.Errorf("write %s: %w", path, reason(err))
		}
	}
	return f.keep()
}

// computeJSONSchema is the version of compute's JSON document.
const computeJSONSchema = 1

func computeJSON(w io.Writer, v catalog.Vector, verdict sample.Verdict, outputs []verify.Output) error {
	return writeJSON(w, map[string]any{"schema": computeJSONSchema, "inputs": v, "verdict": verdict, "outputs": outputs})
}

// wholeOutput is the length up to which an output is shown whole.
const wholeOutput = 128

// computeText writes a line for each library, then the verdict.
func computeText(w io.Writer, verdict sample.Verdict, outputs []verify.Output, full bool) error {
	var b strings.Builder
	for _, o := range outputs {
		text := string(o.Status)
		switch {
		case strings.HasPrefix(o.Why, text) && text != "": // "refused by the library: …"
			text = o.Why
		case o.Status != "":
			text += ": " + o.Why
		case len(o.Output) == 0:
			text = "0 bytes"
		case full || len(o.Output) <= wholeOutput:
			text = hex.EncodeToString(o.Output)
		default:
			text = fmt.Sprintf("%d bytes, SHA-256 %x", len(o.Output), sha256.Sum256(o.Output))
		}
		fmt.Fprintf(&b, "%-10s %s\n", o.Provider, text)
	}
	fmt.Fprintf(&b, "\n%s\n", verdict.Status)
	for _, d := range verdict.Details {
		fmt.Fprintf(&b, "  %s\n", d)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
