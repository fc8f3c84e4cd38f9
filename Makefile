# SPDX-License-Identifier: GPL-3.0-or-later
#
# The pieces of a checkout, put together. "make" alone lists the targets.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

# Go, wherever it is; its usual place where PATH does not have it.
GO := $(or $(shell command -v go 2>/dev/null),$(wildcard /usr/local/go/bin/go))

# What a recipe that needs the C libraries starts with: they are built, and pkg-config finds them. With CC set (CC=clang
# make build), the libraries and the bridges are both compiled by it.
libraries = native/build.sh build && environment=$$(native/build.sh env) && eval "$$environment"

# What a recipe that needs Go starts with.
go = $(if $(GO),,echo 'make: Go is neither in PATH nor in /usr/local/go/bin: install Go (go.mod says which), or set GO=/path/to/go' >&2; exit 1;)

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: native
native: ## build wolfSSL and libgcrypt into the cache (NATIVE=system: take the system's own)
	@native/build.sh build

# Where the binary goes: make build OUT=bin/cryptogap-before.
OUT ?= bin/cryptogap

# What native/libraries says of each library: $(call facts,tag).
facts = $(shell native/build.sh facts $(1))
comma := ,
empty :=
bridges = $(addprefix ./,$(call facts,bridge))
tags = $(call facts,tag)
# What runs the whole suite of the contract for seconds.
providers = ./gobench $(bridges)

.PHONY: build
build: ## build bin/cryptogap (OUT=FILE)
	@$(go) $(libraries) && GO=$(GO) native/layouts.sh $(OUT)

.PHONY: layouts
layouts: ## link workers in other layouts: make layouts LAYOUTS=9-16, then run --layouts 9-16
	@$(go) $(libraries) && GO=$(GO) native/layouts.sh add $(OUT)

# A source tree without its history does not know its version: make static VERSION=X says it.
# The pinned versions of a library, the oldest first, and the binaries that "make series" compares.
LIBRARY ?= libgcrypt
versions = $(shell native/build.sh facts versions $(LIBRARY) 2>/dev/null)

.PHONY: series
series: ## build every pinned version of a library, and compare them in one run: make series LIBRARY=wolfssl ARGS="kdf"
	@set -e; native/build.sh facts versions $(LIBRARY) >/dev/null; for version in $(versions); do \
		export $(shell tr a-z- A-Z_ <<<$(LIBRARY))_VERSION=$$version; \
		$(MAKE) build OUT=bin/series/$(LIBRARY)-$$version; \
	done; bin/series/$(LIBRARY)-$(lastword $(versions)) ab $(versions:%=bin/series/$(LIBRARY)-%) $(ARGS)

.PHONY: static
static: ## build bin/cryptogap as a static binary, the same bytes from the same sources
	@$(go) $(libraries) && GO=$(GO) native/layouts.sh $(OUT) -trimpath -tags netgo,osusergo \
		-ldflags '-s -w -buildid= -linkmode=external -extldflags=-static$(if $(VERSION), -X cryptogap/cmd/internal/cli.version=$(VERSION))'

.PHONY: run
run: build ## build, then run the default suites (more by ARGS="...")
	@$(OUT) run $(ARGS)

# Three tiers, each with the quick and likely failures first. What takes long without finding much is in "slow"; CI does both.
# Of a tier, what keeps one core busy runs two at a time, and what measures or fills all cores runs alone.
quick = short vet lint
alone = vet lint unit
beside = builds race gowolfssl system cases docs
checks = $(alone) $(beside)
two = $(MAKE) -j2 --output-sync=target
slow = cases-all places providers ways builds-all race-all asan robust stress wycheproof faults

.PHONY: check test slow $(sort $(quick:%=test-%) $(checks:%=test-%) $(slow:%=test-%)) test-binary
check: $(quick:%=test-%) ## run what to run before each commit
	@echo 'check: all passed'
test: $(alone:%=test-%) ## run all checks but the slow ones (one of them: make test-unit, test-vet, …)
	@$(two) $(beside:%=test-%)
	@echo 'test: all checks passed'
slow: ## run the slow checks too: every case once, places of an algorithm and a library, the whole suite of the providers, ways of building, every package again without cgo, with -race, with -asan, under stress, all faults, 100 signals, Wycheproof and planted faults
	@$(two) $(slow:%=test-%)
	@echo 'slow: all checks passed'

# A check says what it is before it runs.
say = @printf '\n== %s\n' '$(1)'

test-unit: ## the tests of every package, with all libraries
	$(call say,go test ./...)
	@$(go) $(libraries) && $(GO) test $$($(GO) list ./... | grep -vxF "$$($(GO) list $(providers))") && $(GO) test -short $(providers)

test-providers: ## the providers against the whole suite, of which test-unit runs the quick part
	$(call say,go test $(providers))
	@$(go) $(libraries) && $(GO) test $(providers)

