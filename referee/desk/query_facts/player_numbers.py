"""The numbers that a sentence says of each player: "Ana dit 2 fait 2, Bob 0 fait 1", "I ended on -2 but Sam has -4".

Each number is that of the person named before it in its item of the list, else of the one named behind it; "les autres
9 et 30" are two people. At a table without a match the players are seated in the order of the sentence.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from referee.answers.answer import Field
from referee.answers.numbers import Numbers
from referee.answers.players import OnePlayer
from referee.desk.query_facts.player_sentence import REST, Amounts, Person, Sentence
from referee.desk.query_words.sentence_fact import SaidFact
from referee.desk.query_words.sentence_terms import NEXT
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import load_vocabulary


def lists_of_a_side(
    fields: Sequence[Field], terms: Sequence[Term], used: Collection[int], language: str
) -> dict[str, SaidFact]:
    """The two lists of a side's numbers: what its players bid, and what they made."""
    lists = [field for field in fields if isinstance(field, Numbers) and field.among is None]
    sides = {load_vocabulary(language).sides.get(term.word) for term in terms}
    others = not sides.isdisjoint(("theirs", REST, "other"))
    if len(lists) != 2 or ("ours" in sides and others):  # noqa: PLR2004
        return {}
    sentence = Sentence(terms, used, language)
    amounts = sentence.amounts("we")
    if amounts is None or any(person.of("plain") for person in amounts.people):
        return {}
    if "theirs" in sides and len(amounts.people) > 1:
        return {}  # "bid 4 took 4, opponents bid 8 took 9"
    bid = [number for person in amounts.people for number in person.of("bid")]
    made = [number for person in _in_order_of_bids(amounts.people) for number in person.of("made")]
    first, second = lists
    each_said = any(term.word in sentence.words.each for term in terms)  # "we each bid 3"
    ours = any(person.name == "ours" and person.of("made") for person in amounts.people)
    together = len(made) == 1 and ours and not each_said
    several = any(len(person.of("made")) > 1 for person in amounts.people)
    each = len(bid) == len(made) > 1 and (not several or sentence.are_joined([*amounts.at][-len(made) :]))
    of_side = {person.name for person in amounts.people} <= {"we", "ours"}
    in_all = of_side and not each_said and len(bid) == len(made) == 1 and bid[0] > 0  # nil is one player's
    fits = (each or together or in_all) and first.fewest <= len(bid) <= first.most
    return {first.key: SaidFact([bid], amounts.words), second.key: SaidFact([made], amounts.words)} if fits else {}


def _in_order_of_bids(people: Sequence[Person]) -> Sequence[Person]:
    """The people; in the place of the only one who only bid, the only one who only made: "my partner", then "she"."""
    bidders = [person for person in people if person.of("bid") and not person.of("made")]
    makers = [person for person in people if person.of("made") and not person.of("bid")]
    if len(bidders) != 1 or len(makers) != 1:
        return people
    return [makers[0] if person is bidders[0] else person for person in people if person is not makers[0]]


def amount_facts(
    fields: Sequence[Field], strangers: Sequence[str], terms: Sequence[Term], used: Collection[int], language: str
) -> dict[str, SaidFact]:
    """The facts that are numbers of each player, and who did what is asked: at a table without names."""
    each = [other for other in fields if isinstance(other, Numbers) and other.among is not None]
    if not each or not strangers or len(each) > 2:  # noqa: PLR2004
        return {}
    sentence = Sentence(terms, used, language)
    amounts = sentence.all_amounts()
    if amounts is None or (len(each) == 1 and sentence.joins_equal_numbers):
        return {}
    if any(_share_a_number(person, sentence) for person in amounts.people):
        return {}
    people = [*_separate(amounts.people)]
    if sentence.others in (0, len(strangers) - len(people) + 1):
        people = [*_with_nothing(people, len(strangers) - len(people))]
    if len(people) != len(strangers) or not sentence.seated <= {len(people)}:
        return {}
    values = _values(each, people)
    if values is None:
        return {}
    facts = {
        field.key: SaidFact([dict(zip(strangers, row, strict=True))], amounts.words) for field, row in values.items()
    }
    for field in fields:
        if isinstance(field, OnePlayer):
            place = _who_did(field, sentence, amounts, people)
            if place is None or sentence.asks_of_another(people[place].name):
                return {}
            mine = sentence.mine_again() if people[place].name == "me" else set[int]()
            facts[field.key] = SaidFact([strangers[place]], sentence.words_of_acts(field) | mine)
    return facts


