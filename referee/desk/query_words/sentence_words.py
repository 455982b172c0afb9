"""The words by which the facts of a sentence are read: who plays, what was done with a card."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from importlib import resources
from typing import Any


@dataclass(frozen=True, slots=True)
class SentenceWords:
    """The words of a language; see its file."""

    people: frozenset[str]
    owners: frozenset[str]
    mine: frozenset[str]
    of_one_other: frozenset[str]
    myself: frozenset[str]
    speaker: frozenset[str]
    others: frozenset[str]
    addressed: frozenset[str]
    before_on_top: frozenset[str]
    what_was_told: frozenset[str]
    on_top: Sequence[Sequence[str]]
    none_of: Sequence[Sequence[str]]
    none_of_it: Sequence[Sequence[str]]
    discarding: frozenset[str]
    thrown_away: frozenset[str]
    played: frozenset[str]
    trumped: frozenset[str]
    having: frozenset[str]
    taking_cards: frozenset[str]
    caught: frozenset[str]
    counted_in: Sequence[Sequence[str]]
    all_tricks: frozenset[str]
    counted_things: frozenset[str]
    cards: frozenset[str]
    at_home: frozenset[str]
    any_of: frozenset[str]
    between: frozenset[str]
    including: frozenset[str]
    opposing: frozenset[str]
    void_tricks: frozenset[str]
    nought: frozenset[str]
    telling: frozenset[str]
    bidding: frozenset[str]
    making: frozenset[str]
    acts: Sequence[frozenset[str]]
    results: frozenset[str]
    scoring: frozenset[str]
    following: frozenset[str]
    missing: frozenset[str]
    particles: frozenset[str]
    being_many: frozenset[str]
    having_cards: frozenset[str]
    the_many: frozenset[str]
    reasons: frozenset[str]
    some_people: frozenset[str]
    one: frozenset[str]
    i_play: Sequence[Sequence[str]]
    who: frozenset[str]
    passing: frozenset[str]
    pairing: frozenset[str]
    bids: frozenset[str]
    we_are: frozenset[str]
    asked_for: frozenset[str]
    turned_up: frozenset[str]
    subjects: frozenset[str]
    story: frozenset[str]
    further: frozenset[str]
    further_alone: frozenset[str]
    another: frozenset[str]
    laying: frozenset[str]
    partners: frozenset[str]
    winning: frozenset[str]
    times: frozenset[str]
    emphatic: frozenset[str]
    not_taken: frozenset[str]
    winning_it: frozenset[str]
    keeping: frozenset[str]
    exchanging: frozenset[str]
    giving: frozenset[str]
    calling: frozenset[str]
    contradicting: frozenset[str]
    doubling: frozenset[str]
    four_alike: frozenset[str]
    rubbish: frozenset[str]
    both: frozenset[str]
    alone: frozenset[str]
    confirmation: frozenset[str]
    refutation: frozenset[str]
    kinds: frozenset[str]
    telling_of_calls: frozenset[str]
    of_a_kind: Sequence[Sequence[str]]
    pronouns: frozenset[str]
    before_pronouns: frozenset[str]
    all_others: frozenset[str]
    only_so_many: frozenset[str]
    hand_is: Sequence[Sequence[str]]
    has_no_more: Sequence[Sequence[str]]
    in_hand: Sequence[Sequence[str]]
    opening: frozenset[str]
    to_throw: Sequence[tuple[str, ...]]
    to_lead: frozenset[str]
    my_lead: Sequence[Sequence[str]]
    lying: Sequence[tuple[str, ...]]
    places: Sequence[tuple[str, ...]]
    players: frozenset[str]
    of_us: Sequence[tuple[str, ...]]
    tables_of: Sequence[tuple[str, ...]]
    packs: frozenset[str]
    by: frozenset[str]
    began: frozenset[str]
    among: frozenset[str]
    ordinals: Sequence[str]
    being: frozenset[str]
    next_player: frozenset[str]
    fallen: frozenset[str]
    so_far: frozenset[str]
    before: frozenset[str]
    proposing: frozenset[str]
    each: frozenset[str]
    turning: frozenset[str]
    no_trump: Sequence[Sequence[str]]
    at_all: frozenset[str]
    every: frozenset[str]
    ends: frozenset[str]
    bid_lists: frozenset[str]
    first_ones: frozenset[str]
    nobody: frozenset[str]
    lying_elsewhere: Sequence[tuple[str, ...]]
    laid_by: frozenset[str]
    ended: frozenset[str]
    bringing: frozenset[str]
    undone: frozenset[str]
    conditions: frozenset[str]
    unreal: frozenset[str]
    likewise: frozenset[str]
    doubled: frozenset[str]
    of_side: frozenset[str]
    kept: frozenset[str]
    lost: frozenset[str]
    with_points: frozenset[str]
    mine_again: frozenset[str]
    not_mine: Sequence[tuple[str, ...]]
    only_before: frozenset[str]
    of_what: frozenset[str]
    inverted: frozenset[str]
    picking: frozenset[str]
    deals: frozenset[str]
    how_much: str
    who_takes: str
    is_allowed: str
    of_points: frozenset[str]
    from_tricks: frozenset[str]
    claiming_it: Sequence[Sequence[str]]
    compared: frozenset[str]
    tens: Sequence[Sequence[str]]
    teens: Sequence[Sequence[str]]
    hundred: frozenset[str]
    with_hundreds: frozenset[str]
    with_tens: frozenset[str]
    with_teens: frozenset[str]
    named_tens: frozenset[str]
    opining: frozenset[str]
    refusing: frozenset[str]
    wanting: frozenset[str]
    writing_it: frozenset[str]
    joining_clauses: frozenset[str]
    beside_opining: frozenset[str]
    who_thinks: frozenset[str]
    noting: frozenset[str]
    paying: frozenset[str]
    duty: frozenset[str]
    laying_it: frozenset[str]
    taking_it: frozenset[str]
    took_it: frozenset[str]
    kept_it: frozenset[str]
    made_it: frozenset[str]
    unable: frozenset[str]
    by_his_cards: frozenset[str]
    of_another: frozenset[str]
    belonging_to: frozenset[str]
    having_it: frozenset[str]
    after_having: frozenset[str]
    small_between: frozenset[str]
    judging: frozenset[str]
    allowing: frozenset[str]
    of_degree: frozenset[str]
    yes_or_no: frozenset[str]
    small_in_opinions: frozenset[str]
    of_no_rank: frozenset[str]
    how: frozenset[str]
    counting: frozenset[str]
    closing: re.Pattern[str]
    asides: re.Pattern[str]
    i_elided: re.Pattern[str]
    joining_opinion: re.Pattern[str]
    closing_opinion: re.Pattern[str]
    judging_alone: re.Pattern[str]
    is_good: re.Pattern[str]
    trumped_with: re.Pattern[str]
    listing_trumps: str
    listing_my_trumps: str
    i_have: str
    myself_asking: str
    of_trumps: str
    trumping_with: str
    valid: str
    bid: str
    made: str
    pair: Sequence[str]
    pair_counts_as: str
    every_trick: Sequence[Sequence[str]]
    suit_letters: Mapping[str, str]
    abbreviated: Mapping[str, str]

    @property
    def of_plays(self) -> frozenset[str]:
        """The words that tell who played what."""
        return self.people | self.played | self.trumped | self.having | self.making | self.bidding

    @property
    def verbs_of_opinion(self) -> frozenset[str]:
        """The verbs behind which an opinion may stand."""
        return self.opining | self.refusing | self.wanting | self.writing_it

    @property
    def words_of_opinion(self) -> frozenset[str]:
        """The words of which every opinion has one."""
        return self.verbs_of_opinion.union(phrase[0] for phrase in self.claiming_it)

    def is_pronoun(self, word: str, before: str) -> bool:
        """Whether a number stands for things or for somebody: "the last one", "je pose les deux"."""
        return word in self.pronouns and before in self.before_pronouns


_READ_AS: Mapping[str, Callable[[Any], Any]] = {
    "str": str,
    "Mapping[str, str]": dict,
    "re.Pattern[str]": lambda text: re.compile(text, re.IGNORECASE),
    "Sequence[str]": str.split,
    "frozenset[str]": lambda text: frozenset(text.split()),
    "Sequence[frozenset[str]]": lambda text: [frozenset(line.split()) for line in text.strip().splitlines()],
    "Sequence[Sequence[str]]": lambda phrases: [phrase.split() for phrase in phrases],
    "Sequence[tuple[str, ...]]": lambda phrases: [tuple(phrase.split()) for phrase in phrases],
}
"""How the value of a field is read from the file, by the field's declared type."""


@lru_cache
def load_sentence_words(language: str) -> SentenceWords:
    """The words of a language, read once from its file: each field stands there under its own name."""
    text = (resources.files(__package__ or "") / f"sentence_words.{language}.toml").read_text(encoding="utf-8")
    values: dict[str, Any] = tomllib.loads(text)
    values["bid"] = values["bidding"].split()[0]
    values["made"] = values["making"].split()[0]
    values["asides"] = rf"\b(?:{'|'.join(values['asides'])})\b"
    return SentenceWords(
        **{field.name: _READ_AS[str(field.type)](values[field.name]) for field in fields(SentenceWords)}
    )
