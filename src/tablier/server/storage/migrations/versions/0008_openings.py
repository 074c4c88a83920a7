"""Add the openings: how often each move was played in each early position, and what came of it.

Tables tell whether they began in a given position, and whether their first moves were counted; those
that are over already are counted later.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    with op.batch_alter_table("game_table") as batch_op:
        batch_op.add_column(sa.Column("from_position", sa.Boolean, nullable=False, server_default=sa.false()))
        batch_op.add_column(sa.Column("counted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_game_table_uncounted", "game_table", ["state", "counted"])
    op.create_table(
        "opening",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("position", sa.String(16), nullable=False),
        sa.Column("move", sa.String(80), nullable=False),
        sa.Column("players", sa.String(8), nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("month", sa.Integer, nullable=False),
        sa.Column("winner", sa.Integer, nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "position", "move", "players", "level", "month", "winner", "private", name="pk_opening"),
    )


def downgrade() -> None:
    """Revert."""
    op.drop_table("opening")
    op.drop_index("ix_game_table_uncounted", "game_table")
    with op.batch_alter_table("game_table") as batch_op:
        batch_op.drop_column("counted")
        batch_op.drop_column("from_position")
