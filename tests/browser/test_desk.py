"""The desk on a phone: cards tapped in one pack, a verdict in at most twelve taps, every page fit for the table."""

from operator import le
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator

from referee.desk.questions import desk_questions, examples
from referee.games.registry import GAMES
from referee.words import LANGUAGES
from tests.browser.checking import CheckedPhone, too_small_at_any_size
from tests.browser.conftest import NewPhone
from tests.browser.course import seats
from tests.browser.layout import LYING, SMALL, boxes, out_of_view, resized
from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone
from tests.web.desk.desk_forms import query_without_match, sitting_of

FOUR = ("Ana", "Bob", "Chloé", "Dan")
MOST_TAPS = 12
FORBIDDEN = "trump=H&plays=9S+KS+3H&plays.leader=Bob&hand=2S+AH+7D&card=AH"


class Desk:
    """The desk on one phone."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.page = phone.page

    def ask(self, words: str) -> None:
        """Open a question of the game's desk by its words."""
        self.phone.follow(self.page.locator("a.ask-card", has_text=words))

    def key(self, code: str) -> Locator:
        """A card of the pack."""
        return self.page.locator(f'[data-pack] [data-card="{code}"]')

    def tap(self, *codes: str) -> None:
        for code in codes:
            self.phone.tap(self.key(code))

    def tray(self, name: str) -> Locator:
        return self.page.locator(f'.target[data-name="{name}"]')

    def held(self, code: str) -> Locator:
        """A card that lies in the open tray."""
        spoken = self.key(code).get_attribute("aria-label")
        return self.page.locator(f'.target.open .slot[aria-label$="{spoken}"]')

    def lying(self, name: str) -> list[str]:
        """The cards of a tray, as they are printed."""
        return [one.inner_text().replace("\n", "") for one in self.tray(name).locator(".pc:not(.next, .empty)").all()]

    def settle(self) -> None:
        self.phone.record()

    @property
    def word(self) -> str:
        return self.page.locator(".verdict .word").inner_text()

    @property
    def told(self) -> dict[str, list[str]]:
        """What stands in the address."""
        return parse_qs(urlsplit(self.page.url).query)


@pytest.fixture
def desk(phone: Phone) -> Desk:
    phone.new_match("ascenseur", FOUR)
    phone.taps = 0
    phone.follow(phone.page.get_by_role("navigation").get_by_role("link", name="Arbitre"))
    return Desk(phone)


# Taps


@pytest.mark.journey
def test_from_an_open_match_to_a_verdict_about_a_card_takes_at_most_twelve_taps(desk: Desk) -> None:
    desk.ask("Que peut‑on jouer")
    desk.phone.tap(desk.phone.chip("trump", "H"))
    desk.tap("9S", "KS", "3H")  # the three cards that lie there
    desk.tap("2S", "AH", "7D", "8D")  # the hand of who is to play
    desk.phone.tap(desk.held("AH"))  # the card in question
    desk.settle()
    assert desk.word == "Interdit"
    assert desk.phone.taps <= MOST_TAPS


@pytest.mark.thorough
def test_a_trick_of_four_cards_is_decided_in_eight_taps(phone: Phone) -> None:
    phone.new_match("ascenseur", FOUR)
    phone.taps = 0
    phone.follow(phone.page.get_by_role("navigation").get_by_role("link", name="Arbitre"))
    desk = Desk(phone)
    desk.ask("À qui est le pli")
    phone.tap(phone.chip("trump", "H"))
    desk.tap("9S", "KS", "3H", "QD")
    desk.settle()
    assert desk.word == "Dan"
    assert phone.taps <= 8


@pytest.mark.thorough
def test_where_the_match_knows_everything_the_verdict_is_two_taps_away_and_the_first_thing_in_sight(
    phone: Phone,
) -> None:
    phone.new_match("ascenseur", FOUR)
    phone.taps = 0
    phone.follow(phone.page.get_by_role("navigation").get_by_role("link", name="Arbitre"))
    phone.follow(phone.page.get_by_role("link", name="Maldonne"))
    assert phone.taps == 2
    (word,) = boxes(phone, ".verdict .word")
    assert word.top < 100
    size = phone.page.locator(".verdict .word").evaluate("word => parseFloat(getComputedStyle(word).fontSize)")
    assert size >= 40


