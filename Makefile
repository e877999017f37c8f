# make play      a game of Chinese Hearts between the built-in players
# make table     tables to sit down at, in the browser: kept, and there again the next time
#                (for friends at other computers: make table SERVE="--host 0.0.0.0")
# make terminal  what `trickbook sit` needs to draw a table in the terminal
# make lab       what simulate, compare, report and arena need, and machine code
# make cluster   the lab, and what `--on dask` needs
# make rl        environments for those who train players of their own
# make editor    what `trickbook lsp` needs
# make help      these lines
# make ready     what tests need, without running any
# make test      linters, types, layers, and a case of nearly every test: four minutes on two cores
# make test-all  linters, types, layers and all tests, of the breadth a quarter: make test-all SLICE=3 tries the third
# make test-whole  linters, types, layers and all tests, with the whole breadth
# make costs     all tests, and what each costs, for `make test` to choose by
# make test-web  the page in a real browser, of the breadth a quarter; the screen in a real terminal; what editors make of the schema
# make coverage  how much of the package all tests reach, line by line and branch by branch
# make guides    the generated parts of the guides, anew
# make soak      the laws on very many deals, house rules in every pair
# make bench     the figures
# make players   how good the built-in players are; it takes many hours
# make clean     forget everything that was made here
#
# Each sets up what it needs in .venv; all it takes is Python 3.11 or later (with venv) and make.

VENV := .venv
BIN := $(VENV)/bin
PYTHONS := python3 python3.14 python3.13 python3.12 python3.11
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq install

# The first deal trick by trick, then the score sheet to the end.
PLAY := play chinese-hearts

# What `make table` says to `trickbook serve`, such as --host 0.0.0.0 for friends in the same network.
SERVE :=

# The quarter of the breadth that `make test-all` and `make test-web` try: 1 to 4, `commit` for the one that the commit stands for,
# or nothing for the whole.
SLICE := commit

# Processes that run the tests: more than cores, as many tests wait for servers.
PROCESSES := 3

# How many deals of each game `make soak` plays for each of the five laws that every deal must keep.
DEALS := 10000

# Every house rule is laid over every game, every pair of them over Hearts, and so many triples.
TRIPLES := 500

# How often it kills a server while people play, and how many odd frames it sends to one.
KILLS := 1000
FRAMES := 1000000

# Seconds that a test with so many may take before it counts as hanging.
LONGEST := 14400

# How many odd files of each kind it tries, and how many shipped files it formats that are written in another style.
FILES := 2000
MUTATED := 5000

# How many deals of each game, for each number of players, both engines play; and how many worlds are compared.
SAME := 3000
WORLDS := 12

# How many programs at random are played in Python and as machine code.
PROGRAMS := 2000

# How many blocks of fifty deals it plays beside OpenSpiel.
SPIELS := 40

# The commit beside which the interpreter is measured.
BEFORE := 477b0045

# How many deals of house rules and options at random, and how many machine-made rulesets, both engines play.
COMBINED := 1000000
MADE := 5000

# How many deals of each game, for each number of players, players who duck play in both engines.
DUCKED := 300

.PHONY: help ready play table terminal lab cluster rl editor lint pytest test test-all test-whole test-web costs coverage guides soak \
    bench players clean
.DEFAULT_GOAL := play

help:
	@sed -n '/^#/!q; s/^# \{0,1\}//p' $(firstword $(MAKEFILE_LIST))

ready: $(VENV)/ready-to-test

play: $(VENV)/ready-to-play
	@$(BIN)/trickbook $(PLAY)

table: $(VENV)/ready-for-the-table
	@$(BIN)/python interpreter/codemirror/bundle.py
	@$(BIN)/trickbook serve $(SERVE)

terminal: $(VENV)/ready-for-the-terminal

lab: $(VENV)/ready-for-the-lab

cluster: $(VENV)/ready-for-the-cluster

rl: $(VENV)/ready-for-the-environments

editor: $(VENV)/ready-for-the-editor

