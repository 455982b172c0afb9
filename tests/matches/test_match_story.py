"""The story of a match: what is said is so, and only where it tells something."""

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game_definition.match_course import ReplayedMatch, play, sheet_of
from referee.game_definition.sheet import Sheet
from referee.games.registry import GAMES
from referee.matches.match_file import MatchFile, read_match
from referee.matches.match_story import SENTENCES, MatchStory, match_story
from tests.games.random_matches import random_match
from tests.games.tables import FOUR, Entry, replay_of

END: Entry = {"step": "end"}
TEAMS = ("Ana & Chloé", "Bob & Dan")
FREE = ("Ana", "Bob", "Chloé")


def points(*deals: Sequence[int], players: Sequence[str] = FREE) -> list[Entry]:
    """Deals of the free sheet: the points of each player in each of them."""
    return [{"step": "points", "points": dict(zip(players, deal, strict=True))} for deal in deals]


def story_of(match: ReplayedMatch, game: str) -> MatchStory:
    return match_story(GAMES[game], match.state.table, sheet_of(GAMES[game], match))


def told(game: str, players: Sequence[str], entries: Sequence[Entry], **set_up: Any) -> list[str]:
    """The sentences of a match as a French reader gets them, with ordinary marks."""
    story = story_of(replay_of(game, players, [*entries, END], **set_up), game)
    plain = (text.render("fr") for text in story.sentences)
    return [text.replace("’", "'").replace("\u202f", " ").replace("−", "-") for text in plain]


FIRST = {
    "the last change of lead": ([(9, 0, 0), (0, 20, 0), (5, 0, 0)], "Le tournant : donne 2, Bob passe Ana."),
    "only the change that lasted": (
        [(9, 0, 0), (0, 20, 0), (30, 0, 0), (0, 30, 0), (1, 0, 0)],
        "Le tournant : donne 4, Bob passe Ana.",
    ),
    "in the last deal": ([(9, 0, 0), (0, 20, 0)], "Tout se joue à la dernière donne : Bob passe Ana."),
    "two at once overtaken": ([(9, 0, 9), (0, 20, 0), (0, 0, 1)], "Le tournant : donne 2, Bob passe Ana et Chloé."),
    "level before": ([(0, 5, 0), (5, 0, 0), (5, 0, 0), (0, 1, 1)], "Le tournant : donne 3, Ana laisse Bob derrière."),
    "shared in the end": ([(9, 0, 0), (0, 4, 0), (0, 5, 0)], "Tout se joue à la dernière donne : Bob rejoint Ana."),
    "from the first to the last": ([(9, 0, 0), (0, 4, 0)], "Ana mène de la première à la dernière donne."),
    "never behind": ([(9, 9, 0), (3, 0, 0), (0, 1, 2)], "Personne n'est jamais passé devant Ana."),
}


@pytest.mark.parametrize(("deals", "sentence"), FIRST.values(), ids=FIRST)
def test_the_first_sentence_is_where_the_match_turned(deals: list[Sequence[int]], sentence: str) -> None:
    assert told("feuille-libre", FREE, points(*deals))[0] == sentence


def test_with_the_lowest_total_winning_the_lead_is_the_lowest() -> None:
    low = {"best": "low"}
    assert told("feuille-libre", FREE, points((9, 0, 5), (0, 20, 9), (1, 1, 9)), options=low) == [
        "Le tournant : donne 2, Ana passe Bob.",
        "Ana a mené 2 donnes sur 3.",
        "La donne la plus lourde : Bob, +20 (donne 2).",
    ]


def test_one_point_may_be_the_best_deal_and_none_is_not() -> None:
    best = [
        said for said in told("feuille-libre", FREE, points((0, -1, -1), (1, 0, 0), (0, 0, -2))) if "donne :" in said
    ]
    assert best == ["La meilleure donne : Ana, +1 (donne 2)."]
    losses = told("feuille-libre", FREE, points((0, -1, -1), (-2, -1, -1), (-1, -1, -2)))
    assert [said for said in losses if "meilleure" in said] == []


def test_four_overtaken_at_once_are_not_named() -> None:
    five = ("Ana", "Bob", "Chloé", "Dan", "Éric")
    deals = [(9, 9, 9, 0, 0), (0, 0, 0, 0, 20), (1, 0, 0, 0, 0)]
    assert told("feuille-libre", five, points(*deals, players=five))[0] == "Le tournant : donne 2, Éric prend la tête."


