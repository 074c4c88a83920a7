# Each target sets up all that it needs, in .venv, and says what it does. `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt
# Into .venv, for use from src; the kernels have a target of their own, so pip has nothing to compile.
EDITABLE := TABLIER_PURE=1 $(PIP) --no-build-isolation --editable

# What playing needs, and what the developers' targets need besides.
BUILD_TOOLS := $(VENV)/.build-tools
KERNELS := $(VENV)/.kernels
PLAYABLE := $(VENV)/.playable
READY := $(VENV)/.ready
COMPILED := $(VENV)/.compiled

WEB := src/tablier/server/web_files/index.html
DOCS := src/tablier/server/docs_files
WEB_TOOLS := web/node_modules/.playable
MODULES := web/node_modules/.ready
# Node is fetched into .venv where there is none.
NODE := $(VENV)/node
export PATH := $(CURDIR)/$(NODE)/bin:$(PATH)
NPM_INSTALL := npm install --no-save --silent --no-audit --no-fund  # not ci: a registry may lack the packages of other platforms, which the lock then cannot name

# SERVICES=no: without PostgreSQL, Redis and Chromium; the tests that need them are skipped and counted.
SERVICES ?= yes
export SERVICES

# Compiled modules are kept, also where containers say otherwise: the tests start hundreds of processes that would compile all again.
unexport PYTHONDONTWRITEBYTECODE

# What `make quick` runs: the tests that need no other process and take seconds.
QUICK := tests/core tests/games tests/playthroughs tests/api tests/render tests/search tests/server/tables tests/server/storage

# Each of these uses one core; what each says stays together.
SIDE_BY_SIDE = $(MAKE) --no-print-directory --jobs=2 --output-sync=target

.PHONY: help play web wire services quick test test-slow test-pythons soak packages wheels release check check-python check-pages test-pages format check-native bench bench-environments bench-web bench-server bench-strength docs pictures clean

.DEFAULT_GOAL := play

help:  ## this list
	@awk -F ':.*  ## ' '/^[a-z-]+:.*  ## / { printf "%-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play:  ## open the library in the browser
	@$(MAKE) --no-print-directory --jobs=3 $(PLAYABLE) $(KERNELS) $(WEB)
	@echo "== Tablier: opening the library"
	@$(BIN)/tablier serve --open

web: $(WEB)  ## the pages, built when their sources are newer

$(WEB): $(WEB_TOOLS) $(shell find web -type f -not -path '*/node_modules/*')
	@echo "== Building the pages into $(@D)"
	@cd web && npm run --silent build -- --logLevel warn

$(WEB_TOOLS): web/package-lock.json | $(BUILD_TOOLS)
	@$(BIN)/python tools/fetch_node.py $(NODE)
	@echo "== Fetching what the pages are built with into web/node_modules"
	@cd web && $(NPM_INSTALL) --omit=dev
	@touch $@

$(MODULES): $(WEB_TOOLS)
	@echo "== Fetching what the pages are tested with into web/node_modules"
	@cd web && $(NPM_INSTALL)
	@touch $@

wire: $(READY)  ## the wire's types for the pages, from src/tablier/api
	@echo "== Writing web/src/net/wire.gen.ts"
	@$(BIN)/python -m tablier.api.typescript > web/src/net/wire.gen.ts

services:  ## what the tests run beside, from Debian where it is missing; SERVICES=no does without
ifneq ($(SERVICES),no)
	@missing=""; installs() { test "$$(id -u)" = 0 && command -v apt-get >/dev/null; }; lacks() { missing="$$missing $$1"; echo "== Missing: $$1, $$2"; }; \
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || lacks postgresql "the database under the tests of storage and of several processes"; \
	command -v redis-server >/dev/null || lacks redis-server "the bus between the processes of a server, and their shared rate limits"; \
	command -v chromium-headless-shell >/dev/null || { command -v chromium >/dev/null && ! installs; } || lacks chromium-headless-shell "the browser that the tests of the pages drive"; \
	test -z "$$missing" && exit 0; \
	installs || { echo "Install$$missing, or run this with SERVICES=no."; exit 1; }; \
	echo "== Installing$$missing from Debian"; \
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null
endif

