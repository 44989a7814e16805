// Package fakegemini is a server on the loopback interface that speaks the
// Gemini API, for tests. It says what it was told to say.
package fakegemini

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Reply is the answer to one request. Chunks are JSON; a request that is not
// for a stream gets the first one.
type Reply struct {
	Status int // 0 means 200; with any other, the first chunk is the body
	Chunks []string
	Cut    bool // the connection breaks after the chunks
	Hold   bool // after the chunks nothing more comes until the client leaves
}

// Text is a complete answer of one text.
func Text(text string) Reply {
	return Reply{Chunks: []string{Chunk("STOP", fmt.Sprintf(`{"text":%q}`, text))}}
}

// Call is a complete answer that calls a function.
func Call(name, args string) Reply {
	return Reply{Chunks: []string{Chunk("STOP", fmt.Sprintf(`{"functionCall":{"id":"call-1","name":%q,"args":%s}}`, name, args))}}
}

// Chunk is a chunk with these parts; finish may be empty.
func Chunk(finish string, parts ...string) string {
	candidate := `"index":0,"content":{"role":"model","parts":[` + strings.Join(parts, ",") + `]}`
	if finish != "" {
		candidate += fmt.Sprintf(`,"finishReason":%q`, finish)
	}
	return `{"candidates":[{` + candidate + `}],"modelVersion":"fake-1"}`
}

// Request is a request as it arrived.
type Request struct {
	Path  string
	Query string
	Key   string // the API key
	Body  json.RawMessage
}

// Server is the server. It plays its replies one after the other.
type Server struct {
	*httptest.Server
	// Held gets a value when a reply with Hold has come to that point.
	Held chan struct{}

	mu       sync.Mutex
	replies  []Reply
	requests []Request
}

// Start starts a server that stops with the test.
func Start(t testing.TB, replies ...Reply) *Server {
	s := &Server{replies: replies, Held: make(chan struct{}, len(replies))}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

// Requests returns what has arrived so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	reply, ok := s.take(r)
	if !ok {
		http.Error(w, `{"error":{"code":500,"message":"the script is over","status":"INTERNAL"}}`, http.StatusInternalServerError)
		return
	}
	if reply.Status != 0 && reply.Status != http.StatusOK || strings.HasSuffix(r.URL.Path, ":generateContent") {
		s.whole(w, reply)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for _, chunk := range reply.Chunks {
		fmt.Fprintf(w, "data: %s\r\n\r\n", chunk)
		w.(http.Flusher).Flush()
	}
	if reply.Hold {
		s.Held <- struct{}{}
		<-r.Context().Done()
	}
	if reply.Cut {
		panic(http.ErrAbortHandler)
	}
}

func (s *Server) whole(w http.ResponseWriter, reply Reply) {
	w.Header().Set("Content-Type", "application/json")
	if reply.Status != 0 {
		w.WriteHeader(reply.Status)
	}
	if reply.Cut {
		panic(http.ErrAbortHandler)
	}
	if len(reply.Chunks) > 0 {
		io.WriteString(w, reply.Chunks[0])
	}
}

// take records a request and returns the reply to it.
func (s *Server) take(r *http.Request) (Reply, bool) {
	body, _ := io.ReadAll(r.Body) // a request that breaks off is of no interest here
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, Request{r.URL.Path, r.URL.RawQuery, r.Header.Get("x-goog-api-key"), body})
	if len(s.requests) > len(s.replies) {
		return Reply{}, false
	}
	return s.replies[len(s.requests)-1], true
}
