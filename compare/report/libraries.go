package report

import (
	"bytes"
	"cmp"
	"io"
	"strings"

	"cryptogap/compare/sample"
)

// titles are the printed names of libraries.
type titles map[string]string

func newTitles(libs []sample.Library) titles {
	t := make(titles)
	for _, lib := range libs {
		t[lib.Name] = cmp.Or(lib.Title, lib.Name)
	}
	return t
}

func (t titles) of(name string) string { return cmp.Or(t[name], name) }

// Libraries writes what the libraries and the machine are, and what of it
// spoils a comparison, as text or as JSON ($defs/libraries).
func Libraries(w io.Writer, env sample.Environment, libs []sample.Library, f Format, o Options) error {
	if err := oneOf(f, Table, JSON); err != nil {
		return err
	}
	return atOnce(w, func(b *bytes.Buffer) error {
		if f == JSON {
			return encode(b, map[string]any{"schema": JSONSchema, "environment": env, "libraries": filled(libs)})
		}
		ink := palette(o.Color)
		t := text{b: b, width: o.Width}
		t.line(ink.strong("Machine"))
		facts := append(machine(&env, true), fact{"Program", program(&env)})
		for i := range facts {
			facts[i].Key = "  " + facts[i].Key
		}
		t.facts(facts)
		for i := range libs {
			t.line("")
			t.library(&libs[i], ink)
		}
		warnings := env.Warnings
		for _, lib := range libs {
			for _, w := range lib.Warnings {
				warnings = append(warnings[:len(warnings):len(warnings)], printable(of(cmp.Or(lib.Title, lib.Name), w)))
			}
		}
		t.bullets(ink.strong("Warnings"), warnings)
		return nil
	})
}

// library lists all that is known of a library.
func (t *text) library(lib *sample.Library, ink palette) {
	t.line(ink.strong(cmp.Or(lib.Title, lib.Name)) + unless(lib.Title == lib.Name, " ("+lib.Name+")"))
	var facts []fact
	add := func(key, value string) {
		if value != "" {
			facts = append(facts, fact{"  " + key, printable(value)})
		}
	}
	add("missing", lib.Missing)
	add("version", lib.Version)
	if lib.Headers != lib.Version {
		add("headers", lib.Headers)
	}
	add("license", lib.License)
	for _, f := range lib.Build {
		add(f.Key, f.Value)
	}
	add("CPU features in use", strings.Join(lib.Features, " "))
	t.facts(facts)
}
