"""The words of a search that no fact and no question says, and whether a question is asked at all.

"Qui garde le pli ?", "je n'ai pas de cœur", "le valet d'atout": an answer that leaves such a word out answers another
question.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from referee.answers.cards import OneCard, Plays
from referee.answers.numbers import Numbers
from referee.answers.players import OnePlayer, SomePlayers
from referee.desk.query_words.game_named import game_names
from referee.desk.query_words.phrases import clause_of
from referee.desk.query_words.result_asked import MODAL, is_of_whom_it_is_asked
from referee.desk.query_words.sentence_terms import NEXT, STOP
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.query_words.words_near import stems_of
from referee.desk.questions import desk_questions
from referee.desk.search.misspellings import meant_by_slip
from referee.desk.search.search_index import load_index
from referee.desk.search.search_terms import Term, keys, label_terms, terms_of
from referee.desk.search.vocabulary import Vocabulary, load_vocabulary
from referee.desk_questions.desk_question import DeskQuestion, no_further_facts
from referee.game_definition.game import Game

CARD = 2
"""The most words of the name of a card, the small ones aside."""

SHORTEST_SLIP = 5
"""The least number of letters of a slip for a word that asks."""

OF_DUTY = "to"
"""The word behind "have" with which something must be done."""


def _label_words(question: DeskQuestion, terms: Sequence[Term], language: str) -> Sequence[Term]:
    """The words of a question's label; also of what else it is asked as, where somebody asks whether he may do that."""
    label = label_terms(question.label, language)
    if question.wording.also_asked is None:
        return label
    may = load_vocabulary(language).may
    other = label_terms(question.wording.also_asked, language)
    stems = {term.stem for term in other if not term.small}
    asked = any(
        term.stem in stems and any(before.word in may for before in terms[max(0, at - MODAL) : at])
        for at, term in enumerate(terms)
    )
    return [*label, *other] if asked else label


def _words_of_results(question: DeskQuestion, language: str) -> list[Term]:
    """The words with which the result of a deal is asked, where a question without cards is what numbers bring."""
    numbers = any(isinstance(fact, Numbers | SomePlayers) for fact in question.facts)
    if question.pack is not None or (not numbers and question.further_facts is no_further_facts):
        return []
    return terms_of(" ".join(sorted(load_sentence_words(language).results)), language, meanings=False)


def words_left_over(
    game: Game, question: DeskQuestion, terms: Sequence[Term], used: Collection[int], language: str
) -> list[str]:
    """The words that matter and that neither the facts nor the question's label nor the game's name say, in order.

    ``terms``: the words, those without card sense as small ones. ``used``: the indexes of the words that the facts say.
    """
    index, vocabulary = load_index(language), load_vocabulary(language)
    of_results = _words_of_results(question, language)
    label = [*_label_words(question, terms, language), *of_results]
    names = game_names(game, terms, index)
    asked_words = _stems_asked(label, terms, vocabulary)
    has_worth = vocabulary.worth & asked_words and question.pack is not None
    of_worth = vocabulary.groups.keys() if has_worth else ()  # "carré": four cards, or what they make
    meanings = keys((term for term in label if not term.small), language).keys()
    of_trick = any(isinstance(field, Plays) for field in question.facts)
    ends = _words_of_ends(question, language) if has_worth else frozenset[str]()
    elsewhere = _cards_asked_elsewhere(game, question, language)
    asked_or_scene = asked_words | vocabulary.scene
    before_things = vocabulary.single | vocabulary.definite | vocabulary.negations | vocabulary.belonging
    tells_bids = question.pack is not None and any(term.word in load_sentence_words(language).bids for term in terms)
    words_left = []
    for at, term in enumerate(terms):
        named = at > 0 and terms[at - 1].word in before_things  # "une canasta", "pas de belote": no name of the game
        alike = not term.small and any(key in meanings for key in keys((term,), language) if key.startswith("="))
        of_question = alike or term.stem in asked_or_scene or term.word in ends
        of_question = of_question or _is_slip_of(term, asked_or_scene, language)
        accounted = term.stem not in elsewhere and (
            (at in used and term.word not in of_worth)
            or of_question
            or term.word == vocabulary.of
            or (term.stem in names and (not named or _is_of_a_deal(at, terms, language)))
            or _joins(at, terms, used, vocabulary, of_trick=of_trick)
            or _is_repeated(at, terms, used, vocabulary)
            or _goes_with_verb(at, terms, language)
            or _is_proposed(at, terms, language)
            or _is_pronoun(at, terms, language)
            or _is_alternative(at, terms, asked_words, vocabulary)
            or (bool(ends) and _tells_who_ended(at, terms, language))
            or _goes_with_what_is_used(at, terms, used, language)
            or _asks_how_it_counts(at, terms, language)
            or (of_results and is_of_whom_it_is_asked(at, terms, language))
        )
        accounted = accounted or (tells_bids and _tells_a_bid(at, terms, language))
        if (
            (at not in used and _counts(at, terms, asked_words, language))
            or (at + 1 not in used and _asks_who_does(at, terms, question, label, language))
            or (not accounted and _matters(term, vocabulary, of_cards=question.pack is not None))
        ):
            words_left.append(term.word)
    unfinished = bool(terms) and terms[-1].word in vocabulary.joining
    return [*words_left, terms[-1].word] if unfinished else words_left


