"""The facts of a question as its form sends them, and the table at which they were told."""

from collections.abc import Iterator, Mapping, Sequence
from string import ascii_uppercase
from typing import Any
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from referee.desk_questions.desk_question import DeskQuestion
from referee.game_definition.game import Game
from referee.web.answers.facts_form import FactsForm
from referee.web.answers.inputs.base_input import Sitting

Pairs = list[tuple[str, str]]
STRANGERS = ("A", "B", "C", "D")


def sitting_of(game: Game, facts: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> Sitting:
    """The table that the facts speak of: their players, seated as they were told; strangers where none were."""
    players = tuple(_players(facts))
    seats = players or STRANGERS
    rules, _ = game.house_rules(options or {}, seats)
    order = tuple(facts.get("order", seats))
    return Sitting(seats, order, rules, named=bool(players), options=options or {})


def _players(facts: Mapping[str, Any]) -> Sequence[str]:
    if isinstance(facts.get("players"), list):
        return list(facts["players"])
    if facts.get("teams"):
        return [name for pair in zip(*facts["teams"], strict=True) for name in pair]
    for by_player in ("hands", "points"):
        if isinstance(facts.get(by_player), dict):
            return list(facts[by_player])
    told = next((value for value in facts.values() if isinstance(value, list) and _by_player(value)), [])
    return [one["player"] for one in told]


def _by_player(value: Sequence[Any]) -> bool:
    return bool(value) and isinstance(value[0], dict)


def query_of(game: Game, question: DeskQuestion, facts: Mapping[str, Any], sitting: Sitting) -> str:
    """The address of the verdict behind its question mark."""
    return urlencode(pairs_of(game, question, facts, sitting))


def query_without_match(game: Game, question: DeskQuestion, facts: Mapping[str, Any], sitting: Sitting) -> str:
    """The same where no match names the players: they are called A, B, C … at a table of so many."""
    called = dict(zip(sitting.players, ascii_uppercase))
    pairs = pairs_of(game, question, facts, sitting)
    asked = [(name, " & ".join(called.get(part, part) for part in value.split(" & "))) for name, value in pairs]
    return urlencode([*asked, ("n", str(len(sitting.players)))])


def pairs_of(game: Game, question: DeskQuestion, facts: Mapping[str, Any], sitting: Sitting) -> Pairs:
    """What the form of a question sends when these facts were tapped."""
    form = FactsForm(game, question, sitting, MultiDict())
    given = ((one, _inside(facts, one.spec.key)) for one in form.offered_inputs())
    return [pair for one, value in given if value is not MISSING for pair in _sent(one, value)]


MISSING = object()


def _inside(facts: Mapping[str, Any], key: str) -> Any:
    """The value under a key, which may lie in a group."""
    group, dot, inner = key.rpartition(".")
    return (facts.get(group, {}) if dot else facts).get(inner, MISSING)


def _sent(one: Any, value: Any) -> Iterator[tuple[str, str]]:
    name: str = one.name
    match one.kind:
        case "plays":
            if _by_player(value):
                yield one.part_name("leader"), value[0]["player"]
            yield name, " ".join(play["card"] if _by_player(value) else play for play in value)
        case "bids":
            yield from ((one.part_name(bid["player"]), bid["bid"]) for bid in value)
        case "numbers" if isinstance(value, dict):
            yield from ((one.part_name(player), _text(told)) for player, told in value.items())
        case "trick-winners" | "numbers":
            yield from ((one.part_name(part), _text(told)) for part, told in zip(one.parts(), value))
        case "cards" | "choices":
            yield name, " ".join(map(str, value))
        case "some-players":
            yield from ((name, player) for player in value)
        case "card-groups":
            yield name, " ".join(card for group in value for card in group)
        case "card-hands" | "points" | "counts" | "levels" | "order":
            yield from ((one.part_name(part), text) for part, texts in one.untyped(value).items() for text in texts)
        case "play-order":
            return  # the order of the sitting
        case "yes-no":
            yield name, "1" if value else "0"
        case _:
            yield name, _text(value)


def _text(value: Any) -> str:
    return "-" if value is None else str(value)
