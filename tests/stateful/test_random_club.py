"""Whatever people do to their matches, from whichever phone, the pages show what the rules make of the entries.

Steps are drawn at random: matches of every game are begun, recorded, corrected, undone, shared, exported, taken along
and brought back. After each of them every log is that of a model, folded again from nothing, and the pages say its
totals; who has not the role is refused and changes nothing.
"""

import io
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from referee.bundles.bundle import derived_id
from referee.games.registry import IDS
from tests.databases import SqliteFiles, app_on, on_both_databases
from tests.running import RunningServer
from tests.stateful.match_model import MatchModel
from tests.stateful.server_visitor import ServerVisitor
from tests.stateful.table import SEEN, Club, Device, entry_in
from tests.web.bundles.exchange.carrier import Carrier, InPhone, club_id
from tests.web.table import boxes, form_pairs, send_typed
from tests.web.visitor import Form, Visitor

pytestmark = on_both_databases

SEEDS, PICKS = st.integers(0, 2**32), st.integers(0, 23)
SPOILED = ("", "0", "999", "-7", "x", "½", "1e3", "9999999999999")
MOST_MATCHES, MOST_DEVICES = 5, 6


class RandomClub(RuleBasedStateMachine):
    """A club, another one at the same server, and a phone that takes the first along."""

    def __init__(self, app: Flask, new_visitor: Callable[[], Visitor], new_phone: Callable[[ExitStack], Flask]) -> None:
        super().__init__()
        self.new_visitor, self.new_phone, self.opened = new_visitor, new_phone, ExitStack()
        self.club, self.other = (Club(app, [Device(new_visitor(), "keeper")]) for _ in range(2))
        self.phone: Club | None = None
        self.touched: tuple[Club, str] | None = None
        self.turn = 0

    def teardown(self) -> None:
        try:
            for club in self.clubs():
                for public_id in club.matches:
                    club.check_match(public_id, club.owner)
                club.check_lists()
        finally:
            self.opened.close()

    def clubs(self) -> list[Club]:
        return [club for club in (self.club, self.other, self.phone) if club is not None]

    def a_match(self, which: int) -> tuple[Club, str]:
        known = [(club, public_id) for club in self.clubs() for public_id in club.matches]
        self.touched = known[which % len(known)]
        return self.touched

    def a_device(self, club: Club, who: int) -> Device:
        """Mostly one that may keep the club."""
        keepers = [device for device in club.devices if device.role == "keeper"]
        if who < 18 or club is self.phone:
            return keepers[who % len(keepers)]
        return self.another(club, who)

    def another(self, club: Club, who: int) -> Device:
        """One that may not change the club: it watches, is out again, or never was there."""
        strangers = [Device(self.new_visitor()), (self.other if club is self.club else self.club).owner]
        others = [device for device in club.devices if device.role != "keeper"] if who < 22 else []
        return (others or strangers)[who % len(others or strangers)]

    @initialize(seed=SEEDS, game=st.sampled_from(IDS), another=st.sampled_from(IDS))
    def two_clubs(self, seed: int, game: str, another: str) -> None:
        for club, first in ((self.club, game), (self.other, another)):
            club.begin(Random(seed), first, club.owner)
            for role in ("keeper", "watcher", "guest"):
                self._share(club, club.owner, role)
        self.record(seed, which=0, who=0, deals=seed % 6)

    @rule(seed=SEEDS, game=st.sampled_from(IDS), who=PICKS, in_phone=st.booleans())
    def begin(self, seed: int, game: str, who: int, in_phone: bool) -> None:
        club = self.phone if in_phone and self.phone else self.club
        device = self.a_device(club, who)
        if len(club.matches) < MOST_MATCHES and device in club.devices and device.role != "nobody":
            begun = club.begin(Random(seed), game, device)
            if begun:
                self.touched = club, begun

    @rule(seed=SEEDS, which=PICKS, who=PICKS, deals=st.integers(1, 8))
    def record(self, seed: int, which: int, who: int, deals: int) -> None:
        """Answer what the deal asks for, so many times."""
        for n in range(deals):
            if not self._record(seed + n, which, who, aside=False):
                return

    @rule(seed=SEEDS, which=PICKS, who=PICKS)
    def record_beside_the_deal(self, seed: int, which: int, who: int) -> None:
        """A penalty, a note, a relay, the end, the totals alone, or what else the game allows now."""
        self._record(seed, which, who, aside=True)

    @rule(seed=SEEDS, which=PICKS, who=PICKS)
    def end(self, seed: int, which: int, who: int) -> None:
        self._record(seed, which, who, aside=True, step="end")

    def _record(self, seed: int, which: int, who: int, aside: bool, step: str | None = None) -> bool:
        """Whether it was recorded."""
        club, public_id = self.a_match(which)
        chance, device, match = Random(seed), self.a_device(club, who), club.web_match(public_id)
        if match.course.state.over:
            note = device.visitor.send(f"{match.path}/entries", self._note(club, public_id))
            club.answered(device, public_id, note, 409)
            return False
        asked = match.course.open_questions
        question = chance.choice(asked[1:]) if aside else asked[0]
        if step is not None:
            question = next(question for question in asked if question.step == step)
        try:
            entry = match.answer(chance, question, chance.randrange(8))
        except AssertionError:
            return False  # nobody is left who could come, or no penalty is possible
        form = match.form(question.step)
        form.page.visitor = device.visitor
        recorded = club.answered(device, public_id, send_typed(form, question, entry))
        if recorded:
            club.matches[public_id] = club.matches[public_id].with_entry(entry)
        return recorded

    def _note(self, club: Club, public_id: str, text: str = "x") -> list[tuple[str, str]]:
        expected = str(club.matches[public_id].length)
        return [("step", "note"), ("text", text), ("expected", expected), ("key", f"{public_id}{expected}{text}")]

    @rule(seed=SEEDS, which=PICKS, who=PICKS)
    def record_what_may_be_wrong(self, seed: int, which: int, who: int) -> None:
        """A form with one box spoiled: recorded if the rules take it all the same, else nothing changes."""
        club, public_id = self.a_match(which)
        chance, device, match = Random(seed), self.a_device(club, who), club.web_match(public_id)
        if match.course.state.over:
            return
        question = match.course.open_questions[0]
        entry = match.answer(chance, question, chance.randrange(8))
        boxes = [*form_pairs(question, entry)]
        hidden = match.form().pairs[:3]
        if boxes:
            spoiled = chance.randrange(len(boxes))
            boxes[spoiled] = boxes[spoiled][0], chance.choice([*SPOILED, boxes[chance.randrange(len(boxes))][1]])
        pairs = [*(pair for pair in hidden if pair[0] in ("step", "expected", "key")), *boxes]
        said = entry_in(match, question.step, pairs)
        model = club.matches[public_id]
        after = model if said is None else model.with_entry(said)
        good = said is not None and after.played() is not None
        page = device.visitor.send(f"{match.path}/entries", pairs)
        if club.answered(device, public_id, page, 303 if good else 422) and good:
            club.matches[public_id] = after

    @rule(seed=SEEDS, which=PICKS, who=PICKS)
    def record_twice_and_late(self, seed: int, which: int, who: int) -> None:
        """The same form again is no second entry; another keeper's, filled in before, is refused."""
        club, public_id = self.a_match(which)
        if club.matches[public_id].sheet().over:
            return
        device, path = self.a_device(club, who), f"/matches/{public_id}/entries"
        form, late = self._note(club, public_id, f"{seed}"), self._note(club, public_id, "late")
        done = [club.answered(device, public_id, device.visitor.send(path, form)) for _ in range(2)]
        if all(done):
            club.matches[public_id] = club.matches[public_id].with_entry({"step": "note", "text": f"{seed}"})
            club.answered(club.owner, public_id, club.owner.visitor.send(path, late), 409)

    @rule(which=PICKS, who=PICKS, redo=st.booleans(), late=st.booleans())
    def undo(self, which: int, who: int, redo: bool, late: bool) -> None:
        """Take back or restore; somebody who may not tries it first."""
        club, public_id = self.a_match(which)
        device, model = self.a_device(club, who), club.matches[public_id]
        address, expected = f"/matches/{public_id}/{'restore' if redo else 'undo'}", str(model.length - late)
        for trying in [device] if club is self.phone else [self.another(club, who), device]:
            done = club.answered(trying, public_id, trying.visitor.send(address, [("expected", expected)]))
        if done and not late:
            club.matches[public_id] = model.redone() if redo else model.undone()

    @rule(which=PICKS, who=PICKS)
    def redo(self, which: int, who: int) -> None:
        """Take back and restore at once."""
        for again in (False, True):
            self.undo(which, who, again, late=False)

    @rule(seed=SEEDS, which=PICKS, who=PICKS, remove=st.booleans())
    def amend(self, seed: int, which: int, who: int, remove: bool) -> None:
        """Correct or remove an entry; where a later one no longer fits, perhaps all from that one on."""
        club, public_id = self.a_match(which)
        model, chance, device = club.matches[public_id], Random(seed), self.a_device(club, who)
        if not model.entries:
            return
        index = chance.randrange(len(model.entries))
        position, _entry = model.entries[index]
        form, changed = self._corrected(club, public_id, index, chance, remove)
        if form is None:
            return
        form.page.visitor = device.visitor
        page = form.send(("remove", "1") if remove else None)
        draft = {position: changed}
        after = model.with_changes(draft)
        if after.played() is None and device.role == "keeper" and device in club.devices:
            assert page.status == 422, page.text
            broken = self._first_refused(after)
            if broken == position or chance.random() < 0.3:
                return
            draft |= {at: None for at, _ in after.entries if at >= broken}
            after = model.with_changes(draft)
            dropped = next(form for form in page.forms() if ("remove", "1") in form.buttons())
            page = dropped.send(("remove", "1"))
        if not club.answered(device, public_id, page, 200):
            return
        if club.answered(device, public_id, page.form("/corrections").send()):
            club.matches[public_id] = after

    def _corrected(
        self, club: Club, public_id: str, index: int, chance: Random, remove: bool
    ) -> tuple[Form | None, Mapping[str, Any] | None]:
        """The form of a correction filled in, and the entry it says; or of a removal."""
        position, entry = club.matches[public_id].entries[index]
        page = club.page(public_id, f"/corrections/{position}")
        assert page.status == 200, page.text
        forms = [form for form in page.forms() if form.action.split("?")[0].endswith(f"/corrections/{position}")]
        if remove:
            return next(form for form in forms if ("remove", "1") in form.buttons()), None
        before = club.web_match(public_id, index)
        question = next(question for question in before.course.open_questions if question.step == entry["step"])
        answer = before.answer(chance, question, chance.randrange(8))
        form = next(form for form in forms if "ask" in form.element.classes)
        filled = boxes(question, answer)
        if not filled.keys() <= form.names():
            return None, None
        for name, values in filled.items():
            form.fill(name, *values)
        return form, entry_in(before, question.step, form.pairs)

    def _first_refused(self, model: MatchModel) -> int:
        return next(at for n, (at, _) in enumerate(model.entries, 1) if model.played(model.entries[:n]) is None)

    @rule(who=PICKS, whom=PICKS, which=PICKS, role=st.sampled_from(["keeper", "watcher", "guest"]))
    def share(self, who: int, whom: int, which: int, role: str) -> None:
        """Make a link and open it, on a new phone or on one that was here before."""
        device = self.a_device(self.club, who)
        if device in self.club.devices:
            self._share(self.club, device, role, which, whom)

    def _share(self, club: Club, device: Device, role: str, which: int = 0, whom: int = 0) -> None:
        link = club.link(device, role, [*club.matches][which % len(club.matches)])
        if link is not None:
            if len(club.devices) < MOST_DEVICES:
                club.devices.append(Device(self.new_visitor()))
                whom = -1
            club.join(link, club.devices[whom % len(club.devices)])

    @precondition(lambda self: self.club.links)
    @rule(which=PICKS, whom=PICKS)
    def open_an_old_link(self, which: int, whom: int) -> None:
        self.club.join(self.club.links[which % len(self.club.links)], self.club.devices[whom % len(self.club.devices)])

    @precondition(lambda self: self.club.links)
    @rule(which=PICKS, who=PICKS)
    def revoke(self, which: int, who: int) -> None:
        """Revoke a link: those who came by it are out, and their links are revoked."""
        club, device = self.club, self.a_device(self.club, who)
        link = club.links[which % len(club.links)]
        page = device.visitor.send(f"/share/{link.id}/revoke", [])
        if self._club_changed(device, page):
            link.revoked = True
            self._out([one for one in club.devices if one.came_by is link and one not in (device, club.owner)])

    def members(self) -> list[Device]:
        """The devices that came by a link and are there still."""
        return [device for device in self.club.devices[1:] if device.role != "nobody"]

    @precondition(lambda self: self.members())
    @rule(whom=PICKS, who=PICKS, links=st.booleans())
    def throw_out(self, whom: int, who: int, links: bool) -> None:
        """A keeper throws somebody out, never the owner."""
        club, device = self.club, self.a_device(self.club, who)
        leaving = [*self.members(), club.owner][whom % (len(self.members()) + 1)]
        if leaving is device:
            return
        path = f"/share/devices/{self._membership(leaving)}/out"
        page = device.visitor.send(path, [("links", "1")] if links else [])
        if self._club_changed(device, page, 409 if leaving is club.owner else 303) and leaving is not club.owner:
            if links and leaving.came_by is not None:
                leaving.came_by.revoked = True
            self._out([leaving], links)

    @precondition(lambda self: self.members())
    @rule(whom=PICKS, who=PICKS)
    def hand_on(self, whom: int, who: int) -> None:
        """The owner passes the club to another keeper; nobody else can."""
        club, device = self.club, self.a_device(self.club, who)
        heir = self.members()[whom % len(self.members())]
        page = device.visitor.send(f"/share/devices/{self._membership(heir)}/own", [])
        done = device is club.owner and heir.role == "keeper"
        if self._club_changed(device, page, 303 if done else 409) and done:
            club.devices.remove(heir)
            club.devices.insert(0, heir)

    def _membership(self, device: Device) -> int:
        return device.membership or self.club.first_membership()

    def _club_changed(self, device: Device, page: Any, done: int = 303) -> bool:
        status = {"keeper": done, "watcher": 403}.get(device.role, 404) if device in self.club.devices else 404
        assert page.status == status, (device.role, page.path, page.status, page.text)
        return device in self.club.devices and device.role == "keeper"

    def _out(self, devices: list[Device], links: bool = True) -> None:
        for device in devices:
            device.leave()
            for link in self.club.links:
                link.revoked = link.revoked or (links and link.made_by is device)

    @rule(who=PICKS)
    def export_and_import(self, who: int) -> None:
        """Export the club and import it into the other one, where what is known goes on."""
        club, device = self.club, self.a_device(self.club, who)
        if device not in club.devices:
            return
        archive = device.visitor.open("/club/export")
        if not self._club_changed(device, archive, 200):
            return
        page = self.other.owner.visitor.send(
            "/club/import", [("archive", (io.BytesIO(archive.response.get_data()), "club.zip"))]
        )
        assert page.status == 200, page.text
        assert "modifié hors" not in page.text
        new = {derived_id(f"{self.other.id} {public_id}"): model for public_id, model in club.matches.items()}
        known = self.other.matches
        if any(public_id not in known or _goes_on(known[public_id], model) for public_id, model in new.items()):
            assert page.form("").send().status == 303
        for public_id, model in new.items():
            if public_id not in known or _goes_on(known[public_id], model):
                known[public_id] = model

    @precondition(lambda self: self.phone is None)
    @rule(who=PICKS)
    def take_along(self, who: int) -> None:
        """Take the club along into a phone."""
        device = self.a_device(self.club, who)
        if device.role != "keeper" or device not in self.club.devices:
            return
        app = self.new_phone(self.opened)
        visitor = InPhone(app)
        Carrier(device.visitor, visitor).take(self.club.id)
        self.phone = Club(app, [Device(visitor, "keeper")], dict(self.club.matches), id=club_id(visitor))

    @precondition(lambda self: self.phone is not None)
    @rule(seed=SEEDS, who=PICKS, choice=st.sampled_from(["theirs", "ours", "two"]), loses=st.booleans())
    def bring_back(self, seed: int, who: int, choice: str, loses: bool) -> None:
        """Exchange with the server, answers lost on the way; where both went on the keeper chooses."""
        assert self.phone is not None
        chance, device, phone = Random(seed), self.a_device(self.club, who), self.phone
        carrier = Carrier(device.visitor, phone.owner.visitor)
        if loses:
            carrier.loses = lambda address: "/sync/" in address and chance.random() < 0.5
            carrier.exchange()
            carrier.loses = lambda _address: False
        said = carrier.exchange()
        if device.role != "keeper" or device not in self.club.devices:
            assert "Sur le serveur, ce téléphone" in said, said
            return
        self._exchanged(carrier, choice)
        self.touched = self.club, chance.choice([*self.club.matches])

    def _exchanged(self, carrier: Carrier, choice: str) -> None:
        here, there = self.phone.matches, self.club.matches
        both = []
        for public_id in here.keys() | there.keys():
            ours, theirs = here.get(public_id), there.get(public_id)
            if theirs is None and ours is not None and not ours.length:
                continue  # nothing was recorded: it stays in the phone
            if ours is None or theirs is None or ours.batches[: len(theirs.batches)] == theirs.batches:
                here[public_id] = there[public_id] = ours or theirs
            elif theirs.batches[: len(ours.batches)] == ours.batches:
                here[public_id] = theirs
            else:
                both.append(public_id)
        for public_id in both:
            self._settled(carrier, public_id, choice)

    def _settled(self, carrier: Carrier, public_id: str, choice: str) -> None:
        phone, ours, theirs = self.phone, self.phone.matches[public_id], self.club.matches[public_id]
        page = phone.owner.visitor.open("/club/conflicts")
        form = next(form for form in page.forms() if form.action.endswith(f"match={public_id}"))
        answer = form.send(("choice", choice))
        corrected = _towards(ours, theirs)
        if choice == "ours" and corrected.played() is None:
            assert answer.status == 422
            choice = "theirs"
            answer = form.send(("choice", choice))
        assert answer.status == 303, answer.text
        phone.matches[public_id] = corrected if choice == "ours" else theirs
        if choice == "two":
            (aside,) = phone.stored().keys() - phone.matches.keys()
            phone.matches[aside] = ours
        carrier.exchange()
        if choice == "ours":
            self.club.matches[public_id] = phone.matches[public_id]
        elif choice == "two":
            self.club.matches[aside] = ours

    @invariant()
    def the_logs_are_the_models(self) -> None:
        for club in self.clubs():
            if club.id:
                club.check_logs()

    @invariant()
    def the_pages_agree(self) -> None:
        if self.touched is None:
            return
        (club, public_id), self.touched = self.touched, None
        self.turn += 1
        stranger = (self.other if club is self.club else self.club).owner
        others = [*club.devices[1:], *([stranger] if club is not self.phone else [])]
        for device in (club.owner, *others[self.turn % (len(others) or 1) :][:1]):
            club.check_match(public_id, device)
        club.check_lists()