def _is_slip_of(term: Term, stems: Collection[str], language: str) -> bool:
    """Whether a word that the rulebook does not know is one letter away from one of these, and from no other it knows.

    "doubeld", "tabel", "frist".
    """
    vocabulary, index = load_vocabulary(language), load_index(language)
    known = term.stem in index.document_frequency or term.stem in vocabulary.alike or term.stem in vocabulary.cards
    if term.small or known or not term.word.isalpha() or len(term.word) < SHORTEST_SLIP:
        return False
    meant = meant_by_slip(term.word, index.stems)
    return bool(meant) and meant <= {*stems}


def _is_of_a_deal(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether a name says of which game a deal is: "the round of Skyjo", "a Skyjo deal", "une partie de Scopa"."""
    deals = load_sentence_words(language).deals
    after = terms[at + 1] if at + 1 < len(terms) else STOP
    of_it = at > 1 and terms[at - 1].word in load_vocabulary(language).belonging and terms[at - 2].word in deals
    return of_it or after.word in deals


def _stems_asked(label: Sequence[Term], terms: Sequence[Term], vocabulary: Vocabulary) -> set[str]:
    """The stems of a label and of what asks the same; of a label that denies something also those of denials."""
    asked_words = {term.stem for term in label}
    if any(term.word in vocabulary.negations for term in label):
        asked_words |= {term.stem for term in terms if term.word in vocabulary.negations}
    return asked_words.union(*(line for line in vocabulary.same_question if line & asked_words))


def _words_of_ends(question: DeskQuestion, language: str) -> frozenset[str]:
    """The words with which the end of a deal is told, and the noting of points, where no fact is about who ended it."""
    words = load_sentence_words(language)
    if any(isinstance(field, OnePlayer) for field in question.facts):
        return frozenset()
    return words.results | words.ends.union(*words.acts)


def _goes_with_what_is_used(at: int, terms: Sequence[Term], used: Collection[int], language: str) -> bool:
    """Whether a word only goes with the fact behind it: "all four jacks", "only got 45", "I have a 10 in hand"."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    after = next((other for other in range(at + 1, min(at + 4, len(terms))) if not terms[other].small), -1)
    between = [term for term in terms[at + 1 : after] if term.separates] if after > 0 else [STOP]
    if between or after not in used:
        return False
    told = any(terms[other].word in words.making | words.telling for other in range(at + 1, after + 1))
    only = terms[at].word in words.only_so_many | vocabulary.only and told
    so_many = any(terms[other].word in words.only_so_many for other in range(at + 1, after))
    only = only or (terms[at].word in words.only_before and so_many and told)  # "on ne fait que 95"
    only = only or (terms[at].word in words.only_so_many and after == at + 1 and terms[at - 1].word in words.making)
    every = terms[at].word in words.every and terms[after].stem.isdigit()
    held = terms[at].word in vocabulary.holding and terms[at].word not in vocabulary.only
    held = held and terms[at + 1].word != OF_DUTY
    return only or every or held


def _asks_how_it_counts(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether a word asks how what is told counts, and nothing else: "ça compte comment ?", "how does that count?"."""
    words = load_sentence_words(language)
    if terms[at].word not in words.how:
        return False
    clause = [terms[other] for other in clause_of(at, terms)]
    others = [term for term in clause if term.word not in words.how | words.counting]
    return any(term.word in words.counting for term in clause) and all(term.small for term in others)


def _tells_who_ended(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether a word is for somebody who ended the deal: "l'autre a fini et moi il me reste un joker"."""
    words = load_sentence_words(language)
    acts = frozenset[str]().union(*words.acts)
    return terms[at].word in words.people and any(other.word in acts for other in terms[at + 1 : at + 3])


def _cards_asked_elsewhere(game: Game, question: DeskQuestion, language: str) -> set[str]:
    """The stems in the names of single cards that another question of the game asks for, and this one does not.

    "La retourne": who speaks of it does not ask how the pegging goes.
    """
    vocabulary = load_vocabulary(language)
    own = {stem for field in question.facts for stem in stems_of(field.label.render(language), language)}
    others = {
        stem
        for other in desk_questions(game).values()
        for field in other.facts
        if isinstance(field, OneCard) and not field.hand
        for stem in stems_of(field.label.render(language), language)
    }
    return others - own - vocabulary.scene - vocabulary.cards


def _is_alternative(at: int, terms: Sequence[Term], asked_words: Collection[str], vocabulary: Vocabulary) -> bool:
    """Whether a word stands between two answers of which one is asked for: "réussi ou chuté ?"."""
    if terms[at].word not in vocabulary.either or not 0 < at < len(terms) - 1:
        return False
    return terms[at - 1].stem in asked_words and terms[at + 1].stem in asked_words


def _goes_with_verb(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether a word only goes with a verb: "who picks that up"."""
    if terms[at].word not in load_sentence_words(language).particles:
        return False
    before = [term for term in terms[max(0, at - 3) : at] if not term.separates]
    after = terms[at + 1].word if at + 1 < len(terms) else ""
    return any(not term.small and not term.stem.isdigit() for term in before) and after != "of"


def _asks_who_does(
    at: int, terms: Sequence[Term], question: DeskQuestion, label: Sequence[Term], language: str
) -> bool:
    """Whether it is asked who does what a deal does not bring: "qui distribue ?"."""
    vocabulary = load_vocabulary(language)
    after = terms[at + 1] if at + 1 < len(terms) else STOP
    does = not after.small and not after.stem.isdigit() and after.stem not in {term.stem for term in label}
    told = after.word in vocabulary.telling | vocabulary.taking
    return question.pack is None and terms[at].word in load_sentence_words(language).who and does and not told


def _tells_a_bid(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether a clause only tells what was bid, of which no question on cards asks: "we'd bid 110"."""
    words = load_sentence_words(language)
    clause = [terms[other] for other in clause_of(at, terms)]
    bids = [term for term in clause if term.word in words.bids]
    rest = [term for term in clause if not term.small and term not in bids and not term.stem.isdigit()]
    return bool(bids) and not rest


def _is_pronoun(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether "one" stands for a thing or somebody: "the last one", "which one"."""
    return at > 0 and load_sentence_words(language).is_pronoun(terms[at].word, terms[at - 1].word)


def _is_proposed(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether a number closes a clause that proposes it as the answer: "c'est 13 ?", "I make it 14"."""
    before, after = terms[at - 1] if at else STOP, terms[at + 1] if at + 1 < len(terms) else STOP
    proposed = before.word in load_sentence_words(language).proposing
    if not (proposed and after == STOP and terms[at].stem.isdigit()):
        return False
    return any(term.separates for term in terms[:at])


def _joins(at: int, terms: Sequence[Term], used: Collection[int], vocabulary: Vocabulary, *, of_trick: bool) -> bool:
    """Whether a word only adds one card that is understood to another, or says that the card before it was led."""
    before, after = at - 1, at + 1
    while before in range(len(terms)) and terms[before].small and before not in used:
        before -= 1
    while after in range(len(terms)) and terms[after].small and after not in used:
        after += 1
    if terms[at].word in vocabulary.leading | vocabulary.led:
        return of_trick and _is_led(at, terms, used, vocabulary)
    return terms[at].word in vocabulary.adding and before in used and after in used


def _is_led(at: int, terms: Sequence[Term], used: Collection[int], vocabulary: Vocabulary) -> bool:
    """Whether a word says of the first card of a trick that it was led: "10 demandé", "Paul ouvre un 10"."""
    before = at - 1
    while before >= 0 and terms[before].small and not terms[before].separates and before not in used:
        before -= 1
    if before in used:
        return _is_first_card(before, terms, used)
    after = at + 1
    while after < len(terms) and terms[after].small and not terms[after].separates and after not in used:
        after += 1
    of_cards = vocabulary.cards - vocabulary.suit_stems
    ranks = [place for place in used if terms[place].stem.isdigit() or terms[place].stem in of_cards]
    return after in used and not any(place < at for place in ranks if terms[place].stem != vocabulary.trump)


def _is_repeated(at: int, terms: Sequence[Term], used: Collection[int], vocabulary: Vocabulary) -> bool:
    """Whether a word speaks of a card named in the clause before: "roi de pique, atout 1 : c'est l'atout qui gagne"."""
    stem = terms[at].stem
    if stem.isdigit() or stem in vocabulary.suit_stems or stem not in vocabulary.cards:
        return False
    clause = max((other for other in range(at) if terms[other] == STOP), default=0)
    return any(other in used and terms[other].stem == stem for other in range(clause))


def _is_first_card(end: int, terms: Sequence[Term], used: Collection[int]) -> bool:
    """Whether the words up to this one are one card, and no other stands before it in its list."""
    start = end
    while start - 1 >= 0 and (start - 1 in used or terms[start - 1].small) and not terms[start - 1].separates:
        start -= 1
    words = [at for at in range(start, end + 1) if at in used and not terms[at].small]
    return len(words) <= CARD and terms[start - 1 if start else start] != NEXT


def is_asked(question: DeskQuestion, terms: Sequence[Term], language: str) -> bool:
    """Whether a word of a question's label, or one of the same question, says what it asks.

    A small one must be one with which things are asked.
    """
    vocabulary = load_vocabulary(language)
    label = [*_label_words(question, terms, language), *_words_of_results(question, language)]
    if question.wording.named:
        things = {term.stem for term in label if not term.small}.difference(*vocabulary.same_question)
        if things.isdisjoint(term.stem for term in terms):
            return False
    of_label = {term.stem for term in label if not term.small or term.word in vocabulary.asking}
    asked_words = set(of_label)
    for line in vocabulary.same_question:
        if line & of_label and any(stem.endswith(".") for stem in line):
            asked_words |= line & vocabulary.worth or line
    return any(term.stem in asked_words for term in terms if not term.small or term.word in vocabulary.asking)


def other_deeds_asked(question: DeskQuestion, terms: Sequence[Term], language: str) -> list[str]:
    """The word behind "may" for having the trick or for exchanging, where a question does not ask it, or for keeping.

    "Can I win"; "je peux garder le 3 ?" is answered by no card that may be played.
    """
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    texts = [text for text in (question.label, question.wording.asked) if text is not None]
    asked_words = {term.stem for text in texts for term in label_terms(text, language)}
    may = [at for at, term in enumerate(terms) if term.word in vocabulary.may]
    behind = [term for at in may for term in terms[at + 1 : at + MODAL]]
    deeds = words.winning_it | words.exchanging
    other = [term.word for term in behind if term.word in deeds and term.stem not in asked_words]
    return [*other, *(term.word for term in behind if term.word in words.keeping)]


def _counts(at: int, terms: Sequence[Term], asked_words: Collection[str], language: str) -> bool:
    """Whether a word asks how many of a thing there are that is not asked for: "combien de jokers"."""
    vocabulary = load_vocabulary(language)
    if terms[at].word not in vocabulary.asking or terms[at].stem not in vocabulary.worth:
        return False
    if at > 0 and terms[at - 1].stem in vocabulary.worth:  # "ça vaut combien, un valet"
        return False
    after = [term for term in terms[at + 1 : at + 3] if term.word != vocabulary.of]
    of_all = bool(after) and after[0].word in vocabulary.telling
    return bool(after) and not after[0].small and not of_all and after[0].stem not in asked_words


def _matters(term: Term, vocabulary: Vocabulary, *, of_cards: bool) -> bool:
    """Whether a word is one of card sense, or a small one that denies, asks, or puts one card on another."""
    telling = vocabulary.negations | vocabulary.asking | (vocabulary.onto | vocabulary.within if of_cards else set())
    return not term.small or term.word in telling