SILENT: dict[str, tuple[str, Sequence[str], list[Entry]]] = {
    "no deal": ("feuille-libre", FREE, []),
    "one deal": ("feuille-libre", FREE, points((9, 0, 0))),
    "all level": ("feuille-libre", FREE, points((5, 5, 5), (5, 5, 5))),
    "a deal begun": ("ascenseur", FOUR, [{"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}}]),
}


@pytest.mark.parametrize(("game", "players", "entries"), SILENT.values(), ids=SILENT)
def test_where_there_is_nothing_to_tell_nothing_is_told(
    game: str, players: Sequence[str], entries: list[Entry]
) -> None:
    assert told(game, players, entries) == []


def test_a_team_is_spoken_of_as_several_and_has_what_each_of_its_players_has() -> None:
    calls = [(TEAMS[0], "kems"), (TEAMS[1], "kems"), (TEAMS[1], "double-kems"), (TEAMS[0], "contre-kems-rate")]
    entries = [{"step": "call", "side": side, "call": call} for side, call in calls]
    assert told("kems", FOUR, entries) == [
        "Tout se joue à la dernière donne : Bob & Dan laissent Ana & Chloé derrière.",
        "Doubles kem's : Bob & Dan, 1, le plus de la table.",
        "La meilleure donne : Bob & Dan, +4 (donne 3).",
    ]


def test_the_figures_are_those_that_the_game_declares() -> None:
    entries: list[Entry] = []
    for cards in (1, 2, 3):
        bids, tricks = {"Ana": 1, "Bob": cards, "Chloé": 1, "Dan": 1}, dict.fromkeys(FOUR, 0) | {"Bob": cards}
        entries += [{"step": "bids", "bids": bids}, {"step": "tricks", "tricks": tricks}]
    assert told("ascenseur", FOUR, entries, options={"not_equal": False}) == [
        "Bob mène de la première à la dernière donne.",
        "Annonces tenues : Bob, 3 sur 3, le plus de la table.",
        "La meilleure donne : Bob, +20 (donne 3 : 3 cartes).",
    ]


def test_who_played_a_deal_in_somebodys_place_has_its_figures() -> None:
    relay = {"step": "relay", "player": "Bob", "by": "Zoé"}
    finish = {"step": "finish", "order": ["Bob", "Ana", "Chloé", "Dan"]}
    sentences = told("president", FOUR, [{"step": "finish", "order": list(FOUR)}, relay, finish, finish])
    assert "Président : Zoé, 2 sur 2, le plus de la table." in sentences


def _ends(file: Mapping[str, Any]) -> tuple[MatchFile, ReplayedMatch]:
    """A random match, ended by agreement where it was not over."""
    for entries in ([*file["entries"], END], file["entries"]):
        match = read_match({**file, "entries": entries})
        assert isinstance(match, MatchFile)
        result = play(match.setup.game, match.setup.table, match.entries)
        if isinstance(result, ReplayedMatch):
            return match, result
    raise AssertionError(file)


@given(seed=st.integers(0, 2**32), longest=st.integers(0, 80))
def test_what_is_told_of_any_match_is_so(seed: int, longest: int) -> None:
    match, result = _ends(random_match(Random(seed), longest=longest))
    game, sheet = match.setup.game, sheet_of(match.setup.game, result)
    story = match_story(game, result.state.table, sheet)
    assert len(story.sentences) <= SENTENCES
    assert bool(story.sentences) <= bool(sheet.winners)
    assert len({text.render("fr") for text in story.sentences}) == len(story.sentences)
    low = game.lowest_wins(result.state.rules)
    for text in story.sentences:
        for language in ("fr", "en"):
            assert not re.search(r"%\(|\{|None", text.render(language))
        _check_lead(text.render("fr"), sheet, low)
    _check_turn(story, sheet, low)


def _check_turn(story: MatchStory, sheet: Sheet, low: bool) -> None:
    """Told again from the totals alone: before the turn others were ahead or level, from then on nobody is."""
    if story.turning_row is None:
        return
    ahead = [{side for side, total in row.totals.items() if total == _best(row.totals, low)} for row in sheet.rounds]
    assert all(leaders == set(sheet.winners) for leaders in ahead[story.turning_row :])
    assert ahead[story.turning_row - 1] != set(sheet.winners)
    number = sheet.rounds[story.turning_row].number
    said = story.sentences[0].render("fr")
    assert f"donne {number}," in said or "la dernière donne" in said


def _best(totals: Mapping[str, int], low: bool) -> int:
    return sorted(totals.values(), reverse=not low)[0]


def _check_lead(said: str, sheet: Sheet, low: bool) -> None:
    """The numbers of a sentence counted again, deal by deal."""
    deals = [row for row in sheet.rounds if row.complete]
    if led := re.fullmatch(r"(.+) (?:a|ont) mené (\d+) donnes sur (\d+)\.", said):
        alone = [row for row in deals if list(row.totals.values()).count(_best(row.totals, low)) == 1]
        own = [row for row in alone if row.totals.get(led[1]) == _best(row.totals, low)]
        assert (len(own), len(deals)) == (int(led[2]), int(led[3]))
    if back := re.match(r"(.+) revien\S+ de loin.: (\d+) points de retard après la donne (\d+)\.", said):
        row = next(row for row in deals if row.number == int(back[3]))
        assert abs(row.totals[back[1]] - _best(row.totals, low)) == int(back[2])
    if lead := re.match(r"(.+) (?:a|ont) compté jusqu’à (\d+) points d’avance, après la donne (\d+)\.", said):
        row = next(row for row in deals if row.number == int(lead[3]))
        others = [total for side, total in row.totals.items() if side != lead[1]]
        assert abs(row.totals[lead[1]] - sorted(others, reverse=not low)[0]) == int(lead[2])
        assert row.totals[lead[1]] == _best(row.totals, low)
    if best := re.match(r"La (?:meilleure donne|donne la plus lourde).: (.+), \+(\d+) \(donne (\d+)", said):
        scores = [(points, side, row.number) for row in deals for side, points in row.scores.items()]
        assert max(scores)[0] == int(best[2])
        assert [(side, number) for points, side, number in scores if points == int(best[2])] == [
            (best[1], int(best[3]))
        ]
