# SPDX-License-Identifier: Apache-2.0
# The one door. Whatever a command needs is set up first; that costs nothing when it is there.

python := .venv/bin/python

.PHONY: help setup demo unit test test-long check lab bench docs format tidy-report clean

help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

setup: ## Install what is missing: Debian packages, .venv
	@scripts/setup

demo: setup ## Run all experiments on this machine and in emulators; a report to read and print
	@./limen lab report -o build/labs.html

unit: setup ## The kernel's tests alone, in less than a minute
	@scripts/verify unit

test: setup ## Run all tests
	@scripts/verify test

test-long: ## ... with larger worlds, one more compiler, one more processor
	@scripts/setup long
	@scripts/verify test-long

check: setup ## The fast part of test: format, lint, types, rules of the house
	@scripts/verify check

lab: setup ## Run every experiment on this machine
	@./limen lab run --target host

bench: setup ## Measure what docs/measurements.md claims
	@./limen bench

docs: setup ## Check what the documents claim: links, commands
	@$(python) -m pytest --quiet tests/tidy/test_documents.py

format: setup ## Lay out all sources
	@git ls-files -co --exclude-standard -- '*.c' '*.h' | xargs clang-format -i
	@git ls-files -co --exclude-standard -- '*.ts' '*.tsx' '*.mts' '*.mjs' | \
		xargs node viewer/node_modules/prettier/bin/prettier.cjs --config viewer/.prettierrc.json --write --log-level=warn
	@$(python) -m ruff check --quiet --fix-only .
	@$(python) -m ruff format --quiet .

tidy-report: setup ## Show the longest functions and files
	@$(python) tests/tidy/report.py

clean: ## Remove what was built; .venv stays
	@rm -rf build
