"""Each kind of field: what it reads, which numbers it refuses, which of its relations do not hold."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.answers.answer import Field, Reader, ReadResult, Values
from referee.answers.cards import CardGroups, CardHands, Cards, OneCard, Plays
from referee.answers.choices import Choice, ChoicePerPlayer, Choices, Occurrence, YesNo
from referee.answers.numbers import Counts, ForbiddenTotal, Number, Points
from referee.answers.players import Levels, OnePlayer, PlayerOrder, SomePlayers, TrickWinners
from referee.answers.sides import SideChoice
from referee.answers.table import HouseRules, Side, make_table
from referee.answers.texts import NewName, Words
from referee.cards.packs import FIFTY_TWO
from referee.words import say

THREE = ("Ana", "Bob", "Chloé")
LABEL = say("Plis faits")
SUITS = (("S", say("♠ pique")), ("H", say("♥ cœur")))
TEAMS = make_table(("Ana", "Bob", "Chloé", "Dan"), None, HouseRules(), teams=(("Ana", "Chloé"), ("Bob", "Dan"))).sides

COUNTS = Counts("tricks", LABEL, THREE, 5, "a.range", total=5)
POINTS = Points("points", LABEL, THREE, -10, 10, "a.range", never=(1,))
NUMBER = Number("jokers", LABEL, 0, 9, "a.range", never=(1,))
CHOICE = Choice("trump", LABEL, SUITS)
ORDER = PlayerOrder("order", LABEL, THREE, 2, "a.order")
SOME = SomePlayers("greve", LABEL, THREE, "a.some", most=2)
WINNERS = TrickWinners("winners", LABEL, THREE, lengths={3: 3}, void=say("pli nul"), article="a.tricks")
LEVELS = Levels("shown", LABEL, THREE, levels=(("simple", say("simple")), ("double", say("double"))), article="a.shown")
GROUPS = CardGroups("melds", LABEL, FIFTY_TWO, grouped=lambda cards: (cards,), most=11)
EVERYBODY = CardHands("hands", LABEL, (), FIFTY_TWO)
TENS = Points("melded", LABEL, THREE, 0, 550, "a.range", never=(10,), multiple=10)
HANDS = CardHands("cards", LABEL, THREE, FIFTY_TWO)
ALL_KINDS: tuple[Field, ...] = (
    COUNTS, POINTS, NUMBER, CHOICE, ORDER, SOME, WINNERS, HANDS, OnePlayer("winner", LABEL, THREE),
    ChoicePerPlayer("bids", LABEL, THREE, SUITS), SideChoice("side", LABEL, TEAMS), YesNo("mordienne", LABEL),
    Words("text", LABEL, 5), LEVELS, GROUPS, Occurrence("all_pass", LABEL, "a.pass"),
    OneCard("starter", LABEL, FIFTY_TWO), Cards("crib", LABEL, FIFTY_TWO, fewest=4, most=4), EVERYBODY,
)  # fmt: skip


def read(field: Field, raw: Any, values: Values | None = None) -> ReadResult:
    return field.read(field.key, raw, Reader("match.entry", values or {}))


def value_of(field: Field, raw: Any) -> Any:
    value, wrong = read(field, raw)
    assert wrong == []
    return value


def misread(field: Field, raw: Any) -> list[str | None]:
    """The paths at fault of a value that has not the field's shape."""
    value, wrong = read(field, raw)
    assert value is None
    assert wrong
    assert {fault.article for fault in wrong} == {"match.entry"}
    return [fault.field for fault in wrong]


def faults(found: Any) -> list[tuple[str, str | None]]:
    return [(fault.article, fault.field) for fault in found]


def each(*numbers: Any) -> dict[str, Any]:
    return dict(zip(THREE, numbers, strict=True))


# What is too long is refused as a whole.


@pytest.mark.parametrize(
    ("field", "raw"),
    [
        (ORDER, ["Zoé"] * 1001),
        (SOME, [None] * 1001),
        (EVERYBODY, {f"p{n}": [] for n in range(1001)}),
        (COUNTS, {f"p{n}": 0 for n in range(1001)}),
        (Cards("cards", LABEL, FIFTY_TWO), ["XX"] * 105),
        (Plays("plays", LABEL, pack=FIFTY_TWO), ["XX"] * 105),
        (GROUPS, [["AS"] * 12]),
        (GROUPS, [["AS"]] * 12),
        (Choices("actions", LABEL, SUITS), ["X"] * 201),
    ],
)
def test_a_list_that_is_too_long_is_one_fault_and_none_of_its_items_is_read(field: Field, raw: Any) -> None:
    assert misread(field, raw) == [field.key]


