"""The choices that a sentence says: a contract, a suit of trumps, that somebody doubled."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from referee.answers.answer import Field
from referee.answers.choices import Bids, Choice, Choices
from referee.answers.numbers import Number, Points
from referee.desk.query_cards.trump_cards import TRUMP, trump_field
from referee.desk.query_words.circumstances import seats_told
from referee.desk.query_words.denials import denial_of
from referee.desk.query_words.phrases import clause_of, items
from referee.desk.query_words.sentence_fact import SaidFact
from referee.desk.query_words.sentence_terms import STOP, may_be_a_name
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.query_words.words_near import is_beside, stems_of, stems_of_words
from referee.desk.search.search_terms import Term, label_terms, terms_of
from referee.desk.search.vocabulary import Vocabulary, load_vocabulary

FEWEST_THINGS, MOST_THINGS = 3, 8
"""A choice of so many things at least may be named one after another, so many times at most."""

FEWEST_BIDS = 2
"""So many bids at least are a list of what each said."""

NAME_AND_BID = 2
"""The words of an item that names who spoke and what he said: "Cat licence"."""

SAID = 0.6
"""The least share of the words of a choice that are said."""


def choice_said(field: Choice, rest: Mapping[int, Term], terms: Sequence[Term], language: str) -> SaidFact | None:
    """The raw choice whose words are said, and no other's as much.

    A suit is one only beside the name of what is chosen, "atout pique"; what is denied in a choice must be denied.
    """
    names = stems_of(field.label.render(language), language)
    called = stems_of_words(load_sentence_words(language).asked_for, language)
    named_so = names if names.isdisjoint(called) else names | called
    if field.optional and _is_name_denied(field, rest, terms, language):
        return None
    rest = _with_sides_as_chosen(field, names, rest, terms, language)
    denied = _denied_in_words(field, rest, terms, language)
    rest = {at: term for at, term in rest.items() if at not in denied}
    shares = [*_shares(field, named_so, rest, terms, language)]
    best = max((share for share, _, _ in shares), default=0.0)
    most = [(choice, words) for share, choice, words in shares if share == best]
    chosen = _only_one(most, names, rest, terms, language)
    if best < SAID or len(chosen) != 1:
        return None
    ((choice, words),) = chosen
    if len(words) == 1 and (_is_denied(words[0], rest, terms, language) or _is_counted(words[0], names, terms)):
        return None
    stems = {term.stem for term in words} | named_so
    used = [at for at, term in rest.items() if term.stem in stems]
    return SaidFact([getattr(choice, "value", choice)], {*used, *denied}, whole=best == 1)


def _is_name_denied(field: Choice, rest: Mapping[int, Term], terms: Sequence[Term], language: str) -> bool:
    """Whether it is said of what is chosen that there is none: "pas de petit au bout"."""
    stems = stems_of(field.label.render(language), language)
    return any(term.stem in stems and denial_of(at, terms, language) for at, term in rest.items())


def _denied_in_words(field: Choice, rest: Mapping[int, Term], terms: Sequence[Term], language: str) -> set[int]:
    """The words that deny a choice of a fact that may be left open, no suit: "pas de surcoinche"."""
    labels = [label_terms(label, language) for _, label in field.choices] if field.optional else []
    single = {words[0].stem for words in labels if len(words) == 1} - load_vocabulary(language).suit_stems
    places = [at for at, term in rest.items() if term.stem in single]
    denials = {at: denial_of(at, terms, language) for at in places}
    return {other for at, denial in denials.items() if denial for other in (*denial, at)}


def _with_sides_as_chosen(
    field: Choice, names: Collection[str], rest: Mapping[int, Term], terms: Sequence[Term], language: str
) -> Mapping[int, Term]:
    """The words, those for a side that is chosen as the choice has them: "petit au bout pour le preneur"."""
    sides = load_vocabulary(language).sides
    if not any(sides.get(term.word) in ("taker", "other") for term in rest.values()):
        return rest
    labels = (term for _, label in field.choices for term in label_terms(label, language))
    answers_of_sides = {sides[term.word]: term.stem for term in labels if sides.get(term.word) in ("taker", "other")}
    in_answers = dict(rest)
    for at, term in rest.items():
        side = sides.get(term.word)
        if side in answers_of_sides and any(terms[other].stem in names for other in clause_of(at, terms)):
            in_answers[at] = Term(term.word, answers_of_sides[side])
    return in_answers


def _shares(
    field: Choice, names: Collection[str], rest: Mapping[int, Term], terms: Sequence[Term], language: str
) -> Iterator[tuple[float, Any, Sequence[Term]]]:
    """Of each choice the share of its words that are said, the choice, and its words.

    ``names``: the stems of the name of what is chosen.
    """
    vocabulary = load_vocabulary(language)
    denied = {term.word for term in terms} & vocabulary.negations
    for choice, label in field.choices:
        words = terms_of(label.render(language).partition(" (")[0], language)
        stems = _number_alone({term.stem for term in words if not term.small}, terms, language)
        at = [at for at, term in rest.items() if term.stem in stems]
        if stems and stems <= vocabulary.suit_stems:
            beside = [place for place in at if is_beside(place, names, rest, vocabulary.negations)]
            at = beside or ([] if field.key == TRUMP else [index for index in at if _is_clause(index, terms)])
        negated = {term.word for term in words} & vocabulary.negations
        if negated <= denied and (not negated or len(words) == 1 or _stand_together(words, terms)):
            yield (len({rest[place].stem for place in at}) / len(stems) if stems else 0.0), choice, words


def _only_one(
    chosen: Sequence[tuple[Any, Sequence[Term]]],
    names: Collection[str],
    rest: Mapping[int, Term],
    terms: Sequence[Term],
    language: str,
) -> Sequence[tuple[Any, Sequence[Term]]]:
    """Of choices of which as much is said those that are meant, one where it is known; each with its words."""
    vocabulary = load_vocabulary(language)
    if len(chosen) > 1:  # "garde sans", "coinché, surcoinché"
        chosen = [
            (choice, words) for choice, words in chosen if not any(_says_more(other, words) for _, other in chosen)
        ]
    if len(chosen) > 1:  # "petit au bout" is no "petite"
        spelt = {term.word for term in terms}
        literal = [
            (choice, words) for choice, words in chosen if {term.word for term in words if not term.small} <= spelt
        ]
        chosen = literal if len(literal) == 1 else chosen
    if len(chosen) > 1:  # "contrat 90, on a fait 110": of two numbers, the one that is named
        chosen = [
            (choice, words)
            for choice, words in chosen
            if _is_named(words, names, rest, vocabulary.negations)
            or _has_suit(words, terms, vocabulary)
            or _is_bid(words, terms, language)
        ]
    if len(chosen) > 1:  # "barbu, contrat des plis": the one beside the name
        beside = [at for at in rest if is_beside(at, names, rest, vocabulary.negations)]
        beside_name = [(choice, words) for choice, words in chosen if any(rest[at] in words for at in beside)]
        return beside_name if len(beside_name) == 1 else chosen
    return chosen


def _is_denied(word: Term, rest: Mapping[int, Term], terms: Sequence[Term], language: str) -> bool:
    """Whether the only word of a choice is denied; "je n'ai pas de carreau": a suit may be trumps still."""
    vocabulary = load_vocabulary(language)
    places = [at for at, term in rest.items() if term == word]
    if word.stem in vocabulary.suit_stems:
        return any(at > 0 and terms[at - 1].word in vocabulary.negations for at in places)
    return any(denial_of(at, terms, language) for at in places)


def _is_counted(word: Term, names: Collection[str], terms: Sequence[Term]) -> bool:
    """Whether the only word of a choice is said of things that are counted: "j'ai pris 3 dames" is no contract."""
    places = [at for at, term in enumerate(terms) if term.stem == word.stem]
    counted = all(at > 0 and terms[at - 1].stem.isdigit() for at in places)
    return bool(places) and counted and not any(term.stem in names for term in terms)


def _is_clause(at: int, terms: Sequence[Term]) -> bool:
    """Whether a word opens the text as a clause of its own: "cœurs : Ana 5, Bob 3"."""
    return all(term.small for term in terms[:at]) and at + 1 < len(terms) and terms[at + 1] == STOP


def _has_suit(words: Sequence[Term], terms: Sequence[Term], vocabulary: Vocabulary) -> bool:
    """Whether the only word of a choice, a number, is said of a suit: "80 à cœur"."""
    (stem, *others) = {term.stem for term in words}
    places = [at for at, term in enumerate(terms) if term.stem == stem and stem.isdigit() and not others]
    return any(_suit_behind(at, terms, vocabulary) is not None for at in places)


def _is_bid(words: Sequence[Term], terms: Sequence[Term], language: str) -> bool:
    """Whether the only word of a choice, a number, is told to be bid: "ils ont annoncé 120"."""
    bidding = load_sentence_words(language).bidding
    return all(term.stem.isdigit() for term in words) and any(
        first.word in bidding and second in words for first, second in pairwise(terms)
    )


def _suit_behind(at: int, terms: Sequence[Term], vocabulary: Vocabulary) -> int | None:
    """Where the suit stands behind a number, small words in between at most."""
    after = at + 1
    while after < len(terms) and terms[after].small and not terms[after].separates:
        after += 1
    return after if after < len(terms) and terms[after].stem in vocabulary.suit_stems else None


def _number_alone(stems: set[str], terms: Sequence[Term], language: str) -> set[str]:
    """The number of a choice of how many play, without its noun where it is said so: "à quatre"."""
    vocabulary = load_vocabulary(language)
    numbers = {stem for stem in stems if stem.isdigit()}
    players = load_sentence_words(language).players
    seated = any(
        (after.stem in numbers and term.word in vocabulary.seats) or (term.stem in numbers and after.word in players)
        for term, after in pairwise(terms)
    )
    return numbers if len(numbers) == 1 and seated else stems


def _stand_together(words: Sequence[Term], terms: Sequence[Term]) -> bool:
    """Whether words are said one after another: "no trumps", but not "no spade, hearts trump"."""
    return any(
        [term.stem for term in terms[at : at + len(words)]] == [term.stem for term in words] for at in range(len(terms))
    )


def _says_more(words: Sequence[Term], others: Sequence[Term]) -> bool:
    """Whether the words of a choice say what those of another say, and more."""
    stems = {term.stem for term in words if not term.small}
    other_stems = {term.stem for term in others if not term.small}
    longer = len(stems) == len(other_stems) == 1 and next(iter(stems)).endswith(next(iter(other_stems)))
    return stems != other_stems and (stems > other_stems or longer)


def _is_named(
    words: Sequence[Term], names: Collection[str], rest: Mapping[int, Term], negations: Collection[str]
) -> bool:
    """Whether the only word of a choice, a number, is said beside the name of what is chosen."""
    stems = {term.stem for term in words}
    return all(stem.isdigit() for stem in stems) and any(
        term.stem in stems and is_beside(at, names, rest, negations) for at, term in rest.items()
    )


def is_meant(field: Choice, fields: Sequence[Field], terms: Sequence[Term], language: str) -> bool:
    """Whether a choice may be said: its whole name must be, where another one has the same words to choose from."""
    if not any(isinstance(other, Choice) and other is not field and other.choices == field.choices for other in fields):
        return True
    return stems_of(field.label.render(language), language) <= {term.stem for term in terms}


def denied_choices(
    fields: Sequence[Field], facts: Collection[str], terms: Sequence[Term], language: str
) -> frozenset[int]:
    """The words that say of a fact that may be left open that there is none: "sans belote ni coinche"."""
    optional = [
        other for other in fields if other.optional and not isinstance(other, Number) and other.key not in facts
    ]
    found: set[int] = set()
    for field in optional:
        labels = [field.label, *(label for _, label in getattr(field, "choices", ()))]
        stems = {stem for label in labels for stem in stems_of(label.render(language), language)}
        for at, term in enumerate(terms):
            denial = denial_of(at, terms, language) if term.stem in stems else ()
            if denial:
                found |= {*denial, *_of_label(at, stems, terms)}
    return frozenset(found)


def _of_label(at: int, stems: Collection[str], terms: Sequence[Term]) -> list[int]:
    """The words of a label from this one on: "petit au bout"."""
    words, after = [at], at + 1
    while after < len(terms) and (terms[after].stem in stems or (terms[after].small and not terms[after].separates)):
        if terms[after].stem in stems:
            words.append(after)
        after += 1
    return words


def suit_of_bid(
    fields: Sequence[Field], facts: Mapping[str, SaidFact], terms: Sequence[Term], language: str
) -> SaidFact | None:
    """The suit that stands behind what was bid: "130 à pique"."""
    field, vocabulary = trump_field(fields), load_vocabulary(language)
    bid = [at for key, fact in facts.items() if key != TRUMP for at in fact.words if terms[at].stem.isdigit()]
    if field is None or TRUMP in facts or not any(isinstance(other, Points) for other in fields):
        return None
    for at in bid:
        after = _suit_behind(at, terms, vocabulary)
        if after is not None:
            for choice, label in field.choices:
                if terms[after].stem in stems_of(label.render(language), language):
                    return SaidFact([getattr(choice, "value", choice)], {after})
    return None


def choices_in_order(field: Choices, terms: Sequence[Term], language: str) -> SaidFact | None:
    """Things named one after another: "pioche, tire, pioche", "deux pioches"; what somebody does is none of them."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    stems_of_choices = [(id, stems_of(label.render(language), language)) for id, label in field.choices]
    by_stem = {next(iter(stems)): id for id, stems in stems_of_choices if len(stems) == 1}
    if len(field.choices) < FEWEST_THINGS:
        return None
    found: list[str] = []
    used: set[int] = set()
    for at, term in enumerate(terms):
        if term.stem not in by_stem:
            continue
        before = terms[at - 1] if at else STOP
        place = words.ordinals.index(before.word) if before.word in words.ordinals else None
        further = (
            place == found.count(by_stem[term.stem]) and terms[at - 2].word in vocabulary.single
        )  # "a second pioche"
        again = before.word in vocabulary.definite and by_stem[term.stem] in found
        counted = int(before.stem) if before.stem.isdigit() else 1
        apart = before.separates or before.word in vocabulary.single | vocabulary.joining | words.another
        if again:
            used.add(at)
        elif (
            apart
            or before.stem in by_stem
            or before.stem.isdigit()
            or before.word in vocabulary.definite | words.laying
            or further
        ):
            found += [by_stem[term.stem]] * counted
            used |= {at, at - 1} if before.stem.isdigit() or before.word in words.another or further else {at}
        else:
            return None  # "il tire une carte"
    if used and _tells_of_two(terms, range(min(used), max(used)), language):
        return None  # of whom each is told is not read
    used |= {at for at, term in enumerate(terms) if term.word in words.laying}
    return SaidFact([found], used) if found and len(found) <= MOST_THINGS else None


