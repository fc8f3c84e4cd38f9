package isolate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"
)

// DefaultStall is how long a worker may go without progress: far longer than any operation takes on a
// message of a few MiB.
const DefaultStall = 2 * time.Minute

// look is how often the parent looks whether the worker gets on.
const look = time.Second

var errHangs = errors.New("it hangs")

// watch cancels when the worker hangs, until the function that it returns is called.
func (p *process[J, E]) watch(cancel context.CancelCauseFunc) (stop func()) {
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(min(look, p.Stall/4))
		defer tick.Stop()
		var w stallWatch
		for last := time.Now(); ; {
			select {
			case <-done:
				return
			case now := <-tick.C:
				// A parent that was stopped has not seen what the worker did meanwhile.
				elapsed := min(now.Sub(last), 2*look)
				last = now
				if w.look(elapsed, p.marker.note.count.Load()+p.progress.Load(), statusOf(p.cmd.Process.Pid)) > p.Stall {
					cancel(errHangs)
					return
				}
			}
		}
	}()
	return func() { close(done); <-stopped }
}

// A stallWatch sums up for how long there was no progress.
type stallWatch struct {
	progress int64
	cpu      time.Duration
	stalled  time.Duration
}

// look takes what is seen after elapsed, and returns how long the worker has not got on: time in which it
// used the CPU, or waited for something other than the CPU.
func (w *stallWatch) look(elapsed time.Duration, progress int64, s status) time.Duration {
	used := s.cpu - w.cpu
	w.cpu = s.cpu
	switch {
	case progress != w.progress:
		w.progress, w.stalled = progress, 0
	case s.stopped:
	case s.known && used > 0:
		w.stalled += min(elapsed, used)
	default:
		w.stalled += elapsed
	}
	return w.stalled
}

// status is what the system says of a process.
type status struct {
	known   bool
	stopped bool          // by SIGSTOP or a debugger
	cpu     time.Duration // used so far
}

// clockTick is the unit of times in /proc, which Linux fixes for user space.
const clockTick = 10 * time.Millisecond

// statusOf reads /proc. Without it only time by the clock is known.
func statusOf(pid int) status {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return status{}
	}
	return parseStatus(data)
}

// parseStatus reads proc_pid_stat(5): the state is the first field behind the name, user and system time are the 12th and
// 13th.
func parseStatus(data []byte) status {
	const state, utime, stime = 0, 11, 12
	fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
	if len(fields) <= stime {
		return status{}
	}
	user, err1 := strconv.ParseInt(string(fields[utime]), 10, 64)
	system, err2 := strconv.ParseInt(string(fields[stime]), 10, 64)
	if err1 != nil || err2 != nil {
		return status{}
	}
	letter := string(fields[state])
	return status{known: true, stopped: letter == "T" || letter == "t", cpu: time.Duration(user+system) * clockTick}
}