test-short: ## the same without what takes long
	$(call say,go test -short ./...)
	@$(go) $(libraries) && $(GO) test -short ./...

test-robust: ## all faults of a library, 100 signals, hangs, a million rounds, of which test-unit tries few or none (CI runs it, by "slow")
	$(call say,faults$(comma) signals$(comma) hangs and a million rounds)
	@$(go) CRYPTOGAP_LONG=1 $(GO) test -count=1 -v -parallel 16 -run 'TestFaults|TestSignals|TestHangs|TestManyRounds' ./cmd/internal/cli

test-vet: ## go vet and gofmt
	$(call say,go vet and gofmt)
	@$(go) $(libraries) && $(GO) vet ./...
	@files=$$(gofmt -l .); if [ -n "$$files" ]; then echo "not formatted: $$files" >&2; exit 1; fi

test-builds: ## without cgo, and without each C library
	$(call say,CGO_ENABLED=0; $(tags:%=-tags %))
	@$(go) CGO_ENABLED=0 $(GO) build -o /dev/null ./cmd/cryptogap && CGO_ENABLED=0 $(GO) vet ./... && \
		CGO_ENABLED=0 $(GO) test -short $(bridges) ./compare/provider/... ./cmd/cryptogap
	@$(go) $(libraries) && paste -d ' ' <(native/build.sh facts tag) <(native/build.sh facts bridge) | while read -r tag bridge; do \
		$(GO) vet -tags $$tag ./... && $(GO) test -short -tags $$tag ./$$bridge ./cmd/cryptogap || exit; done
	@$(go) $(libraries) && $(GO) test -short -tags $(subst $(empty) $(empty),$(comma),$(tags)) $(bridges) ./cmd/cryptogap

test-builds-all: ## every package without cgo, and the bridges without the other library
	$(call say,CGO_ENABLED=0 ./...; $(tags:%=-tags %) of all bridges)
	@$(go) CGO_ENABLED=0 $(GO) test -short ./...
	@$(go) $(libraries) && for tag in $(tags); do $(GO) test -short -tags $$tag $(bridges) || exit; done

# One repetition of the shortest time: every case is opened, calibrated and sampled once.
once = --repetitions 1 --time 1us --budget 100ms --records /dev/null --format csv >/dev/null

# The program without its workers of other link layouts, which take long to link.
test-binary:
	@$(go) $(libraries) && GO=$(GO) LAYOUTS= native/layouts.sh bin/test/cryptogap

test-places: ## an algorithm and a library are added in as few places as promised
	$(call say,places of an algorithm and a library)
	@.ci/places.sh

test-cases: test-binary ## every case of the default suites once, as run does it, and no known answer wrong
	$(call say,the default suites once; known answers)
	@bin/test/cryptogap run $(once)
	@bin/test/cryptogap verify --vectors >/dev/null
	@bin/test/cryptogap ab bin/test/cryptogap sha256 md5 --repetitions 2 --time 1ms --budget 1s >/dev/null

test-cases-all: test-binary ## every case once, as run does it
	$(call say,every case once)
	@bin/test/cryptogap run all $(once)

test-docs: test-binary ## README and docs are those that "make docs" makes, their links and examples hold
	$(call say,docs)
	@$(docs) -check bin/test/cryptogap && $(GO) -C .ci/docs vet . && $(GO) -C .ci/docs test .

test-ways: ## the other ways of building
	$(call say,ways of building)
	@.ci/ways.sh

test-system: ## the binary on the system's own libraries (NATIVE=system)
	$(call say,NATIVE=system)
	@$(go) export NATIVE=system; $(libraries) && $(GO) build -o bin/cryptogap-system ./cmd/cryptogap && \
		bin/cryptogap-system info && bin/cryptogap-system verify wolfcrypt kdf && bin/cryptogap-system run --quick sha256 aes-256-gcm

test-gowolfssl: ## the provider over go-wolfssl, on the stand-in where the module cannot be had
	$(call say,go-wolfssl)
	@$(go) $(libraries) && GO=$(GO) cmd/cryptogap-gowolfssl/build.sh test -short

# The race detector would let each program sleep for a second before it exits, to see races until then.
test-race test-race-all: export GORACE = atexit_sleep_ms=10

# The packages whose tests the race detector makes slow: they start programs again and again, or compute for most of their time.
programs = ./compare ./compare/report ./compare/verify ./compare/harness ./gobench/... ./cmd/... $(bridges)

test-race: ## the tests under the race detector, but for those that it makes slow
	$(call say,go test -race)
	@$(go) $(libraries) && $(GO) test -race -short $$($(GO) list ./... | grep -vxF "$$($(GO) list $(programs))")

test-race-all: ## the tests that the race detector makes slow
	$(call say,go test -race $(programs))
	@$(go) $(libraries) && $(GO) test -race -short $(programs)