@pytest.mark.parametrize("cards", [FIFTY_TWO.layout, FIFTY_TWO.layout[:12], FIFTY_TWO.layout[:1] * 3])
def test_cards_that_no_table_can_have_laid_are_not_divided_into_groups(cards: tuple[Any, ...]) -> None:
    def divided(_cards: tuple[Any, ...]) -> tuple[Any, ...]:
        raise AssertionError

    field = CardGroups("melds", LABEL, FIFTY_TWO, grouped=divided, most=11)
    assert [*field.groups(cards)] == [cards]


# A number for every player: Counts and Points.


@pytest.mark.parametrize("field", [COUNTS, POINTS])
def test_a_number_for_every_player_is_read_in_the_order_they_speak(field: Field) -> None:
    value = value_of(field, {"Chloe\u0301": 3, " Ana": 1, "Bob": 0})
    assert list(value.items()) == [("Ana", 1), ("Bob", 0), ("Chloé", 3)]


@pytest.mark.parametrize("field", [COUNTS, POINTS])
@pytest.mark.parametrize(
    ("raw", "paths"),
    [
        (None, [""]), ([1, 2, 3], [""]), (5, [""]), ("1 2 3", [""]),
        ({}, [".Ana", ".Bob", ".Chloé"]),
        (each(1, 2.0, "3"), [".Bob", ".Chloé"]),
        (each(True, None, [1]), [".Ana", ".Bob", ".Chloé"]),
        ({"Ana": 1, "Bob": 2}, [".Chloé"]),
        ({**each(1, 2, 3), "Zoé": 1}, [".Zoé"]),
        ({"Ana": 1, "Bob": 2, "Zoé": 3}, [".Zoé", ".Chloé"]),
        ({**each(1, 2, 3), "Chloe\u0301": 3}, [".Chloé"]),
        ({**each(1, 2, 3), "": 3}, ["."]),
        ({**each(1, 2, 3), "ana": 3}, [".ana"]),
    ],
)  # fmt: skip
def test_every_player_has_one_whole_number_and_nobody_else(field: Field, raw: Any, paths: list[str]) -> None:
    assert misread(field, raw) == [f"{field.key}{path}" for path in paths]


def test_a_count_is_from_low_to_high() -> None:
    assert faults(COUNTS.out_of_range(each(-1, 5, 6), {})) == [("a.range", "tricks.Ana"), ("a.range", "tricks.Chloé")]
    assert faults(COUNTS.out_of_range(each(0, 5, 0), {})) == []


@pytest.mark.parametrize("numbers", [(5, 0, 0), (1, 2, 2)])
def test_counts_make_their_total(numbers: tuple[int, ...]) -> None:
    assert faults(COUNTS.inconsistencies(each(*numbers))) == []


@pytest.mark.parametrize("numbers", [(5, 1, 0), (0, 0, 0)])
def test_counts_that_do_not_make_their_total_are_at_odds(numbers: tuple[int, ...]) -> None:
    assert faults(COUNTS.inconsistencies(each(*numbers))) == [("a.range", "tricks")]


def test_counts_that_make_the_total_to_avoid_are_the_last_ones_fault() -> None:
    field = Counts("bids", LABEL, THREE, 5, "a.range", avoid=ForbiddenTotal(5, "a.avoid", "Chloé"))
    assert faults(field.inconsistencies(each(5, 0, 0))) == [("a.avoid", "bids.Chloé")]
    assert faults(field.inconsistencies(each(4, 0, 0))) == []


def test_points_are_within_their_bounds_and_some_cannot_be() -> None:
    assert faults(POINTS.out_of_range(each(-10, 10, 0), {})) == []
    assert faults(POINTS.out_of_range(each(-11, 11, 1), {})) == [("a.range", f"points.{name}") for name in THREE]


def test_points_without_an_upper_bound_have_a_lower_one() -> None:
    field = Points("points", LABEL, THREE, 2, None, "a.range", never=(3,))
    assert faults(field.out_of_range(each(10**30, 2, 4), {})) == []
    assert faults(field.out_of_range(each(1, 3, 2), {})) == [("a.range", "points.Ana"), ("a.range", "points.Bob")]


# A single value: Number, Choice, OnePlayer, SideChoice, YesNo, Words.


@pytest.mark.parametrize("raw", [None, True, 3.0, "3", [3], {}])
def test_a_number_is_whole(raw: Any) -> None:
    assert misread(NUMBER, raw) == ["jokers"]


