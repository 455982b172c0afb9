# make run    serve on the local network      make test   install all that is needed and run the tests
# make words  extract and compile the words   make screens  pictures of every screen   make bench  measured figures
# make thorough  the long tests       make explore  the properties again, over examples nobody has seen

PYTHON ?= python3
BIN := .venv/bin
SENTENCES := referee/words/en/LC_MESSAGES/messages.mo

.PHONY: run install phone phone-zip phone-check table-check test thorough check format unit explore game migration tables snapshots words screens lighthouse engines cluster bench same mutants lock clean
.DEFAULT_GOAL := run
# What was compiled once is not compiled again by each of the many commands and servers that the tests start.
unexport PYTHONDONTWRITEBYTECODE
# First what the environment needs, then what is made with it.
.NOTPARALLEL:

run: .venv/run.stamp $(SENTENCES)
	@$(BIN)/referee serve

# All that a server needs (HOSTING.md).
install: .venv/run.stamp $(SENTENCES)

# One process more than processors: a test that waits for a browser or a server leaves room for another.
WORKERS = $(shell $(PYTHON) -c 'import os; print(1 + (os.cpu_count() or 1))')
# Each process takes half of what is left, in order: a server or a browser that a folder's tests share is started once.
# On a fresh clone pytest compiles its assertions first, once beside the style and the types and not once a process.
test: .venv/dev.stamp $(SENTENCES)
	@$(BIN)/python -m tests.tools.needs
	@$(BIN)/python -m pytest --collect-only --quiet >/dev/null & $(MAKE) --no-print-directory check && wait
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

# What takes long: whatever starts processes, every page of every game in both languages and themes, everything stored on
# PostgreSQL, 10,000 broken forms, second opinions over very many cases, and the properties over more examples.
thorough: .venv/dev.stamp $(SENTENCES)
	@$(BIN)/python -m tests.tools.needs engines proxies
	@$(BIN)/python -m pytest -n auto --dist worksteal --thorough

# The style and the types; part of make test.
check: .venv/dev.stamp .venv/formatters.stamp
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(PRETTIER) --check $(STYLES_AND_SCRIPTS)
	@$(INDENT) --check templates
	@$(BIN)/mypy

# What make check asks of the layout, done: Python, styles and scripts whole, of the templates how far a line stands in.
format: .venv/dev.stamp .venv/formatters.stamp
	@$(BIN)/ruff format --quiet .
	@$(PRETTIER) --write $(STYLES_AND_SCRIPTS)
	@$(INDENT) templates

FORMATTERS := tests/tools/formatters
PRETTIER := .venv/formatters/node_modules/.bin/prettier --log-level warn --config $(FORMATTERS)/prettier.json
STYLES_AND_SCRIPTS := "static/**/*.{css,js}" "!static/js/vendor/**" "referee/phone/**/*.{css,js,mjs}" "tests/**/*.mjs"
INDENT := $(BIN)/djhtml --tabwidth 2

# What can run all the time, in less than half a minute: rules, log, files, desk, words; no process, server or database. Of
# random matches a few.
QUICK := --hypothesis-profile=quick
UNIT := $(addprefix tests/,cards answers game_definition desk_questions games desk matches) tests/snapshots/test_snapshots.py \
	$(addprefix tests/test_,words.py layers.py documents.py doctests.py)
# GAME=<id>: all that is about that game: its rules, files and figures, its match, its desk and its forms through the pages,
# a whole deal of each way tapped in the browser, its head and its desk there.
ONE_GAME := $(addprefix tests/,games game_definition desk matches snapshots store/matches/test_match_results.py web/matches \
	web/answers web/desk browser/test_every_game.py browser/test_head.py browser/test_desk.py)
unit: .venv/dev.stamp $(SENTENCES)
	@$(BIN)/python -m pytest -q -n auto --dist loadfile $(if $(GAME),--game $(GAME) $(ONE_GAME),$(QUICK) $(UNIT))

