package llm

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCollectorPutsChunksTogether(t *testing.T) {
	var c Collector
	for _, text := range []string{
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"a \"quote\" "}]}}],"modelVersion":"v1"}`,
		`{"candidates":[{"content":{"parts":[{ "text": "and " },{"text":"\ud83d"},{"text":"\ude00 <b>"}]}}]}`,
		`{"candidates":[{"content":{"parts":[{"thought":true,"text":"hmm"},{"text":"signed","thoughtSignature":"s"},{"text":"x"}]},"index":0}]}`,
		`{}`,
		`{"candidates":[{"content":{"parts":[{"text":"y\\"},{"functionCall":{"name":"f"}}]},"finishReason":"STOP"},{"content":{"parts":[{"text":"second"}]},"index":1}],"usageMetadata":{"totalTokenCount":3}}`,
	} {
		var chunk Response
		if err := chunk.UnmarshalJSON([]byte(text)); err != nil {
			t.Fatal(err)
		}
		c.Add(&chunk)
	}
	if !c.Finished() {
		t.Error("not finished")
	}
	// The two halves of the face come together although no chunk has both.
	want := `{"candidates":[{"content":{"parts":[` +
		`{"text":"a \"quote\" and \ud83d\ude00 <b>"},{"thought":true,"text":"hmm"},{"text":"signed","thoughtSignature":"s"},{"text":"xy\\"},{"functionCall":{"name":"f"}}` +
		`],"role":"model"},"finishReason":"STOP","index":0},{"content":{"parts":[{"text":"second"}]},"index":1}],"modelVersion":"v1","usageMetadata":{"totalTokenCount":3}}`
	if diff := cmp.Diff(want, string(encode(t, c.Response()))); diff != "" {
		t.Errorf("response (-want +got):\n%s", diff)
	}
}

func TestCandidatesAreInTheOrderOfTheirIndices(t *testing.T) {
	for name, chunks := range map[string][]string{
		"over several chunks": {
			`{"candidates":[{"content":{"parts":[{"text":"sec"}]},"index":1}]}`,
			`{"candidates":[{"content":{"parts":[{"text":"first"}]}}]}`,
			`{"candidates":[{"content":{"parts":[{"text":"ond"}]},"index":1}]}`,
		},
		"in one chunk": {`{"candidates":[{"content":{"parts":[{"text":"second"}]},"index":1},{"content":{"parts":[{"text":"first"}]},"index":0}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			var c Collector
			for _, text := range chunks {
				var chunk Response
				if err := chunk.UnmarshalJSON([]byte(text)); err != nil {
					t.Fatal(err)
				}
				c.Add(&chunk)
			}
			want := `{"candidates":[{"content":{"parts":[{"text":"first"}]},"index":0},{"content":{"parts":[{"text":"second"}]},"index":1}]}`
			if diff := cmp.Diff(want, string(encode(t, c.Response()))); diff != "" {
				t.Errorf("response (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPlainTextIsOnlyThat(t *testing.T) {
	for _, part := range []string{`{"text":"a","b":"c"}`, `{"text":"a\\","b":"c"}`, `{"text":"a\"}`, `{"text":1}`, `{"text":"a","thought":true}`, `{"inlineData":{}}`} {
		if body, plain := Part(part).plainText(); plain {
			t.Errorf("%s is plain text %q", part, body)
		}
	}
}

func TestCollectorAllocatesNothingPerChunk(t *testing.T) {
	chunk := &Response{Candidates: []Candidate{{Content: Content{Role: RoleModel, Parts: []Part{TextPart("word ")}}}}}
	allocations := func(chunks int) float64 {
		return testing.AllocsPerRun(20, func() {
			var c Collector
			for range chunks {
				c.Add(chunk)
			}
			c.Response()
		})
	}
	// Only the growing of three buffers is left.
	if few, many := allocations(10), allocations(2000); many-few > 60 {
		t.Errorf("%v allocations for 10 chunks, %v for 2000", few, many)
	}
}
