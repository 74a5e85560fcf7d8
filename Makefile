# Two commands: `make play` and `make test`. Everything they need they install themselves.

UV = .venv/bin/uv
RUN = .venv/bin/

.PHONY: play test lint format bench clean

play: .venv/ready
	@$(RUN)tallow play cairn

test: .venv/ready lint
	$(RUN)pytest -n auto

lint: .venv/ready
	$(RUN)ruff check
	$(RUN)ruff format --check
	$(RUN)mypy
	$(RUN)lint-imports

format: .venv/ready
	$(RUN)ruff check --fix
	$(RUN)ruff format

bench: .venv/ready
	$(UV) sync --frozen --all-extras --group benchmarks
	$(RUN)python benchmarks/fights.py
	$(RUN)python benchmarks/odds.py

.venv/ready: uv.lock pyproject.toml
	python3 -m venv .venv
	.venv/bin/python -m pip install --quiet --disable-pip-version-check "uv==0.13.7"
	$(UV) sync --quiet --frozen --inexact --all-extras
	@touch $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis dist
