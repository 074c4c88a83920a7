"""Add the puzzles: how accounts stand with them, the ratings of those that were tried, and the tries."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "puzzle_player",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("value", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best_streak", sa.Integer, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player", "game", name="pk_puzzle_player"),
    )
    op.create_table(
        "puzzle_rating",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("puzzle", sa.String(16), nullable=False),
        sa.Column("value", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("game", "puzzle", name="pk_puzzle_rating"),
    )
    op.create_table(
        "puzzle_try",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("puzzle", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("before", sa.Float, nullable=False),
        sa.Column("after", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("player", "game", "puzzle", name="pk_puzzle_try"),
    )
    op.create_index("ix_puzzle_try_history", "puzzle_try", ["player", "game", "at"])


def downgrade() -> None:
    """Revert."""
    op.drop_table("puzzle_try")
    op.drop_table("puzzle_rating")
    op.drop_table("puzzle_player")
