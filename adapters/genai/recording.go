package genaihooks

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"google.golang.org/genai"
)

// listen returns a client like the given one, through which answers can be
// heard as they come over the wire.
func listen(ctx context.Context, client *genai.Client) (*genai.Client, error) {
	config := client.ClientConfig()
	httpClient := http.Client{}
	if config.HTTPClient != nil {
		httpClient = *config.HTTPClient
	}
	httpClient.Transport = listener{httpClient.Transport}
	config.HTTPClient = &httpClient
	if config.Backend == genai.BackendGeminiAPI {
		// The SDK fills these from the environment even where it refuses them.
		config.Project, config.Location = "", ""
	}
	return genai.NewClient(ctx, &config)
}

// listener is a transport that lets recordings hear the answers.
type listener struct{ base http.RoundTripper }

// RoundTrip passes the request on.
func (l listener) RoundTrip(request *http.Request) (*http.Response, error) {
	base := l.base
	if base == nil {
		base = http.DefaultTransport
	}
	response, err := base.RoundTrip(request)
	if r, ok := request.Context().Value(recordingKey{}).(*recording); ok && err == nil {
		r.heard = nil // a repeated request starts over
		response.Body = recorded{response.Body, r}
	}
	return response, err
}

// recordingKey is the key of a recording in the context of a request.
type recordingKey struct{}

// recording is what was heard of one streamed answer and not taken yet. The SDK
// reads the stream in the goroutine that takes its chunks, so there is no need
// for a lock.
type recording struct{ heard []byte }

// attach returns a context for requests whose answers are to be heard.
func (r *recording) attach(ctx context.Context) context.Context {
	return context.WithValue(ctx, recordingKey{}, r)
}

// next takes the data of the next server-sent event. There is one for every
// chunk that the SDK has given out, as it reads before it gives.
func (r *recording) next() (data []byte, ok bool) {
	for len(r.heard) > 0 {
		event := r.cut()
		if name, data, found := bytes.Cut(event, []byte(":")); found && string(name) == "data" {
			return data, true
		}
	}
	return nil, false
}

// cut takes everything up to the next empty line.
func (r *recording) cut() []byte {
	for _, end := range []string{"\n\n", "\r\n\r\n"} {
		if event, rest, found := bytes.Cut(r.heard, []byte(end)); found {
			r.heard = rest
			return bytes.TrimSpace(event)
		}
	}
	event := r.heard
	r.heard = nil
	return bytes.TrimSpace(event)
}

// recorded is the body of an answer that a recording hears.
type recorded struct {
	io.ReadCloser
	recording *recording
}

// Read passes the bytes on.
func (r recorded) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	r.recording.heard = append(r.recording.heard, p[:n]...)
	return n, err
}
