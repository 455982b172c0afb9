"""Players whom nobody ever gave a colour get one each: before, they all had the first.

In every club the first of them keeps it; who was given another colour keeps that.
"""

from collections import Counter

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

PLAYER = sa.table("player", sa.column("id"), sa.column("club_id"), sa.column("colour"))
FIRST, COLOURS = 0, 12


def upgrade() -> None:
    connection = op.get_bind()
    used: dict[int, Counter[int]] = {}
    alike: list[tuple[int, int]] = []
    for player, club, colour in connection.execute(sa.select(PLAYER).order_by(PLAYER.c.id)):
        of_club = used.setdefault(club, Counter())
        if colour == FIRST and of_club[FIRST]:
            alike.append((player, club))
        else:
            of_club[colour] += 1
    for player, club in alike:
        colour = min(range(COLOURS), key=lambda colour: used[club][colour])
        used[club][colour] += 1
        connection.execute(sa.update(PLAYER).where(PLAYER.c.id == player).values(colour=colour))
