"""The words by which the facts of a sentence are read: who plays, what was done with a card."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any


@dataclass(frozen=True, slots=True)
class SentenceWords:
    """The words of a language; see its file."""

    people: frozenset[str]
    owners: frozenset[str]
    mine: frozenset[str]
    myself: frozenset[str]
    others: frozenset[str]
    on_top: Sequence[Sequence[str]]
    none_of: Sequence[Sequence[str]]
    none_of_it: Sequence[Sequence[str]]
    discarding: frozenset[str]
    played: frozenset[str]
    trumped: frozenset[str]
    having: frozenset[str]
    counted_in: Sequence[Sequence[str]]
    all_tricks: frozenset[str]
    counted_things: frozenset[str]
    cards: frozenset[str]
    at_home: frozenset[str]
    any_of: frozenset[str]
    between: frozenset[str]
    including: frozenset[str]
    opposing: frozenset[str]
    nought: frozenset[str]
    telling: frozenset[str]
    bidding: frozenset[str]
    making: frozenset[str]
    acts: Sequence[frozenset[str]]
    results: frozenset[str]
    missing: frozenset[str]
    particles: frozenset[str]
    being_many: frozenset[str]
    having_cards: frozenset[str]
    kin: frozenset[str]
    the_many: frozenset[str]
    reasons: frozenset[str]
    some_people: frozenset[str]
    one: frozenset[str]
    i_play: Sequence[Sequence[str]]
    who: frozenset[str]
    passing: frozenset[str]
    bids: frozenset[str]
    we_are: frozenset[str]
    asked_for: frozenset[str]
    turned_up: frozenset[str]
    subjects: frozenset[str]
    story: frozenset[str]
    further: frozenset[str]
    another: frozenset[str]
    laying: frozenset[str]
    partners: frozenset[str]
    calling: frozenset[str]
    contradicting: frozenset[str]
    doubling: frozenset[str]
    four_alike: frozenset[str]
    rubbish: frozenset[str]
    both: frozenset[str]
    alone: frozenset[str]
    right: frozenset[str]
    wrong: frozenset[str]
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
    to_lead: frozenset[str]
    my_lead: Sequence[Sequence[str]]
    lying: Sequence[tuple[str, ...]]
    places: Sequence[tuple[str, ...]]
    players: frozenset[str]
    of_us: frozenset[tuple[str, ...]]
    packs: frozenset[str]
    by: frozenset[str]
    among: frozenset[str]
    ordinals: Sequence[str]
    being: frozenset[str]
    fallen: frozenset[str]
    so_far: frozenset[str]
    proposing: frozenset[str]
    teams: Sequence[Sequence[str]]
    each: frozenset[str]
    turning: frozenset[str]
    no_trump: Sequence[Sequence[str]]
    at_all: frozenset[str]
    every: frozenset[str]
    ends: frozenset[str]
    bid_lists: frozenset[str]
    first_ones: frozenset[str]
    nobody: frozenset[str]
    closing: re.Pattern[str]
    asides: re.Pattern[str]
    i_elided: re.Pattern[str]
    is_good: re.Pattern[str]
    trumped_with: re.Pattern[str]
    valid: str
    bid: str
    made: str
    suit_letters: Mapping[str, str]
    abbreviated: Mapping[str, str]

    @property
    def of_plays(self) -> frozenset[str]:
        """The words that tell who played what."""
        return self.people | self.played | self.trumped | self.having | self.making | self.bidding

    def is_pronoun(self, word: str, before: str) -> bool:
        """Whether a number stands for things or for somebody: "the last one", "je pose les deux"."""
        return word in self.pronouns and before in self.before_pronouns


@lru_cache
def load_sentence_words(language: str) -> SentenceWords:
    """The words of a language, read once from its file."""
    text = (resources.files(__package__ or "") / f"sentence_words.{language}.toml").read_text(encoding="utf-8")
    values: dict[str, Any] = tomllib.loads(text)
    return SentenceWords(
        people=frozenset(values["people"].split()),
        owners=frozenset(values["owners"].split()),
        mine=frozenset(values["mine"].split()),
        myself=frozenset(values["myself"].split()),
        others=frozenset(values["others"].split()),
        on_top=[phrase.split() for phrase in values["on_top"]],
        none_of=[phrase.split() for phrase in values["none_of"]],
        none_of_it=[phrase.split() for phrase in values["none_of_it"]],
        discarding=frozenset(values["discarding"].split()),
        played=frozenset(values["played"].split()),
        trumped=frozenset(values["trumped"].split()),
        having=frozenset(values["having"].split()),
        counted_in=[phrase.split() for phrase in values["counted_in"]],
        all_tricks=frozenset(values["all_tricks"].split()),
        counted_things=frozenset(values["counted_things"].split()),
        cards=frozenset(values["cards"].split()),
        at_home=frozenset(values["at_home"].split()),
        any_of=frozenset(values["any_of"].split()),
        between=frozenset(values["between"].split()),
        including=frozenset(values["including"].split()),
        opposing=frozenset(values["opposing"].split()),
        nought=frozenset(values["nought"].split()),
        telling=frozenset(values["telling"].split()),
        bidding=frozenset(values["bidding"].split()),
        making=frozenset(values["making"].split()),
        acts=[frozenset(line.split()) for line in values["acts"].strip().splitlines()],
        results=frozenset(values["results"].split()),
        missing=frozenset(values["missing"].split()),
        particles=frozenset(values["particles"].split()),
        proposing=frozenset(values["proposing"].split()),
        fallen=frozenset(values["fallen"].split()),
        so_far=frozenset(values["so_far"].split()),
        ordinals=values["ordinals"].split(),
        being=frozenset(values["being"].split()),
        among=frozenset(values["among"].split()),
        by=frozenset(values["by"].split()),
        being_many=frozenset(values["being_many"].split()),
        teams=[phrase.split() for phrase in values["teams"]],
        turning=frozenset(values["turning"].split()),
        no_trump=[phrase.split() for phrase in values["no_trump"]],
        first_ones=frozenset(values["first_ones"].split()),
        bids=frozenset(values["bids"].split()),
        ends=frozenset(values["ends"].split()),
        every=frozenset(values["every"].split()),
        at_all=frozenset(values["at_all"].split()),
        having_cards=frozenset(values["having_cards"].split()),
        the_many=frozenset(values["the_many"].split()),
        reasons=frozenset(values["reasons"].split()),
        some_people=frozenset(values["some_people"].split()),
        nobody=frozenset(values["nobody"].split()),
        hand_is=[phrase.split() for phrase in values["hand_is"]],
        all_others=frozenset(values["all_others"].split()),
        only_so_many=frozenset(values["only_so_many"].split()),
        pronouns=frozenset(values["pronouns"].split()),
        before_pronouns=frozenset(values["before_pronouns"].split()),
        partners=frozenset(values["partners"].split()),
        calling=frozenset(values["calling"].split()),
        contradicting=frozenset(values["contradicting"].split()),
        doubling=frozenset(values["doubling"].split()),
        four_alike=frozenset(values["four_alike"].split()),
        rubbish=frozenset(values["rubbish"].split()),
        both=frozenset(values["both"].split()),
        alone=frozenset(values["alone"].split()),
        right=frozenset(values["right"].split()),
        wrong=frozenset(values["wrong"].split()),
        kinds=frozenset(values["kinds"].split()),
        telling_of_calls=frozenset(values["telling_of_calls"].split()),
        of_a_kind=[phrase.split() for phrase in values["of_a_kind"]],
        laying=frozenset(values["laying"].split()),
        another=frozenset(values["another"].split()),
        further=frozenset(values["further"].split()),
        story=frozenset(values["story"].split()),
        subjects=frozenset(values["subjects"].split()),
        asked_for=frozenset(values["asked_for"].split()),
        turned_up=frozenset(values["turned_up"].split()),
        we_are=frozenset(values["we_are"].split()),
        bid_lists=frozenset(values["bid_lists"].split()),
        passing=frozenset(values["passing"].split()),
        who=frozenset(values["who"].split()),
        i_play=[phrase.split() for phrase in values["i_play"]],
        one=frozenset(values["one"].split()),
        has_no_more=[phrase.split() for phrase in values["has_no_more"]],
        in_hand=[phrase.split() for phrase in values["in_hand"]],
        opening=frozenset(values["opening"].split()),
        to_lead=frozenset(values["to_lead"].split()),
        my_lead=[phrase.split() for phrase in values["my_lead"]],
        lying=[tuple(phrase.split()) for phrase in values["lying"]],
        places=[tuple(phrase.split()) for phrase in values["places"]],
        kin=frozenset(values["kin"].split()),
        players=frozenset(values["players"].split()),
        of_us=frozenset(tuple(phrase.split()) for phrase in values["of_us"]),
        packs=frozenset(values["packs"].split()),
        each=frozenset(values["each"].split()),
        closing=re.compile(values["closing"], re.IGNORECASE),
        asides=re.compile(values["asides"], re.IGNORECASE),
        i_elided=re.compile(values["i_elided"], re.IGNORECASE),
        trumped_with=re.compile(values["trumped_with"], re.IGNORECASE),
        is_good=re.compile(values["is_good"], re.IGNORECASE),
        valid=values["valid"],
        bid=values["bidding"].split()[0],
        made=values["making"].split()[0],
        suit_letters=values["suit_letters"],
        abbreviated=values["abbreviated"],
    )
