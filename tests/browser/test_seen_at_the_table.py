"""What people at a table stumbled over, page by page: letters cut, rows of three lines, words twice."""

from typing import Any

import pytest
from playwright.sync_api import expect

from referee.words import LANGUAGES
from tests.browser.conftest import NewPhone
from tests.browser.course import Course
from tests.browser.layout import DESK, SIZES, UPRIGHT, beheaded, boxes, broken_words, covered, cut, out_of_view, resized
from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone
from tests.browser.test_sheet import kept

ACCENTS = ("Élise", "Ève", "Émile", "Àlex")
SIX = ("Bastien", "Gabriel", "Florian", "Camille", "Juliana", "Sabrina")
ROOM_BESIDE_PLACEHOLDER = """box => {
  const pen = document.createElement("canvas").getContext("2d");
  const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(box);
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  return box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - pen.measureText(box.placeholder).width;
}"""
"""Pixels that the words which stand faintly in a box leave free."""
LONG = ("Jean-Baptiste", "Marie-Christine", "Alexandrine", "Élisabeth")
EVERY = "all => all.map"
ONE_LINE = 16
"""Pixels: less than two lines of the small print of a sheet."""


def opened(phone: Phone, game: str, players: tuple[str, ...], *entries: dict[str, Any], **rules: str) -> str:
    """The path of a match with these entries, its page open."""
    pen, course = Pen(phone), Course.of(game, players, {rule: value == "1" for rule, value in rules.items()})
    path = pen.new_match(game, players, {f"option.{rule}": value for rule, value in rules.items()})
    for entry in entries:
        pen.record(path, course, entry)
    phone.open(path)
    return path


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "entry"), [
    ("barbu", {"step": "contract", "contract": "barbu"}),
    ("barbu", {"step": "contract", "contract": "salade"}),
    ("ascenseur", {"step": "bids", "bids": dict.fromkeys(ACCENTS, 0)}),
    ("huit-americain", None),
])  # fmt: skip
def test_no_capital_loses_its_accent(phone: Phone, game: str, entry: dict[str, Any] | None) -> None:
    path = opened(phone, game, ACCENTS, *([entry] if entry else []))
    for page in ("", "/table", "/steps/penalty"):
        phone.open(path + page)
        for size in resized(phone, *SIZES):
            assert beheaded(phone) == [], (page, size)


@pytest.mark.thorough
def test_seven_letters_stand_whole_on_the_sheet_of_six_players(phone: Phone) -> None:
    path = kept(phone, "president", SIX, 1)
    phone.open(f"{path}/sheet")
    assert cut(phone, ".sheet thead th + th > span") == []


@pytest.mark.thorough
def test_names_stand_whole_on_what_answers(phone: Phone) -> None:
    opened(phone, "barbu", LONG, {"step": "contract", "contract": "barbu"})
    assert cut(phone, ".ask button, .ask .chip > span, .ask .chip > span > span") == []
    opened(phone, "ascenseur", LONG, {"step": "bids", "bids": dict.fromkeys(LONG, 0)})
    assert cut(phone, ".board .one, .board .one b") == []


@pytest.mark.first_alone
@pytest.mark.parametrize("players", [6, 8])
def test_the_sheet_of_many_has_two_lines_a_cell_and_of_more_than_six_who_leads_first(
    phone: Phone, players: int
) -> None:
    people = (*SIX, "Raphaël", "Zoé")[:players]
    game = "ascenseur" if players == len(SIX) else "feuille-libre"
    path = kept(phone, game, people, 4)
    phone.open(f"{path}/sheet")
    assert max(box.height for box in boxes(phone, ".sheet td small")) < ONE_LINE
    places = [box.words for box in sorted(boxes(phone, ".sheet tfoot td"), key=lambda box: box.left)]
    if players == len(SIX):
        assert phone.page.locator(".sheet thead th + th").all_inner_texts() == list(people)
    else:
        assert places == sorted(places, key=lambda place: int("".join(filter(str.isdecimal, place))))
    first = phone.page.locator(".sheet tbody th").first
    before = first.bounding_box()
    phone.page.locator(".sheet").evaluate("sheet => sheet.scrollTo(200, 0)")
    assert first.bounding_box() == before
    if players == len(SIX):
        phone.page.locator(".sheet").evaluate("sheet => sheet.scrollTo(0, 0)")
        assert out_of_view(phone, ".sheet thead th") == []