# The linters run beside the tests.
test: TRIED := --budget --costs=print
test-all: TRIED := --slice=$(SLICE) --costs=print
test-whole: TRIED :=
test-all test-whole: PROCESSES := 4
test test-all test-whole: $(VENV)/ready-to-test
	@$(MAKE) --no-print-directory --jobs 2 lint pytest TRIED='$(TRIED)' PROCESSES=$(PROCESSES)

pytest: $(VENV)/ready-to-test
	$(BIN)/pytest -n $(PROCESSES) --dist worksteal $(TRIED)

costs: $(VENV)/ready-to-test
	$(BIN)/pytest -n 2 --dist worksteal --costs=keep
	$(BIN)/python -m tests.guides.reference

lint: $(VENV)/ready-to-test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

test-web: $(VENV)/ready-for-the-page
	@PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python interpreter/codemirror/bundle.py
	$(BIN)/pytest -n 3 --dist worksteal $(if $(SLICE),--slice=$(SLICE)) --costs=print tests/web
	$(BIN)/pytest -n 2 tests/vscode

coverage: $(VENV)/ready-to-test
	$(BIN)/pytest -n 2 --cov --cov-report=term

guides: $(VENV)/ready-to-test
	$(BIN)/python -m tests.guides.reference

soak: $(VENV)/ready-to-test
	TRICKBOOK_DEALS=$(DEALS) $(BIN)/pytest -n 2 --dist worksteal tests/laws
	TRICKBOOK_PAIRS=all TRICKBOOK_LAID=all TRICKBOOK_TRIPLES=$(TRIPLES) $(BIN)/pytest -n 2 --dist worksteal tests/combinations
	TRICKBOOK_FUZZ=$(FILES) $(BIN)/pytest -n 2 tests/fuzz tests/editor/test_odd_files.py tests/editor/test_protocol.py
	TRICKBOOK_PROGRAMS=$(PROGRAMS) $(BIN)/pytest -n 2 --timeout $(LONGEST) tests/core/test_subset.py
	TRICKBOOK_KILLS=$(KILLS) TRICKBOOK_FLEET_KILLS=$(KILLS) TRICKBOOK_WORKER_KILLS=$(KILLS) TRICKBOOK_FRAMES=$(FRAMES) $(BIN)/pytest --timeout $(LONGEST) tests/server
	TRICKBOOK_MUTATED=$(MUTATED) $(BIN)/pytest tests/formatting
	TRICKBOOK_WORLDS=$(WORLDS) TRICKBOOK_SPIELS=$(SPIELS) $(BIN)/pytest -n 2 --dist worksteal tests/bots tests/openspiel
	TRICKBOOK_SAME=$(SAME) TRICKBOOK_COMBINED=$(COMBINED) TRICKBOOK_DUCKED=$(DUCKED) TRICKBOOK_MADE=$(MADE) TRICKBOOK_GUARDED=$(MADE) $(BIN)/pytest -n 2 --dist worksteal tests/batch

bench: $(VENV)/ready-to-test
	$(BIN)/python tests/benchmarks/interpreter.py
	$(BIN)/python tests/benchmarks/versions.py $(BEFORE)
	$(BIN)/python tests/benchmarks/thinking.py
	$(BIN)/python tests/benchmarks/commands.py
	$(BIN)/python tests/benchmarks/editor.py
	$(BIN)/python tests/benchmarks/desk.py
	$(BIN)/python tests/benchmarks/batch.py
	$(BIN)/python tests/benchmarks/vector.py
	$(BIN)/python -m tests.benchmarks.simulate
	$(BIN)/python -m tests.benchmarks.server curve
	$(BIN)/python -m tests.benchmarks.server apart
	$(BIN)/python -m tests.benchmarks.server restart
	$(BIN)/python -m tests.benchmarks.server spectators
	$(BIN)/python -m tests.benchmarks.server takeover
	$(BIN)/python -m tests.benchmarks.attacks

players: $(VENV)/ready-to-test
	$(BIN)/python tests/benchmarks/players.py

