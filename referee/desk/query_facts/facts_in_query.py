"""The facts of a desk question that are said in a search: cards, choices, a number, a player; and what is left over.

"Un 9 sur un 9": a card is known by the words of its face, its suit may be left open; what is before a word like "sur"
is to be played, what is after it lies on the table. Nothing is counted up before its number is known to be small.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, product
from typing import Any

from referee.answers.answer import Field
from referee.answers.cards import Cards, OneCard, Plays
from referee.answers.choices import Choice
from referee.answers.numbers import Counts, Number, Numbers, Points
from referee.answers.players import OnePlayer
from referee.cards.packs import Pack
from referee.desk.query_facts.card_phrases import CardPhrase, card_phrases
from referee.desk.query_facts.deal_said import TAKER, deal_said, taker_said
from referee.desk.query_facts.hands_said import led, whole_hand
from referee.desk.query_facts.words_said import NEXT, STOP
from referee.desk.search_index import Index, load_index
from referee.desk.search_words import Term, Vocabulary, keys, load_vocabulary, terms
from referee.desk_questions.desk_question import DeskQuestion
from referee.game_definition.game import Game

TRUMP = "trump"
"""The key of the fact with the suit of trumps."""

OPEN = 64
"""The most ways to fill in what words leave open: three cards of any suit."""

SAID = 0.6
"""The least share of the words of a choice that are said."""

CARD = 2
"""The most words of the name of a card, the small ones aside."""

LONGEST_NAME = 8
"""The most words of the name of a game, the small ones among them."""

MOST_PEOPLE = 12
"""A number up to this one may be that of the players: it is a fact only beside a word for what it numbers."""


@dataclass(frozen=True, slots=True)
class SaidFact:
    """The raw values that words may mean, and the indexes of the words that say it; ``whole``: they say all of it."""

    values: Sequence[Any]
    words: Collection[int]
    whole: bool = True


@dataclass(frozen=True, slots=True)
class SaidFacts:
    """The facts that words say.

    ``ways``: the raw facts by key, one mapping for each way to fill in what the words leave open, none of nothing;
    ``whole``: whether there are no more ways than these, and each fact is said in full. ``used``: the indexes of the
    words that say them; ``asks``: whether they ask what a whole hand may play.
    """

    ways: Sequence[dict[str, Any]] = ()
    whole: bool = True
    used: frozenset[int] = frozenset()
    asks: bool = False


def facts_in_query(
    fields: Sequence[Field],
    players: Collection[str],
    said: Sequence[Term],
    language: str,
    strangers: Sequence[str] = (),
) -> SaidFacts:
    """The facts that the words of a query say.

    ``fields``: those to look for; ``said``: the words, without those that are added for their meanings; ``strangers``:
    the players of a table without names, of whom the first is the one who took.
    """
    pack = _pack_of(fields)
    phrases = [] if pack is None else card_phrases(said, pack, language)
    facts = dict(_card_facts(fields, said, phrases, language))
    of_cards = {at for phrase in phrases for at in range(phrase.start, phrase.end)}
    rest = {at: term for at, term in enumerate(said) if at not in of_cards}
    for field in fields:
        fact = None
        if isinstance(field, Choice) and field.offered:
            fact = _choice(field, rest, said, language) if _is_meant(field, fields, said, language) else None
        elif isinstance(field, OnePlayer):
            fact = _player(players, rest, language)
        if fact is not None:
            facts[field.key] = fact
    of_deal = _deal_facts(fields, strangers, said, {at for fact in facts.values() for at in fact.words}, language)
    told = {at for fact in of_deal.values() for at in fact.words if said[at].stem.isdigit()}
    rest = {at: term for at, term in rest.items() if at not in told}
    for field in fields:
        fact = None
        if isinstance(field, Number):
            fact = _number(field, fields, rest, language)
        elif isinstance(field, Numbers):
            fact = _list_of_numbers(field, facts, said, language)
        if fact is not None:
            facts[field.key] = fact
    facts |= of_deal
    hand = _whole_hand(fields, said, phrases, facts, language)
    facts |= hand
    if not facts:
        return SaidFacts()
    ways = list(islice(product(*(fact.values for fact in facts.values())), OPEN + 1))
    used = frozenset(at for fact in facts.values() for at in fact.words)
    whole = len(ways) <= OPEN and all(fact.whole for fact in facts.values())
    of_card = any(isinstance(field, OneCard) and field.key in hand for field in fields)
    asks = of_card or (bool(hand) and any(term.word in load_vocabulary(language).must for term in said))
    return SaidFacts([dict(zip(facts, way, strict=True)) for way in ways[:OPEN]], whole, used, asks)


def _whole_hand(
    fields: Sequence[Field],
    said: Sequence[Term],
    phrases: Sequence[CardPhrase],
    facts: Mapping[str, SaidFact],
    language: str,
) -> dict[str, SaidFact]:
    """The hand that is all that is held, with what was led; nothing where there may be more or nothing was led."""
    plays = next((field for field in fields if isinstance(field, Plays)), None)
    hand = next((field for field in fields if isinstance(field, Cards) and field.key in facts), None)
    if plays is None or hand is None or hand in _card_fields(fields) or plays.key in facts:
        return {}
    held = _held(fields, said, phrases, language)
    whole, codes = whole_hand(said, held, language), facts[hand.key].values[0]
    others = [phrase for phrase in phrases if phrase not in held and phrase.count]
    card = next((field for field in fields if isinstance(field, OneCard) and field.hand == hand.key), None)
    laid = [phrase for phrase in others if _is_laid(phrase, codes, said, language)] if card else []
    others = [phrase for phrase in others if phrase not in laid]
    if len(laid) > 1:
        return {}
    first = led(said, others, codes, _trump_stem(fields, facts, language), plays.pack, language) if whole else None
    if first is None:
        return {}
    must = load_vocabulary(language).must
    words = {*facts[hand.key].words, *whole, *(at for at, term in enumerate(said) if term.word in must)}
    result = {hand.key: SaidFact([codes], words), plays.key: SaidFact(first.tricks, first.words)}
    if card is not None and laid:
        (code,) = {*laid[0].cards} & {*codes}
        result[card.key] = SaidFact([code], {*laid[0].words})
        if not words.isdisjoint(at for at, term in enumerate(said) if term.word in must):
            return {}  # whether it has to be played is not whether it may be
    return result


def _is_laid(phrase: CardPhrase, hand: Collection[str], said: Sequence[Term], language: str) -> bool:
    """Whether a phrase is the only card of a hand that it may be, after the word for laying it."""
    before = phrase.start - 1
    while before >= 0 and said[before].small and said[before] not in (NEXT, STOP):
        before -= 1
    laying = before >= 0 and said[before].word in load_vocabulary(language).laying
    return laying and phrase.count == 1 and len({*phrase.cards} & {*hand}) == 1


def _trump_stem(fields: Sequence[Field], facts: Mapping[str, SaidFact], language: str) -> str:
    """The stem of the suit that is said to be trumps, "" without one."""
    field = next((field for field in fields if isinstance(field, Choice) and field.key == TRUMP), None)
    if field is None or TRUMP not in facts:
        return ""
    (value,) = facts[TRUMP].values
    label = next(label for choice, label in field.choices if getattr(choice, "value", choice) == value)
    return next(iter(_stems(label.render(language), language)), "")


def _deal_facts(
    fields: Sequence[Field], strangers: Sequence[str], said: Sequence[Term], used: Collection[int], language: str
) -> dict[str, SaidFact]:
    """The points of both sides of a deal and its taker, where nobody has a name."""
    if not strangers:
        return {}
    if not any(isinstance(field, Points) for field in fields):
        words = taker_said(fields, said, language) if used else None
        return {} if words is None else {TAKER: SaidFact([strangers[0]], words)}
    deal = deal_said(fields, said, used, language)
    if deal is None:
        return {}
    points, counts = deal
    by_side = dict(zip(points.players, (counts.taken, counts.defended), strict=True))
    return {TAKER: SaidFact([strangers[0]], counts.words), points.key: SaidFact([by_side], counts.words)}


def _is_meant(field: Choice, fields: Sequence[Field], said: Sequence[Term], language: str) -> bool:
    """Whether a choice may be said: its name must be, where another one has the same words to choose from."""
    if not any(isinstance(other, Choice) and other is not field and other.choices == field.choices for other in fields):
        return True
    return bool(_stems(field.label.render(language), language) & {term.stem for term in said})


def _number(field: Number, fields: Sequence[Field], rest: Mapping[int, Term], language: str) -> SaidFact | None:
    """The only number said that may be the fact: beside its name, or a large one that can be nothing else."""
    named, negations = _stems(field.label.render(language), language), load_vocabulary(language).negations
    numbers = {at: int(term.stem) for at, term in rest.items() if term.stem.isdigit()}
    alone = sum(isinstance(other, Number | Numbers | Counts | Points) for other in fields) == 1
    high = math.inf if field.high is None or callable(field.high) else field.high
    possible = {
        at: number
        for at, number in numbers.items()
        if field.low <= number <= high and ((alone and number > MOST_PEOPLE) or _is_beside(at, named, rest, negations))
    }
    found = list(dict.fromkeys(possible.values()))
    if len(found) > 1:  # "49 points avec deux bouts": the one that counts them
        counting = {at: number for at, number in possible.items() if at + 1 in rest and rest[at + 1].stem in named}
        possible, found = counting, list(dict.fromkeys(counting.values()))
    onto = load_vocabulary(language).onto  # "sur 5 cartes"
    words = [
        at
        for at, term in rest.items()
        if at in possible or (term.stem in named and not term.small) or (at + 1 in possible and term.word in onto)
    ]
    return SaidFact(found, words) if len(found) == 1 else None


def _list_of_numbers(
    field: Numbers, facts: Mapping[str, SaidFact], said: Sequence[Term], language: str
) -> SaidFact | None:
    """The only list of numbers that are no other fact, as long as it may be: "on a dit 2, 1 et 0"."""
    if field.among is not None:
        return None
    vocabulary = load_vocabulary(language)
    taken = {at for fact in facts.values() for at in fact.words}
    numbers = [at for at, term in enumerate(said) if term.stem.isdigit() and at not in taken]
    if not field.fewest <= len(numbers) <= field.most:
        return None
    between = [said[at] for first, last in pairwise(numbers) for at in range(first + 1, last)]
    if len(between) < len(numbers) - 1 or any(one != NEXT and one.word not in vocabulary.joining for one in between):
        return None
    named = _stems(field.label.render(language), language)
    words = [at for at, term in enumerate(said) if term.stem in named]
    return SaidFact([[int(said[at].stem) for at in numbers]], {*numbers, *words})


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
        words = terms(label.render(language), language)
        stems = {term.stem for term in words if not term.small}
        at = [at for at, term in rest.items() if term.stem in stems]
        if stems and stems <= vocabulary.suit_stems:
            at = [one for one in at if _is_beside(one, named, rest, vocabulary.negations)]
        if {term.word for term in words} & vocabulary.negations <= denied:
            shares.append((len({rest[one].stem for one in at}) / len(stems) if stems else 0.0, choice, words))
    best = max((share for share, _, _ in shares), default=0.0)
    chosen = [(choice, words) for share, choice, words in shares if share == best]
    if len(chosen) > 1:  # "contrat 90, on a fait 110": of two numbers, the one that is named
        chosen = [(choice, words) for choice, words in chosen if _is_named(words, named, rest, vocabulary.negations)]
    if best < SAID or len(chosen) != 1:
        return None
    ((choice, words),) = chosen
    if len(words) == 1 and any(_is_denied(at, said, vocabulary) for at, term in rest.items() if term in words):
        return None
    all_stems = {term.stem for term in words} | named
    used = [at for at, term in rest.items() if term.stem in all_stems]
    return SaidFact([getattr(choice, "value", choice)], used, whole=best == 1)


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


def _card_fields(fields: Sequence[Field]) -> list[OneCard | Cards | Plays]:
    """The facts of what lies and of what is played: no hand that another fact is a card of."""
    cards = [field for field in fields if isinstance(field, OneCard | Cards | Plays)]
    hands = {field.hand for field in cards if isinstance(field, OneCard)}
    return [field for field in cards if field.key not in hands]


def _pack_of(fields: Sequence[Field]) -> Pack | None:
    return next((field.pack for field in _card_fields(fields)), None)


def _card_facts(
    fields: Sequence[Field], said: Sequence[Term], phrases: Sequence[CardPhrase], language: str
) -> Iterator[tuple[str, SaidFact]]:
    """The cards on the table and those that are played, with each way to fill in their suits."""
    cards = _card_fields(fields)
    if not 0 < len(cards) <= 2:  # noqa: PLR2004
        return
    held = _held(fields, said, phrases, language)
    hand = next((field for field in fields if isinstance(field, Cards) and field not in cards), None)
    if hand is not None and (values := _raw_cards(hand, held)):
        yield hand.key, SaidFact(values, {at for phrase in held for at in phrase.words}, whole=False)
    phrases = [phrase for phrase in phrases if phrase not in held]
    onto = load_vocabulary(language).onto
    border = next((at for at, term in enumerate(said) if term.word in onto), len(said))
    played = [phrase for phrase in phrases if phrase.end <= border]
    lying = [phrase for phrase in phrases if phrase.start > border]
    alone = cards[0] if len(cards) == 1 else None
    if alone is None:
        groups = zip(cards, (lying, played), strict=True)
    else:  # one card on another one are both on the pile; what else they would be is not said
        groups = zip(cards, ([*lying, *played] if isinstance(alone, Plays) or not lying else [],), strict=True)
    for field, group in groups:
        if values := _raw_cards(field, group):
            words = {at for phrase in group for at in phrase.words}
            yield field.key, SaidFact(values, words | {border} if lying and played else words)


def _held(
    fields: Sequence[Field], said: Sequence[Term], phrases: Sequence[CardPhrase], language: str
) -> list[CardPhrase]:
    """The cards of which somebody says that he has them ("j'ai", "il me reste"), where a trick is spoken of.

    The hand may hold more than what is said of it.
    """
    if not any(isinstance(field, Plays) and field.turn is None and not field.again for field in fields):
        return []
    vocabulary = load_vocabulary(language)
    holding, onto, held = vocabulary.holding, vocabulary.onto, False
    by_start, result = {phrase.start: phrase for phrase in phrases}, []
    for at, term in enumerate(said):
        goes_on = term.word not in onto and term.word not in vocabulary.led
        closes = term == STOP and not (at and said[at - 1].word in vocabulary.hand)  # "ma main : …"
        held = term.word in holding or (held and goes_on and not closes)
        if held and at in by_start and by_start[at].count:
            result.append(by_start[at])
    return result


def _raw_cards(field: OneCard | Cards | Plays, group: Sequence[CardPhrase]) -> Sequence[Any]:
    """The raw values of a fact that phrases of cards may mean, one more than may be open at most.

    None of more cards than the fact takes; a card of a hand is none without the hand.
    """
    ways = [phrase.ways for phrase in group]
    number = sum(len(of_phrase[0]) for of_phrase in ways)
    if not 0 < number <= _most_cards(field):
        return ()
    values = [[code for cards in way for code in cards] for way in islice(product(*ways), OPEN + 1)]
    return [codes[0] for codes in values] if isinstance(field, OneCard) else values


def _most_cards(field: OneCard | Cards | Plays) -> int:
    """The most cards that words can say of a fact."""
    if isinstance(field, OneCard):
        return 0 if field.hand else 1
    return field.most if isinstance(field, Cards) and field.most is not None else field.pack.most


# The words that are left over: "qui garde le pli ?", "je n'ai pas de cœur", "le valet d'atout". An answer that leaves
# such a word out answers another question.


def words_left_over(
    game: Game, question: DeskQuestion, said: Sequence[Term], used: Collection[int], language: str
) -> list[str]:
    """The words that matter and that neither the facts nor the question's label nor the game's name say, in order.

    A word matters where it denies, asks, puts one card on another or is a number, where it is a card in any game, and
    where the rules of the game know it, in this or in another spelling. ``used``: the indexes of the words that the
    facts say.
    """
    index, vocabulary = load_index(language), load_vocabulary(language)
    label = terms(question.label.render(language), language, meanings=False)
    asked = {term.stem for term in label} | _game_names(game, said, index)
    asked |= {stem for line in vocabulary.same_question if line & asked for stem in line}
    of_worth = vocabulary.groups.keys() if vocabulary.worth & asked else ()  # "carré": four cards, or what they make
    meanings = keys((term for term in label if not term.small), language).keys()
    left = []
    for at, term in enumerate(said):
        taken = at in used and term.word not in of_worth
        alike = not term.small and any(key in meanings for key in keys((term,), language) if key.startswith("="))
        accounted = taken or alike or term.stem in asked or term.word == vocabulary.of
        accounted = accounted or term.stem in vocabulary.scene or _joins(at, said, used, vocabulary)
        accounted = accounted or _is_repeated(at, said, used, vocabulary)
        if _counts(at, said, asked, language) or (not accounted and _matters(term, index, game)):
            left.append(term.word)
    return left


def _joins(at: int, said: Sequence[Term], used: Collection[int], vocabulary: Vocabulary) -> bool:
    """Whether a word only adds one card that is understood to another, or says that the card before it was led."""
    before, after = at - 1, at + 1
    while before in range(len(said)) and said[before].small and before not in used:
        before -= 1
    while after in range(len(said)) and said[after].small and after not in used:
        after += 1
    if said[at].word in vocabulary.leading:
        return at - 1 in used and _is_first_card(at - 1, said, used)
    return said[at].word in vocabulary.adding and before in used and after in used


def _is_repeated(at: int, said: Sequence[Term], used: Collection[int], vocabulary: Vocabulary) -> bool:
    """Whether a word speaks of a card named in the clause before: "roi de pique, atout 1 : c'est l'atout qui gagne"."""
    stem, clause = said[at].stem, max((other for other in range(at) if said[other] == STOP), default=0)
    if stem.isdigit() or stem in vocabulary.suit_stems or stem not in vocabulary.cards:
        return False
    return any(other in used and said[other].stem == stem for other in range(clause))


def _is_first_card(end: int, said: Sequence[Term], used: Collection[int]) -> bool:
    """Whether the words up to this one are one card, and no other stands before it in its list."""
    start = end
    while start - 1 >= 0 and (start - 1 in used or said[start - 1].small) and said[start - 1] not in (NEXT, STOP):
        start -= 1
    words = [at for at in range(start, end + 1) if at in used and not said[at].small]
    return len(words) <= CARD and said[start - 1 if start else start] != NEXT


def is_asked(question: DeskQuestion, said: Sequence[Term], language: str) -> bool:
    """Whether a word of a question's label, or one of the same question, says what it asks.

    A small one must be one with which things are asked.
    """
    vocabulary = load_vocabulary(language)
    label = terms(question.label.render(language), language, meanings=False)
    asked = {term.stem for term in label if not term.small or term.word in vocabulary.asking}
    for line in vocabulary.same_question:
        if line & asked and any(stem.endswith(".") for stem in line):
            asked |= line & vocabulary.worth or line
    return any(term.stem in asked for term in said if not term.small or term.word in vocabulary.asking)


def _counts(at: int, said: Sequence[Term], asked: Collection[str], language: str) -> bool:
    """Whether a word asks how many of a thing there are that is not asked for: "combien de jokers"."""
    vocabulary = load_vocabulary(language)
    if said[at].word not in vocabulary.asking or said[at].stem not in vocabulary.worth:
        return False
    after = [term for term in said[at + 1 : at + 3] if term.word != vocabulary.of]
    return bool(after) and not after[0].small and after[0].stem not in asked


def without_game_name(game: Game, said: Sequence[Term], language: str) -> Sequence[Term]:
    """The words without the name of the game that opens them or is said to be played: "coinche : …", "à la coinche".

    Elsewhere the same word may be one of cards.
    """
    vocabulary = load_vocabulary(language)
    starts = [0, *(at + len(words) for words in vocabulary.playing for at in _places(words, said))]
    for start in starts:
        names = _game_names(game, said[start : start + LONGEST_NAME], load_index(language))
        end = start
        while end < len(said) and (said[end].stem in names or (said[end].small and said[end] not in (NEXT, STOP))):
            end += 1
        while end > start and said[end - 1].stem not in names:
            end -= 1
        opens = start == 0 and end < len(said) and said[end] in (NEXT, STOP)
        if end > start and (opens or start):
            return [*said[:start], *said[end:]]
    return said


def may_be_named(game: Game, said: Sequence[Term], used: Collection[int], language: str) -> bool:
    """Whether the word that opens a text, which says a fact, may as well be the game: "coinche 90, on a fait 95"."""
    return 0 in used and {said[0].stem} in load_index(language).parts[game.id].names


def _places(words: Sequence[str], said: Sequence[Term]) -> list[int]:
    """Where words stand in a text, one after another."""
    return [at for at in range(len(said)) if [term.word for term in said[at : at + len(words)]] == [*words]]


def _game_names(game: Game, said: Sequence[Term], index: Index) -> set[str]:
    """The stems of the names of a game that are said whole, and of the words that are slips for one of theirs."""
    part = index.parts[game.id]
    large = {term: None for term in said if not term.small}
    meant = {term.stem: index.matching_stems(term, (part,)) | {term.stem} for term in large}
    stems = {stem for of_word in meant.values() for stem in of_word}
    names = [name for name in part.names if name <= stems and index.names_its_game(name, part)]
    named = {stem for name in names for stem in name}
    return named | {stem for stem, of_word in meant.items() if of_word & named}


def _matters(term: Term, index: Index, game: Game) -> bool:
    vocabulary = load_vocabulary(index.language)
    telling = vocabulary.negations | vocabulary.asking | vocabulary.onto | vocabulary.within
    if term.word in telling or term.stem.isdigit():
        return True
    of_cards = term.word in vocabulary.groups or term.stem in vocabulary.cards
    return not term.small and (of_cards or any(_spellings(term, index, game)))


def _spellings(term: Term, index: Index, game: Game) -> Iterator[str]:
    """The stems in the rules of a game that a word may mean."""
    scope = index.scope(game.id)
    for meant in index.query(term.word):
        yield from index.matching_stems(meant, scope)
