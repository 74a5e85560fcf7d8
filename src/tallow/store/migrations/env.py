"""Runs migrations upon the connection that `tallow.store.migrate` hands over."""

from alembic import context

from tallow.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