@pytest.mark.thorough
def test_what_is_corrected_stands_first_on_the_page_of_a_deal_and_an_article_once(phone: Phone) -> None:
    phone.open(f"{kept(phone, 'ascenseur', SIX, 2)}/rounds/1")
    correct, gains = boxes(phone, ".correct"), boxes(phone, ".lines > li")
    assert max(box.bottom for box in correct) < min(box.top for box in gains)
    assert correct[0].bottom < SIZE["height"] / 2
    expect(phone.page.locator("main .article")).to_have_count(1)


@pytest.mark.thorough
def test_nothing_lies_over_who_corrects(phone: Phone) -> None:
    path = kept(phone, "ascenseur", SIX, 2)
    phone.open(f"{path}/corrections/1")
    phone.record()
    assert covered(phone, "fieldset .chip") == []
    assert covered(phone, ".ask input[name=reason]") == []


@pytest.mark.thorough
def test_suits_stand_in_one_row_in_their_colours(phone: Phone) -> None:
    opened(phone, "ascenseur", ACCENTS)
    phone.tap(phone.page.locator("button.deal-card"))
    chips = boxes(phone, ".rules .chip")
    assert [len(chips), len({chip.top for chip in chips})] == [5, 1]
    phone.page.locator(".rules .chip").last.scroll_into_view_if_needed()
    assert out_of_view(phone, ".rules .chip") == []
    colours = phone.page.locator(".rules .chip > span").evaluate_all(f"{EVERY}(one => getComputedStyle(one).color)")
    assert colours[1] == colours[2] != colours[0] == colours[3] == colours[4]


@pytest.mark.thorough
def test_four_bids_are_four_equal_keys_of_the_player_who_speaks(phone: Phone) -> None:
    opened(phone, "tarot-decale", ACCENTS, bets="1")
    for size in resized(phone, *SIZES):
        keys = boxes(phone, ".turn .keys > button")
        assert len(keys) == 4
        assert len({round(key.width) for key in keys}) == 1, size
        assert broken_words(phone, ".turn .keys > button") == [], size


def test_bets_are_spoken_one_after_another_and_who_says_nothing_passes(phone: Phone) -> None:
    opened(phone, "tarot-decale", ACCENTS, bets="1")
    first = phone.page.locator(".turn .asked").inner_text()
    phone.tap(phone.page.locator(".turn .keys > button").nth(1))
    assert phone.page.locator(".turn .asked").inner_text() != first
    assert phone.page.locator("[data-part]:not(.unspoken) > .spoken > b").all_inner_texts() == ["Brevet"]
    phone.record()
    assert "Brevet" in phone.page.locator("main").inner_text()


@pytest.mark.first_alone
@pytest.mark.parametrize(("game", "entry", "asked"), [
    ("barbu", None, "contract"),
    ("barbu", {"step": "contract", "contract": "barbu"}, "king"),
    ("barbu", {"step": "contract", "contract": "dernier-pli"}, "last"),
    ("bataille-corse", None, "winner"),
])  # fmt: skip
def test_one_tap_records_a_choice_that_is_the_whole_answer(
    phone: Phone, game: str, entry: dict[str, Any] | None, asked: str
) -> None:
    path = opened(phone, game, ACCENTS, *([entry] if entry else []))
    before, answers = Pen(phone).count_entries(path), phone.page.locator(f'.whole button[name="{asked}"]')
    for _ in resized(phone, *SIZES):
        assert out_of_view(phone, ".whole button") == []
    phone.resize(SIZE)
    assert phone.page.locator(".ask button.go").count() == 0
    phone.follow(answers.nth(1))
    assert Pen(phone).count_entries(path) == before + 1
    phone.follow(phone.page.get_by_role("button", name="Annuler la dernière saisie"))
    assert answers.count() >= len(ACCENTS)


