"""How Alembic reaches the database: through the connection that `migrating` hands it."""

from alembic import context

from tablier.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