quick: $(READY)  ## while working: style, types, and the tests that take seconds; under a minute
	@echo "== Style (ruff)"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet . || { echo "Run 'make format' to lay these files out."; exit 1; }
	@echo "== Types (mypy, of what has changed)"
	@$(BIN)/mypy
	@echo "== Quick tests, without PostgreSQL and Redis: $(QUICK)"
	@$(BIN)/pytest -n auto --services=no $(QUICK)

test: $(READY) $(MODULES) $(WEB) services  ## everything CI runs
	@$(SIDE_BY_SIDE) check-python check-pages test-pages $(COMPILED)
	@echo "== Tests"
	@$(BIN)/pytest -n auto --dist worksteal --cov --cov-report=
	@echo "== Coverage"
	@$(BIN)/python tools/coverage_summary.py

# Collected once in a new clone, the tests are compiled; else each worker compiles all of them at the same time. The run reports errors.
$(COMPILED): | $(READY)
	@echo "== Compiling the tests"
	@$(BIN)/pytest --collect-only -q >/dev/null || true
	@touch $@

# Which PyTorch the slow tests install: the plain package brings gigabytes for graphics cards.
TORCH ?= torch>=2.4

test-slow: $(READY) $(WEB) services  ## what needs minutes: whole games and every page in the browser, the largest counts, a cluster
	@echo "== Adding the cluster extra"
	@$(EDITABLE) '.[dev,cluster]'
	@echo "== Adding OpenSpiel"
	@$(EDITABLE) '.[openspiel]' || echo "== OpenSpiel does not install here: its tests are skipped and counted"
	@echo "== Adding PyTorch"
	@$(PIP) '$(TORCH)' || echo "== PyTorch does not install here: its tests are skipped and counted"
	@echo "== Slow tests"
	@$(BIN)/pytest -m slow

soak: $(READY) $(WEB) services  ## an hour: 10,000 simulated histories, 1,000 kills, 1,000,000 hostile inputs, 1,000,000 values of endings; Ctrl-C ends it, and it goes on from there. SOAK="--percent 2" does less
	@echo "== Soak: histories, kills, inputs and values of endings"
	@$(BIN)/python tools/soak.py $(SOAK)

PYTHONS ?= 3.11 3.12 3.13

test-pythons: $(READY)  ## the tests of core, kernels and api under each Python that we support; PYTHONS=3.12 for one
	@$(BIN)/python tools/test_pythons.py $(PYTHONS)

packages: $(READY) $(WEB) docs  ## a source package, and from it a wheel for other machines of this kind, in dist
	@echo "== Adding the release extra"
	@$(EDITABLE) '.[dev,release]'
	@$(BIN)/python tools/packages.py dist

wheels: $(WEB) docs  ## wheels for every supported Python, with cibuildwheel (needs Docker), in dist
	@$(BIN)/pip install --quiet --disable-pip-version-check cibuildwheel
	@$(BIN)/cibuildwheel --output-dir dist

release: $(READY) $(MODULES)  ## check that this commit can be released, and build and tag it
	@$(BIN)/python tools/release.py

check: $(READY) $(MODULES)  ## style, types and layers, of the pages too
	@$(SIDE_BY_SIDE) check-python check-pages

check-python:
	@echo "== Style (ruff)"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || { echo "Run 'make format' to lay these files out."; exit 1; }
	@echo "== Types (mypy)"
	@$(BIN)/mypy
	@echo "== Layers (import-linter)"
	@$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports

check-pages:
	@echo "== Types of the pages (svelte-check)"
	@cd web && npm run --silent check
	@echo "== Style of the pages"
	@cd web && npm run --silent --if-present lint

test-pages:
	@echo "== Tests of the pages (vitest)"
	@cd web && npm run --silent test

format: $(READY)  ## lay out the Python files
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

NATIVE := build/native
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=all

check-native: $(READY)  ## the kernels' tests under the address and undefined-behaviour sanitizers
	@echo "== Compiling the kernels with sanitizers into $(NATIVE)"
	@rm -rf $(NATIVE) && mkdir -p $(NATIVE)/source
	@git ls-files src setup.py pyproject.toml README.md LICENSE | xargs cp --parents -t $(NATIVE)/source  # its own objects: never mix builds
	@TABLIER_CFLAGS="-O1 -g $(SANITIZERS)" TABLIER_LDFLAGS="$(SANITIZERS)" \
	  $(BIN)/pip install --quiet --disable-pip-version-check --no-deps --target $(NATIVE)/site $(NATIVE)/source
	@echo "== Walking kernels and laws under the sanitizers"
	@LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" ASAN_OPTIONS=detect_leaks=0 \
	  TABLIER_NATIVE=$(CURDIR)/$(NATIVE)/site PYTHONPATH=$(NATIVE)/site $(BIN)/pytest -n auto -m '' tests/kernels