@pytest.mark.thorough
def test_what_happens_at_every_table_is_answered_two_taps_from_a_match(desk: Desk) -> None:
    card = desk.page.locator("details.dispute", has_text="joué avant son tour")
    desk.phone.tap(card.locator("summary"))
    assert desk.phone.taps == 2
    assert card.locator(".prose strong").inner_text() == "Il reprend sa carte."
    assert (card.locator("a.article").first.get_attribute("href") or "").endswith("#match.out-of-turn")


@pytest.mark.thorough
def test_what_went_astray_is_ruled_on_three_taps_from_a_match_and_answered_in_two(phone: Phone) -> None:
    phone.new_match("huit-americain", FOUR)
    phone.taps = 0
    desk = Desk(phone)
    phone.follow(phone.page.get_by_role("navigation").get_by_role("link", name="Arbitre"))
    card = desk.page.locator("details.dispute", has_text="sans dire la couleur")
    phone.tap(card.locator("summary"))
    assert phone.taps == 2
    assert card.locator(".prose strong").inner_text() == "On la lui demande."
    phone.follow(card.locator("a.ask-card"))
    phone.follow(desk.page.get_by_role("button", name="le suivant a déjà joué"))
    assert desk.word == "On suit la carte posée"
    phone.follow(desk.page.get_by_role("link", name="Autre question"))
    phone.taps = 1  # the desk itself
    asked = desk.page.locator("details.at-once", has_text="oublié ou mal crié")
    phone.tap(asked.locator("summary"))
    phone.follow(asked.locator("a.chip", has_text="deux cartes en main"))
    assert phone.taps == 3
    assert desk.word == "Rien, il le redira"


@pytest.mark.thorough
def test_hearts_and_diamonds_are_red_in_sentences_too(phone: Phone) -> None:
    phone.open(f"/desk/ascenseur/legal-cards/verdict?{FORBIDDEN}")
    red = phone.page.locator(".because .red-suit").first
    assert red.inner_text() == "A♥"
    assert red.evaluate("one => getComputedStyle(one).color") != phone.page.locator(".because").evaluate(
        "one => getComputedStyle(one).color"
    )


@pytest.mark.thorough
@pytest.mark.parametrize("question", ["legal-cards", "trick-winner"])
def test_the_tray_is_whole_on_the_narrowest_phone(phone: Phone, question: str) -> None:
    phone.resize(SMALL)
    phone.new_match("ascenseur", FOUR)
    phone.follow(phone.page.get_by_role("navigation").get_by_role("link", name="Arbitre"))
    phone.open(f"/desk/ascenseur/{question}?match={phone.page.url.rpartition('match=')[2]}")
    (tray,) = boxes(phone, ".target.open")
    assert tray.height < 100
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.thorough
def test_a_trump_that_the_match_knows_needs_no_tap(phone: Phone) -> None:
    phone.new_match("ascenseur", FOUR)
    for player, bid in zip(("Bob", "Chloé", "Dan", "Ana"), (0, 0, 0, 0)):
        phone.tap_count(player, bid)
    phone.unfold(phone.chip("trump", "H"))
    phone.tap(phone.chip("trump", "H"))
    phone.record()
    phone.taps = 0
    phone.follow(phone.page.get_by_role("navigation").get_by_role("link", name="Arbitre"))
    desk = Desk(phone)
    desk.ask("Que peut‑on jouer")
    desk.tap("9S", "KS", "3H", "2S", "AH", "7D", "8D")
    phone.tap(desk.held("AH"))
    desk.settle()
    assert desk.word == "Interdit"
    assert phone.taps < MOST_TAPS


# The pack


@pytest.mark.thorough
def test_the_trick_fills_from_the_leader_on_then_the_hand_of_who_is_next(desk: Desk) -> None:
    desk.ask("Que peut‑on jouer")
    desk.tap("9S")
    assert desk.tray("plays").locator(".slot small").all_inner_texts() == ["Bob", "Chloé", "Dan"]
    assert desk.lying("plays") == ["9♠"]
    desk.tap("KS", "3H", "2S")
    assert desk.lying("plays") == ["9♠", "R♠", "3♥"]
    assert desk.lying("hand") == ["2♠"]
    assert desk.tray("hand").locator(".name").inner_text().startswith("Main d’Ana")


