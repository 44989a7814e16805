# Everything a developer does here. Needs Go, git, bash and make; `make test`
# also needs a C compiler, for the race detector.

SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build

# How long each fuzz target runs, and the largest binary we ship.
FUZZTIME  ?= 10s
MAX_BYTES := 18000000

# The adapters are modules of their own: their SDKs are large.
ADAPTERS  := adapters/genai adapters/adk
MODULES   := . $(ADAPTERS)

SYSTEMS   := linux darwin windows
PROCESSORS := amd64 arm64

export CGO_ENABLED ?= 0

# Else every process with the race detector waits a second before it ends.
export GORACE ?= atexit_sleep_ms=10

.PHONY: build install dist dist-check docs demo test slow-tests bench fuzz lint cross conformance agents faults examples tidy size ci clean

# The release that is being worked on, and what `grapnel version` says of it.
VERSION := v0.5.0
COMMIT  := $(shell git rev-parse HEAD 2> /dev/null)
DATE    := $(shell git log -1 --format=%cI 2> /dev/null)
CLI     := github.com/grapnel-hooks/grapnel/internal/cli
LDFLAGS := -s -w -X $(CLI).Version=$(VERSION) -X $(CLI).Commit=$(COMMIT) -X $(CLI).Date=$(DATE)

PREFIX  ?= /usr/local

build: ## the command, as build/grapnel
	go build -trimpath -ldflags "$(LDFLAGS)" -o build/grapnel ./cmd/grapnel

install: build ## the command into $(PREFIX)/bin
	install -D -m 0755 build/grapnel "$(DESTDIR)$(PREFIX)/bin/grapnel"

dist: ## what people install, for all platforms, into build/dist
	cd tools && go run ./dist -version $(VERSION)

dist-check: dist ## the same bytes again, and every way to install works
	cd tools && go run ./dist -version $(VERSION) -out ../build/dist-again
	diff build/dist/SHA256SUMS build/dist-again/SHA256SUMS
	rm -rf build/dist-again
	tools/dist/try.sh build/dist $(VERSION)

demo: build ## a whole agent session with hooks, offline
	build/grapnel demo

test: conformance ## all tests of all modules, with the race detector
	CGO_ENABLED=1 go test -race $$(go list ./... | grep -v '/conformance$$')
	@for module in $(ADAPTERS); do \
		(cd $$module && CGO_ENABLED=1 go test -race ./...); \
	done
	cd tools && go test ./dist ./slowtests

slow-tests: ## the ten slowest tests, as the table in CONTRIBUTING.md
	go test -json ./... | (cd tools && go run ./slowtests)

faults: ## what goes wrong on purpose, also what takes long; a summary line counts the checks
	go test -count=1 -timeout 20m ./conformance/faults -all

bench: build ## what hooks cost, compared with plain Go in the same run
	go build -trimpath -ldflags "-s -w" -o build/hello ./bench/hello
	go run ./bench/report -grapnel build/grapnel -hello build/hello

fuzz: ## every fuzz target for $(FUZZTIME)
	@grep -rHoE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]+' . | sort | \
	while IFS=: read -r file func; do \
		echo "$$file: $${func#func }"; \
		go test -run '^$$' -fuzz "^$${func#func }\$$" -fuzztime $(FUZZTIME) "$$(dirname "$$file")"; \
	done

lint: build/bin/staticcheck ## format, vet, staticcheck
	@unformatted=$$(build/bin/gofumpt -l .); [ -z "$$unformatted" ] || { echo "not formatted: $$unformatted"; exit 1; }
	@for module in $(MODULES); do \
		(cd $$module && go vet ./... && $(CURDIR)/build/bin/staticcheck ./...); \
	done

build/bin/staticcheck: tools/go.mod tools/go.sum
	cd tools && go build -o ../build/bin/ tool
	touch $@

cross: ## build and vet for every system
	@for os in $(SYSTEMS); do \
		for arch in $(PROCESSORS); do \
			echo "$$os/$$arch"; \
			GOOS=$$os GOARCH=$$arch CGO_ENABLED=0 go build -o /dev/null ./cmd/grapnel; \
		done; \
		for module in $(MODULES); do \
			(cd $$module && GOOS=$$os CGO_ENABLED=0 go vet ./...); \
		done; \
	done

docs: ## the pages that are written by the code: commands, and the table of dialects
	go run ./internal/workbench/compare/gen
	go test ./internal/cli -run TestReferenceIsUpToDate -update
	go test ./internal/agents/all -run TestThePageAboutAgents -update-page

conformance: ## every requirement has a test, and it passes
	CGO_ENABLED=1 go test -race -parallel 8 -json ./conformance | go run ./conformance/check

agents: ## the real agents, from npm, obey Grapnel; offline but for their installation
	conformance/agents/install.sh build/agents
	GRAPNEL_AGENTS="$(CURDIR)/build/agents" go test -tags agents -timeout 40m -v ./conformance/agents

examples: build ## the tests of the recipes; what they need and is missing is skipped by name
	build/grapnel test examples

tidy: ## go.mod and go.sum say what the code needs
	@for module in $(MODULES) tools; do (cd $$module && go mod tidy -diff); done

size: build ## the binary is small
	@bytes=$$(wc -c < build/grapnel); echo "build/grapnel: $$bytes bytes"; [ "$$bytes" -lt $(MAX_BYTES) ]

ci: tidy lint size test cross demo dist-check

clean:
	rm -rf build
