"""What was undone is the draft to go on from, and a refusal says where and how many."""

from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from referee.game_definition.match_course import advance
from referee.games.registry import GAMES
from referee.web.answers.question_form import QuestionForm
from tests.browser.course import Course, seats
from tests.web.markup import Element
from tests.web.table import FOUR, WebMatch, new_match
from tests.web.visitor import Page, Visitor

BIDS = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}}
TRICKS = {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}}


def checked(match: WebMatch, key: str) -> dict[str, str]:
    """The values that stand in the controls of a field on the page of the match."""
    return dict(checked_on(match.page(), key))


def checked_on(page: Page, key: str) -> list[tuple[str, str]]:
    """The controls of a field that are chosen, each with its value."""
    chosen = [box.attributes for box in page.document.all("input") if "checked" in box.attributes]
    return [(box["name"], box["value"]) for box in chosen if box.get("name", "").startswith(key)]


def names_in(part: Element) -> set[str | None]:
    """The names of the controls in a part of a page."""
    return {box.attributes.get("name") for box in part.all("input")}


def test_undo_brings_the_values_undone_back_into_the_form(match: WebMatch) -> None:
    match.record(BIDS)
    match.record(TRICKS)
    match.page().form("/undo").send()
    assert checked(match, "tricks.") == {"tricks.0": "0", "tricks.1": "1", "tricks.2": "0", "tricks.3": "0"}
    match.page().form("/undo").send()
    assert checked(match, "bids.") == {"bids.0": "0", "bids.1": "1", "bids.2": "0", "bids.3": "1"}


def test_a_correction_undone_does_not_fill_the_form(match: WebMatch) -> None:
    match.record(BIDS)
    match.record(TRICKS)
    correction = match.page("/corrections/0").form("/corrections/0").fill("bids.0", "1")
    assert correction.send().form("/corrections").send().status == 303
    match.page().form("/undo").send()
    assert match.exported()["entries"] == [BIDS, TRICKS]
    assert match.form().value("step") == "bids"
    assert checked(match, "bids.") == {}


def test_a_refusal_has_the_focus_without_scripts_and_the_button_counts_what_is_wrong(visitor: Visitor) -> None:
    tarot = new_match(visitor, "tarot", FOUR)
    tarot.record({"step": "contract", "taker": "Ana", "contract": "garde"})
    pairs = [("step", "result"), ("expected", "1"), ("key", "once"), ("oudlers", "9"), ("points", "99")]
    refused = tarot.visitor.send(f"{tarot.path}/entries", pairs)
    assert refused.status == 422
    assert [why for why in refused.document.all("p", class_="why") if "autofocus" in why.attributes]
    (button,) = refused.document.all("button", class_="go")
    assert button.text() == "2 réponses à corriger"


def test_a_way_without_any_answer_says_what_it_lacks_at_its_fields_and_names_no_key() -> None:
    offenders: list[str] = []
    for game in GAMES.values():
        course = Course.of(game.id, seats(game))
        for way in course.open_questions[0].ways:
            form = QuestionForm(course.open_questions[0], MultiDict({"way": way.id}))
            refused = form.faults() or advance(game, course.state, form.entry())
            form.blame(refused if isinstance(refused, list) else ())
            if form.blamed:
                offenders.append(f"{game.id} {way.id}: {form.blamed[0].message.render('fr')}")
    assert offenders == []


def test_who_went_out_is_taken_over_by_the_way_that_is_sent(visitor: Visitor) -> None:
    rami = new_match(visitor, "rami", FOUR[:3])
    pairs = [("step", "hands"), ("expected", "0"), ("key", "once"), ("way", "cards"), ("points.out", "Bob")]
    refused = visitor.send(f"{rami.path}/entries", pairs)
    assert refused.status == 422
    assert ("cards.out", "Bob") in checked_on(refused, "cards.")


def test_halves_are_written_with_the_sign_of_the_language(visitor: Visitor) -> None:
    tarot = new_match(visitor, "tarot", FOUR[:3])
    tarot.record({"step": "contract", "taker": "Ana", "contract": "garde"})
    typed = [("step", "result"), ("oudlers", "2"), ("points", "40"), ("half", "1")]
    preview = visitor.send(f"{tarot.path}/preview", typed).response.get_data(as_text=True)
    assert preview.startswith("41 à faire, −0,5")
    visitor.language = "en"
    english = visitor.send(f"{tarot.path}/preview", typed)
    assert english.response.get_data(as_text=True).startswith("41 needed, −0.5")


def test_a_capot_that_was_announced_opens_on_its_own_way(visitor: Visitor) -> None:
    coinche = new_match(visitor, "coinche", FOUR)
    coinche.record({"step": "contract", "taker": "Ana", "contract": "capot", "trump": "H", "doubled": None})
    assert checked(coinche, "way") == {"way": "capot"}


def test_without_scripts_the_points_of_all_tricks_point_to_the_capot(visitor: Visitor) -> None:
    hundred = {"contract": "100", "trump": "H", "doubled": None}
    for game, contract in (("belote", {"trump": None}), ("coinche", hundred)):
        match = new_match(visitor, game, FOUR)
        match.record({"step": "contract", "taker": "Ana", **contract})
        (said,) = match.page().document.all("noscript")
        assert said.text().startswith("162 à 0 ?")
        assert [link.attributes["href"] for link in said.all("a")] == [
            f"/rules/{game}?match={match.public_id}#{game}.capot"
        ]


def test_the_taker_is_not_offered_as_partner(visitor: Visitor) -> None:
    tarot = new_match(visitor, "tarot", (*FOUR, "Éric"))
    tarot.record({"step": "contract", "taker": "Ana", "contract": "garde", "called": None})
    boxes = [box.attributes for box in tarot.page().document.all("input")]
    assert [box["value"] for box in boxes if box.get("name") == "partner"] == ["Bob", "Chloé", "Dan", "Éric", "-"]
    known = visitor.open(f"/desk/tarot/settle?match={tarot.public_id}").document.all("label")
    hidden = [chip for chip in known if "hidden" in chip.attributes]
    assert [(chip.text(), names_in(chip)) for chip in hidden] == [("A Ana", {"partner"})]


def test_at_the_desk_the_taker_is_refused_as_partner_at_the_field(visitor: Visitor) -> None:
    facts = {"n": 5, "taker": "A", "contract": "garde", "called": "-", "oudlers": 2, "points": 41, "partner": "A"}
    asked = visitor.open("/desk/tarot/settle/verdict?" + urlencode(facts))
    assert asked.status == 422
    (field,) = [part for part in asked.document.all("fieldset") if "partner" in names_in(part)]
    (why,) = field.all("p", class_="why")
    assert why.text().startswith("A prend ; son partenaire est un autre joueur.")


def test_a_call_says_its_points(visitor: Visitor) -> None:
    kems = new_match(visitor, "kems", FOUR)
    words = [key.text() for key in kems.page().document.all("button") if key.attributes.get("name") == "both"]
    assert words[:5] == ["kem’s +1", "double kem’s +4", "contre‑kem’s +4", "contre‑kem’s raté −2", "faux kem’s"]


def test_names_are_not_corrected_by_the_phone(match: WebMatch) -> None:
    for path in ("/new/belote", "/players", f"{match.path}/steps/relay"):
        boxes = [box.attributes for box in match.visitor.open(path).document.all("input")]
        names = [box for box in boxes if box.get("autocapitalize") == "words"]
        assert names
        assert all((box.get("autocorrect"), box.get("spellcheck")) == ("off", "false") for box in names)