@pytest.mark.thorough
def test_who_leads_is_tapped(desk: Desk) -> None:
    desk.ask("À qui est le pli")
    desk.phone.tap(desk.page.get_by_label("Dan entame"))
    desk.tap("9S", "KS")
    desk.phone.tap(desk.phone.chip("trump", "-"))
    desk.settle()
    assert desk.word == "Ana"


@pytest.mark.thorough
def test_a_card_that_is_taken_is_marked_and_cannot_be_taken_twice(desk: Desk) -> None:
    desk.ask("Que peut‑on jouer")
    desk.tap("9S", "KS", "3H")
    assert desk.key("9S").is_disabled()
    desk.tap("2S")
    assert desk.key("2S").get_attribute("aria-pressed") == "true"
    desk.tap("2S")  # a second tap takes it back
    assert desk.lying("hand") == []


@pytest.mark.thorough
def test_the_last_card_is_taken_back(desk: Desk) -> None:
    desk.ask("Que peut‑on jouer")
    desk.tap("9S", "KS")
    desk.phone.tap(desk.page.get_by_label("Retirer la dernière carte"))
    assert desk.lying("plays") == ["9♠"]


@pytest.mark.thorough
def test_of_equal_cards_as_many_are_taken_as_the_pack_has(phone: Phone) -> None:
    phone.open("/desk/tarot-decale/card-points")
    desk = Desk(phone)
    desk.tap("bleu:prof", "bleu:prof", "bleu:prof")
    assert len(desk.lying("cards")) == 3
    desk.tap("bleu:prof")
    assert len(desk.lying("cards")) == 2
    desk.settle()
    assert desk.word == "4 points"


@pytest.mark.thorough
def test_two_packs_hold_twice_as_many_cards(phone: Phone) -> None:
    phone.open("/desk/triolet/can-play")
    desk = Desk(phone)
    phone.tap(phone.page.locator("details.known-fact > summary"))
    phone.tap(phone.chip("packs", "2"))
    desk.tap("9S", "9S")
    assert desk.lying("pile") == ["9♠", "9♠"]


@pytest.mark.thorough
def test_things_that_are_no_cards_are_tapped_one_after_another(phone: Phone) -> None:
    phone.open("/desk/famille-trefles/actions")
    desk = Desk(phone)
    desk.tap("pioche", "pioche")
    desk.settle()
    assert desk.word == "Pas la dernière"


@pytest.mark.thorough
def test_what_was_tapped_outlives_a_reload_and_the_way_back_from_the_verdict(desk: Desk) -> None:
    desk.ask("Que peut‑on jouer")
    desk.phone.tap(desk.phone.chip("trump", "H"))
    desk.tap("9S", "KS", "3H", "2S", "AH")
    desk.phone.tap(desk.held("AH"))
    desk.phone.reload()
    _still_there(desk)
    desk.settle()
    desk.phone.back()
    _still_there(desk)
    desk.settle()
    desk.phone.follow(desk.page.get_by_role("link", name="Changer les faits"))
    _still_there(desk)


def _still_there(desk: Desk) -> None:
    assert desk.lying("plays") == ["9♠", "R♠", "3♥"]
    assert desk.lying("hand") == ["2♠", "A♥"]
    assert desk.phone.chosen_values("trump") == ["H"]
    assert desk.told["card"] == ["AH"]


@pytest.mark.thorough
def test_refused_facts_show_what_was_tapped(desk: Desk) -> None:
    desk.ask("Que peut‑on jouer")
    desk.tap("9S")
    desk.settle()
    assert desk.page.locator(".fact-suit .why").is_visible()
    assert desk.lying("plays") == ["9♠"]


# The ruling


@pytest.mark.thorough
def test_a_ruling_is_noted_and_undone(desk: Desk) -> None:
    desk.phone.follow(desk.page.get_by_role("link", name="Maldonne"))
    assert desk.word == "On redonne"
    desk.phone.follow(desk.page.get_by_role("button", name="Noter dans la partie"))
    path = desk.phone.path
    assert Pen(desk.phone).count_entries(path) == 1
    desk.phone.open(f"{path}/sheet")
    assert desk.page.locator(".ruling .word").inner_text() == "On redonne"
    desk.phone.open(path)
    desk.phone.follow(desk.page.get_by_role("button", name="Annuler la dernière saisie"))
    assert Pen(desk.phone).count_entries(path) == 0


