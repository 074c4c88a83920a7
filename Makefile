# Each target sets up all that it needs, in .venv, and says what it does. `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

WEB := src/tablier/server/web_files/index.html
MODULES := web/node_modules/.ready

# SERVICES=no: without PostgreSQL, Redis and Chromium; the tests that need them are skipped and counted.
SERVICES ?= yes
export SERVICES

# What `make quick` runs: the tests that need no other process and take seconds.
QUICK := tests/core tests/games tests/playthroughs tests/api tests/render tests/search tests/server/tables tests/server/storage

.PHONY: help play web wire services quick test test-slow soak wheel check format check-native bench bench-web bench-server bench-strength docs clean

.DEFAULT_GOAL := play

help:  ## this list
	@awk -F ':.*  ## ' '/^[a-z-]+:.*  ## / { printf "%-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(READY) $(WEB)  ## open the library in the browser
	@echo "== Tablier: opening the library"
	@$(BIN)/tablier serve --open

web: $(WEB)  ## the pages, built when their sources are newer

$(WEB): $(MODULES) $(shell find web -type f -not -path '*/node_modules/*')
	@echo "== Building the pages into $(@D)"
	@cd web && npm run --silent build -- --logLevel warn

$(MODULES): web/package-lock.json
	@command -v npm >/dev/null || { echo "The pages are built with Node 20 or newer: please install it (on Debian: nodejs and npm)."; exit 1; }
	@echo "== Fetching what the pages are built with into web/node_modules"
	@cd web && npm install --no-save --silent  # not ci: a registry may lack the packages of other platforms, which the lock then cannot name
	@touch $@

wire: $(READY)  ## the wire's types for the pages, from src/tablier/api
	@echo "== Writing web/src/net/wire.gen.ts"
	@$(BIN)/python -m tablier.api.typescript > web/src/net/wire.gen.ts

services:  ## what the tests run beside, from Debian where it is missing; SERVICES=no does without
ifneq ($(SERVICES),no)
	@missing=""; lacks() { missing="$$missing $$1"; echo "== Missing: $$1, $$2"; }; \
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || lacks postgresql "the database under the tests of storage and of several processes"; \
	command -v redis-server >/dev/null || lacks redis-server "the bus between the processes of a server, and their shared rate limits"; \
	command -v chromium >/dev/null || lacks chromium "the browser that the tests of the pages drive"; \
	test -z "$$missing" && exit 0; \
	test "$$(id -u)" = 0 && command -v apt-get >/dev/null || { echo "Install$$missing, or run this with SERVICES=no."; exit 1; }; \
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

test: $(READY) $(WEB) services check  ## everything CI runs
	@echo "== Tests of the pages (vitest)"
	@cd web && npm run --silent test
	@echo "== Tests"
	@$(BIN)/pytest -n auto --cov --cov-report=
	@echo "== Coverage"
	@$(BIN)/python tools/coverage_summary.py

test-slow: $(READY) $(WEB) services  ## what needs minutes: whole games and every page in the browser, the largest counts, a cluster
	@echo "== Adding the cluster extra"
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,cluster]'
	@echo "== Slow tests"
	@$(BIN)/pytest -m slow

soak: $(READY) $(WEB) services  ## hours: 10,000 simulated histories, 1,000 kills, 1,000,000 hostile inputs, 1,000,000 values of endings; TABLIER_HISTORIES=500 TABLIER_KILLS=20 do less, Ctrl-C ends it
	@echo "== Soak: simulated histories, then kills"
	@$(BIN)/pytest -m soak tests/simulation tests/server/test_kill.py tests/endings
	@echo "== Soak: a million hostile inputs for the decoders and a server"
	@$(BIN)/python tools/fuzz.py --inputs 1000000

wheel: $(READY) $(WEB)  ## a package that runs on other machines of this kind, in dist
	@echo "== Building a portable wheel into dist"
	@rm -rf build/portable && mkdir -p build/portable
	@git ls-files src setup.py pyproject.toml README.md LICENSE | xargs cp --parents -t build/portable  # its own objects: never mix builds
	@cp -r --parents $(dir $(WEB)) build/portable
	@TABLIER_PORTABLE=1 $(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist build/portable

check: $(READY) $(MODULES)  ## style, types and layers, of the pages too
	@echo "== Style (ruff)"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || { echo "Run 'make format' to lay these files out."; exit 1; }
	@echo "== Types (mypy)"
	@$(BIN)/mypy
	@echo "== Layers (import-linter)"
	@$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports
	@echo "== Types of the pages (svelte-check)"
	@cd web && npm run --silent check
	@echo "== Style of the pages"
	@cd web && npm run --silent --if-present lint

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

bench-strength: $(READY)  ## engines against Fairy-Stockfish, plain sampling and chance: hours; Ctrl-C, then go on
	@$(FAIRY_STOCKFISH)
	@echo "== Strength: games in .arena, figures in docs/reference/strength.md"
	@$(BIN)/python bench/strength.py $(STRENGTH)

$(PEERS)/.ready: bench/peers.txt
	@echo "== Setting up the peers: fairy-stockfish from Debian, the others in $(PEERS)"
	@$(FAIRY_STOCKFISH)
	@test -x $(PEERS)/bin/python || $(PYTHON) -m venv $(PEERS)
	@$(PEERS)/bin/pip install --quiet --disable-pip-version-check --requirement bench/peers.txt
	@touch $@

docs: $(READY)  ## rule pages from the clauses
	@echo "== Writing docs/rules"
	@$(BIN)/python tools/rule_pages.py

$(READY): pyproject.toml setup.py constraints.txt $(wildcard src/tablier/*/*.p?? src/tablier/*/*/*.p??)
	@echo "== Setting up .venv and compiling the kernels (a minute or two)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $(READY)

clean:  ## remove all that was set up and built
	rm -rf $(VENV) $(PEERS) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage web/node_modules $(dir $(WEB))
