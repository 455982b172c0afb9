"""The facts of a desk question that are said in a search: cards, choices, a number, a player.

"Un 9 sur un 9": a card is known by the words of its face, its suit may be left open; what is before a word like "sur"
is what somebody wants to play, what is after it lies on the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import Any

from referee.answers.answer import Field
from referee.answers.cards import Cards, OneCard, Plays
from referee.answers.choices import Choice
from referee.answers.numbers import Number
from referee.answers.players import OnePlayer
from referee.cards.packs import Pack
from referee.desk.search_words import Term, load_vocabulary, terms

FEW = 6
"""The most cards that a word means: a rank of every suit, no whole suit."""

OPEN = 36
"""The most ways to fill in what words leave open."""

SAID = 0.6
"""The least share of the words of a choice that are said."""

COUNTS = ("2", "3", "4")


@dataclass(frozen=True, slots=True)
class Mention:
    """Cards in a text: the words from ``start`` to before ``end`` mean ``count`` of ``cards``, codes."""

    start: int
    end: int
    cards: tuple[str, ...]
    count: int = 1


def facts_in_query(
    fields: Sequence[Field], players: Collection[str], words: str, language: str
) -> list[dict[str, Any]]:
    """The raw facts that words say, by key: one mapping for each way to fill in what they leave open, none of nothing.

    ``fields``: those to look for.
    """
    said = terms(words, language, meanings=False)
    facts: dict[str, Sequence[Any]] = dict(_card_facts(fields, said, language))
    cards = _mentions(said, _pack_of(fields), language)
    rest = [term for at, term in enumerate(said) if not any(one.start <= at < one.end for one in cards)]
    for field in fields:
        value = None
        if isinstance(field, Choice) and field.offered:
            value = _choice(field, rest, language)
        elif isinstance(field, OnePlayer):
            value = _only(
                player for player in players if {term.word for term in terms(player, language)} & _words(rest)
            )
        elif isinstance(field, Number):
            value = _only(int(term.stem) for term in rest if term.stem.isdigit() and field.low <= int(term.stem))
        if value is not None:
            facts[field.key] = (value,)
    ways = islice(product(*facts.values()), OPEN)
    return [dict(zip(facts, way, strict=True)) for way in ways] if facts else []


def _words(said: Collection[Term]) -> set[str]:
    return {term.word for term in said}


def _only(values: Iterator[Any]) -> Any:
    """The only value; None without one, or with several."""
    found = list(dict.fromkeys(islice(values, 2)))
    return found[0] if len(found) == 1 else None


def _choice(field: Choice, said: Collection[Term], language: str) -> Any:
    """The raw choice whose words are said, and no other's as much."""
    stems = {term.stem for term in said}
    shares = []
    for choice, label in field.choices:
        of_label = {term.stem for term in terms(label.render(language), language) if not term.small}
        shares.append((len(of_label & stems) / len(of_label) if of_label else 0.0, choice))
    best = max(share for share, _ in shares) if shares else 0.0
    value = _only(choice for share, choice in shares if share == best) if best >= SAID else None
    return getattr(value, "value", value)


def _card_fields(fields: Sequence[Field]) -> list[OneCard | Cards | Plays]:
    """The facts of what lies and of what is played: no hand that another fact is a card of."""
    cards = [field for field in fields if isinstance(field, OneCard | Cards | Plays)]
    hands = {field.hand for field in cards if isinstance(field, OneCard)}
    return [field for field in cards if field.key not in hands]


def _pack_of(fields: Sequence[Field]) -> Pack | None:
    return next((field.pack for field in _card_fields(fields)), None)


