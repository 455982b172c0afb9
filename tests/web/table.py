"""A match kept through the pages: started, recorded and read by forms and links alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from secrets import token_urlsafe
from typing import Any

from werkzeug.datastructures import MultiDict

from referee.answers.answer import Field
from referee.answers.choices import Choice
from referee.game_definition.game import Question, Way
from referee.game_definition.match_course import Transition, advance
from referee.game_definition.table_changes import RULES
from referee.games.registry import GAMES
from referee.matches.sheet_json import score_value
from referee.web.answers.question_form import QuestionForm
from referee.web.table_changes.change_forms import RulesForm
from tests.browser.course import PLAYERS as NAMES
from tests.browser.course import Course, as_the_form_says
from tests.games.random_matches import random_answer
from tests.web.visitor import Form, Page, Visitor

TRIES, ENOUGH = 2000, 500
FOUR = ("Ana", "Bob", "Chloé", "Dan")


class WebMatch:
    """One match on one visitor's pages; ``course`` is the same match as the rules alone see it."""

    def __init__(self, visitor: Visitor, path: str, course: Course) -> None:
        self.visitor = visitor
        self.path = path
        self.public_id = path.rpartition("/")[2]
        self.course = course

    def page(self, below: str = "") -> Page:
        page = self.visitor.open(self.path + below)
        assert page.status == 200, (page.path, page.status, page.text[:300])
        return page

    def form(self, step: str | None = None) -> Form:
        """The form of the deal's question, or of another step on its own page."""
        asked = self.course.open_questions[0].step
        return self.page("" if step in (None, asked) else f"/steps/{step}").form("/entries")

    def record(self, entry: Mapping[str, Any]) -> None:
        """Record an entry by its form, on the match's page and beside it."""
        self._record(entry)

    def page_after(self, entry: Mapping[str, Any]) -> Page:
        """Record an entry, and open the page that follows."""
        return self._record(entry).follow()

    def _record(self, entry: Mapping[str, Any]) -> Page:
        answer = self.answered(entry)
        assert answer.status == 303, (entry, answer.status, answer.text[:800])
        self.course.take(entry)
        return answer

    def answered(self, entry: Mapping[str, Any]) -> Page:
        """What comes of filling in the entry's form and sending it."""
        question = next(question for question in self.course.open_questions if question.step == entry["step"])
        return send_typed(self.form(question.step), question, entry)

    def answer(self, chance: Random, question: Question | None = None, way: int = 0) -> dict[str, Any]:
        """A random entry that the rules accept now and that its form can say, answered in one of its ways."""
        asked = question or self.course.open_questions[0]
        for number in range(TRIES):
            # A way that nothing is accepted by now gives place to the next.
            shape = asked.ways[(way + number // ENOUGH) % len(asked.ways)]
            drawn = as_the_form_says(shape, random_answer(chance, replace(asked, ways=(shape,))))
            entry = self._shown_rules(asked, drawn) if asked.step == RULES else as_sent(asked, shape, drawn)
            if isinstance(advance(self.course.setup.game, self.course.state, entry), Transition):
                return entry
        raise AssertionError(f"no answer of {TRIES} to {asked.step} was accepted")

    def _shown_rules(self, question: Question, entry: Mapping[str, Any]) -> dict[str, Any]:
        """A change of house rules without those that its form does not show."""
        form = RulesForm(question, self.course.setup.game, self.course.state)
        shown = {field.option.id for field in form.rule_fields}
        options = {rule: value for rule, value in entry.get("options", {}).items() if rule in shown}
        return {**entry, "options": options}

    def exported(self) -> dict[str, Any]:
        """The match file of this match."""
        value = self.page("/export").response.get_json()
        assert isinstance(value, dict)
        return value

    def scored(self) -> dict[str, Any]:
        """What ``referee score`` makes of the match file."""
        sheet, accepted = score_value(self.exported(), self.visitor.language)
        assert accepted, sheet
        return sheet

    def totals(self) -> dict[str, int]:
        """The totals that the sheet's last row shows."""
        rows = self.rows()
        return rows[-1] if rows else {}

    def rows(self) -> list[dict[str, int]]:
        """The totals on the page of the sheet, round by round; of those who had joined by then."""
        tables = self.page("/sheet").document.all("table")
        if not tables:
            return []
        names = [cell.text() for cell in tables[0].all("thead")[0].all("th")][1:]
        rows = [row for group in tables[0].all("tbody") for row in group.all("tr")]
        cells = [[cell.text() for cell in row.all("td")] for row in rows if row.all("td")]
        return [{name: _first_number(cell) for name, cell in zip(names, row, strict=True) if cell} for row in cells]

    @property
    def length(self) -> int:
        """How many records the log has: what the next form expects."""
        return int(self.page("/steps/note").form("/entries").value("expected"))


def new_match(
    visitor: Visitor, game: str = "ascenseur", players: Sequence[str] = FOUR, rules: Mapping[str, str] | None = None
) -> WebMatch:
    """Start a match by the page of its game; ``rules``: house rules as their controls say them.

    Without rules, not even ``{}``, a phone that nobody knows sends what the page would send, and need not open it.
    """
    path, seats = f"/new/{game}", {f"seat.{index}": name for index, name in enumerate(players)}
    if rules is None and not visitor.cookies and not visitor.client.application.config["PHONE"]:
        keys = [(name, token_urlsafe(16)) for name in ("key", "device_nonce")]
        begun = visitor.send(path, [*keys, *seats.items()])
    else:
        form = visitor.open(path).form(path)
        for name, value in seats.items():
            form.fill(name, value)
        for rule, value in (rules or {}).items():
            form.fill(f"option.{rule}", value)
        begun = form.send()
    assert begun.status == 303, begun.text[:800]
    options = visitor.open(f"{begun.location}/export").response.get_json()["options"] if rules else None
    return WebMatch(visitor, begun.location, Course.of(game, players, options))


def usual_table(game: str) -> tuple[str, ...]:
    """Four players where the game allows it."""
    players = GAMES[game].players
    return NAMES[: 4 if 4 in players else players[0]]


def send_typed(form: Form, question: Question, entry: Mapping[str, Any]) -> Page:
    """Fill in the entry as its form asks it, and send it; what one button says is that button."""
    pairs = [button for button in form.buttons() if button[0] == "both"]
    if pairs:
        said = "|".join(str(value) for key, value in entry.items() if key != "step")
        return form.send(("both", said))
    chosen = QuestionForm(question, entry=entry)
    if chosen.way.way.at_once:
        return form.send(("at_once", chosen.chosen))
    filled = boxes(question, entry)
    whole = [(name, value) for name, values in filled.items() for value in values]
    if len(whole) == 1 and whole[0] in form.buttons():
        return form.send(whole[0])
    for name, values in filled.items():
        form.fill(name, *values)
    return form.send()


def as_sent(question: Question, way: Way, entry: Mapping[str, Any]) -> dict[str, Any]:
    """The entry that the form sends when this one is filled in: what stood there before goes with it."""
    pairs: dict[str, list[str]] = {"way": [way.id]}
    shown = next(form for form in QuestionForm(question).ways if form.way.id == way.id)
    for box in shown.inputs():
        pairs.update({box.part_name(part): value for part, value in box.typed.items()})
    filled: dict[str, list[str]] = {}
    for name, value in form_pairs(question, entry):
        filled.setdefault(name, []).append(value)
    return QuestionForm(question, MultiDict(pairs | filled)).entry()


def form_pairs(question: Question, entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The names and values that say this entry in the form of its question."""
    form = QuestionForm(question, entry=entry)
    if len(form.ordinary_forms) > 1:
        yield "way", form.chosen
    for box in form.way.inputs():
        for part, value in box.typed.items():
            for each in value if isinstance(value, list) else [value]:
                yield box.part_name(part), str(each)


def boxes(question: Question, entry: Mapping[str, Any]) -> dict[str, list[str]]:
    """The values that say this entry in the form of its question, by the name of their box; none in one to untick."""
    if question.step == RULES:
        asked = {field.key: field for way in question.ways for field in way.fields}
        return {
            f"option.{rule}": _rule_values(asked[f"options.{rule}"], value) for rule, value in entry["options"].items()
        }
    filled: dict[str, list[str]] = {}
    for name, value in form_pairs(question, entry):
        filled.setdefault(name, []).append(value)
    return filled


def _rule_values(field: Field, value: Any) -> list[str]:
    """What a house rule's control sends."""
    if isinstance(value, bool):
        return ["1"] if value else []
    return [str(value) if value is not None or isinstance(field, Choice) else ""]


def _first_number(cell: str) -> int:
    return int(cell.split()[0].replace("−", "-"))
