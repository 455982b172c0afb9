"""Answering any question on a phone, by tapping: one way of tapping for each kind of field, and no game's name."""

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Locator

from referee.answers.cards import CardHands, Cards, OneCard
from referee.answers.choices import Choice, ChoicePerPlayer, YesNo
from referee.answers.numbers import Counts, Number, Points
from referee.answers.players import Levels, OnePlayer, PlayerOrder, SomePlayers, TrickWinners
from referee.answers.sides import SideChoice
from referee.answers.texts import NewName, Words
from tests.browser.course import GivenAnswer, value_of
from tests.browser.phone import Phone

NOTHING = "-"


def tap_answer(phone: Phone, given: GivenAnswer) -> None:
    """Put the answer into the form that is open, as a thumb would; what stands there already is left alone."""
    form = _form(phone)
    if _pairs(form).count() or _whole_answer(form).count() or given.way.at_once:
        return
    if sum(not way.at_once for way in given.question.ways) > 1:
        _tick(phone, form, "way", given.way.id)
    prefix = f"{given.way.id}." if given.way.id else ""
    for spec in given.way.fields:
        there, value = value_of(given.entry, spec.key)
        if there:
            TAPPING[spec.kind](phone, form, prefix + spec.key, spec, value)


def tap_record(phone: Phone, given: GivenAnswer) -> None:
    """Record what was tapped; where a choice, a pair of side and choice, or the way is a button, it is the answer."""
    if given.way.at_once:
        phone.follow(_form(phone).locator(f'button[name=at_once][value="{given.way.id}"]'))
        return
    pairs, whole = _pairs(_form(phone)), _whole_answer(_form(phone))
    if whole.count():
        value = value_of(given.entry, given.way.fields[0].key)[1]
        phone.follow(whole.and_(phone.page.locator(f'[value="{NOTHING if value is None else value}"]')))
        return
    if not pairs.count():
        phone.record()
        return
    side, choice = (value_of(given.entry, spec.key)[1] for spec in given.way.fields)
    phone.follow(pairs.and_(phone.page.locator(f'[value="{side}|{choice}"]')))


def _form(phone: Phone) -> Locator:
    return phone.page.locator("form[data-draft]")


def _pairs(form: Locator) -> Locator:
    return form.locator("button[name=both]")


def _whole_answer(form: Locator) -> Locator:
    """The buttons of the one choice that is the whole answer."""
    return form.locator(".whole > button")


def _tick(phone: Phone, form: Locator, name: str, value: Any) -> None:
    """Choose a radio button or tick a box that is not chosen yet."""
    chip = form.locator("label").filter(has=phone.page.locator(f'input[name="{name}"][value="{value}"]:not(:checked)'))
    if chip.count():
        phone.unfold(chip.first)
        phone.tap(chip.first)


def _counts(phone: Phone, form: Locator, name: str, spec: Counts, value: dict[str, int]) -> None:
    for index in _in_view(form, name, spec.players):
        _part(phone, form, f"{name}.{index}", value[spec.players[index]])


def _in_view(form: Locator, name: str, players: Sequence[str]) -> list[int]:
    """The places of the players of a field, in the order in which the form shows them."""
    parts = form.locator("[data-part]").evaluate_all("parts => parts.map(part => part.dataset.part)")
    return sorted(range(len(players)), key=lambda index: parts.index(f"{name}.{index}"))


def _points(phone: Phone, form: Locator, name: str, spec: Points, value: dict[str, int]) -> None:
    for index in _in_view(form, name, spec.players):
        player = spec.players[index]
        if player not in value:
            continue
        if not phone.scripts:
            phone.box(f"{name}.{index}").fill(str(value[player]))
            continue
        part = form.locator(f'[data-part="{name}.{index}"]')
        if spec.increments:
            _count_up(phone, part, value[player], spec.increments)
        elif phone.box(f"{name}.{index}").input_value() != str(value[player]).replace(
            "-", "−"
        ):  # the last has the rest
            phone.unfold(part)
            phone.tap_points(part, value[player])


def _count_up(phone: Phone, part: Locator, number: int, increments: tuple[int, ...]) -> None:
    """Reach a number from where it stands, by the keys that add."""
    phone.unfold(part)
    if part.locator("input.digits").input_value() != "0":
        phone.tap(part.locator(".increments .zero"))
    for step in sorted(increments, reverse=True):
        while number >= step:
            phone.tap(part.locator(".increments").get_by_text(f"+{step}", exact=True))
            number -= step


