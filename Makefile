# Two commands: `make play` and `make test`. Everything they need they install themselves.

UV = .venv/bin/uv
RUN = .venv/bin/
BIOME = node_modules/.bin/biome
SUDO = $(shell [ "$$(id -u)" = 0 ] || echo sudo)

# Python may be told to keep no bytecode: then every command and server of a test compiles the whole package anew.
export PYTHONDONTWRITEBYTECODE =

.PHONY: play test quick docs lint types style format bench clean

VENDOR = src/tallow/web/static/vendor/ready

play: .venv/ready $(VENDOR)
	@$(RUN)tallow serve

test: .venv/ready $(VENDOR) /usr/bin/chromium .venv/nginx .venv/faketime
	$(MAKE) --jobs=2 --output-sync types style
	$(RUN)pytest -n auto --dist worksteal --ignore=tests/browser
	$(RUN)pytest -n 2 tests/browser

# What a change touches, in a minute.
quick: .venv/ready
	@$(RUN)python scripts/quick.py

# The site, in build/docs. What is wrong with a page or a link of it is an error.
docs: .venv/ready
	$(RUN)python -m scripts.docs.build

lint: types style

types: .venv/ready
	$(RUN)mypy

style: .venv/ready $(VENDOR)
	$(RUN)ruff check
	$(RUN)ruff format --check
	$(RUN)lint-imports
	$(RUN)vulture
	$(RUN)djlint --quiet --lint src/tallow/web/templates
	$(RUN)djlint --quiet --check src/tallow/web/templates
	$(BIOME) check --error-on-warnings

format: .venv/ready $(VENDOR)
	$(RUN)ruff check --fix
	$(RUN)ruff format
	$(RUN)djlint --quiet --reformat src/tallow/web/templates
	$(BIOME) check --write

bench: .venv/ready
	$(UV) sync --frozen --all-extras --group benchmarks
	$(RUN)python benchmarks/fights.py
	$(RUN)python benchmarks/odds.py
	$(RUN)python benchmarks/table.py
	$(RUN)python benchmarks/neighbours.py
	$(RUN)python benchmarks/cluster.py

.venv/ready: uv.lock pyproject.toml
	python3 -m venv .venv
	.venv/bin/python -m pip install --quiet --disable-pip-version-check "uv==0.13.7"
	$(UV) sync --quiet --frozen --inexact --all-extras
	@touch $@

# What the pages need from npm, copied into the package.
$(VENDOR): package-lock.json scripts/vendor.sh
	command -v npm > /dev/null || ($(SUDO) apt-get update --quiet=2 && $(SUDO) apt-get install --yes --quiet=2 npm)
	npm ci --no-audit --no-fund --silent
	sh scripts/vendor.sh

# The browser that the tests play in.
/usr/bin/chromium:
	$(SUDO) apt-get update --quiet=2 && $(SUDO) apt-get install --yes --quiet=2 chromium

# The proxy that docs/hosting.md is followed with: the program alone, unpacked. Without it, that test is skipped.
.venv/nginx: .venv/ready
	mkdir -p $@
	-cd $@ && apt-get download --quiet=2 nginx && dpkg-deb -x nginx_*.deb .
	@touch $@

# What moves the clock of PostgreSQL in fault runs, unpacked. Without it, that clock stays as it is.
.venv/faketime: .venv/ready
	mkdir -p $@
	-cd $@ && apt-get download --quiet=2 libfaketime && dpkg-deb -x libfaketime_*.deb .
	@touch $@

clean:
	rm -rf .venv node_modules src/tallow/web/static/vendor .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
