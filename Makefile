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

.PHONY: build
build: ## build bin/cryptogap
	@$(go) $(libraries) && $(GO) build -o bin/cryptogap ./cmd/cryptogap

.PHONY: run
run: build ## build, then run the default suites (more by ARGS="...")
	@bin/cryptogap run $(ARGS)

.PHONY: test
test: ## run the tests
	@$(go) $(libraries) && $(GO) test ./...

.PHONY: env
env: ## print what the go command needs to know: eval "$(make env)"
	@native/build.sh build && native/build.sh env

.PHONY: clean
clean: ## remove what was built here
	@rm -rf bin

.PHONY: clean-native
clean-native: ## remove the built libraries from the cache
	@native/build.sh clean
