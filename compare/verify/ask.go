package verify

import (
	"errors"

	"cryptogap/compare/catalog"
	"cryptogap/compare/provider"
	"cryptogap/compare/sample"
)

// A Reply is what a library did with one question.
type Reply struct {
	Output []byte
	Err    error // nil where there is an output
	Asked  bool  // false where Open gave the error: no operation was done
}

// Status says what the error is: refused, not offered, absent or crashed; "" where there is none.
func (r Reply) Status() sample.Status {
	if r.Err == nil {
		return ""
	}
	return classify(r.Err)
}

// Ask does c over in once on p, at boundary b, and returns a copy of the output.
func Ask(p provider.Provider, c catalog.Case, in catalog.Inputs, b provider.Boundary, o Options) Reply {
	var r Reply
	l := &library{Provider: p, before: o.Before}
	r.Err = l.run(c, in, b, []int{1}, func(_ int, out []byte) { r.Output = append([]byte{}, out...) })
	r.Asked = r.Err == nil || opened(r.Err)
	if errors.Is(r.Err, errCrashed) {
		r.Asked = true
	}
	return r
}

// An Output is what one library gave.
type Output struct {
	Provider string        `json:"provider"`
	Output   catalog.Hex   `json:"output,omitzero"`
	Status   sample.Status `json:"status"` // "" where there is an output; else refused, not offered, absent or crashed
	Why      string        `json:"why,omitzero"`
}

// Compute does the vector's operation once on each library, at its first boundary, and returns what each gave.
func Compute(ps []provider.Provider, v catalog.Vector, o Options) ([]Output, error) {
	c, in, err := v.Case()
	if err != nil {
		return nil, err
	}
	var all []Output
	for _, p := range ps {
		r := Ask(p, c, in, p.Boundaries()[0], o)
		out := Output{Provider: p.Name(), Output: r.Output, Status: r.Status()}
		if r.Err != nil {
			out.Why = r.Err.Error()
		}
		all = append(all, out)
	}
	return all, nil
}
