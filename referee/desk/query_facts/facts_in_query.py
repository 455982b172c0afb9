"""The facts of a desk question that are said in a search: cards, choices, a number, a player."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from referee.answers.answer import Field
from referee.answers.cards import OneCard
from referee.answers.choices import Choice, YesNo
from referee.answers.numbers import Counts, Number, Numbers, Points
from referee.answers.players import OnePlayer
from referee.desk.query_facts.amounts_said import amount_facts, lists_of_a_side
from referee.desk.query_facts.card_roles import Role
from referee.desk.query_facts.cards_said import (
    CardsSaid,
    against_trumps,
    card_facts,
    cards_said,
    hand_said,
    is_trick,
    laid_as_named,
    told_of_cards,
)
from referee.desk.query_facts.deal_said import TAKER, deal_said, taker_said
from referee.desk.query_facts.said_fact import OPEN, SaidFact, ways_of
from referee.desk.query_facts.sentence_words import load_sentence_words
from referee.desk.query_facts.trumps_said import TRUMP, in_each_suit, trump_field
from referee.desk.query_facts.words_said import NEXT, STOP
from referee.desk.query_facts.yes_no_said import yes_no_said
from referee.desk.search_words import Term, Vocabulary, load_vocabulary, terms

SAID = 0.6
"""The least share of the words of a choice that are said."""

MOST_PEOPLE = 12
"""A number up to this one may be that of the players: it is a fact only beside a word for what it numbers."""


@dataclass(frozen=True, slots=True)
class SaidFacts:
    """The facts that words say.

    ``ways``: the raw facts by key, one mapping for each way to fill in what the words leave open, none of nothing;
    ``whole``: whether there are no more ways than these, and each fact is said in full. ``used``: the indexes of the
    words that say them; ``asks``: whether they ask what a hand may play, or whether a card may be laid on
    what lies there. ``besides``: cards that the hand may hold
    beside those that are said, an answer that they change is none. ``seated``: whether they say how many play.
    """

    ways: Sequence[dict[str, Any]] = ()
    whole: bool = True
    used: frozenset[int] = frozenset()
    asks: bool = False
    besides: Sequence[str] = ()
    seated: bool = False


def facts_in_query(
    fields: Sequence[Field],
    players: Collection[str],
    said: Sequence[Term],
    language: str,
    strangers: Sequence[str] = (),
) -> SaidFacts:
    """The facts that the words of a query say.

    ``fields``: those to look for; ``said``: the words, without those that are added for their meanings; ``strangers``:
    the players of a table without names, of whom the first is the one who took. Where cards are of trumps and the suit
    of these is not said, each suit is a way.
    """
    found = _facts(fields, players, said, language, strangers)
    trumps = trump_field(fields)
    if trumps is None:
        return found
    named = found.ways[0].get(TRUMP) if found.ways else None
    by_suit = [
        _facts(fields, players, words, language, strangers, trump)
        for trump, words in in_each_suit(trumps, said, named, language)
    ]
    if not by_suit or any(of_suit.besides for of_suit in by_suit):  # further cards would be of one suit alone
        return found
    share = OPEN // len(by_suit)
    whole = all(of_suit.whole and len(of_suit.ways) <= share for of_suit in by_suit)
    ways = [way for of_suit in by_suit for way in of_suit.ways[:share]]
    used = frozenset[int]().union(*(of_suit.used for of_suit in by_suit))
    return SaidFacts(ways, whole, used, asks=all(of_suit.asks for of_suit in by_suit))


def _facts(
    fields: Sequence[Field],
    players: Collection[str],
    said: Sequence[Term],
    language: str,
    strangers: Sequence[str],
    trump: str | None = None,
) -> SaidFacts:
    """The facts that words say; ``trump``: the suit of trumps that is tried."""
    cards = cards_said(fields, said, language)
    facts = dict(card_facts(cards))
    of_cards = cards.words
    rest = {at: term for at, term in enumerate(said) if at not in of_cards}
    for field in fields:
        fact = _single_fact(field, fields, players, cards, rest)
        if fact is None and trump is not None and field.key == TRUMP:
            fact = SaidFact([trump], ())
        if fact is not None:
            facts[field.key] = fact
    if (suit := _suit_of_bid(fields, facts, said, language)) is not None:
        facts[TRUMP] = suit
    of_deal = _deal_facts(fields, strangers, said, {at for fact in facts.values() for at in fact.words}, language)
    counted = {at for fact in of_deal.values() for at in fact.words if said[at].stem.isdigit()}
    rest = {at: term for at, term in rest.items() if at not in counted}
    for field in fields:
        if isinstance(field, Number) and (fact := _number(field, fields, rest, language)) is not None:
            facts[field.key] = fact
    facts |= amount_facts(fields, strangers, said, {at for fact in facts.values() for at in fact.words}, language)
    facts |= lists_of_a_side(fields, said, {at for fact in facts.values() for at in fact.words}, language)
    for field in fields:
        if (
            isinstance(field, Numbers)
            and field.key not in facts
            and (listed := _list_of_numbers(field, facts, said, language)) is not None
        ):
            facts[field.key] = listed
    facts |= of_deal
    hand = hand_said(cards, facts)
    facts |= hand.facts
    if not facts:
        return SaidFacts()
    told = frozenset(told_of_cards(cards, facts)) | _denied_choices(fields, facts, said, language)
    ways = ways_of([fact.values for fact in facts.values()], all_of_them=any(map(is_trick, fields)))
    used = told.union(at for fact in facts.values() for at in fact.words)
    whole = len(ways) <= OPEN and all(fact.whole for fact in facts.values()) and not against_trumps(cards, facts)
    of_card = any(isinstance(field, OneCard) and field.key in hand.facts for field in fields)
    asking = load_vocabulary(language).must | load_vocabulary(language).may
    asks = of_card or (bool(hand.facts) and any(term.word in asking for term in said))
    held = cards.roles.among(cards.phrases, Role.HELD)
    laid = bool(cards.roles.among(cards.phrases, Role.LAID)) or laid_as_named(cards, held)
    asks = asks or (cards.roles.told and laid)
    return SaidFacts([dict(zip(facts, way, strict=True)) for way in ways[:OPEN]], whole, used, asks, hand.besides)


def _single_fact(
    field: Field, fields: Sequence[Field], players: Collection[str], cards: CardsSaid, rest: Mapping[int, Term]
) -> SaidFact | None:
    """A choice, a yes or no, or a player that words say."""
    if isinstance(field, Choice) and field.offered:
        meant = _is_meant(field, fields, cards.said, cards.language)
        return _choice(field, rest, cards.said, cards.language) if meant else None
    if isinstance(field, YesNo):
        return yes_no_said(field, cards.said, cards.words, cards.language)
    return _player(players, rest, cards.language) if isinstance(field, OnePlayer) else None


def _denied_choices(
    fields: Sequence[Field], facts: Collection[str], said: Sequence[Term], language: str
) -> frozenset[int]:
    """The words that say of a choice that may be left open that none is made: "sans belote ni coinche"."""
    vocabulary = load_vocabulary(language)
    optional = [one for one in fields if isinstance(one, Choice) and one.optional and one.key not in facts]
    stems = {stem for one in optional for _, label in one.choices for stem in _stems(label.render(language), language)}
    denied = {at for at, term in enumerate(said) if term.stem in stems and _is_denied(at, said, vocabulary)}
    return frozenset(denied | {at - 1 for at in denied})


def _deal_facts(
    fields: Sequence[Field], strangers: Sequence[str], said: Sequence[Term], used: Collection[int], language: str
) -> dict[str, SaidFact]:
    """The points of both sides of a deal and its taker, where nobody has a name."""
    if not strangers:
        return {}
    if not any(isinstance(field, Points) for field in fields):
        words = taker_said(fields, said, used, language) if used else None
        return {} if words is None else {TAKER: SaidFact([strangers[0]], words)}
    deal = deal_said(fields, said, used, language)
    if deal is None:
        return {}
    points, of_deal = deal
    taking, defending = points.players
    facts = {TAKER: SaidFact([strangers[0]], of_deal.words)}
    if of_deal.points is not None:
        facts[points.key] = SaidFact([dict(zip(points.players, of_deal.points, strict=True))], of_deal.words)
    for key, of_taker in of_deal.besides.items():
        facts[key] = SaidFact([taking if of_taker else defending], of_deal.words)
    return facts


def _suit_of_bid(
    fields: Sequence[Field], facts: Mapping[str, SaidFact], said: Sequence[Term], language: str
) -> SaidFact | None:
    """The suit that stands behind what was bid: "130 à pique"."""
    field, vocabulary = trump_field(fields), load_vocabulary(language)
    bid = [at for key, fact in facts.items() if key != TRUMP for at in fact.words if said[at].stem.isdigit()]
    if field is None or TRUMP in facts or not any(isinstance(other, Points) for other in fields):
        return None
    for at in bid:
        after = _suit_behind(at, said, vocabulary)
        if after is not None:
            for choice, label in field.choices:
                if said[after].stem in _stems(label.render(language), language):
                    return SaidFact([getattr(choice, "value", choice)], {after})
    return None


def _is_meant(field: Choice, fields: Sequence[Field], said: Sequence[Term], language: str) -> bool:
    """Whether a choice may be said: its name must be, where another one has the same words to choose from."""
    if not any(isinstance(other, Choice) and other is not field and other.choices == field.choices for other in fields):
        return True
    return bool(_stems(field.label.render(language), language) & {term.stem for term in said})


def _number(field: Number, fields: Sequence[Field], rest: Mapping[int, Term], language: str) -> SaidFact | None:
    """The only number said that may be the fact: beside its name, or a large one that can be nothing else."""
    named, negations = _stems(field.label.render(language), language), load_vocabulary(language).negations
    numbers = {at: int(term.stem) for at, term in rest.items() if term.stem.lstrip("-").isdigit()}
    alone = sum(isinstance(other, Number | Numbers | Counts | Points) for other in fields) == 1
    high = math.inf if field.high is None or callable(field.high) else field.high
    possible = {
        at: number
        for at, number in numbers.items()
        if field.low <= number <= high
        and ((alone and abs(number) > MOST_PEOPLE) or _is_beside(at, named, rest, negations))
    }
    found = list(dict.fromkeys(possible.values()))
    if not found and field.low <= 0:  # "pas de sac"
        none = {
            at
            for at, term in rest.items()
            if term.stem in named and not term.small and _none_before(at, rest, language)
        }
        if none:
            words = {at for at, term in rest.items() if term.stem in named and not term.small}
            return SaidFact([0], words | {at for one in none for at in _none_before(one, rest, language)})
    if not found:  # "un bout"
        single = load_vocabulary(language).single
        one = [at for at in rest if at + 1 in rest and rest[at].word in single and rest[at + 1].stem in named]
        return SaidFact([1], {one[0], one[0] + 1}) if len(one) == 1 and field.low <= 1 <= high else None
    if len(found) > 1:  # "49 points avec deux bouts": the one that counts them
        counting = {at: number for at, number in possible.items() if at + 1 in rest and rest[at + 1].stem in named}
        possible, found = counting, list(dict.fromkeys(counting.values()))
    onto = load_vocabulary(language).onto  # "sur 5 cartes"
    words = [
        at
        for at, term in rest.items()
        if at in possible or (term.stem in named and not term.small) or (at + 1 in possible and term.word in onto)
    ]
    telling = load_vocabulary(language).telling  # "40 au score"
    words += [
        at for at, term in rest.items() if term.word in telling and any(_is_next_to(at, one, rest) for one in possible)
    ]
    return SaidFact(found, words) if len(found) == 1 else None


def _none_before(at: int, rest: Mapping[int, Term], language: str) -> list[int]:
    """The words before a thing that say that there is none of it."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    before = at - 1
    while before in rest and rest[before].word in vocabulary.belonging | words.any_of - vocabulary.negations:
        before -= 1
    return [before] if before in rest and rest[before].word in vocabulary.negations else []


