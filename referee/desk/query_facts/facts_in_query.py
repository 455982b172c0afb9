"""The facts of a desk question that are said in a search: cards, choices, a number, a player."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.answers.answer import Field
from referee.answers.cards import OneCard
from referee.answers.choices import Bids, Choice, Choices, YesNo
from referee.answers.numbers import Number, Numbers, Points
from referee.answers.players import OnePlayer
from referee.desk.query_cards.card_roles import Role
from referee.desk.query_cards.hand_in_query import (
    HandInQuery,
    against_trumps,
    hand_said,
    in_another_order,
    told_of_cards,
)
from referee.desk.query_cards.hands_by_name import hands_by_name
from referee.desk.query_cards.sentence_cards import (
    CardsInQuery,
    card_facts,
    card_fields,
    cards_said,
    is_trick,
    laid_as_named,
)
from referee.desk.query_cards.trick_words import names_no_further_card
from referee.desk.query_cards.trump_cards import TRUMP, in_each_suit, trump_field
from referee.desk.query_cards.trump_suit import trump_told
from referee.desk.query_deal.side_points import TAKER, deal_said, taker_said
from referee.desk.query_facts.choice_facts import (
    bids_in_order,
    choice_said,
    choices_in_order,
    denied_choices,
    is_meant,
    suit_of_bid,
)
from referee.desk.query_facts.number_facts import list_of_numbers, number_said
from referee.desk.query_facts.partner_calls import call_facts
from referee.desk.query_facts.player_numbers import amount_facts, amounts_of_some, lists_of_a_side, rows_by_name
from referee.desk.query_facts.tallies import tallies_told
from referee.desk.query_facts.trick_lists import tricks_told
from referee.desk.query_facts.yes_no_facts import yes_no_said
from referee.desk.query_words.circumstances import lists_players, seats_told
from referee.desk.query_words.phrases import clause_of
from referee.desk.query_words.sentence_fact import OPEN, SaidFact, ways_of
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term, terms_of
from referee.desk.search.vocabulary import load_vocabulary

PLAYER = "player"
"""The key of the fact that asks who plays cards: among people without names the first."""

PLAYERS = "players"
"""The key of the fact that asks how many play, where it is a choice."""


@dataclass(frozen=True, slots=True)
class SaidFacts:
    """The facts that words say.

    ``ways``: the raw facts by key, one mapping for each way to fill in what the words leave open, none of nothing;
    ``whole``: whether there are no more ways than these, and each fact is said in full. ``used``: the indexes of the
    words that say them; ``asks``: whether they ask what a hand may play, or whether a card may be laid on
    what lies there. ``besides``: cards that the hand may hold
    beside those that are said, an answer that they change is none. ``seated``: whether they say how many play;
    ``of_some``: whether they tell numbers of some players alone; ``phrase_words``: the words of phrases of
    the question that tell some.
    """

    ways: Sequence[dict[str, Any]] = ()
    whole: bool = True
    used: frozenset[int] = frozenset()
    asks: bool = False
    besides: Sequence[str] = ()
    seated: bool = False
    of_some: bool = False
    phrase_words: frozenset[int] = frozenset()


def of_some(
    fields: Sequence[Field], facts: SaidFacts, strangers: Sequence[str], terms: Sequence[Term], language: str
) -> SaidFacts:
    """The facts, with the numbers of those players of whom they are told, where they are not told of all."""
    told = amounts_of_some(fields, strangers, terms, facts.used, language)
    told = told or tallies_told(fields, strangers, terms, language, of_all=False)
    if not told or len(facts.ways) > 1:
        return facts
    numbers = {key: fact.values[0] for key, fact in told.items()}
    ways = [{**way, **numbers} for way in facts.ways or [{}]]
    return replace(facts, ways=ways, used=facts.used | _words_of(told), of_some=True)


def facts_in_query(
    fields: Sequence[Field],
    players: Collection[str],
    terms: Sequence[Term],
    language: str,
    strangers: Sequence[str] = (),
) -> SaidFacts:
    """The facts that the words of a query say.

    ``fields``: those to look for; ``terms``: the words, without those that are added for their meanings; ``strangers``:
    the players of a table without names, of whom the first is the one who took. Where cards are of trumps and the suit
    of these is not said, each suit is a way.
    """
    facts = _facts(fields, players, terms, language, strangers)
    trumps = trump_field(fields)
    if trumps is None:
        return facts
    named = facts.ways[0].get(TRUMP) if facts.ways else None
    by_suit = [
        _facts(fields, players, words, language, strangers, trump)
        for trump, words in in_each_suit(trumps, terms, named, language)
    ]
    if len(by_suit) == 1 and by_suit[0].ways:  # the suit of trumps is said
        return by_suit[0]
    if not by_suit or any(of_suit.besides for of_suit in by_suit):  # further cards would be of one suit alone
        return facts
    share = OPEN // len(by_suit)
    whole = all(of_suit.whole and len(of_suit.ways) <= share for of_suit in by_suit)
    ways = [way for of_suit in by_suit for way in of_suit.ways[:share]]
    used = frozenset[int]().union(*(of_suit.used for of_suit in by_suit))
    return SaidFacts(ways, whole, used, asks=all(of_suit.asks for of_suit in by_suit))


def _facts(
    fields: Sequence[Field],
    players: Collection[str],
    terms: Sequence[Term],
    language: str,
    strangers: Sequence[str],
    trump: str | None = None,
) -> SaidFacts:
    """The facts that words say; ``trump``: the suit of trumps that is tried."""
    cards = cards_said(fields, terms, language)
    facts = {**dict(card_facts(cards)), **hands_by_name(cards), **_choices(fields, players, cards, trump)}
    facts |= _numbers(fields, strangers, cards, facts)
    if strangers and cards.phrases:
        first = [field for field in fields if isinstance(field, OnePlayer) and field.key == PLAYER]
        some = strangers if lists_players(terms, language) else strangers[:1]  # which of them it is, is not read
        facts |= {field.key: SaidFact(some, ()) for field in first if field.key not in facts}
    facts |= _partner_facts(fields, strangers, terms, facts, language)
    facts |= call_facts(fields, strangers, terms, language)
    facts |= _bids_facts(fields, strangers, terms, language) | tricks_told(fields, strangers, terms, language)
    hand = hand_said(cards, facts)
    facts |= hand.facts
    if not facts:
        return SaidFacts()
    phrase_words = frozenset(told_of_cards(cards, facts)) | denied_choices(fields, facts, terms, language)
    phrase_words |= frozenset(cards.turning) if TRUMP in facts else frozenset()
    ways = ways_of([fact.values for fact in facts.values()], all_of_them=any(map(is_trick, fields)))
    whole = len(ways) <= OPEN and all(fact.whole for fact in facts.values()) and not against_trumps(cards, facts)
    whole = whole and not (any(map(is_trick, fields)) and in_another_order(cards))
    whole = whole and (not cards.phrases or names_no_further_card(terms, language))
    said_so = [dict(zip(facts, way, strict=True)) for way in ways[:OPEN]]
    return SaidFacts(said_so, whole, phrase_words | _words_of(facts), _asks(cards, hand), hand.besides)


def _partner_facts(
    fields: Sequence[Field], strangers: Sequence[str], terms: Sequence[Term], facts: Collection[str], language: str
) -> dict[str, SaidFact]:
    """The partner of who took or bet, the second one at a table without names, where there is said to be one."""
    partner = next((field for field in fields if isinstance(field, OnePlayer) and field.all_but), None)
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    positions = [at for at, term in enumerate(terms) if term.word in words.partners - words.others]
    alone = any(
        terms[at].word in vocabulary.negations | words.alone for place in positions for at in clause_of(place, terms)
    )
    if partner is None or partner.key in facts or not strangers or len(positions) != 1 or alone:
        return {}
    partner_facts = {partner.key: SaidFact([strangers[1]], positions)}
    first = next((field for field in fields if isinstance(field, OnePlayer) and field.key == partner.all_but), None)
    if first is not None and first.key not in facts:
        bids = {at for at, term in enumerate(terms) if term.word in words.bidding}
        partner_facts[first.key] = SaidFact(strangers[:1], bids)
    return partner_facts


def _words_of(facts: Mapping[str, SaidFact]) -> frozenset[int]:
    """The words that say facts."""
    return frozenset(at for fact in facts.values() for at in fact.words)


def _asks(cards: CardsInQuery, hand: HandInQuery) -> bool:
    """Whether it is asked what a hand may play, or whether a card may be laid on what lies there."""
    vocabulary = load_vocabulary(cards.language)
    of_card = any(isinstance(field, OneCard) and field.key in hand.facts for field in cards.fields)
    several = len(card_fields(cards.fields)) > 1
    asks_to_play = any(term.word in vocabulary.must | vocabulary.may for term in cards.terms)
    of_hand = bool(hand.facts) and several and asks_to_play
    hand_phrases = cards.roles.among(cards.phrases, Role.HELD)
    laid = bool(cards.roles.among(cards.phrases, Role.LAID)) or laid_as_named(cards, hand_phrases)
    return of_card or of_hand or (cards.roles.told and laid and several)


def _choices(
    fields: Sequence[Field], players: Collection[str], cards: CardsInQuery, trump: str | None
) -> dict[str, SaidFact]:
    """The choices, players and suit of trumps that words say, or the suit that is tried."""
    terms, language = cards.terms, cards.language
    of_cards = cards.words
    rest = {at: term for at, term in enumerate(terms) if at not in of_cards}
    pack = next((field.pack for field in card_fields(fields)), None)
    facts = {}
    for field in fields:
        fact = _single_fact(field, fields, players, cards, rest)
        if fact is None and field.key == TRUMP:
            fact = trump_told(fields, terms, cards.words, cards.turned, pack, language)
        if fact is None and trump is not None and field.key == TRUMP:
            fact = SaidFact([trump], ())
        if fact is not None:
            facts[field.key] = fact
    return facts


def _numbers(
    fields: Sequence[Field], strangers: Sequence[str], cards: CardsInQuery, facts: Mapping[str, SaidFact]
) -> dict[str, SaidFact]:
    """The numbers that words say, beside ``facts``, with the side or the player of each."""
    terms, language, all_facts = cards.terms, cards.language, dict(facts)
    if (suit := suit_of_bid(fields, all_facts, terms, language)) is not None:
        all_facts[TRUMP] = suit
    of_deal = _deal_facts(fields, strangers, terms, _words_of(all_facts), language)
    apart = cards.words | {at for fact in of_deal.values() for at in fact.words if terms[at].stem.isdigit()}
    rest = {at: term for at, term in enumerate(terms) if at not in apart}
    for field in fields:
        if isinstance(field, Number) and (fact := number_said(field, fields, rest, terms, language)) is not None:
            all_facts[field.key] = fact
    all_facts |= amount_facts(fields, strangers, terms, _words_of(all_facts), language)
    all_facts |= rows_by_name(fields, strangers, terms, _words_of(all_facts), language)
    all_facts |= tallies_told(fields, strangers, terms, language, of_all=True)
    all_facts |= lists_of_a_side(fields, terms, _words_of(all_facts), language)
    for field in fields:
        if isinstance(field, Numbers) and field.key not in all_facts:
            listed = list_of_numbers(field, all_facts, terms, language)
            all_facts |= {} if listed is None else {field.key: listed}
    return all_facts | of_deal


def _single_fact(
    field: Field, fields: Sequence[Field], players: Collection[str], cards: CardsInQuery, rest: Mapping[int, Term]
) -> SaidFact | None:
    """A choice, a yes or no, or a player that words say."""
    if isinstance(field, Choice) and field.offered:
        if not is_meant(field, fields, cards.terms, cards.language):
            return None
        choice = choice_said(field, rest, cards.terms, cards.language)
        return choice or (_seats_chosen(field, cards) if field.key == PLAYERS else None)
    if isinstance(field, Choices):
        return choices_in_order(field, cards.terms, cards.language)
    if isinstance(field, YesNo):
        others = [other for other in fields if other is not field and other.optional]
        return yes_no_said(field, others, cards.terms, cards.words, cards.language)
    return _player(players, rest, cards.language) if isinstance(field, OnePlayer) else None


def _seats_chosen(field: Choice, cards: CardsInQuery) -> SaidFact | None:
    """How many play, where that is a choice: "on est quatre"."""
    seats = seats_told(cards.terms, cards.language)
    sizes = [size for size in seats if size in (choice for choice, _ in field.choices)]
    return SaidFact([sizes[0]], seats[sizes[0]]) if len(seats) == len(sizes) == 1 else None


def _deal_facts(
    fields: Sequence[Field], strangers: Sequence[str], terms: Sequence[Term], used: Collection[int], language: str
) -> dict[str, SaidFact]:
    """The points of both sides of a deal and its taker, where nobody has a name."""
    if not strangers:
        return {}
    if not any(isinstance(field, Points) for field in fields):
        words = taker_said(fields, terms, used, language) if used else None
        return {} if words is None else {TAKER: SaidFact([strangers[0]], words)}
    deal = deal_said(fields, terms, used, language)
    if deal is None:
        return {}
    points, of_deal = deal
    taking, defending = points.players
    level = of_deal.points is not None and of_deal.points[0] == of_deal.points[1]
    vocabulary = load_vocabulary(language)
    told = any(term.word in vocabulary.taking or vocabulary.sides.get(term.word) == TAKER for term in terms)
    told = told or not level  # "81 à 81": who took?
    facts = {TAKER: SaidFact([strangers[0]], of_deal.words, whole=told)}
    if of_deal.points is not None:
        facts[points.key] = SaidFact([dict(zip(points.players, of_deal.points, strict=True))], of_deal.words)
    for key, of_taker in of_deal.besides.items():
        facts[key] = SaidFact([taking if of_taker else defending], of_deal.words)
    return facts


def _bids_facts(
    fields: Sequence[Field], strangers: Sequence[str], terms: Sequence[Term], language: str
) -> dict[str, SaidFact]:
    """What each of the people without names said, in the order of the sentence."""
    facts: dict[str, SaidFact] = {}
    for field in fields:
        order = bids_in_order(field, terms, language) if isinstance(field, Bids) and strangers else None
        if order is not None and len(order[0]) <= len(strangers):
            bids = [{"player": player, "bid": bid} for player, bid in zip(strangers, order[0], strict=False)]
            facts[field.key] = SaidFact([bids], order[1])
    return facts


def _player(players: Collection[str], named_terms: Mapping[int, Term], language: str) -> SaidFact | None:
    """The only player whose name, or a word of it, is named_terms."""
    names = {player: {term.word for term in terms_of(player, language)} for player in players}
    called = {at: [player for player in players if term.word in names[player]] for at, term in named_terms.items()}
    found = list(dict.fromkeys(player for of_word in called.values() for player in of_word))
    return SaidFact(found, [at for at, of_word in called.items() if of_word]) if len(found) == 1 else None