explore: .venv/dev.stamp $(SENTENCES)
	@$(BIN)/python -m pytest -q -n auto -m hypothesis --hypothesis-profile=explore

# The folder from which a phone opens the application without a server: OUT, or where make run serves it at /phone/.
phone: .venv/run.stamp $(SENTENCES)
	@$(BIN)/referee phone $(OUT)

# That folder as one file for a host, the same bytes for the same commit.
ZIP ?= instance/referee-phone.zip
phone-zip: phone
	@$(BIN)/python -m referee.tools.zip_folder $(or $(OUT),instance/phone) $(ZIP) $(or $(shell git log -1 --format=%ct),0)

# So many random matches of all games on the phone's Python and on this one: their sheets, byte for byte.
phone-check: .venv/dev.stamp $(SENTENCES) phone
	@$(BIN)/python -m tests.tools.phone_check $(MATCHES)

# Matches at tables as they are, folded entry by entry and replayed whole: 10,000 of them take ten minutes of one core.
table-check: .venv/dev.stamp $(SENTENCES)
	@$(BIN)/python -m tests.tools.table_check $(MATCHES)

# The folder of a new game, with stubs that run: make game ID=rikiki NAME="Le Rikiki"
game: .venv/dev.stamp
	@$(BIN)/python -m referee.tools.new_game "$(ID)" "$(NAME)"
	@$(MAKE) --no-print-directory words tables
	@$(BIN)/python -m tests.snapshots "$(ID)"

# The table of the games in README.md, from what they declare.
tables: .venv/dev.stamp
	@$(BIN)/python -m referee.tools.readme_games_table

# Written anew where a change of them is meant, of one game with GAME=<id>; the diff is then read line by line.
snapshots: .venv/dev.stamp $(SENTENCES)
	@$(BIN)/python -m tests.snapshots $(GAME)

words: .venv/dev.stamp
	@$(BIN)/python -m referee.tools.check_translations

# ONLY="fr-light-360x640 dark": these alone; README=1: the three pictures of the README instead, in .pictures/.
screens: .venv/dev.stamp $(SENTENCES)
	@$(BIN)/python -m tests.tools.needs
	@README="$(README)" $(BIN)/python -m tests.tools.screens $(ONLY)

# Pages on Lighthouse's own phone: the median of five runs, or of RUNS=1; ONLY="home sheet" takes these alone. Needs npm.
lighthouse: .venv/dev.stamp $(SENTENCES)
	@$(BIN)/python -m tests.tools.needs
	@RUNS="$(RUNS)" ONLY="$(ONLY)" $(BIN)/python -m tests.tools.lighthouse

# Caddy before PROCESSES=2 processes on PostgreSQL, all started here, until Ctrl-C.
cluster: .venv/dev.stamp $(SENTENCES)
	@$(BIN)/python -m tests.tools.needs proxies
	@$(BIN)/python -m tests.tools.cluster $(PROCESSES)

# A whole match in Firefox and in Safari's engine, with pictures; ONLY=webkit in that one.
engines: .venv/dev.stamp $(SENTENCES)
	@$(BIN)/python -m tests.tools.needs engines
	@$(BIN)/python -m tests.tools.play_engines $(ONLY)

# ONLY="record curves": these sections alone ("phone", "followers streams" take long); SMALLEST=1: each at its smallest.
bench: .venv/dev.stamp $(SENTENCES)
	@$(BIN)/python -m tests.tools.bench $(if $(SMALLEST),--smallest) $(ONLY)

# What has changed to the eye since a revision: make same BASE=v1; FILES="a.json b.json" are asked of the commands too.
same: .venv/dev.stamp $(SENTENCES)
	@$(BIN)/python -m tests.tools.same_as "$(BASE)" $(FILES)

# The code changed in one place at a time, and which changes no test notices: a night for all of it; FILES="games cards" or
# paths take these alone, SAMPLE=150 so many by chance, SEED=2 others.
mutants: .venv/mutants.stamp $(SENTENCES)
	@FILES="$(FILES)" SAMPLE="$(SAMPLE)" SEED="$(SEED)" $(BIN)/python -m tests.tools.mutants

