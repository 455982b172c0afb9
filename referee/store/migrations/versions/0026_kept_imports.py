"""Imports of the last day, to go on with one that was broken off or to take one back."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "kept_import",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("began_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("finished", sa.Boolean(), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("nobodies", sa.JSON(), nullable=False),
        sa.Column("added", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_kept_import_club_id_club"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_kept_import")),
    )
    op.create_index("ix_kept_import_club_id", "kept_import", ["club_id"])
    op.create_table(
        "imported_match",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_imported_match_match_id_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["import_id"], ["kept_import.id"], name=op.f("fk_imported_match_import_id_kept_import"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_imported_match")),
    )
    op.create_index("ix_imported_match_import_id", "imported_match", ["import_id"])


def downgrade() -> None:
    op.drop_table("imported_match")
    op.drop_table("kept_import")
