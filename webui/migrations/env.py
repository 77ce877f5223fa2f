"""Alembic's way in: applies the revisions on the connection that `webui.database` holds."""

from alembic import context

from webui.tables import Model

if __name__ == "env_py":  # the name Alembic loads it by; a plain import does nothing
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=Model.metadata,
    )
    context.run_migrations()
