"""Add the turn of a job and when its worker took it.

The queue serves players in turn, and an engine's clock is not charged for the time that its job waited.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    with op.batch_alter_table("job") as batch_op:
        batch_op.add_column(sa.Column("turn", sa.BigInteger, nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("begun", sa.BigInteger))


def downgrade() -> None:
    """Revert."""
    with op.batch_alter_table("job") as batch_op:
        batch_op.drop_column("begun")
        batch_op.drop_column("turn")