# Installing compiles them too; this is for after.
$(SENTENCES): $(wildcard referee/words/en/*.po referee/games/*/words.en.po)
	@$(BIN)/python -m referee.tools.compile_english

# A step says in a line what it does; what it prints is shown, whole, where it fails.
QUIETLY = >.venv/step.log 2>&1 || { cat .venv/step.log >&2; exit 1; }
# pip installs uv, and uv everything else: in two seconds where pip takes twelve. Neither compiles: what is imported, Python
# compiles. As pip does, uv trusts the certificates of the machine and asks the index of PIP_INDEX_URL.
ifdef PIP_INDEX_URL
export UV_DEFAULT_INDEX ?= $(PIP_INDEX_URL)
endif
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
UV := $(BIN)/uv pip install --quiet --system-certs --python $(BIN)/python --no-deps
# A lock names every package that is needed: there is nothing to resolve.
LOCKED := $(UV) --require-hashes -r
PACKAGES = $(shell grep --count --extended-regexp '^[a-z].*==' $(1))

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed")'
	@$(PYTHON) -I referee/tools/make_environment.py .venv || { rm -rf .venv; exit 1; }

.venv/uv.stamp: .venv/bin/python requirements-uv.lock
	@echo "installs uv in .venv"
	@$(PIP) --require-hashes -r requirements-uv.lock $(QUIETLY)
	@touch $@

.venv/run.stamp: .venv/uv.stamp requirements.lock pyproject.toml
	@echo "installs the $(call PACKAGES,requirements.lock) packages of requirements.lock in .venv"
	@$(LOCKED) requirements.lock $(QUIETLY)
	@echo "installs the referee in .venv"
	@$(UV) --no-build-isolation --editable . $(QUIETLY)
	@touch $@

.venv/dev.stamp: .venv/uv.stamp requirements-dev.lock pyproject.toml
	@echo "installs the $(call PACKAGES,requirements-dev.lock) packages of requirements-dev.lock in .venv"
	@$(LOCKED) requirements-dev.lock $(QUIETLY)
	@echo "installs the referee in .venv"
	@$(UV) --no-build-isolation --editable . $(QUIETLY)
	@touch $@ .venv/run.stamp

.venv/formatters.stamp: .venv/dev.stamp $(FORMATTERS)/package.json $(FORMATTERS)/package-lock.json
	@$(BIN)/python -m tests.tools.needs npm
	@mkdir -p .venv/formatters
	@cp $(FORMATTERS)/package.json $(FORMATTERS)/package-lock.json .venv/formatters
	@npm ci --prefix .venv/formatters --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

.venv/mutants.stamp: .venv/dev.stamp requirements-mutants.lock
	@echo "installs the $(call PACKAGES,requirements-mutants.lock) packages of requirements-mutants.lock in .venv"
	@$(LOCKED) requirements-mutants.lock $(QUIETLY)
	@touch $@

# What models.py has changed since the last migration, as a file to be read and completed: make migration NAME="a rank".
migration: .venv/dev.stamp
	@$(BIN)/python -m tests.tools.new_migration "$(NAME)"
	@$(BIN)/ruff format --quiet referee/store/migrations

# What pyproject.toml asks for, resolved anew, with the hash of every file.
WRITE_LOCK := $(BIN)/uv pip compile --quiet --system-certs --universal --generate-hashes --no-emit-index-url --no-header
lock: .venv/uv.stamp
	@$(WRITE_LOCK) pyproject.toml --extra postgres --group build -o requirements.lock
	@$(WRITE_LOCK) pyproject.toml --extra postgres --group build --group dev -o requirements-dev.lock
	@$(WRITE_LOCK) pyproject.toml --group mutants --constraint requirements-dev.lock -o requirements-mutants.lock
	@$(WRITE_LOCK) --group uv -o requirements-uv.lock

clean:
	rm -rf .venv screens