def test_counting_keeps_the_seats_and_bids_the_order_of_speaking(phone: Phone) -> None:
    pen, course = Pen(phone), Course.of("ascenseur", ACCENTS)
    path = pen.new_match("ascenseur", ACCENTS)
    for deal in range(3):
        phone.open(path)
        assert phone.players_asked() == [*ACCENTS[deal + 1 :], *ACCENTS[: deal + 1]]
        pen.record(path, course, {"step": "bids", "bids": dict.fromkeys(ACCENTS, 0)})
        phone.open(path)
        assert phone.players_asked() == list(ACCENTS)
        tricks = {**dict.fromkeys(ACCENTS, 0), ACCENTS[deal]: deal + 1}
        pen.record(path, course, {"step": "tricks", "tricks": tricks})


def test_who_has_the_rest_is_asked_or_follows(phone: Phone) -> None:
    opened(phone, "whistiti", ACCENTS)
    rest, said = phone.page.locator(".rest button"), phone.page.locator(".shared .sum")
    counts, heading = phone.page.locator(".board .count"), phone.page.locator(".typed .so-far")
    assert rest.first.is_hidden()
    for number, (tricks, shown) in enumerate(((1, "1···"), (4, "14··"), (5, "1453"))):
        phone.tap(phone.page.locator(f'.board .typed button[data-value="{tricks}"]'))
        assert "".join(counts.all_inner_texts()) == shown
        assert number == 2 or heading.inner_text() == f"{1 + 4 * number} sur 13"  # noqa: PLR2004
    assert said.inner_text() == "13 sur 13"
    opened(phone, "ascenseur", ACCENTS, {"step": "bids", "bids": dict.fromkeys(ACCENTS, 0)})
    assert "Reste 1 · à qui" in said.inner_text()  # what was announced is a count
    assert len({boxes(phone, f".board {key}")[0].top for key in (".less", ".count", ".plus")}) == 1
    phone.tap(rest.first)
    assert counts.all_inner_texts() == ["1", "0", "0", "0"]


@pytest.mark.thorough
def test_bonuses_and_last_trick_stand_in_one_line(phone: Phone) -> None:
    opened(phone, "tarot-decale", ACCENTS, bonuses="1")
    fold = phone.page.locator(".ask .rules summary")
    assert fold.inner_text().split("facultatif")[0].strip() == "Primes et dernier pli"
    phone.tap(fold)
    assert phone.page.locator(".ask .rules legend").count() == 5


@pytest.mark.thorough
def test_before_the_first_deal_what_to_prepare_is_read_whole(phone: Phone) -> None:
    opened(phone, "ascenseur", SIX)
    prepared = phone.page.locator(".recap .prepare")
    assert "À retirer : les 2." in " ".join(prepared.inner_text().split())
    for _ in resized(phone, *SIZES):
        assert cut(phone, ".recap .prepare") == []
        assert out_of_view(phone, ".recap .prepare", ".turn .keys > button") == []


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_at_the_first_deal_of_a_free_sheet_both_rows_of_names_stand_above_the_pad(
    new_phone: NewPhone, language: str
) -> None:
    phone = new_phone(locale=language)
    for players in (SIX[:5], SIX):
        opened(phone, "feuille-libre", players)
        (pad,) = boxes(phone, ".digits-pad")
        assert max(box.bottom for box in boxes(phone, ".points > .answered > .entry")) <= pad.top


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_may_be_searched_for_is_read_whole_in_its_box(new_phone: NewPhone, language: str) -> None:
    phone = new_phone(locale=language)
    for path in ("/desk", "/desk/ascenseur"):
        phone.open(path)
        assert phone.page.locator(".search input[type=search]").evaluate(ROOM_BESIDE_PLACEHOLDER) >= 0, path


@pytest.mark.thorough
def test_the_sentence_on_a_struck_out_bid_leads_to_its_article(phone: Phone) -> None:
    phone.new_match("ascenseur", SIX[:4])
    for player, bid in zip(SIX[1:4], (0, 0, 1), strict=True):
        phone.tap_count(player, bid)
    why = phone.page.locator("[data-why]")
    assert " ".join(why.inner_text().split()) == "0 est interdit : le total ferait 1. § pourquoi"
    assert covered(phone, "[data-why] a, .turn .keys > button") == []
    phone.follow(why.locator("a"))
    assert phone.path == "/rules/ascenseur"
    assert phone.page.url.endswith("#ascenseur.not-equal")


