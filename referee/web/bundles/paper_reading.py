"""Read and understand a table that was sent, as the person chose, beside what the club knows: the view of its page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.bundles.papers.drafts.plan import Plan, plan_of, plan_of_json
from referee.bundles.papers.paper import CpuBudget
from referee.bundles.papers.paper_bundle import sort_drafts
from referee.bundles.papers.reading import ReadFile, read_file
from referee.bundles.papers.understanding import Understanding, propose
from referee.games.registry import GAMES
from referee.local_time import local_day
from referee.store.database.models import now
from referee.store.matches.matches import known_players
from referee.store.matches.rematch import games_played, setups_by_name
from referee.store.players.players import player_register
from referee.web.answers.similar_names import alike, resembling_each, slip_of
from referee.web.bundles.paper_choices import PaperChoices
from referee.web.bundles.paper_view import NearName, PaperView
from referee.web.rendering.page_language import language

MOST_OFFERED = 12
"""Names that are offered to tap."""

MOST_NAMES = 200
"""Players who are compared."""


def paper_view(content: bytes, choices: PaperChoices, club_id: int, budget: CpuBudget) -> PaperView:
    """Read and understand what was sent, as the person chose.

    :raises PaperRefused: it cannot be read, or takes too much time.
    """
    file = read_file(content, choices.encoding, budget)
    today = local_day(now())
    if file.json:
        plan = plan_of_json(file.json, choices.decisions, today)
        return _with_sorted(choices, file, None, plan, club_id, "")
    paper = file.papers[min(choices.sheet, len(file.papers) - 1)]
    fingerprint = _fingerprint(choices, propose(paper, choices.wishes_without_columns, budget))
    wishes = choices.wishes if fingerprint == choices.shown else choices.wishes_without_columns
    understanding = propose(paper, wishes, budget)
    budget.spend()
    plan = plan_of(understanding, choices.decisions, today, _own_games(club_id), budget)
    return _with_sorted(choices, file, understanding, plan, club_id, fingerprint)


def _fingerprint(choices: PaperChoices, understanding: Understanding) -> str:
    """What the columns on the page belong to."""
    head = "" if understanding.head is None else understanding.head
    return f"{choices.sheet}/{choices.encoding}/{understanding.kind}/{int(understanding.lying)}/{head}"


def _own_games(club_id: int) -> Mapping[str, Mapping[str, Any]]:
    """The options of the games that the club keeps by name."""
    own: dict[str, Mapping[str, Any]] = {}
    for game in GAMES.values():
        if game.options_for_name:
            own.update(setups_by_name(club_id, game))
    return own


def _with_sorted(
    choices: PaperChoices,
    file: ReadFile,
    understanding: Understanding | None,
    plan: Plan,
    club_id: int,
    fingerprint: str,
) -> PaperView:
    found_here = sort_drafts(club_id, plan.drafts)
    here = [player.name for player in player_register(club_id).players.values()]
    near = list(_near_names(plan, here, choices.decisions.same))
    return PaperView(
        choices,
        file,
        understanding,
        plan,
        found_here.new,
        found_here.duplicates,
        here,
        known_players(club_id, MOST_OFFERED),
        _games_offered(club_id),
        fingerprint,
        near,
    )


def _games_offered(club_id: int) -> Sequence[str]:
    """The games that the club played lately, by their names, those that it keeps by name among them."""
    named = {game.id for game in GAMES.values() if game.options_for_name}
    names = [GAMES[game_id].name.render(language()) for game_id in games_played(club_id) if game_id not in named]
    own = [name for game_id in named for name in setups_by_name(club_id, GAMES[game_id])]
    return [*names, *own][:MOST_OFFERED]


def _near_names(plan: Plan, here: Sequence[str], same: Mapping[str, str]) -> Iterator[NearName]:
    """The names that look like another one, first those that were settled."""
    settled = {name: other for name, other in same.items() if other}
    for name, other in settled.items():
        yield NearName(name, other, True)
    names = plan.names[:MOST_NAMES]
    new = [name for name in names if name not in set(here)]
    pairs = [*resembling_each(new, here), *alike(new)]
    for name in new:
        likely = slip_of(name, here) or _begins_as(name, here, new)
        if likely:
            pairs.append((name, likely))
    told = set(settled) | set(settled.values())
    for name, other in pairs:
        if name not in told:
            told.add(name)
            yield NearName(name, other, False)


def _begins_as(name: str, here: Sequence[str], new: Sequence[str]) -> str | None:
    """A player whose name is the first word of this one, or the other way round: "Léo B" and "Léo"."""
    words = name.casefold().split()
    for other in (*here, *new):
        others = other.casefold().split()
        if other != name and words and others and words[0] == others[0] and len(others) == 1 < len(words):
            return other
    return None
