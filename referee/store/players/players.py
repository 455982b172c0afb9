"""The players of a club: named, merged where one has two names, archived.

A log keeps the names of its day. A merged player keeps its own seats and results, so that a merge can be undone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from sqlalchemy import delete, func, select, union_all
from sqlalchemy.exc import IntegrityError

from referee.answers.table import LONGEST_NAME, clean_name, has_control_characters, is_name
from referee.answers.texts import INVALID_NAME
from referee.store.database.models import Match, Player, Seat, StandIn, now
from referee.store.database.orm_base import db
from referee.store.database.quotas import PLAYER, lock_and_count
from referee.store.database.transactions import changing_one, lock_club, set_values, writing
from referee.words import Text, say
from referee.words.folding import folded

LONGEST_MARK, COLOURS = 4, 12


@dataclass(frozen=True, slots=True)
class PlayerRegister:
    """All players of a club, and whom each counts as."""

    players: dict[int, Player]

    def chain(self, player_id: int) -> list[int]:
        """From this player to the one it counts as, through every merge."""
        ids = [player_id]
        while (player := self.players.get(ids[-1])) and player.merged_into and player.merged_into not in ids:
            ids.append(player.merged_into)
        return ids

    def root(self, player_id: int) -> int:
        """The player that this one counts as."""
        return self.chain(player_id)[-1]

    def group(self, player_id: int) -> tuple[int, ...]:
        """All players counted together with this one."""
        root = self.root(player_id)
        return tuple(player_id for player_id in self.players if self.root(player_id) == root)

    def merged(self, player_id: int) -> list[Player]:
        """The players merged straight into this one."""
        return [player for player in self.players.values() if player.merged_into == player_id]

    def part(self, seated: Collection[int]) -> None:
        """Undo merges between players of one table: they are two people."""
        roots: set[int] = set()
        for player_id in sorted(seated, key=lambda player_id: len(self.chain(player_id))):
            if self.root(player_id) in roots:
                player = self.players[player_id]
                player.parted_from, player.merged_into = player.merged_into, None
            roots.add(self.root(player_id))

    def search(self, archived: bool = False, words: str = "") -> list[Player]:
        """The players that count as themselves, the last to play first; ``words`` filters them by name or mark."""
        wanted = dict.fromkeys(folded(words).split())
        players = [
            player
            for player in self.players.values()
            if self.root(player.id) == player.id
            and (player.archived_at is not None) == archived
            and all(word in folded(f"{player.name} {player.mark}") for word in wanted)
        ]
        return sorted(players, key=lambda player: (player.played_at, -player.id), reverse=True)


def player_register(club_id: int) -> PlayerRegister:
    query = select(Player).where(Player.club_id == club_id).order_by(Player.id)
    return PlayerRegister(
        {player.id: player for player in db.session.scalars(query.execution_options(populate_existing=True))}
    )


def free_colours(club_id: int) -> Iterator[int]:
    """The colours for new players of a club: each time one that the fewest have."""
    query = select(Player.colour, func.count()).where(Player.club_id == club_id).group_by(Player.colour)
    used = Counter(dict(db.session.execute(query).tuples().all()))
    while True:
        colour = min(range(COLOURS), key=lambda colour: used[colour])
        used[colour] += 1
        yield colour


def create(club_id: int, name: str) -> Player | Text:
    """A new player of the club, or the sentence that says why not; raises Full."""
    cleaned = clean_name(name)
    if not is_name(cleaned):
        return INVALID_NAME
    player = Player(club_id=club_id, name=cleaned)
    try:
        with writing():
            lock_and_count(club_id, PLAYER)
            player.colour = next(free_colours(club_id))
            db.session.add(player)
    except IntegrityError:  # the unique (club, name) decides, not a check that a race could pass
        return _name_in_use(cleaned)
    return player


def change(player: Player, name: str, mark: str, colour: int) -> dict[str, Text]:
    """Change name, mark and colour of a player, or nothing if there are faults: these, by field."""
    cleaned, short = clean_name(name), clean_name(mark)
    faults = {}
    if not is_name(cleaned):
        faults["name"] = INVALID_NAME
    if len(short) > LONGEST_MARK or has_control_characters(short):
        faults["mark"] = say("Une marque a %(most)s signes au plus.", most=LONGEST_MARK)
    if not 0 <= colour < COLOURS:
        faults["colour"] = say("Choisissez une des couleurs.")
    if faults:
        return faults
    try:
        set_values(player, name=cleaned, mark=short, colour=colour)
    except IntegrityError:
        return {"name": _name_in_use(cleaned)}
    return {}


def archive(player: Player, archived: bool = True) -> None:
    set_values(player, archived_at=now() if archived else None)


@writing()
def merge(club_id: int, merged_id: int, into_id: int) -> Text | None:
    """Count one player together with another, or say why that cannot be.

    Two who ever sat at one table are two people, but for a match thrown away. The lock makes a second keeper see the
    first one's merge.
    """
    lock_club(club_id)
    people = player_register(club_id)
    merged, into = people.players.get(merged_id), people.players.get(into_id)
    if merged is None or into is None or merged is into:
        return say("Choisissez deux joueurs du club.")
    for player in (merged, into):
        if people.root(player.id) != player.id:
            return say("%(name)s est déjà réuni avec quelqu'un.", name=player.name)
    if _sat_together(people.group(merged.id), people.group(into.id)):
        return say(
            "%(one)s et %(other)s ont joué à la même table : ce sont deux personnes.", one=merged.name, other=into.name
        )
    merged.merged_into, merged.parted_from = into.id, None
    into.played_at = max(into.played_at, merged.played_at)
    return None


def part(player: Player) -> None:
    """Undo a merge."""
    set_values(player, merged_into=None, parted_from=None)


def release_name(player: Player) -> None:
    """Give a merged player another name, so that a new player can have its own."""
    with changing_one(Player, player.club_id, player.id) as row:
        if row is not None and row.merged_into is not None:
            names_in_use = db.session.scalars(select(Player.name).where(Player.club_id == player.club_id))
            row.name = free_name(row.name, set(names_in_use))


def delete_unused_players(ids: Collection[int]) -> set[int]:
    """Delete those of these players who are in no match, and for whom nobody counts who stays; the ids of those."""
    seated = select(Seat.match_id).where(Seat.player_id == Player.id).exists()
    standing_in = select(StandIn.match_id).where(StandIn.player_id == Player.id).exists()
    going = set(db.session.scalars(select(Player.id).where(Player.id.in_(ids), ~seated, ~standing_in)))
    merged = select(Player.id, Player.merged_into).where(Player.merged_into.in_(ids))
    into = {row.id: row.merged_into for row in db.session.execute(merged)}
    while needed := {into[player] for player in into.keys() - going}.intersection(going):
        going -= needed
    db.session.execute(delete(Player).where(Player.id.in_(going)))
    return going


def free_name(name: str, names_in_use: Collection[str]) -> str:
    """The name, with a number where it is taken."""
    candidate, number = name, 1
    while candidate in names_in_use:
        number += 1
        mark = f" ({number})"
        candidate = name[: LONGEST_NAME - len(mark)].rstrip() + mark
    return candidate


def names_now(club_id: int, match_id: int, players: Sequence[str]) -> dict[str, str]:
    """The present names of the players of a match, by the name they were noted under: for a rematch.

    ``players``: all names, by seat; fewer than seats where the match is damaged. Where two would have the same name all
    keep the names they had.
    """
    names = {name: name for name in players}
    query = select(Seat.number, Player.id, Player.name, Player.merged_into).join(Player, Player.id == Seat.player_id)
    seats = db.session.execute(query.where(Seat.match_id == match_id, Seat.number < len(players))).all()
    names.update((players[seat.number], seat.name) for seat in seats)
    if any(seat.merged_into for seat in seats):
        people = player_register(club_id)
        names.update((players[seat.number], people.players[people.root(seat.id)].name) for seat in seats)
    return names if len(set(names.values())) == len(names) else {name: name for name in players}


def note_seated(club_id: int, players: Collection[Player], beside: Sequence[int] = ()) -> None:
    """Unarchive players who sit down, and undo merges between two at one table; ``beside``: the ids of the others."""
    for player in players:
        player.archived_at = None
    if not beside and all(player.merged_into is None for player in players):
        return
    db.session.flush()
    people = player_register(club_id)
    people.part({*beside, *(player.id for player in players)})
    for player in players:
        root = people.players[people.root(player.id)]
        root.archived_at, root.played_at = None, player.played_at


def reunite(club_id: int) -> None:
    """Merge again those who were two people only in matches thrown away since. The club must be locked."""
    db.session.flush()
    parted = Player.club_id == club_id, Player.parted_from.is_not(None), Player.merged_into.is_(None)
    if db.session.scalar(select(Player.id).where(*parted).limit(1)) is None:
        return
    people = player_register(club_id)
    for player in people.players.values():
        into = people.players.get(player.parted_from or 0)
        if into is None or player.merged_into is not None or people.root(into.id) == player.id:
            continue
        if not _sat_together(people.group(player.id), people.group(into.id)):
            player.merged_into, player.parted_from = into.id, None


def part_seated(matches: Collection[int], club_id: int) -> None:
    """Undo merges between players of each of these matches. The club must be locked."""
    people = player_register(club_id)
    for match_id in matches:
        seated = (select(who.player_id).where(who.match_id == match_id) for who in (Seat, StandIn))
        people.part(set(db.session.scalars(union_all(*seated))))
    db.session.flush()


def merged_at_table(club_id: int, names: Collection[str]) -> list[tuple[str, str]]:
    """The pairs among these names that count as one player of the club, as long as they do not sit down together."""
    people = player_register(club_id)
    seated = [player for player in people.players.values() if player.name in names]
    return [
        (first.name, second.name)
        for first, second in combinations(seated, 2)
        if people.root(first.id) == people.root(second.id)
    ]


def merged_beside(club_id: int, seated: Collection[int]) -> list[tuple[str, str]]:
    """The names that count as a player of this table, each with that player's name."""
    people = player_register(club_id)
    roots = {people.root(player_id): people.players[player_id].name for player_id in seated}
    others = (player for player in people.players.values() if player.id not in seated)
    return [(other.name, roots[people.root(other.id)]) for other in others if people.root(other.id) in roots]


def _sat_together(group: Sequence[int], other_group: Sequence[int]) -> bool:
    """Whether players of both groups sit in one match that is not deleted."""
    rows, other_rows = (
        union_all(*(select(who.match_id).where(who.player_id.in_(ids)) for who in (Seat, StandIn))).subquery()
        for ids in (group, other_group)
    )
    query = select(rows.c.match_id).join(other_rows, other_rows.c.match_id == rows.c.match_id)
    standing = query.join(Match, Match.id == rows.c.match_id).where(Match.deleted_at.is_(None))
    return db.session.scalar(standing.limit(1)) is not None


def _name_in_use(name: str) -> Text:
    return say("Quelqu'un s'appelle déjà %(name)s dans le club.", name=name)
