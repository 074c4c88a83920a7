"""Add the studies that teachers write."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "study",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("author", sa.String(32), nullable=False),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_study"),
    )
    op.create_index("ix_study_author", "study", ["author"])


def downgrade() -> None:
    """Revert."""
    op.drop_table("study")
