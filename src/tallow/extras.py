"""What parts of Tallow need beyond msgspec, and which extra of the package brings it."""

from importlib.util import find_spec

EXTRAS = {
    "alembic": ("Alembic", "web"),
    "jinja2": ("Jinja", "web"),
    "litestar": ("Litestar", "web"),
    "distributed": ("Dask", "dask"),
    "prometheus_client": ("the Prometheus client", "web"),
    "mcp": ("the SDK of the Model Context Protocol", "mcp"),
    "psycopg": ("psycopg", "postgres"),
    "segno": ("segno", "web"),
    "shtab": ("shtab", "completion"),
    "sqlalchemy": ("SQLAlchemy", "web"),
    "typst": ("typst", "pdf"),
    "uvicorn": ("uvicorn", "web"),
}
"""By module: what it is called, and the extra that it comes with."""


class MissingExtra(ImportError):
    """A part was asked for, and a package that it needs is not installed; the message says how to install it."""

    def __init__(self, part: str, module: str) -> None:
        title, extra = EXTRAS[module]
        super().__init__(f'{part} needs {title}, which is not installed: pip install "tallow[{extra}]"', name=module)


def need(part: str, *modules: str) -> None:
    """See that these modules of extras are installed, without loading them; `part` is what needs them."""
    for module in modules:
        if find_spec(module) is None:
            raise MissingExtra(part, module)