def amounts_of_some(
    fields: Sequence[Field], strangers: Sequence[str], terms: Sequence[Term], used: Collection[int], language: str
) -> dict[str, SaidFact]:
    """The numbers of each of some players, where fewer are told of than play: the first ones at the table."""
    each = [field for field in fields if isinstance(field, Numbers) and field.among is not None]
    if not each or len(each) > 2 or any(isinstance(other, OnePlayer) for other in fields):  # noqa: PLR2004
        return {}
    sentence = Sentence(terms, used, language)
    amounts = sentence.all_amounts()
    people = [] if amounts is None else [*amounts.people]
    if amounts is None or len(people) >= len(strangers) or sentence.seated:
        return {}
    if len(each) == 1 and sentence.joins_equal_numbers:
        return {}
    names = {person.name for person in people}
    if not sentence.speaks_of(names) <= names or names & {REST, "ours", "theirs"}:
        return {}  # "Paul a dit 2 et fait 3, combien marque Léa ?"
    values = _values(each, people)
    return {
        field.key: SaidFact([dict(zip(strangers, row, strict=False))], amounts.words)
        for field, row in (values or {}).items()
    }


def rows_by_name(
    fields: Sequence[Field], strangers: Sequence[str], terms: Sequence[Term], used: Collection[int], language: str
) -> dict[str, SaidFact]:
    """The facts that are numbers of each player, each a list after its name: "annonces 2 1 1, plis 2 2 1"."""
    each = [other for other in fields if isinstance(other, Numbers) and other.among is not None]
    words = load_sentence_words(language)
    kinds = (words.bidding | words.bid_lists, words.making)
    if len(each) == 1 and not any(isinstance(field, OnePlayer) for field in fields):
        return _row_of_all(each[0], strangers, terms, used, language)
    if len(each) != len(kinds) or not strangers:
        return {}
    facts: dict[str, SaidFact] = {}
    numbers: set[int] = set()
    for field, names in zip(each, kinds, strict=True):
        for at, term in enumerate(terms):
            row = _row_from(at + 1, terms, language) if term.word in names else []
            if len(row) == len(strangers) and field.key not in facts:
                values = [int(terms[place].stem) for place in row]
                facts[field.key] = SaidFact([dict(zip(strangers, values, strict=True))], {at, *row})
                numbers |= {*row}
    others = [at for at, term in enumerate(terms) if term.stem.isdigit() and at not in used and at not in numbers]
    return facts if len(facts) == len(each) and not others else {}


def _row_of_all(
    field: Numbers, strangers: Sequence[str], terms: Sequence[Term], used: Collection[int], language: str
) -> dict[str, SaidFact]:
    """The numbers of all players where they are listed, and no other number is told: "plis : 5 3 5 0"."""
    numbers = [at for at, term in enumerate(terms) if term.stem.isdigit() and at not in used]
    row = _row_from(numbers[0], terms, language) if numbers else []
    if row != numbers or len(row) != len(strangers):
        return {}
    values = [int(terms[at].stem) for at in row]
    return {field.key: SaidFact([dict(zip(strangers, values, strict=True))], row)}


def _row_from(start: int, terms: Sequence[Term], language: str) -> list[int]:
    """The numbers that stand one after another from this word on, joined at most."""
    joining = load_vocabulary(language).joining
    row, at = [], start
    while at < len(terms) and (terms[at].stem.isdigit() or terms[at] == NEXT or terms[at].word in joining):
        if terms[at].stem.isdigit():
            row.append(at)
        at += 1
    return row


def _share_a_number(person: Person, sentence: Sentence) -> bool:
    """Whether several are told to have one number, which each has or all together: "eux 36"; nought each has."""
    several = person.name == "theirs" or (person.name == REST and sentence.others == 0)
    return several and len(person.numbers) == 1 and person.numbers != [0]


def _separate(people: Sequence[Person]) -> Iterator[Person]:
    """The people, all others one by one."""
    for person in people:
        several = person.of("plain") if person.name == "ours" else person.numbers
        if person.name in (REST, "theirs", "ours") and len(several) > 1:
            yield from (
                Person(f"{person.name} {place}").with_number("plain", number)
                for place, number in enumerate(person.numbers)
            )
        else:
            yield person


def _with_nothing(people: Sequence[Person], missing: int) -> Iterator[Person]:
    """The people, so many more of the others where these are said to have nothing: "les deux autres rien"."""
    for person in people:
        yield person
        if person.name == REST and person.numbers == [0]:
            yield from (replace(person, name=f"{REST} {place}") for place in range(missing))


def _values(each: Sequence[Numbers], people: Sequence[Person]) -> dict[Any, list[int]] | None:
    """The numbers of each fact: of two facts, what was bid and what was made."""
    if len(each) == 1:
        rows = [person.once for person in people]
        return {each[0]: [row[0] for row in rows]} if all(len(row) == 1 for row in rows) else None
    pairs = [[*person.of("bid"), *person.of("plain"), *person.of("made")] for person in people]
    if any(len(pair) != 2 for pair in pairs):  # noqa: PLR2004
        return None
    return {field: [pair[place] for pair in pairs] for place, field in enumerate(each)}


def _who_did(field: OnePlayer, sentence: Sentence, amounts: Amounts, people: Sequence[Person]) -> int | None:
    """The place of who did what a fact asks, "Qui annonce Yaniv ?": he is told with the words for it."""
    names = [person.name for person in people]
    doers = {sentence.doer(at, amounts) for at in sentence.acts(field)} - {""}
    return names.index(doers.pop()) if len(doers) == 1 and doers <= {*names} else None
