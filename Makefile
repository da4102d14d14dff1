# SPDX-License-Identifier: Apache-2.0
# The entry point of the repository. Each command first sets up what it needs, which costs nothing
# if it is there.

python := .venv/bin/python

.PHONY: help setup demo unit test test-long prove check lab bench docs wheel site format tidy-report clean

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

setup: ## Install what is missing: Debian packages, .venv
	@scripts/setup

demo: ## Run all experiments on the host and in emulators, and write a report
	@./limen lab report -o build/labs.html

unit: setup ## The kernel's tests alone, in less than a minute
	@scripts/verify unit

test: ## Run all tests
	@scripts/setup builds
	@scripts/verify test

test-long: ## Run all tests with larger worlds, one more compiler and one more processor
	@scripts/setup long
	@scripts/verify test-long

prove: ## Prove what docs/proofs.md claims, in about five minutes
	@scripts/setup builds
	@scripts/setup all
	@scripts/setup proofs
	@scripts/prove

check: setup ## Run the fast checks: format, lint, types, house rules
	@scripts/verify check

lab: setup ## Run every experiment on the host
	@./limen lab run --target host

bench: setup ## Measure the figures of docs/measurements.md
	@./limen bench

docs: setup ## Check the links and commands of the documents
	@$(python) -m pytest --quiet tests/house/test_documents.py

wheel: ## Build a wheel that reads traces with Python alone
	@scripts/wheel

site: ## Make a site of the documentation: build/site/html/index.html
	@scripts/site

format: setup ## Format all sources, and generate those that have the numbers of traces
	@$(python) engine/generate.py
	@$(python) layers/user/generate.py
	@$(python) tests/kernel/worlds/generate_misuse.py
	@$(python) tests/threadx/generate_wrong_pointers.py
	@git ls-files -co --exclude-standard -- '*.c' '*.h' '*.cpp' '*.hpp' | xargs clang-format -i
	@git ls-files -co --exclude-standard -- '*.ts' '*.tsx' '*.mts' '*.mjs' | \
		xargs node viewer/node_modules/oxfmt/bin/oxfmt --config viewer/oxfmt.json > /dev/null
	@$(python) -m ruff check --quiet --fix-only .
	@$(python) -m ruff format --quiet .

tidy-report: setup ## Show the longest functions and files
	@$(python) tests/house/report.py

clean: ## Remove all build results; .venv stays
	@rm -rf build