@pytest.mark.thorough
def test_how_long_it_will_be_stands_where_players_are_chosen(phone: Phone) -> None:
    phone.open("/new/ascenseur")
    said = phone.page.locator(".lengths")
    assert " ".join(said.inner_text().split()) == "à 3 : 33 donnes à 4 : 25 donnes à 5 : 19 donnes à 6 : 15 donnes"
    for seat, name in enumerate(SIX[:5]):
        phone.box(f"seat.{seat}").fill(name)
    assert " ".join(said.inner_text().split()) == "à 5 : 19 donnes"
    phone.unfold(phone.box("option.max_cards"))
    phone.box("option.max_cards").fill("3")
    phone.box("option.max_cards").blur()
    assert said.is_hidden()  # by other rules
    phone.open("/new/whistiti")
    assert "un quart d’heure" in said.inner_text()


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["ascenseur", "feuille-libre", "barbu"])
def test_type_and_keys_grow_with_the_screen(phone: Phone, game: str) -> None:
    opened(phone, game, ACCENTS)
    phone.resize(DESK)
    phone.page.locator(".beside > *").first.wait_for()  # the styles of the sheet have come
    parts = [".side .name", ".side .total", ".head h1", ".ask .lead", ".ask :is(.keys, .whole) > button"]
    sizes = [[font(phone, part) for part in parts] for _ in resized(phone, SIZE, UPRIGHT, DESK)]
    heights = [boxes(phone, parts[-1])[0].height for _ in resized(phone, SIZE, UPRIGHT, DESK)]
    for larger in (1, 2):
        assert all(small < large for small, large in zip(sizes[0], sizes[larger], strict=True)), sizes
        assert heights[0] <= heights[larger]
        assert heights[larger] >= 60


def font(phone: Phone, selector: str) -> float:
    """The size of its letters, in pixels."""
    size: float = phone.page.locator(selector).first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    return size


@pytest.mark.thorough
@pytest.mark.parametrize("players", [4, 6])
def test_the_key_that_takes_back_lies_over_no_tally(phone: Phone, players: int) -> None:
    opened(phone, "aluette", ("Ana", "Bob", "Chloé", "Dan", "Éric", "Fanny")[:players])
    keys = phone.page.locator(".keys.names > button")
    for number in range(9 if players == len(ACCENTS) else 8):
        keys.nth(number % players).click()
    for size in resized(phone, *SIZES):
        [back], [told] = boxes(phone, ".turn > .link"), boxes(phone, ".turn .so-far")
        assert back.left >= told.right or back.top >= told.bottom or back.bottom <= told.top, size


@pytest.mark.thorough
def test_the_line_of_an_undone_entry_is_as_high_as_any(phone: Phone) -> None:
    path = opened(phone, "ascenseur", SIX, {"step": "bids", "bids": dict.fromkeys(SIX, 0)})
    usual = boxes(phone, ".recap")[0].height
    Pen(phone).post(f"{path}/undo", [("expected", "1")])
    phone.open(path)
    assert boxes(phone, ".recap")[0].height == usual


def test_both_sides_and_all_keys_are_in_sight_when_points_are_typed(phone: Phone) -> None:
    contract = {"step": "contract", "taker": "Bob", "contract": "100", "trump": "H"}
    opened(phone, "coinche", ("Ana", "Bob", "Chloé", "Dan"), contract)
    keys, sides = ".digits-pad > .keys > button", ".points.padded .entry"
    assert len(boxes(phone, keys)) == 12
    assert [box.words.strip() for box in boxes(phone, sides)] == ["Bob & Dan", "Ana & Chloé"]
    assert out_of_view(phone, keys, sides) == []
    assert covered(phone, keys, sides) == []


@pytest.mark.thorough
def test_who_won_stands_on_gold(phone: Phone) -> None:
    points = dict(zip(ACCENTS, range(4), strict=True))
    path = opened(phone, "feuille-libre", ACCENTS, {"step": "points", "points": points})
    Pen(phone).post(f"{path}/entries", [("step", "end"), ("expected", "1")])
    phone.open(path)
    ground = phone.page.locator(".step-1").evaluate("step => getComputedStyle(step).backgroundImage")
    assert "rgb(231, 197, 104)" in ground
