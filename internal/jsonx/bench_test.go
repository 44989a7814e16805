package jsonx

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// payloads are events of about a size: one with a large file in it, as most
// large events are, and one that is all structure.
func payloads(size int) map[string][]byte {
	line := "\tif err := run(ctx, \"<input>\"); err != nil { // naïve\n"
	file, _ := Marshal(map[string]string{"content": strings.Repeat(line, size/len(line)+1)})
	const record = `{"id": 12345, "name": "hook", "tags": ["a", "b"], "ok": true, "ratio": -0.5},`
	records := "[" + strings.Repeat(record, size/len(record)+1) + "null]"
	return map[string][]byte{"file": file, "records": []byte(records)}
}

// BenchmarkRatio measures each function beside what encoding/json does, turn by
// turn, and reports how many times as fast it is.
func BenchmarkRatio(b *testing.B) {
	for _, size := range []int{1 << 10, 1 << 20, 10 << 20} {
		for kind, data := range payloads(size) {
			object := append(append([]byte(`{"tool_input":`), data...), '}')
			text := string(data)
			quoted := AppendString(nil, text)
			var sink []byte
			for _, bench := range []struct {
				name         string
				ours, theirs func()
			}{
				{"Valid", func() { Valid(data) }, func() { json.Valid(data) }},
				{"AppendCompact", func() { sink = AppendCompact(sink[:0], data) }, func() {
					line := bytes.NewBuffer(sink[:0])
					_ = json.Compact(line, data)
					sink = line.Bytes()
				}},
				{"ParseObject", func() { _, _, _ = ParseObject(object) }, func() {
					_ = json.Unmarshal(object, new(map[string]json.RawMessage))
				}},
				{"AppendString", func() { sink = AppendString(sink[:0], text) }, func() { sink, _ = Marshal(text) }},
				{"String", func() { _, _ = String(quoted) }, func() { _ = json.Unmarshal(quoted, new(string)) }},
			} {
				b.Run(fmt.Sprintf("%s/%s/%dKB", bench.name, kind, size>>10), func(b *testing.B) {
					var ours, theirs time.Duration
					b.SetBytes(int64(len(data)))
					for b.Loop() {
						start := time.Now()
						bench.ours()
						middle := time.Now()
						bench.theirs()
						ours, theirs = ours+middle.Sub(start), theirs+time.Since(middle)
					}
					b.ReportMetric(float64(theirs)/float64(ours), "x-faster")
					b.ReportMetric(float64(b.N)*float64(len(data))/ours.Seconds()/1e6, "our-MB/s")
				})
			}
		}
	}
}