def test_a_number_is_within_its_bounds_and_some_cannot_be() -> None:
    assert [number for number in range(-2, 12) if faults(NUMBER.out_of_range(number, {}))] == [-2, -1, 1, 10, 11]
    assert value_of(NUMBER, 99) == 99


def test_a_choice_is_one_of_the_ids() -> None:
    assert value_of(CHOICE, "H") == "H"
    for raw in ("h", "X", "", None, 1, True, ["S"], {}):
        assert misread(CHOICE, raw) == ["trump"]


def test_nothing_is_a_choice_where_it_has_a_name() -> None:
    assert value_of(Choice("trump", LABEL, SUITS, nothing=say("sans atout")), None) is None
    assert value_of(SideChoice("side", LABEL, TEAMS, nothing=say("personne")), None) is None
    assert misread(SideChoice("side", LABEL, TEAMS), None) == ["side"]


def test_a_choice_that_is_spent_is_for_the_game_to_refuse() -> None:
    assert value_of(Choice("contract", LABEL, SUITS, spent=("S",)), "S") == "S"


def test_everybody_chooses() -> None:
    field = ChoicePerPlayer("bids", LABEL, THREE, SUITS)
    assert value_of(field, each("S", "S", "H")) == each("S", "S", "H")
    assert misread(field, each("S", "X", None)) == ["bids.Bob", "bids.Chloé"]
    assert misread(field, {"Ana": "S"}) == ["bids.Bob", "bids.Chloé"]
    assert misread(field, "S") == ["bids"]


def test_a_player_is_one_of_those_named() -> None:
    field = OnePlayer("winner", LABEL, THREE, barred=("Bob",))
    assert value_of(field, " Chloe\u0301") == "Chloé"
    assert value_of(field, "Bob") == "Bob"
    for raw in ("Zoé", "ana", "", None, 1, ["Ana"], {"Ana": 1}):
        assert misread(field, raw) == ["winner"]


@pytest.mark.parametrize("raw", ["Ana & Chloé", " Ana & Chloé ", "Ana", "Chloe\u0301"])
def test_a_side_is_said_by_its_name_or_by_one_of_its_players(raw: str) -> None:
    assert value_of(SideChoice("side", LABEL, TEAMS), raw) == "Ana & Chloé"


@pytest.mark.parametrize("raw", ["Chloé & Ana", "Ana & Bob", "Ana &", "", 0, False, ["Ana"], {"side": "Ana"}])
def test_another_thing_is_no_side(raw: Any) -> None:
    assert misread(SideChoice("side", LABEL, TEAMS), raw) == ["side"]


def test_a_player_named_like_a_side_is_the_side() -> None:
    sides = (Side("Ana & Bob", ("Ana", "Bob")), Side("Zoé & Dan", ("Zoé", "Dan")), Side("Dan", ("Eve",)))
    assert value_of(SideChoice("side", LABEL, sides), "Dan") == "Dan"


def test_yes_or_no() -> None:
    field = YesNo("mordienne", LABEL)
    assert (value_of(field, True), value_of(field, False)) == (True, False)
    for raw in (1, 0, "true", None, []):
        assert misread(field, raw) == ["mordienne"]


def test_words_have_a_greatest_length() -> None:
    field = Words("text", LABEL, 5)
    assert value_of(field, "ééééé") == "ééééé"
    for raw in ("éééééé", None, 5, ["a"]):
        assert misread(field, raw) == ["text"]


# Several values: SomePlayers, PlayerOrder, TrickWinners, CardHands.


@pytest.mark.parametrize("field", [SOME, ORDER, WINNERS])
def test_a_list_of_players_is_read_name_by_name(field: Field) -> None:
    assert value_of(field, ["Bob", "Chloe\u0301", " Ana"]) == ("Bob", "Chloé", "Ana")
    assert value_of(field, []) == ()
    assert misread(field, ["Ana", "Zoé", 3, ["Ana"]]) == [f"{field.key}.{index}" for index in (1, 2, 3)]
    for raw in (None, "Ana", {"Ana": 1}, 3):
        assert misread(field, raw) == [field.key]


def test_only_a_trick_may_be_nobodys() -> None:
    assert value_of(WINNERS, ["Ana", None, "Bob"]) == ("Ana", None, "Bob")
    assert misread(ORDER, ["Ana", None]) == ["order.1"]
    assert misread(SOME, [None]) == ["greve.0"]