PEERS := .bench
FAIRY_STOCKFISH := command -v fairy-stockfish >/dev/null || test -x /usr/games/fairy-stockfish || (apt-get update -qq && apt-get install -y -qq fairy-stockfish)

bench: $(READY) $(PEERS)/.ready  ## speed beside the peers; best on an idle machine
	@echo "== Bench: about five minutes"
	@TABLIER_PEERS=$(PEERS)/bin/python $(BIN)/python bench/kernels.py

bench-environments: $(READY) $(PEERS)/.ready  ## steps of environments beside OpenSpiel and pgx; best on an idle machine
	@echo "== Bench of the environments: about five minutes"
	@TABLIER_PEERS=$(PEERS)/bin/python $(BIN)/python bench/environments.py

bench-web: $(READY) $(WEB) services  ## the pages: weight, time to play, frames a second
	@echo "== Bench of the pages"
	@$(BIN)/python bench/web.py

bench-server: $(READY) $(PEERS)/.server-ready  ## live tables, sockets, a storm of clients, boardgame.io; best on an idle machine
	@echo "== Load: about five minutes; SERVER='--minutes 10' also watches the memory, SERVER='--tables 200 --sockets 500' is a quick look"
	@$(BIN)/python bench/server.py $(SERVER)

$(PEERS)/.server-ready: bench/peer_package.json
	@command -v npm >/dev/null || { echo "boardgame.io runs on Node 20 or newer: please install it (on Debian: nodejs and npm)."; exit 1; }
	@echo "== Setting up boardgame.io in $(PEERS)"
	@mkdir -p $(PEERS) && cp bench/peer_package.json $(PEERS)/package.json
	@cd $(PEERS) && npm install --silent --no-audit --no-fund
	@touch $@

bench-strength: $(READY)  ## engines against Fairy-Stockfish, the engine of before and an opponent that counts pieces: hours; Ctrl-C, then go on
	@$(FAIRY_STOCKFISH)
	@echo "== Strength: games in bench/results/games, figures in docs/reference/strength.md"
	@$(BIN)/python bench/strength.py $(STRENGTH)

$(PEERS)/.ready: bench/peers.txt
	@echo "== Setting up the peers: fairy-stockfish from Debian, the others in $(PEERS)"
	@$(FAIRY_STOCKFISH)
	@test -x $(PEERS)/bin/python || $(PYTHON) -m venv $(PEERS)
	@$(PEERS)/bin/pip install --quiet --disable-pip-version-check --requirement bench/peers.txt
	@touch $@

docs: $(READY)  ## the site of the documentation, rule pages and reference included; the server shows it under /docs
	@echo "== Building the documentation into $(DOCS); to read it without a server, open its index.html"
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs --quiet build --strict

pictures: $(READY) $(WEB) services  ## the pictures of the pages in docs/pictures
	@echo "== Taking docs/pictures"
	@$(BIN)/python tools/pictures.py

$(BUILD_TOOLS): constraints.txt
	@echo "== Setting up .venv"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) setuptools cython
	@touch $@

$(KERNELS): setup.py $(wildcard src/tablier/*/*.p[xy][dix] src/tablier/*/*/*.p[xy][dix] src/tablier/*/*.h) | $(BUILD_TOOLS)
	@echo "== Compiling the kernels (half a minute)"
	@$(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@

$(PLAYABLE): pyproject.toml constraints.txt | $(BUILD_TOOLS)
	@echo "== Installing what playing needs into .venv"
	@$(EDITABLE) '.[server]'
	@touch $@

$(READY): $(PLAYABLE) $(KERNELS)
	@echo "== Installing the developers' tools into .venv"
	@$(EDITABLE) '.[dev]'
	@touch $@

clean:  ## remove all that was set up and built
	rm -rf $(VENV) $(PEERS) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage web/node_modules $(dir $(WEB)) $(DOCS)
