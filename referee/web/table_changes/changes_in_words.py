"""What changed at the table between two deals, each in a sentence: who came, who left, who deals, the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.answers.house_rules import NONE, Option
from referee.game_definition.game import Game
from referee.game_definition.table_changes import BETWEEN_DEALS, DEALER, JOINS, LEAVES, RULES
from referee.matches.log import CurrentEntry
from referee.words import Listing, Renderable, Text, names, say


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A line between two rows of the sheet: the position of its entry in the log, and the sentence."""

    position: int
    words: Text


def change_in_words(game: Game, entry: Mapping[str, Any]) -> Text:
    """One of these steps as a sentence."""
    if entry["step"] == RULES:
        return say("Désormais · %(rules)s", rules=rules_in_words(game, entry["options"]))
    player = entry["player"]
    return {
        LEAVES: say("%(player)s s'en va", player=player),
        JOINS: say("%(player)s arrive", player=player),
        DEALER: say("%(player)s donne", player=player),
    }[entry["step"]]


def rules_in_words(game: Game, choices: Mapping[str, Any]) -> Listing:
    """House rules with their new values."""
    options = {option.id: option for option in game.options}
    return names(
        say("%(rule)s : %(value)s", rule=options[id].label, value=_value_in_words(options[id], value))
        for id, value in choices.items()
    )


def _value_in_words(option: Option, value: Any) -> Renderable:
    return NONE if value is None else option.field.in_words(value)


def sentences_of_changes(game: Game, current: Sequence[CurrentEntry], entries: Iterable[int]) -> Iterator[SaidLine]:
    """The sentences about the changes among these entries, each an index of the current ones."""
    for index in entries:
        standing = current[index]
        if standing.entry["step"] in BETWEEN_DEALS:
            yield SaidLine(standing.position, change_in_words(game, standing.entry))