@pytest.mark.parametrize(
    ("field", "value", "found"),
    [
        (ORDER, ("Ana", "Bob"), 0),
        (ORDER, THREE, 0),
        (ORDER, ("Ana",), 1),
        (ORDER, (), 1),
        (ORDER, ("Ana", "Ana", "Bob"), 1),
        (PlayerOrder("order", LABEL, THREE, 1, "a.order"), (), 1),
        (SOME, (), 0),
        (SOME, ("Ana", "Chloé"), 0),
        (SOME, THREE, 1),
        (SOME, ("Ana", "Ana"), 1),
        (WINNERS, ("Ana", None, "Ana"), 0),
        (WINNERS, ("Ana",), 1),
        (WINNERS, ("Ana",) * 4, 1),
    ],
)
def test_a_list_has_its_length_and_names_nobody_twice(field: Any, value: tuple[Any, ...], found: int) -> None:
    assert faults(field.inconsistencies(value)) == [(field.article, field.key)] * found


def test_the_hands_are_cards_of_the_pack() -> None:
    value = value_of(HANDS, each(["as", "TH"], [], ["10D"]))
    assert {name: [card.code for card in hand] for name, hand in value.items()} == each(["AS", "10H"], [], ["10D"])
    assert misread(HANDS, each(["AS", "1S"], "AS", [None, 7])) == [
        "cards.Ana.1",
        "cards.Bob",
        "cards.Chloé.0",
        "cards.Chloé.1",
    ]


# The player who is left out, asked before.


@pytest.mark.parametrize(
    ("field", "empty"),
    [
        (Points("points", LABEL, THREE, 0, None, "a.range", all_but="out"), 0),
        (CardHands("points", LABEL, THREE, FIFTY_TWO, all_but="out"), ()),
    ],
)
def test_whoever_is_spared_has_nothing_to_tell(field: Field, empty: Any) -> None:
    assert read(field, {"Ana": empty, "Chloé": empty}, {"out": "Bob"}) == ({"Ana": empty, "Chloé": empty}, [])
    _, wrong = read(field, dict.fromkeys(THREE, empty), {"out": "Bob"})
    assert [fault.field for fault in wrong] == ["points.Bob"]


@pytest.mark.parametrize(
    ("raw", "paths"), [({"Ana": 3, "Zoé": 4}, ["points.Zoé"]), ({" Ana ": 3}, []), ("?", ["points"])]
)
def test_as_long_as_nobody_is_known_to_be_spared_nobody_is_missing(raw: Any, paths: list[str]) -> None:
    field = Points("points", LABEL, THREE, 0, None, "a.range", all_but="out")
    assert [fault.field for fault in read(field, raw, {"out": None})[1]] == paths


# What follows from what was read before; what may be nobody; bounds without an article of their own.


def test_players_and_bounds_may_be_told_before() -> None:
    player = OnePlayer("player", LABEL, among="teams")
    teams = {"teams": (("Ana", "Bob"), ("Chloé", "Dan"))}
    assert read(player, "Dan", teams) == ("Dan", [])
    assert [fault.field for fault in read(player, "Zoé", teams)[1]] == ["player"]
    assert read(player, "Zoé") == ("Zoé", []), "who sits there is wrong itself, and is judged first"
    number = Number("bid", LABEL, 0, lambda values: values.get("cards"))
    assert [bool(read(number, bid, {"cards": 3})[1]) for bid in (3, 4)] == [False, True]


@pytest.mark.parametrize(
    "field",
    [
        OnePlayer("nobody", LABEL, THREE, nothing=say("personne")),
        SideChoice("nobody", LABEL, TEAMS, nothing=say("personne")),
        Choice("nobody", LABEL, SUITS, nothing=say("personne")),
        Number("nobody", LABEL, 0, 9, nothing=say("personne")),
        NewName("nobody", LABEL, nothing=say("personne")),
    ],
)
def test_what_may_be_nobody_says_so_in_its_own_words(field: Field) -> None:
    assert read(field, None) == (None, [])
    assert field.in_words(None).render("fr") == "personne"