def _card_facts(fields: Sequence[Field], said: Sequence[Term], language: str) -> Iterator[tuple[str, Sequence[Any]]]:
    """The cards on the table and those that are played, with each way to fill in their suits."""
    cards = _card_fields(fields)
    if not 0 < len(cards) <= 2:  # noqa: PLR2004
        return
    onto = load_vocabulary(language).onto
    border = next((at for at, term in enumerate(said) if term.word in onto), len(said))
    mentions = _mentions(said, cards[0].pack, language)
    played = [mention for mention in mentions if mention.end <= border]
    lying = [mention for mention in mentions if mention.start > border]
    alone = cards[0] if len(cards) == 1 else None
    if alone is None:
        groups = zip(cards, (lying, played), strict=True)
    else:  # one card on another one are both on the pile; what else they would be is not said
        groups = zip(cards, ([*lying, *played] if isinstance(alone, Plays) or not lying else [],), strict=True)
    for field, group in groups:
        if ways := _raw_cards(field, group):
            yield field.key, ways


def _raw_cards(field: OneCard | Cards | Plays, group: Sequence[Mention]) -> Sequence[Any]:
    """The raw values of a fact that mentions of cards may mean; a card of a hand is none without the hand."""
    if not group or (isinstance(field, OneCard) and field.hand):
        return ()
    ways = [[code for cards in way for code in cards] for way in product(*map(_ways, group))]
    return [way[0] for way in ways if len(way) == 1] if isinstance(field, OneCard) else ways


def _ways(mention: Mention) -> list[tuple[str, ...]]:
    """The cards that a mention may mean."""
    return list(combinations(mention.cards, mention.count)) or [mention.cards]


def _mentions(said: Sequence[Term], pack: Pack | None, language: str) -> list[Mention]:
    """The cards of a pack in a text, in order."""
    if pack is None:
        return []
    names = {pack.face(card, language).code: _name(pack, card, language) for card in pack.layout}
    result: list[Mention] = []
    at = count = 0
    while at < len(said):
        mention = _mention_at(said, at, names, load_vocabulary(language).onto)
        if mention is None or (mention.end == at + 1 and not _means_a_card(said, at, count, language)):
            count = count if said[at].small else _count(said[at], language)
            at += 1
            continue
        result.append(Mention(mention.start, mention.end, mention.cards, count or 1))
        at, count = mention.end, 0
    return result


def _name(pack: Pack, card: Any, language: str) -> tuple[str, ...]:
    """The stems of a card's name, ranks in full."""
    ranks = load_vocabulary(language).ranks
    words = [ranks.get(word, word) for word in pack.face(card, language).name.lower().split()]
    return tuple(term.stem for term in terms(" ".join(words), language) if not term.small)


def _mention_at(
    said: Sequence[Term], start: int, names: Mapping[str, tuple[str, ...]], onto: Collection[str]
) -> Mention | None:
    """The cards that the words from ``start`` on mean: words of their names, in order; small ones do not count."""
    rest, end = dict(names), start
    for at in range(start, len(said)):
        if said[at].word in onto:
            break
        if said[at].small and at > start:
            continue
        stem = said[at].stem
        after = {code: name[name.index(stem) + 1 :] for code, name in rest.items() if stem in name}
        if not after:
            break
        rest, end = after, at + 1
    length = len([term for term in said[start:end] if not term.small])
    whole = [code for code in rest if len(names[code]) == length]
    cards = tuple(whole or rest)
    return Mention(start, end, cards) if start < end and len(cards) <= FEW else None


def _means_a_card(said: Sequence[Term], at: int, count: int, language: str) -> bool:
    """Whether one word means a card: a number only after a count or "mon", and before no word that it counts."""
    if not said[at].stem.isdigit():
        return True
    counts = at + 1 < len(said) and not said[at + 1].small
    determined = at > 0 and said[at - 1].word in load_vocabulary(language).determiners
    return not counts and (count > 0 or determined)


def _count(term: Term, language: str) -> int:
    """How many cards the word before them says, 0 if it says nothing."""
    number = load_vocabulary(language).groups.get(term.word, term.stem)
    return int(number) if number in COUNTS else 0
