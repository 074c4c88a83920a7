"""Add challenges, and by whom and to which games a player may be challenged."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "challenge",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("challenger", sa.String(length=32), nullable=False),
        sa.Column("challenged", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("lapses", sa.BigInteger(), nullable=False),
        sa.Column("table", sa.String(length=32), nullable=True),
        sa.Column("reason", sa.String(length=20), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenge")),
    )
    with op.batch_alter_table("challenge") as batch_op:
        batch_op.create_index(batch_op.f("ix_challenge_challenger"), ["challenger"], unique=False)
        batch_op.create_index(batch_op.f("ix_challenge_challenged"), ["challenged"], unique=False)
        batch_op.create_index("ix_challenge_waiting", ["state", "until"], unique=False)
    with op.batch_alter_table("player") as batch_op:
        batch_op.add_column(sa.Column("accepts", sa.String(length=10), nullable=False, server_default="all"))
        batch_op.add_column(sa.Column("plays", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    """Revert."""
    with op.batch_alter_table("player") as batch_op:
        batch_op.drop_column("plays")
        batch_op.drop_column("accepts")
    op.drop_table("challenge")