def _part(phone: Phone, form: Locator, name: str, value: Any) -> None:
    """A part of a field that has a pad where there are scripts; what stands there already is left alone."""
    digits = form.locator(f'input.digits[name="{name}"]')
    if digits.count():
        phone.tap_cell(digits, value)
    elif phone.chosen_values(name) != [str(value)]:
        phone.tap_part(form.locator(f'[data-part="{name}"]'), str(value))


def _number(phone: Phone, form: Locator, name: str, spec: Any, value: int) -> None:
    """A chip where there are chips; else digits, on their pad where there are scripts."""
    box = phone.box(name)
    if box.count() != 1 or box.get_attribute("type") == "radio":
        _tick(phone, form, name, value)
        return
    phone.unfold(box)
    if phone.scripts:
        if box.input_value().replace("−", "-") != str(value):
            phone.tap_number(name, value)
    else:
        box.fill(str(value))


def _choice(phone: Phone, form: Locator, name: str, spec: Any, value: str | None) -> None:
    _tick(phone, form, name, NOTHING if value is None else value)


def _choice_per_player(phone: Phone, form: Locator, name: str, spec: ChoicePerPlayer, value: dict[str, str]) -> None:
    for index, player in enumerate(spec.players):
        if phone.scripts:
            if value[player] != spec.suggested:
                _part(phone, form, f"{name}.{index}", value[player])
        else:
            _tick(phone, form, f"{name}.{index}", value[player])
    others = form.locator(".turn > .others:visible")
    if others.count() and set(value.values()) != {spec.suggested}:
        phone.tap(others)


def _some_players(phone: Phone, form: Locator, name: str, spec: SomePlayers, value: list[str]) -> None:
    for player in value:
        _tick(phone, form, name, player)


def _order(phone: Phone, form: Locator, name: str, spec: PlayerOrder, value: list[str]) -> None:
    for place, player in enumerate(value, 1):
        if not phone.scripts:
            form.locator(f'select[name="{name}.{spec.players.index(player)}"]').select_option(str(place))
            continue
        key = form.get_by_role("button", name=player)
        if key.get_attribute("aria-pressed") != "true":  # the last one is placed by itself
            phone.tap(key)


def _trick_winners(phone: Phone, form: Locator, name: str, spec: TrickWinners, value: list[str | None]) -> None:
    for index, winner in enumerate(value):
        _part(phone, form, f"{name}.{index}", NOTHING if winner is None else winner)


def _card_hands(phone: Phone, form: Locator, name: str, spec: CardHands, value: dict[str, list[str]]) -> None:
    for index, player in enumerate(spec.players):
        for card in value.get(player, ()):
            _tick(phone, form, f"{name}.{index}", card)


def _yes_no(phone: Phone, form: Locator, name: str, spec: YesNo, value: bool) -> None:
    """A box to tick, or the key ½ of the pad of its number."""
    box = form.locator(f'input[name="{name}"]')
    key = form.locator(f'[data-half="{name}"] .half')
    if not value or box.is_checked():
        return
    if key.count():
        phone.tap(form.locator("[data-half] [data-part]").first)
        phone.tap(key)
    else:
        _tick(phone, form, name, "1")


def _levels(phone: Phone, form: Locator, name: str, spec: Levels, value: dict[str, list[str]]) -> None:
    for level, players in value.items():
        for player in players:
            _tick(phone, form, f"{name}.{spec.players.index(player)}", level)


def _one_card(phone: Phone, form: Locator, name: str, spec: OneCard, value: str) -> None:
    _tick(phone, form, name, value)


def _cards(phone: Phone, form: Locator, name: str, spec: Cards, value: list[str]) -> None:
    for card in value:
        _tick(phone, form, name, card)


def _words(phone: Phone, form: Locator, name: str, spec: Words, value: str) -> None:
    form.locator(f'textarea[name="{name}"]').fill(value)


def _new_name(phone: Phone, form: Locator, name: str, spec: NewName, value: str | None) -> None:
    if value is None:
        _tick(phone, form, f"{name}.nothing", NOTHING)
    else:
        form.locator(f'input[name="{name}"]').fill(value)


Tapping = Callable[[Phone, Locator, str, Any, Any], None]
TAPPING: dict[str, Tapping] = {
    Counts.kind: _counts,
    Points.kind: _points,
    Number.kind: _number,
    Choice.kind: _choice,
    ChoicePerPlayer.kind: _choice_per_player,
    OnePlayer.kind: _choice,
    SomePlayers.kind: _some_players,
    SideChoice.kind: _choice,
    PlayerOrder.kind: _order,
    TrickWinners.kind: _trick_winners,
    CardHands.kind: _card_hands,
    Levels.kind: _levels,
    OneCard.kind: _one_card,
    Cards.kind: _cards,
    YesNo.kind: _yes_no,
    Words.kind: _words,
    NewName.kind: _new_name,
}