def _is_next_to(at: int, other: int, rest: Mapping[int, Term]) -> bool:
    """Whether only small words stand between two words."""
    between = range(min(at, other) + 1, max(at, other))
    return all(one in rest and rest[one].small and rest[one] not in (NEXT, STOP) for one in between)


def _list_of_numbers(
    field: Numbers, facts: Mapping[str, SaidFact], said: Sequence[Term], language: str
) -> SaidFact | None:
    """The only list of numbers that are no other fact, as long as it may be: "on a dit 2, 1 et 0"."""
    if field.among is not None:
        return None
    vocabulary = load_vocabulary(language)
    taken = {at for fact in facts.values() for at in fact.words}
    numbers = [at for at, term in enumerate(said) if term.stem.isdigit() and at not in taken]
    rows = _rows(numbers, said, vocabulary)
    listed = max(rows, key=len, default=[])
    others = {at for row in rows if row is not listed for at in row}
    counts = {at for at in others if _is_number_of_others(at, listed, said, vocabulary)}
    explained = counts | {at for at in others if _is_wanted(at, said, vocabulary)}
    if not field.fewest <= len(listed) <= field.most or len(listed) == 1 or others - explained:
        return None
    named = _stems(field.label.render(language), language)
    words = {at for at, term in enumerate(said) if term.stem in named}
    beside = {other for at in counts for other in (at - 1, at + 1)}
    return SaidFact([[int(said[at].stem) for at in listed]], {*listed, *words, *explained, *beside})


