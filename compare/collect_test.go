package compare

import (
	"runtime"
	"testing"
)

func TestCollectionsComeBetweenRounds(t *testing.T) {
	touchHeap()
	c := newCollector()
	c.collect()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const rounds, allocated = 100, 600 << 10
	for range rounds {
		c.collect()
		for left, size := allocated, 512; left > 0; left -= size {
			size = 1536 - size // 1024 and 512
			runtime.KeepAlive(make([]byte, size))
		}
	}
	runtime.ReadMemStats(&after)
	forced, all := after.NumForcedGC-before.NumForcedGC, after.NumGC-before.NumGC
	if all != forced || forced < 5 || forced > rounds {
		t.Errorf("%d collections in %d rounds, %d of them between", all, rounds, forced)
	}
}