def _tells_of_two(terms: Sequence[Term], listed: range, language: str) -> bool:
    """Whether things in a list are told of two people: "il jette …, et moi …", "je jette … et Zoé …"."""
    words, vocabulary = load_sentence_words(language), load_vocabulary(language)
    told = {term.word for term in terms[: listed.stop]}
    mine = told & words.myself
    before = {term.word for term in terms[: listed.start]}
    joined = [after for first, after in pairwise(terms[listed.start : listed.stop]) if first.word in vocabulary.joining]
    another = any(may_be_a_name(term, language) for term in joined)
    return bool(mine and (told & words.others or another or not before & words.myself))


def bids_in_order(field: Bids, terms: Sequence[Term], language: str) -> tuple[Sequence[Any], Collection[int]] | None:
    """What each said in turn, "Lou brevet, Sam bac, Théo passe", with the words of it; None where it is in doubt.

    Each item of the list must have a bid: where two people are told together it is not known how many spoke. So must
    each one in which somebody says something, and of as many players as are told to play.
    """
    stems_of_choices = [
        (choice, stems_of(label.render(language).partition(" (")[0], language)) for choice, label in field.choices
    ]
    by_stem = {next(iter(stems)): choice for choice, stems in stems_of_choices if len(stems) == 1}
    bids = [at for at, term in enumerate(terms) if term.stem in by_stem]
    if not FEWEST_BIDS <= len(bids) <= field.most:
        return None
    if not _speaks_each_once(bids, terms, language):
        return None
    return [by_stem[terms[at].stem] for at in bids], bids