@pytest.mark.thorough
def test_most_quarrels_need_no_typing(desk: Desk) -> None:
    card = desk.page.locator("details.dispute").first
    desk.phone.tap(card.locator("summary"))
    assert card.locator("strong").first.inner_text() == "Non."
    with desk.page.expect_navigation():
        card.locator("a").first.tap()
    assert desk.page.locator(".law:target").count() == 1
    desk.phone.follow(desk.page.get_by_role("banner").get_by_role("link", name="La partie"))
    assert desk.phone.path.startswith("/matches/")


# Without scripts


@pytest.mark.thorough
def test_who_plays_alone_or_with_another_is_not_offered_as_their_own_partner(phone: Phone) -> None:
    for question, first in (("tarot/settle", "taker"), ("tarot-decale/call-points", "bettor")):
        phone.open(f"/desk/{question}?n=5")
        phone.tap(phone.chip("partner", "B"))
        phone.tap(phone.chip(first, "B"))
        offered = phone.page.locator(".chip:visible > [name=partner]")
        assert offered.evaluate_all("boxes => boxes.map(box => box.value)")[:4] == ["A", "C", "D", "E"]
        assert phone.page.locator("[name=partner]:checked").count() == 0
        phone.tap(phone.chip(first, "C"))
        phone.tap(phone.chip("partner", "B"))
        assert offered.evaluate_all("boxes => boxes.map(box => box.value)")[:4] == ["A", "B", "D", "E"]


@pytest.mark.thorough
def test_a_verdict_without_scripts(new_phone: NewPhone) -> None:
    plain = new_phone(scripts=False)
    path = plain.new_match("ascenseur", FOUR)
    plain.follow(plain.page.get_by_role("navigation").get_by_role("link", name="Arbitre"))
    desk = Desk(plain)
    desk.ask("Que peut‑on jouer")
    plain.tap(plain.chip("trump", "H"))
    plain.box("plays.leader").select_option("Dan")
    for name, codes in (("plays", ("9S", "KS")), ("hand", ("2S", "AH", "7D")), ("card", ("AH",))):
        for at, code in enumerate(codes):
            plain.box(name).nth(at).select_option(code)
    desk.settle()
    assert desk.word == "Interdit"
    assert plain.page.locator(".evidence .cards").first.locator("small").all_inner_texts() == ["Dan", "Ana"]
    plain.follow(plain.page.get_by_role("button", name="Noter dans la partie"))
    assert plain.path == path


# Every page


@pytest.mark.thorough(unless="game")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(GAMES))
def test_every_page_of_the_desk_is_fit_for_the_table(new_phone: NewPhone, game: str, language: str) -> None:
    checked = CheckedPhone(new_phone(locale=language))
    match = Pen(checked.phone).new_match(game, seats(GAMES[game])).rpartition("/")[2]
    checked.open("desk", f"/desk/{game}?match={match}&q=joker")
    for question in desk_questions(GAMES[game]).values():
        address = f"/desk/{game}/{question.id}"
        for name, page in ((question.id, ""), (f"{question.id} refused", f"/verdict?{question.facts[0].key}=?")):
            checked.phone.open(f"{address}{page}{'&' if page else '?'}match={match}")
            _tap_some_cards(checked.phone)
            checked.check(name)
        example = [one for one in examples(game) if one["question"] == question.id][-1]
        query = query_without_match(GAMES[game], question, example["facts"], sitting_of(GAMES[game], example["facts"]))
        checked.open(f"{question.id} answered", f"{address}/verdict?{query}")
        assert checked.phone.page.locator(".verdict").count() == 1
    assert checked.findings == []


def _tap_some_cards(phone: Phone) -> None:
    """Where a question is told by cards, some of them, so that the trays have something to show."""
    if phone.page.locator("[data-pack]").count():
        for key in phone.page.locator("[data-pack] button").all()[:3]:
            key.tap()


