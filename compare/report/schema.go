package report

import (
	"bytes"
	"encoding/json"

	"github.com/invopop/jsonschema"
)

// JSONSchema is the version of the JSON documents. It grows when a reader of the version before would misread one; fields are
// only ever added within a version.
const JSONSchema = 1

// schemaID names the schema; the number is JSONSchema.
const schemaID = "urn:cryptogap:schema:1"

// JSONSchema implements jsonschema's interface: a number may be null.
func (jsonNumber) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "number"}, {Type: "null"}}}
}

// Schema returns the JSON Schema (draft 2020-12) of the JSON documents, made from the types that are written: its root describes
// what Write makes, $defs/support, $defs/libraries, $defs/verdicts, $defs/diff, $defs/builds and $defs/advice what the functions of those names make.
func Schema() []byte {
	r := jsonschema.Reflector{ExpandedStruct: true, Anonymous: true, AllowAdditionalProperties: true}
	root := r.Reflect(runDocument{})
	root.ID, root.Title = schemaID, "the result of a run, as cryptogap writes it"
	for name, doc := range map[string]any{
		"support": supportDocument{}, "libraries": librariesDocument{}, "verdicts": verdictsDocument{}, "diff": diffDoc{}, "builds": lineupDoc{}, "advice": adviceDocument{},
	} {
		s := r.Reflect(doc)
		for def, schema := range s.Definitions {
			root.Definitions[def] = schema
		}
		s.Definitions, s.Version = nil, ""
		root.Definitions[name] = s
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(root); err != nil { // made of this package's types alone
		panic(err)
	}
	return b.Bytes()
}
