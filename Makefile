# Each target sets up all that it needs, in .venv, and says what it does.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: play test check docs clean

play: $(READY)  ## open the collection
	@echo "== Tablier: opening the collection"
	@$(BIN)/tablier

test: $(READY) check  ## everything CI runs
	@echo "== Tests"
	@$(BIN)/pytest -n auto

check: $(READY)  ## style, types, layers; quick
	@echo "== Style (ruff)"
	@$(BIN)/ruff check .
	@echo "== Types (mypy)"
	@$(BIN)/mypy
	@echo "== Layers (import-linter)"
	@$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports

docs: $(READY)  ## rule pages from the clauses
	@echo "== Writing docs/rules"
	@$(BIN)/python tools/rule_pages.py

$(READY): pyproject.toml setup.py constraints.txt $(wildcard src/tablier/kernels/*.p*)
	@echo "== Setting up .venv and compiling the kernels (a minute or two)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $(READY)

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
