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