clean:
	rm -rf $(VENV) dist .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find interpreter tests -name __pycache__ -prune -exec rm -rf {} +

$(BIN)/python:
	@for python in $(PYTHONS); do \
	    if $$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	        echo "Setting up $(VENV) with $$($$python --version) …"; \
	        exec $$python -m venv --clear $(VENV); \
	    fi; \
	done; \
	echo "Trickbook needs Python 3.11 or later, with its venv module. None of these will do: $(PYTHONS)." >&2; \
	exit 1

$(VENV)/ready-to-play: pyproject.toml | $(BIN)/python
	@echo "Installing Trickbook …"
	@$(PIP) --editable .
	@touch $@

$(VENV)/ready-for-the-table: pyproject.toml | $(BIN)/python
	@echo "Installing Trickbook and its tables …"
	@$(PIP) --editable '.[table]'
	@touch $@ $(VENV)/ready-to-play

$(VENV)/ready-for-the-terminal: pyproject.toml | $(BIN)/python
	@echo "Installing Trickbook and its screen …"
	@$(PIP) --editable '.[terminal,table]'
	@touch $@ $(VENV)/ready-to-play $(VENV)/ready-for-the-table

$(VENV)/ready-for-the-lab: pyproject.toml | $(BIN)/python
	@echo "Installing Trickbook, its lab and machine code …"
	@$(PIP) --editable '.[lab,fast]'
	@touch $@ $(VENV)/ready-to-play

$(VENV)/ready-for-the-cluster: pyproject.toml | $(BIN)/python
	@echo "Installing Trickbook, its lab, machine code and Dask …"
	@$(PIP) --editable '.[cluster,lab,fast]'
	@touch $@ $(VENV)/ready-to-play $(VENV)/ready-for-the-lab

$(VENV)/ready-for-the-environments: pyproject.toml | $(BIN)/python
	@echo "Installing Trickbook, its environments and machine code …"
	@$(PIP) --editable '.[rl]'
	@touch $@ $(VENV)/ready-to-play

$(VENV)/ready-for-the-editor: pyproject.toml | $(BIN)/python
	@echo "Installing Trickbook and its language server …"
	@$(PIP) --editable '.[editor]'
	@touch $@ $(VENV)/ready-to-play

# Where there is no PostgreSQL or nginx, Debian's are installed, if that is allowed.
$(VENV)/ready-to-test: pyproject.toml | $(BIN)/python
	@echo "Installing Trickbook and what its tests need …"
	@$(PIP) --editable '.[test]'
	@{ { ls /usr/lib/postgresql/*/bin/initdb || command -v initdb; } && { test -x /usr/sbin/nginx || command -v nginx; }; } >/dev/null 2>&1 || \
	    { apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql nginx-light; } >/dev/null 2>&1 || \
	    echo "Without PostgreSQL and nginx the tests of several servers will fail: install them." >&2
	@touch $@ $(VENV)/ready-to-play $(VENV)/ready-for-the-lab $(VENV)/ready-for-the-cluster $(VENV)/ready-for-the-editor \
	    $(VENV)/ready-for-the-environments $(VENV)/ready-for-the-table $(VENV)/ready-for-the-terminal

# Where there is no browser, Debian's is installed, if that is allowed; or else the one that playwright brings. So is tmux.
$(VENV)/ready-for-the-page: pyproject.toml schema/editors/vscode/package-lock.json $(VENV)/ready-to-test | $(BIN)/python
	@echo "Installing what the tests of the page need …"
	@$(PIP) --editable '.[test,web]'
	@{ command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null || \
	    { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-noto-cjk; } >/dev/null 2>&1 || \
	    $(BIN)/playwright install chromium
	@command -v tmux >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends tmux; } >/dev/null 2>&1 || \
	    echo "Without tmux the tests of the screen will fail: install it." >&2
	@cd schema/editors/vscode && PATH="$(abspath $(BIN)):$$PATH" npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@
