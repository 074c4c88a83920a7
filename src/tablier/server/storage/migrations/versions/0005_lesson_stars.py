"""Add the stars that accounts have earned in lessons."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "lesson_stars",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("exercise", sa.String(40), nullable=False),
        sa.Column("stars", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("player", "game", "exercise", name="pk_lesson_stars"),
    )


def downgrade() -> None:
    """Revert."""
    op.drop_table("lesson_stars")
