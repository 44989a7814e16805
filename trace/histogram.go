package trace

import (
	"math"
	"math/bits"
)

// histogram counts durations in buckets that are at most 1/16 wider than the
// one before: a percentile is wrong by 3 % at most, and memory does not grow.
type histogram struct {
	counts   [octaves << octaveBits]uint32
	n        uint64
	min, max uint64
}

const (
	octaveBits = 4  // 16 buckets for each doubling
	octaves    = 40 // 2^40 microseconds are 12 days
)

// bucket returns where a number of microseconds is counted.
func bucket(micros uint64) int {
	if micros < 1<<octaveBits {
		return int(micros)
	}
	shift := bits.Len64(micros) - octaveBits - 1
	return min((shift+1)<<octaveBits|int(micros>>shift&(1<<octaveBits-1)), octaves<<octaveBits-1)
}

// middle is the number of microseconds that a bucket stands for.
func middle(bucket int) float64 {
	if bucket < 1<<octaveBits {
		return float64(bucket)
	}
	shift := bucket>>octaveBits - 1
	return (float64(1<<octaveBits|bucket&(1<<octaveBits-1)) + 0.5) * math.Exp2(float64(shift))
}

func (h *histogram) add(ms float64) {
	micros := uint64(0)
	if ms > 0 {
		micros = uint64(min(math.Round(ms*1000), 1<<octaves))
	}
	if h.n == 0 || micros < h.min {
		h.min = micros
	}
	h.max = max(h.max, micros)
	h.counts[bucket(micros)]++
	h.n++
}

// quantile returns the milliseconds that a share of all values do not exceed.
func (h *histogram) quantile(share float64) float64 {
	rank := uint64(math.Ceil(share * float64(h.n)))
	var seen uint64
	for i, count := range h.counts {
		if seen += uint64(count); count > 0 && seen >= rank {
			return min(max(middle(i), float64(h.min)), float64(h.max)) / 1000
		}
	}
	return 0
}
