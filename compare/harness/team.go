package harness

import (
	"runtime"
	"sync"
	"time"

	"cryptogap/compare/provider"
)

// A team does a sample side by side: each member has a routine and a thread of
// its own, started before any sample.
type team struct {
	members []chan int // operations to do; closed to stop
	done    sync.WaitGroup
	errs    []error
}

func startTeam(routines []provider.Routine) *team {
	t := &team{errs: make([]error, len(routines))}
	for i, r := range routines {
		orders := make(chan int)
		t.members = append(t.members, orders)
		go func() {
			runtime.LockOSThread() // never unlocked: the thread ends with the member
			for n := range orders {
				_, t.errs[i] = r.Do(n)
				t.done.Done()
			}
		}()
	}
	return t
}

// do lets every member do n operations and returns when the last has finished. There is no clock on the
// library's side of it.
func (t *team) do(n int) (time.Duration, error) {
	t.done.Add(len(t.members))
	for _, m := range t.members {
		m <- n
	}
	t.done.Wait()
	for _, err := range t.errs {
		if err != nil {
			return 0, err
		}
	}
	return 0, nil
}

// stop ends the members. A nil team has none.
func (t *team) stop() {
	if t == nil {
		return
	}
	for _, m := range t.members {
		close(m)
	}
}