test-asan: ## the bridges under the address and the leak sanitizer
	$(call say,go test -asan)
	@$(go) $(libraries) && ASAN_OPTIONS=detect_leaks=1 $(GO) test -asan -short $(bridges) ./compare

# The bindings under conditions that hide nothing: pointers checked at each cgo call, a collection at each allocation, no memory that may
# be locked, and the FIPS modes, in which the libraries refuse and must not differ.
test-stress: test-binary ## the bridges with cgocheck2, GOGC=1, no locked memory, and in FIPS modes
	$(call say,bridges under stress)
	@$(go) $(libraries) && ulimit -l 0 && GOEXPERIMENT=cgocheck2 $(GO) test -short -count 1 -exec 'env GOGC=1' ./wolfbridge ./gcryptbridge
	@LIBGCRYPT_FORCE_FIPS_MODE=1 bin/test/cryptogap verify tls pq kdf >/dev/null
	@GODEBUG=fips140=only bin/test/cryptogap verify >/dev/null

# The linter is a program of its own: its modules are not the project's.
linter = github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

test-lint: ## golangci-lint, with the list in .golangci.yml; shellcheck; clang-format
	$(call say,golangci-lint; shellcheck; clang-format)
	@.ci/lint.sh
	@$(go) $(libraries) && $(GO) run $(linter) run ./...

# Each prints what it measured, the self tests beside a goal. Nothing else should run meanwhile.
.PHONY: bench-repeat bench-aa bench-cgo bench-program
bench-repeat: build ## measure how well a second run repeats the first
	@$(OUT) selftest repeat $(ARGS)
bench-aa: build ## measure every library against itself
	@$(OUT) selftest aa $(ARGS)
bench-cgo: build ## measure what a cgo call costs, and what Do allocates
	@$(OUT) selftest cgo $(ARGS)
bench-program: ## measure how long list takes and how much memory a run holds
	@$(go) $(libraries) && $(GO) test ./cmd/cryptogap -run '^$$' -bench . $(ARGS)

# The folder of Wycheproof's module, which is fetched once.
vectors = $$($(GO) -C compare/wycheproof/module mod download -json github.com/c2sp/wycheproof | sed -n 's/.*"Dir": "\(.*\)",/\1/p')

wycheproof = dir=$(vectors); test -n "$$dir" || { echo 'make: cannot fetch github.com/c2sp/wycheproof' >&2; exit 1; }; \
	bin/test/cryptogap verify --wycheproof "$$dir"

.PHONY: wycheproof
wycheproof: test-binary ## put the vectors of Project Wycheproof to the libraries (109 MB, fetched once; ARGS=--format markdown)
	@$(wycheproof) $(ARGS)

# Faults that are planted in the libraries of a build of its own, to see what finds them.
faults = dir=$(vectors); $(go) $(libraries) && GO=$(GO) .ci/faults/run -wycheproof "$$dir"

.PHONY: faults
faults: ## write docs/faults.md: which planted faults verify, Wycheproof and fuzz find (three minutes)
	@$(faults) >docs/faults.md.new; mv docs/faults.md.new docs/faults.md

test-faults: ## planted faults are found by verify, Wycheproof or fuzz
	$(call say,planted faults)
	@$(faults) >/dev/null

test-wycheproof: test-binary ## the vectors of Project Wycheproof
	$(call say,Wycheproof)
	@$(wycheproof)

.PHONY: gowolfssl
gowolfssl: ## build bin/cryptogap-gowolfssl, with go-wolfssl as a fourth library
	@$(go) $(libraries) && GO=$(GO) cmd/cryptogap-gowolfssl/build.sh build

.PHONY: docker-check
docker-check: ## build and run the Dockerfile without Docker (root; ARGS=--tests, --figures for more)
	@.ci/docker-check.sh $(ARGS)

.PHONY: release
release: ## make a release of the last commit in dist/ (twice, to compare: ARGS=--check)
	@.ci/release.sh $(ARGS)

# The tool that writes the generated parts is a module of its own: its modules are not the project's.
docs = $(go) $(GO) -C .ci/docs build -o ../../bin/docs . && bin/docs

.PHONY: docs
docs: build ## write the generated parts of README and docs, from the records in docs/results
	@$(docs) $(OUT)

.PHONY: docs-records
docs-records: build ## measure the records in docs/results anew: MACHINE=its-name (ARGS=--quick: a try), then make docs
	@.ci/docs-records.sh "$(MACHINE)" $(ARGS)

PREFIX ?= /usr/local
.PHONY: install
install: build ## install the binary, manual pages and shell completions: make install PREFIX=/usr/local
	@.ci/install.sh $(OUT) "$(DESTDIR)$(PREFIX)"

.PHONY: env
env: ## print what the go command needs to know: eval "$(make env)"
	@native/build.sh build && native/build.sh env

.PHONY: clean
clean: ## remove what was built here
	@rm -rf bin dist

.PHONY: clean-native
clean-native: ## remove the built libraries from the cache
	@native/build.sh clean