def _rows(numbers: Sequence[int], said: Sequence[Term], vocabulary: Vocabulary) -> list[list[int]]:
    """Numbers in rows, as they are joined."""
    rows: list[list[int]] = []
    for at in numbers:
        between = said[rows[-1][-1] + 1 : at] if rows else []
        joined = bool(rows) and all(one == NEXT or one.word in vocabulary.joining for one in between)
        if joined:
            rows[-1].append(at)
        else:
            rows.append([at])
    return rows


def _is_number_of_others(at: int, listed: Sequence[int], said: Sequence[Term], vocabulary: Vocabulary) -> bool:
    """Whether a number says whose the numbers of a list are: "les trois autres ont dit 2, 1 et 1"."""
    beside = [said[other] for other in (at - 1, at + 1) if 0 <= other < len(said)]
    others = any(vocabulary.sides.get(term.word) == "rest" for term in beside)
    return others and int(said[at].stem) == len(listed)


def _is_wanted(at: int, said: Sequence[Term], vocabulary: Vocabulary) -> bool:
    """Whether somebody asks whether he may say a number: the answer says which he may not."""
    return at > 0 and said[at - 1].word in vocabulary.saying


def _player(players: Collection[str], said: Mapping[int, Term], language: str) -> SaidFact | None:
    """The only player whose name, or a word of it, is said."""
    names = {player: {term.word for term in terms(player, language)} for player in players}
    called = {at: [player for player in players if term.word in names[player]] for at, term in said.items()}
    found = list(dict.fromkeys(player for of_word in called.values() for player in of_word))
    return SaidFact(found, [at for at, of_word in called.items() if of_word]) if len(found) == 1 else None


