PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
# More arguments for pip, an index with CPU builds of torch for instance: make demo PIP_ARGS="--extra-index-url ..."
PIP_ARGS ?=

# More arguments for the recipe of the shipped models: make models PRETRAIN_ARGS="--only bert-zh --target DIR"
PRETRAIN_ARGS ?=

# What `make test-newest` takes in the newest version although pyproject.toml pins it
NEWEST ?= torch transformers tokenizers accelerate datasets numpy

.PHONY: demo test test-newest test-slow coverage mutation bench models lint install dev clean

demo: $(VENV)/installed ## grade a sample class through nbgrader, offline
	$(BIN)/plm demo demo-course

# Two workers on two cores: a second thread in each would only wait for the other's, and a busy machine pays for the waiting
test test-newest test-slow coverage: export OMP_NUM_THREADS = 1

test: $(VENV)/installed-dev ## the project's tests
	tools/browser.sh
	$(BIN)/python -m pytest -n 2 --dist loadgroup --ignore=tests/sandbox/confine --ignore=tests/attacks --ignore=tests/tools/test_senses.py
	PLM_ATTACK_SAMPLE=12 $(BIN)/python -m pytest tests/attacks

test-newest: ## the same tests with the newest versions of what is pinned, in an environment of their own; TESTS= chooses, NEWEST= too
	$(PYTHON) -m venv $(VENV)-newest
	$(VENV)-newest/bin/python -m pip install --quiet --upgrade --upgrade-strategy eager $(PIP_ARGS) --editable ".[dev]"
	$(VENV)-newest/bin/python -m pip install --quiet --upgrade $(PIP_ARGS) $(NEWEST)
	$(VENV)-newest/bin/python -m pytest -n 2 --dist loadgroup $(TESTS) --ignore=tests/sandbox/confine --ignore=tests/attacks \
		--ignore=tests/tools/test_senses.py

test-slow: $(VENV)/installed-dev ## the whole matrix, attacks on each layer of confinement, the shipped models' senses: many minutes, alone
	PLM_EVERY_ROW=1 $(BIN)/python -m pytest -n 2 tests/test_matrix.py
	$(BIN)/python -m pytest tests/sandbox/confine tests/attacks tests/tools/test_senses.py

coverage: $(VENV)/installed-dev ## branches of the engine that its tests take
	$(BIN)/python -m coverage erase
	$(BIN)/python -m coverage run -m pytest -n 2 --dist loadgroup --ignore=tests/attacks --ignore=tests/tools/test_senses.py
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report --skip-covered

mutation: $(VENV)/installed-dev ## small faults in what decides points and what crosses the wall: does a test notice each? docs/mutation.md
	rm -rf mutants # what it keeps of an earlier run it does not try again, though the tests have changed
	$(BIN)/mutmut run --max-children 2
	$(BIN)/mutmut results

bench: $(VENV)/installed-dev ## a class against stock nbgrader, against the checks alone, in large, on a cluster: ratios in one run
	$(BIN)/python -m benchmarks.grading

models: $(VENV)/installed-dev ## train the shipped models again, from Debian's texts: overnight on two cores; goes on where it was interrupted
	$(BIN)/python -m tools.pretrain all $(PRETRAIN_ARGS)

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

install: $(VENV)/installed
dev: $(VENV)/installed-dev

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet $(PIP_ARGS) --constraint constraints.txt --editable .
	touch $@

$(VENV)/installed-dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet $(PIP_ARGS) --constraint constraints.txt --editable ".[dev]"
	touch $(VENV)/installed $@

clean:
	rm -rf demo-course dist build .pytest_cache .mypy_cache .ruff_cache