@pytest.mark.thorough
def test_the_desk_and_a_ruling_that_is_kept_are_fit_for_the_table(phone: Phone) -> None:
    checked = CheckedPhone(phone)
    checked.open("no game", "/desk")
    checked.open("search", "/desk?q=egalite")
    president = Pen(checked.phone).new_match("president", FOUR).rpartition("/")[2]
    checked.open("search with a verdict", f"/desk/president?match={president}&q=peut-on+mettre+un+9+sur+un+9")
    assert checked.phone.page.locator(".said").inner_text() == "Interdit"
    path = Pen(checked.phone).new_match("ascenseur", FOUR)
    checked.open("verdict", f"/desk/ascenseur/legal-cards/verdict?match={path.rpartition('/')[2]}&{FORBIDDEN}")
    checked.phone.follow(checked.phone.page.get_by_role("button", name="Noter dans la partie"))
    for page in ("sheet", "log"):
        checked.open(page, f"{path}/{page}")
    assert checked.findings == []


NUMBERS = (
    "barbu/salade-points", "ascenseur/deal-points", "ascenseur/forbidden-bid", "tarot-decale/bet-points",
    "tarot-decale/call-points", "aluette/deal-winner",
)  # fmt: skip
PACKS = ("ascenseur/legal-cards", "president/exchange", "huit-americain/can-play", "tarot-decale/bonus")


@pytest.mark.thorough
def test_every_key_of_the_desk_is_for_a_thumb_at_every_size(phone: Phone) -> None:
    found = []
    for path in (
        "/desk",
        "/desk?q=egalite",
        "/desk/tarot-decale",
        *(f"/desk/{question}" for question in NUMBERS + PACKS),
    ):
        phone.open(path)
        found.extend(f"{path}: {words}" for words in too_small_at_any_size(phone.page))
    assert found == []


@pytest.mark.thorough
def test_the_pages_below_the_pack_are_whole_or_out_of_sight(phone: Phone) -> None:
    for question in PACKS:
        phone.open(f"/desk/{question}")
        for size in resized(phone, SIZE, LYING):
            (nav,) = boxes(phone, ".nav")
            assert nav.top >= size["height"] or nav.bottom <= size["height"], (question, size)
            assert out_of_view(phone, ".asking .go") == [], (question, size)


COVERED = """() => {
  const above = [...document.querySelectorAll(".asking > :not(.bar)")].map(part => part.getBoundingClientRect().bottom);
  const button = document.querySelector(".asking .go");
  return button ? Math.round(Math.max(...above) - button.getBoundingClientRect().top) : 0;
}"""
"""How many pixels of a question lie behind its button."""
PARTS = """() => [
    ".asking > .field, .asking > .targets > *", ".asking .deck button", ".asking :is(label.chip, .digits)",
  ].map(parts => [...document.querySelectorAll(parts)].filter(part => part.checkVisibility()).length)"""
SMALL_QUESTION = (4, 60, 30)
"""The most facts, cards and other keys of a question that must stand on a small phone: a pack of 52 and its jokers."""
ROW = 48


@pytest.mark.thorough
def test_a_question_stands_whole_above_its_button_on_a_small_phone(phone: Phone) -> None:
    """All but a row of keys of a question of cards or of a few facts; the end of any other is reached by scrolling."""
    covered, unreachable, looked_at = {}, [], 0
    for question in (f"{game.id}/{question}" for game in GAMES.values() for question in desk_questions(game)):
        phone.open(f"/desk/{question}")
        for size in resized(phone, SIZE, LYING):
            phone.page.evaluate("scrollTo(0, 0)")
            pixels = phone.page.evaluate(COVERED)
            if all(map(le, phone.page.evaluate(PARTS), SMALL_QUESTION)):
                covered[question, size["width"]] = pixels
            if pixels > 2:
                phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
                looked_at += 1
                unreachable += [question] if phone.page.evaluate(COVERED) > 2 else []
    assert len(covered) > 2 * len(GAMES)
    assert looked_at
    assert {question: pixels for question, pixels in covered.items() if pixels > ROW} == {}
    assert unreachable == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    "question", ["president/can-play", "president/exchange", "huit-americain/effect", "famille-trefles/family"]
)
def test_the_joker_is_in_view_with_the_pack(phone: Phone, question: str) -> None:
    phone.open(f"/desk/{question}")
    joker = phone.page.locator("[data-pack] .joker")
    box, bar = boxes(phone, "[data-pack] .joker", ".bar")
    assert box.bottom <= bar.top + 8
    assert box.height >= 44 <= box.width
    phone.tap(joker)
    assert joker.get_attribute("aria-pressed") == "true"
