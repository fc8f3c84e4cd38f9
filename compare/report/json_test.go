package report

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compiled compiles the schema at the given place of the published one, made
// strict: a field that it does not describe is an error, so none can be added without its description.
func compiled(t *testing.T, place string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	strict(doc)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json" + place)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func strict(node any) {
	switch n := node.(type) {
	case map[string]any:
		if _, ok := n["properties"].(map[string]any); ok && n["type"] == "object" {
			n["additionalProperties"] = false
		}
		for _, v := range n {
			strict(v)
		}
	case []any:
		for _, v := range n {
			strict(v)
		}
	}
}

func validate(t *testing.T, s *jsonschema.Schema, name string, doc []byte) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		t.Fatalf("%s is not JSON: %v", name, err)
	}
	if err := s.Validate(v); err != nil {
		t.Errorf("%s does not keep to the schema: %#v", name, err)
	}
}

func TestJSONKeepsToItsSchema(t *testing.T) {
	s := compiled(t, "")
	for name, res := range madeRuns(t) {
		validate(t, s, name, written(t, res, JSON, Options{}))
	}
}

func TestSchemaRefusesAnUndescribedField(t *testing.T) {
	doc := written(t, madeRuns(t)["alone"], JSON, Options{})
	doc = bytes.Replace(doc, []byte(`"tool":`), []byte(`"tol":`), 1)
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	if compiled(t, "").Validate(v) == nil {
		t.Error("a misspelt field passes")
	}
}

func TestNumbersThatAreNoneAreNull(t *testing.T) {
	got, err := json.Marshal([]jsonNumber{1.5, jsonNumber(math.NaN()), jsonNumber(math.Inf(1)), jsonNumber(math.Inf(-1))})
	if err != nil || string(got) != "[1.5,null,null,null]" {
		t.Errorf("%s, %v", got, err)
	}
}

func TestSeedIsWhole(t *testing.T) {
	var doc struct{ Seed string }
	if err := json.Unmarshal(written(t, madeRuns(t)["alone"], JSON, Options{}), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Seed != "12345678901234567890" {
		t.Errorf("seed %q", doc.Seed)
	}
}
