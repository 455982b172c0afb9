# make run    serve on the local network      make test   install all that is needed and run everything
# make words  extract and compile the words   make screens  pictures of every screen   make bench  measured figures
# make explore  the properties again, over examples nobody has seen

PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test check unit explore words screens bench lock clean
.DEFAULT_GOAL := run

run: .venv/run.stamp
	@$(BIN)/referee serve

test: .venv/dev.stamp
	@$(BIN)/python -m tests.needs
	@$(MAKE) --no-print-directory check
	@$(BIN)/python -m pytest -n auto --dist loadgroup

# The style and the types; part of make test.
check: .venv/dev.stamp
	@$(BIN)/ruff check .
	@$(BIN)/mypy

# What can run all the time, in half a minute: rules, log, files, desk, words, commands; no server and no database.
UNIT := $(addprefix referee/,words cards games desk matches) $(addprefix tests/,cards games desk matches) \
	$(addprefix tests/test_,words.py layers.py cli.py settings.py needs.py)
unit: .venv/dev.stamp
	@$(BIN)/python -m pytest -q -n auto $(UNIT)

explore: .venv/dev.stamp
	@$(BIN)/python -m pytest -q -n auto -m hypothesis --hypothesis-profile=explore

words: .venv/dev.stamp
	@$(BIN)/python -m tests.catalogue

screens: .venv/dev.stamp
	@$(BIN)/python -m tests.needs
	@$(BIN)/python -m tests.screens

bench: .venv/dev.stamp
	@$(BIN)/python -m tests.bench

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed")'
	@$(PYTHON) -m venv .venv

.venv/run.stamp: .venv/bin/python requirements.lock pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

.venv/dev.stamp: .venv/bin/python requirements-dev.lock pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@ .venv/run.stamp

# Renewing the locks needs uv; everything else needs only Python and make.
lock:
	@uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-header --extra postgres --group build pyproject.toml -o requirements.lock
	@uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-header --extra postgres --group build --group dev pyproject.toml -o requirements-dev.lock

clean:
	rm -rf .venv screens
