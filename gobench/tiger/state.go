package tiger

import "cryptogap/gobench/internal/state"

func (d *digest) state() state.State {
	return state.State{Magic: "tgr\x01", Form: byte(d.form), Len: &d.len, Block: d.x[:], H: d.h[:]}
}

func (d *digest) MarshalBinary() ([]byte, error) { return d.AppendBinary(nil) }

func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	s := d.state()
	return s.Append(b), nil
}

func (d *digest) UnmarshalBinary(b []byte) error {
	s := d.state()
	return s.Restore(b)
}