def _choice(field: Choice, rest: Mapping[int, Term], said: Sequence[Term], language: str) -> SaidFact | None:
    """The raw choice whose words are said, and no other's as much.

    A suit is one only beside the name of what is chosen, "atout pique"; what is denied in a choice must be denied.
    """
    vocabulary = load_vocabulary(language)
    denied = {term.word for term in said} & vocabulary.negations
    named = _stems(field.label.render(language), language)
    shares = []
    for choice, label in field.choices:
        words = terms(label.render(language).partition(" (")[0], language)
        stems = {term.stem for term in words if not term.small}
        stems = _number_alone(stems, said, vocabulary)
        at = [at for at, term in rest.items() if term.stem in stems]
        if stems and stems <= vocabulary.suit_stems:
            at = [one for one in at if _is_beside(one, named, rest, vocabulary.negations)]
        negated = {term.word for term in words} & vocabulary.negations
        if negated <= denied and (not negated or len(words) == 1 or _stand_together(words, said)):
            shares.append((len({rest[one].stem for one in at}) / len(stems) if stems else 0.0, choice, words))
    best = max((share for share, _, _ in shares), default=0.0)
    chosen = [(choice, words) for share, choice, words in shares if share == best]
    if len(chosen) > 1:  # "garde sans", "coinché, surcoinché"
        chosen = [
            (choice, words) for choice, words in chosen if not any(_says_more(other, words) for _, other in chosen)
        ]
    if len(chosen) > 1:  # "contrat 90, on a fait 110": of two numbers, the one that is named
        chosen = [
            (choice, words)
            for choice, words in chosen
            if _is_named(words, named, rest, vocabulary.negations) or _has_suit(words, said, vocabulary)
        ]
    if best < SAID or len(chosen) != 1:
        return None
    ((choice, words),) = chosen
    if len(words) == 1 and any(_is_denied(at, said, vocabulary) for at, term in rest.items() if term in words):
        return None
    all_stems = {term.stem for term in words} | named
    used = [at for at, term in rest.items() if term.stem in all_stems]
    return SaidFact([getattr(choice, "value", choice)], used, whole=best == 1)