def _goes_on(here: MatchModel, there: MatchModel) -> bool:
    """Whether the match there is the one here with further batches."""
    return len(there.batches) > len(here.batches) and there.batches[: len(here.batches)] == here.batches


def _towards(ours: MatchModel, theirs: MatchModel) -> MatchModel:
    """Their match with the changes, as one batch, that make its entries ours."""
    pairs = zip(ours.batches, theirs.batches)
    common = [batch for batch, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]
    at = MatchModel(ours.setup, tuple(common)).length
    here, there = dict(ours.entries), dict(theirs.entries)
    changes: dict[int, Mapping[str, Any] | None] = {}
    for position in sorted(here.keys() | there.keys()):
        if position < at and here.get(position) != there.get(position):
            changes[position] = here.get(position)
        elif position >= at and position in there:
            changes[position] = None
    for position in (position for position in here if position >= at):
        changes[theirs.length + len(changes)] = here[position]
    return theirs.with_changes(changes) if changes else theirs


FEW, MANY = (2, 10), (50, 25)
"""How many times a club is begun, and how many steps it takes."""


@pytest.mark.parametrize(
    ("number", "examples", "steps"),
    [(0, *FEW), *(pytest.param(number, *MANY, marks=pytest.mark.thorough) for number in range(1, 6))],
)
def test_the_pages_agree_with_the_rules_whatever_is_done(
    app: Flask, sqlite: SqliteFiles, tmp_path: Path, number: int, examples: int, steps: int
) -> None:
    _run(lambda: Visitor(app), app, sqlite, tmp_path, number, examples, steps)