@pytest.mark.parametrize(
    ("field", "raw", "found"),
    [
        (NUMBER, 10, ["facts.jokers"]),
        (NUMBER, 1, ["facts.jokers"]),
        (NUMBER, "1", ["facts.jokers"]),
        (NUMBER, 2, []),
        (Number("n", LABEL, 0, lambda values: values.get("cards"), "a.range"), 4, ["facts.n"]),
        (POINTS, each(11, 0, 1), ["facts.points.Ana", "facts.points.Chloé"]),
        (COUNTS, each(6, 0, 0), ["facts.tricks.Ana"]),
        (COUNTS, each(1, 0, 0), ["facts.tricks"]),
        (ORDER, ["Ana", "Ana"], ["facts.order"]),
        (SOME, THREE, ["facts.greve"]),
        (SomePlayers("some", LABEL, THREE, most=2), THREE, ["facts.some"]),
        (SomePlayers("group.some", LABEL, THREE, "a.some"), ["Ana", "Ana"], ["facts.group"]),
        (LEVELS, {"simple": ["Ana"], "double": ["Bob"]}, []),
        (LEVELS, {"simple": ["Ana", "Ana"]}, ["facts.shown"]),
        (LEVELS, {"simple": ["Ana"], "double": ["Ana"]}, ["facts.shown"]),
        (LEVELS, {"triple": ["Ana"]}, ["facts.shown.triple"]),
        (LEVELS, {"simple": ["Zoé"]}, ["facts.shown.simple.0"]),
        (TENS, each(20, 15, 10), ["facts.melded.Bob", "facts.melded.Chloé"]),
        (Number("total", LABEL, 0, None), -4000, []),
    ],
)
def test_a_fact_is_judged_whole_and_every_fault_is_the_questions(field: Field, raw: Any, found: list[str]) -> None:
    wrong = field.read_and_check(f"facts.{field.key}", raw, Reader("question.facts", {"cards": 3}))[1]
    assert faults(wrong) == [("question.facts", path) for path in found]


@pytest.mark.parametrize("number", [0, 3, 5])
def test_a_wrong_number_of_cards_is_a_fault_of_shape_or_of_the_articles_own(number: int) -> None:
    raw = ["AS", "2S", "3S", "4S", "5S"][:number]
    assert misread(Cards("crib", LABEL, FIFTY_TWO, 4, 4), raw) == ["crib"]
    judged = Cards("crib", LABEL, FIFTY_TWO, 4, 4, "a.cards")
    assert faults(judged.inconsistencies(value_of(judged, raw))) == [("a.cards", "crib")]
    assert faults(judged.inconsistencies(value_of(judged, ["AS", "2S", "3S", "4S"]))) == []


def test_a_kind_without_an_article_judges_its_bounds_as_it_reads() -> None:
    assert [fault.article for fault in read(Number("n", LABEL, 1, 5), 6)[1]] == ["match.entry"]
    assert read(SomePlayers("some", LABEL, THREE), ["Ana", "Ana"])[0] == ("Ana", "Ana")
    assert [fault.article for fault in read(SomePlayers("some", LABEL, THREE), ["Ana", "Ana"])[1]] == ["match.entry"]


# A value in words.


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        (COUNTS, each(1, 2, 0), "Ana 1, Bob 2 et Chloé 0"),
        (CHOICE, "H", "♥ cœur"),
        (Choice("trump", LABEL, SUITS, canonical=str.upper), "h", "♥ cœur"),
        (WINNERS, ["Ana", None], "Ana et pli nul"),
        (HANDS, {"Ana": ["ks", "joker"]}, "Ana R♠ et joker"),
        (SOME, [], "—"),
        (YesNo("mordienne", LABEL), False, "non"),
        (NUMBER, -3, "−3"),
        (LEVELS, {"simple": ["Ana"], "double": ["Bob"]}, "Ana simple et Bob double"),
        (GROUPS, [["ks", "qs"]], "R♠ et D♠"),
        (EVERYBODY, {"Zoé": ["ks"]}, "Zoé R♠"),
    ],
)
def test_a_value_is_said_in_words_as_it_was_read_or_written(field: Field, value: Any, words: str) -> None:
    assert field.in_words(value).render("fr") == words


# Whatever is written there.

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(THREE),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(THREE) | st.text(), inner, max_size=4),
    max_leaves=8,
)


@given(st.sampled_from(ALL_KINDS), json_values)
def test_a_value_is_read_or_has_its_faults_with_their_sentences(field: Field, raw: Any) -> None:
    value, wrong = read(field, raw)
    if wrong:
        assert value is None
    else:
        wrong = [*field.out_of_range(value, {}), *field.inconsistencies(value)]
    for fault in wrong:
        assert fault.field is not None
        assert fault.field.split(".")[0] == field.key
        assert fault.message.render("fr").strip()


def test_a_sentence_repeats_only_the_beginning_of_what_was_written() -> None:
    _, (fault,) = read(OnePlayer("winner", LABEL, THREE), "Z\x00\u202e" * 100_000)
    said = fault.message.render("fr")
    assert len(said) < 200
    assert said.replace("\u202f", "").isprintable()
    assert "\x00" not in said
