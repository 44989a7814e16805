package grapnel

import (
	"cmp"
	"embed"
	"time"

	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

//go:embed all:example
var example embed.FS

func form() dialect.Form {
	return dialect.Form{
		Format:         dialect.YAML,
		CommandKey:     "run",
		TimeoutKey:     "timeout",
		TimeoutUnit:    time.Second,
		DefaultTimeout: defaultTimeout,
		MaxTimeout:     maxTimeout,
		Names:          true,
		UniqueNames:    true,
		Speaks:         true,
		FailureKey:     "on_failure",
		Sequential:     true,
	}
}

// Describe says what a native file looks like.
func (Dialect) Describe() dialect.Description {
	return dialect.Description{
		Product: "Grapnel",
		Files:   []string{managedDir() + "/grapnel.yaml", "~/.config/grapnel/grapnel.yaml", "grapnel.yaml", ".grapnel/grapnel.yaml"},
		Form:    form(),
		Example: dialect.NewExample(example,
			"grapnel test            run the tests of the five rules",
			"grapnel list            show the rules",
			"grapnel check           look for mistakes",
		),
	}
}

// WriteConfig writes hooks as a native file.
func (d Dialect) WriteConfig(draft dialect.Draft) *document.Value {
	doc := document.NewObject()
	doc.Comment = draft.Comment
	doc.Add("version", number("1"))
	hooks, taken := document.NewList(), map[string]bool{}
	for _, h := range draft.Hooks {
		h.Name = freeName(cmp.Or(h.Name, "hook"), taken)
		hooks.Items = append(hooks.Items, writeHook(h))
	}
	doc.Add("hooks", hooks)
	return doc
}
