# Every target sets up what it needs in .venv by itself. All paths are relative, so that a checkout may lie under a
# path with a space in it, which make cannot name.

.DEFAULT_GOAL := help
SHELL := /bin/sh
PY := .venv/bin/python

# More arguments for pytest: make test ARGS="-k search"
ARGS :=

.PHONY: help demo test lint types contracts gen gen-check startup bench build ci clean env-run env-dev

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1	\2/p' Makefile | expand -t 16

demo: env-run ## Run the main job on the embedded store, in a throw-away state
	@sh scripts/demo.sh

test: env-dev ## Run the tests (ARGS="-k name" adds to pytest's arguments)
	@$(PY) -m pytest -n 2 $(ARGS)

lint: env-dev ## Check style, formatting, and the size of modules and functions
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) scripts/check_size.py

types: env-dev ## Check types (mypy, strict)
	@$(PY) -m mypy

contracts: env-dev ## Check which part may import which
	@.venv/bin/lint-imports

gen: env-dev ## Generate man pages, completions, tables and the picture again
	@$(PY) scripts/gen.py
	@$(PY) scripts/picture.py

gen-check: env-dev ## Fail where a generated file is stale
	@$(PY) scripts/gen.py --check
	@$(PY) scripts/picture.py --check

startup: env-dev ## Check that a plain search loads no module it does not need
	@$(PY) scripts/check_startup.py

bench: env-dev ## Run the benchmarks (FULL=1 for the long ones)
	@$(PY) -m benchmarks

build: env-dev ## Build the sdist and the wheel into dist/
	@rm -rf dist
	@$(PY) -m build --outdir dist

ci: ## Run everything that CI runs
	@bash .ci/run

clean: ## Remove what was built and cached (.venv stays)
	@rm -rf dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name .venv -prune -o -name .git -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

env-run:
	@sh scripts/setup.sh run

env-dev:
	@sh scripts/setup.sh dev
