package compare

import (
	"runtime"
	"runtime/metrics"
)

// A collector has Go's garbage collected between rounds, so that no collection runs into a sample: one takes longer than a sample,
// and would be in one of five of what allocates much. What collecting costs stands in the allocations.
type collector struct {
	metrics [3]metrics.Sample // bytes: in objects now, alive after the last collection, at which the next one is to be finished
	before  uint64            // objects when the last round began
}

func newCollector() *collector {
	return &collector{metrics: [...]metrics.Sample{
		{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/live:bytes"}, {Name: "/gc/heap/goal:bytes"},
	}}
}

// begins is the share of the way from what is alive to the goal at which the runtime may begin to collect by itself; its
// own least is 0.7.
const begins = 0.6

// collect collects where the runtime would in a round that allocates as much as the last one.
func (c *collector) collect() {
	metrics.Read(c.metrics[:])
	objects, live, goal := c.metrics[0].Value.Uint64(), c.metrics[1].Value.Uint64(), c.metrics[2].Value.Uint64()
	round := objects - min(c.before, objects)
	c.before = objects
	if goal > live && float64(objects+round) < float64(live)+begins*float64(goal-live) {
		return
	}
	runtime.GC()
	metrics.Read(c.metrics[:1])
	c.before = c.metrics[0].Value.Uint64()
}
