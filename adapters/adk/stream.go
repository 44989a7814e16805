package adk

import (
	"iter"
	"strings"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/genai"
)

// ADK runs tools that stream their results without any callback. Outside of
// live runs it only collects what they stream, so collecting it in a tool of the
// usual kind changes nothing, except that hooks get their say.

// streaming is a tool that streams its result.
type streaming interface {
	tool.Tool
	Declaration() *genai.FunctionDeclaration
	RunStream(ctx agent.Context, args any) iter.Seq2[string, error]
}

// collectStreams replaces the streaming tools of a request by collected ones.
func collectStreams(tools map[string]any) {
	for name, t := range tools {
		if s, ok := t.(streaming); ok {
			tools[name] = collected{s, s}
		}
	}
}

// collected is a streaming tool that gives its whole result at once.
type collected struct {
	tool.Tool
	stream streaming
}

// Declaration is how the model is told of the tool.
func (c collected) Declaration() *genai.FunctionDeclaration { return c.stream.Declaration() }

// Run runs the tool to its end.
func (c collected) Run(ctx agent.Context, args any) (map[string]any, error) {
	var b strings.Builder
	for chunk, err := range c.stream.RunStream(ctx, args) {
		if err != nil {
			return nil, err
		}
		b.WriteString(chunk)
	}
	return map[string]any{"result": b.String()}, nil
}