def _number_alone(stems: set[str], said: Sequence[Term], vocabulary: Vocabulary) -> set[str]:
    """The number of a choice of how many play, without its noun where it is said so: "à quatre"."""
    numbers = {stem for stem in stems if stem.isdigit()}
    seated = any(term.stem in numbers and before.word in vocabulary.seats for before, term in pairwise(said))
    return numbers if len(numbers) == 1 and seated else stems


def _stand_together(words: Sequence[Term], said: Sequence[Term]) -> bool:
    """Whether words are said one after another: "no trumps", but not "no spade, hearts trump"."""
    return any(
        [term.stem for term in said[at : at + len(words)]] == [term.stem for term in words] for at in range(len(said))
    )


def _has_suit(words: Sequence[Term], said: Sequence[Term], vocabulary: Vocabulary) -> bool:
    """Whether the only word of a choice, a number, is said of a suit: "80 à cœur"."""
    (stem, *others) = {term.stem for term in words}
    places = [at for at, term in enumerate(said) if term.stem == stem and stem.isdigit() and not others]
    return any(_suit_behind(at, said, vocabulary) is not None for at in places)


def _suit_behind(at: int, said: Sequence[Term], vocabulary: Vocabulary) -> int | None:
    """Where the suit stands behind a number, small words in between at most."""
    after = at + 1
    while after < len(said) and said[after].small and said[after] not in (NEXT, STOP):
        after += 1
    return after if after < len(said) and said[after].stem in vocabulary.suit_stems else None


def _says_more(one: Sequence[Term], other: Sequence[Term]) -> bool:
    """Whether the words of one choice say what another one says, and more."""
    ones, others = ({term.stem for term in words if not term.small} for words in (one, other))
    longer = len(ones) == len(others) == 1 and next(iter(ones)).endswith(next(iter(others)))
    return ones != others and (ones > others or longer)


def _is_denied(at: int, said: Sequence[Term], vocabulary: Vocabulary) -> bool:
    """Whether a negation stands right before a word: "pas coinché"."""
    return at > 0 and said[at - 1].word in vocabulary.negations


def _is_named(
    words: Sequence[Term], named: Collection[str], rest: Mapping[int, Term], negations: Collection[str]
) -> bool:
    """Whether the only word of a choice, a number, is said beside the name of what is chosen."""
    stems = {term.stem for term in words}
    return all(stem.isdigit() for stem in stems) and any(
        term.stem in stems and _is_beside(at, named, rest, negations) for at, term in rest.items()
    )


def _stems(text: str, language: str) -> set[str]:
    """The stems of a text without its small words."""
    return {term.stem for term in terms(text, language) if not term.small}


def _is_beside(at: int, named: Collection[str], rest: Mapping[int, Term], negations: Collection[str]) -> bool:
    """Whether one of these stems is said next to a word, with small words in between at most, but no negation."""
    for step in (-1, 1):
        other = at + step
        while other in rest and rest[other].small and not _parts(rest[other], negations):
            other += step
        if other in rest and rest[other].stem in named:
            return True
    return False


def _parts(term: Term, negations: Collection[str]) -> bool:
    """Whether a small word parts what is before it from what is after it."""
    return term.word in negations or term in (NEXT, STOP)
