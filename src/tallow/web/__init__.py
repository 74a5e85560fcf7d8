"""The web table: pages drawn on the server, changes sent as they happen, and a JSON API beside them.

Needs the extra `web`.
"""

from tallow.extras import need

need("tallow.web", "litestar", "jinja2", "segno", "uvicorn", "prometheus_client", "sqlalchemy", "alembic")
