"""Run the migrations on the connection that `migrate.alembic_config` was given."""

from alembic import context

from tablier.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
