package catalog

import "testing"

func TestEveryOperationHasItsWork(t *testing.T) {
	for _, a := range Algorithms() {
		for _, op := range a.Ops {
			if Work(a.Kind, op) == "" {
				t.Errorf("%s %s: nobody says what is inside it", a.ID, op)
			}
		}
	}
}