def _speaks_each_once(bids: Sequence[int], terms: Sequence[Term], language: str) -> bool:
    """Whether each bid is of another player, and all that are told to play have one; ``bids``: their indexes."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    parts = [*items(terms, vocabulary.joining)]
    without_bid = [terms[start:end] for start, end in parts if not any(start <= at < end for at in bids)]
    asserted = [part for part in without_bid if not any(term.word in vocabulary.asking for term in part)]
    told = [part for part in asserted if may_be_a_name(part[0], language)]
    if any(len(part) == NAME_AND_BID or any(term.word in words.bidding for term in part) for part in told):
        return False
    listed = [(start, end) for start, end in parts if bids[0] < end and start <= bids[-1]]
    before = max((end for _, end in parts if end <= bids[0]), default=-1)
    together = 0 <= before < len(terms) and terms[before].word in vocabulary.joining
    if together or not all(any(start <= at < end for at in bids) for start, end in listed):
        return False
    spoken = [terms[at] for at in range(bids[-1]) if terms[at].word not in words.bidding]
    names = [term.word for term in spoken if may_be_a_name(term, language)]
    people = words.myself | words.others | words.people
    speakers = [
        any(may_be_a_name(term, language) or term.word in people for term in terms[start:end]) for start, end in listed
    ]
    unnamed = any(speakers) and not all(speakers)  # "Ben bac then master": two of one player
    seats = seats_told(terms, language)
    return not unnamed and len({*names}) == len(names) and (not seats or len(bids) in seats)