@pytest.mark.thorough
def test_so_do_those_of_a_server(app: Flask, url: str, sqlite: SqliteFiles, tmp_path: Path) -> None:
    with RunningServer(tmp_path, DATABASE_URL=url) as server:
        _run(lambda: ServerVisitor(app, server.port), app, sqlite, tmp_path, 0, 20, 25)


def _run(
    new_visitor: Callable[[], Visitor], app: Flask, files: SqliteFiles, folder: Path, number: int, *size: int
) -> None:
    def new_phone(opened: ExitStack) -> Flask:
        url = files.migrated()
        opened.callback(files.drop, url)
        return opened.enter_context(app_on(url, folder, phone=True))

    examples, steps = size
    how = settings(max_examples=examples, stateful_step_count=steps, suppress_health_check=list(HealthCheck))
    SEEN.clear()
    run_state_machine_as_test(seed(number)(lambda: RandomClub(app, new_visitor, new_phone)), settings=how)
    assert SEEN["entries 303"] > examples, SEEN
    if examples > FEW[0]:
        asked = {
            "entries": (303, 403, 404, 409, 422),
            "undo": (303, 403, 404),
            "restore": (303,),
            "corrections": (303,),
        }
        assert {f"{end} {status}" for end, statuses in asked.items() for status in statuses} <= SEEN.keys(), SEEN
