"""Two seasons of evenings, recorded as a table records them: entry by entry, with slips, corrections and disputes.

Every act is one that a page would do, through the same functions and at a moment of its own; only the clock is set.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import select

from referee.demo.answers import Entry, accepted_answer
from referee.demo.decks import CLUB, DEVICES, MISSPELT, NOTES, OCCASIONS, PLACES, REASONS, REMARKS
from referee.demo.tables import Circle, circle, endless, evening_days, table_for
from referee.desk.examples import examples
from referee.desk.kept import ruling_note, ruling_value
from referee.desk.question import Verdict, rule_on
from referee.desk.questions import desk_questions
from referee.games.game import Position
from referee.games.play import advance, common_questions, opening, questions
from referee.matches.log import Change, undoing
from referee.matches.matchfile import Setup
from referee.store.archiving import Progress
from referee.store.clubs import KEEPER, found_club, name_club, name_device
from referee.store.database import db
from referee.store.evenings import close, retold
from referee.store.links import invitation_for, invite, join
from referee.store.matches import Author, Kept, append, load, start
from referee.store.models import CLOCK, Club, Evening
from referee.store.players import COLOURS, archive, change, merge, roll

__all__ = ["two_seasons"]

PEOPLE = 14
MATCHES_AN_EVENING = 3
USUAL_EVENINGS = 70
COMING = range(3, 8)
"""How many come."""
LAST_DEALS = range(5, 12)
"""After how many deals a table stops that could go on for ever."""


def two_seasons(seed: int, matches: int | None, progress: Progress) -> int:
    """Make the club and record its evenings; its id. The same seed makes the same club, on the same day."""
    chance = Random(seed)
    matches = MATCHES_AN_EVENING * USUAL_EVENINGS if matches is None else matches
    evenings = evening_days(datetime.now(UTC).date(), max(1, round(matches / MATCHES_AN_EVENING)))
    people = circle(chance, PEOPLE)
    token = CLOCK.set(evenings[0] - timedelta(days=1))
    try:
        scribe = Scribe(chance, people)
        for number, began in enumerate(evenings):
            first, last = (matches * done // len(evenings) for done in (number, number + 1))
            scribe.evening(began, range(first, last), matches, progress)
        scribe.tidy()
    finally:
        CLOCK.reset(token)
    return scribe.club_id


class Scribe:
    """Whoever keeps the score, on one of the club's devices."""

    def __init__(self, chance: Random, people: Circle) -> None:
        self._chance = chance
        self._people = people
        here = found_club()
        self.club_id = here.club.id
        name_club(here.club, CLUB)
        self._devices = [here.device.id]
        name_device(here.device.id, DEVICES[0])
        for name in DEVICES[1:]:
            found = invitation_for(invite(db.session.get_one(Club, self.club_id), KEEPER))
            device = join(found[0], None, name) if found is not None else None
            if device is not None:
                self._devices.append(device.id)
        self._public_id = ""
        self._misspelt = False

    # An evening

    def evening(self, began: datetime, numbers: range, of: int, progress: Progress) -> None:
        """One sitting: who is there plays one match after another."""
        CLOCK.set(began + timedelta(minutes=self._chance.randint(0, 50)))
        there = self._people.present(self._chance, self._chance.choice(COMING))
        for number in numbers:
            self.match(self._called(there), unfinished=number == of - 1)
            progress(number + 1, of)
            self._later(120, 900)
        if numbers:
            self._told_of(began.date())

    def _called(self, there: Sequence[str]) -> list[str]:
        """The names as they are noted: once somebody was noted wrong, and it took a while to be seen."""
        wrong, right = MISSPELT
        self._misspelt = self._chance.random() < (0.8 if self._misspelt else 0.05)
        return [wrong if name == right and self._misspelt else name for name in there]

    def _told_of(self, day: date) -> None:
        latest = select(Evening).where(Evening.club_id == self.club_id).order_by(Evening.id.desc()).limit(1)
        evening = db.session.scalar(latest)
        if evening is None:
            return
        if self._chance.random() < 0.6:
            title = self._chance.choice(OCCASIONS) if self._chance.random() < 0.3 else ""
            note = self._chance.choice(REMARKS) if self._chance.random() < 0.2 else ""
            retold(evening, day, title, self._chance.choice(PLACES), note)
        if self._chance.random() < 0.5:
            close(evening)

    # A match

    def match(self, there: Sequence[str], unfinished: bool) -> None:
        """One match from the first card to the last; an unfinished one is still going on."""
        setup = table_for(self._chance, there)
        key = f"demo-{self._chance.getrandbits(64):x}"
        self._public_id = start(db.session.get_one(Club, self.club_id), setup, key).public_id
        stops = self._chance.choice(LAST_DEALS) if endless(setup) or unfinished else None
        position = opening(setup.game, setup.table)
        while not position.over:
            if stops is not None and position.deal > stops:
                if not unfinished:
                    self._record(Change({"step": "end"}))
                return
            position = self._deal_on(setup, position)

    def _deal_on(self, setup: Setup, position: Position) -> Position:
        """The next answer, and now and then what happens at tables beside it; where the match stands then."""
        happens = self._chance.random()
        if happens < 0.03:
            self._record(Change({"step": "note", "text": self._chance.choice(NOTES)}))
        elif happens < 0.045:
            self._beside(setup, position, "penalty")
        elif happens < 0.055:
            self._ruling(setup)
        elif happens < 0.07:
            self._correction(setup)
        elif happens < 0.075:
            self._beside(setup, position, "relay")
        if happens < 0.075:
            position = self._standing()
        if position.over:
            return position
        entry, after = self._answered(setup, position)
        self._record(Change(entry))
        if self._chance.random() < 0.015:
            self._take_back()
            self._record(Change(entry))
        return after

    def _answered(self, setup: Setup, position: Position) -> tuple[Entry, Position]:
        """An answer to the deal's question, or now and then to another that is possible beside it."""
        asked, skills = questions(setup.game, position), self._skills(setup)
        if asked[1:] and self._chance.random() < 0.08:
            with suppress(ValueError):  # it is asked, but nobody at this table can have done it
                return accepted_answer(self._chance, setup.game, position, self._chance.choice(asked[1:]), skills)
        return accepted_answer(self._chance, setup.game, position, asked[0], skills)

    def _skills(self, setup: Setup) -> dict[str, float]:
        wrong, right = MISSPELT
        known = self._people.skills
        return {name: known.get(right if name == wrong else name, 0) for name in setup.table.players}

    def _beside(self, setup: Setup, position: Position, step: str) -> None:
        """One of the steps that every game has: a penalty, a relay."""
        question = next(one for one in common_questions(setup.game, position.table) if one.step == step)
        try:
            entry, _ = accepted_answer(self._chance, setup.game, position, question, {}, drawn=1)
        except ValueError:  # nobody can be penalised now
            return
        self._record(Change(entry))

    def _ruling(self, setup: Setup) -> None:
        """A dispute out of the rulebook's own examples, asked at the desk and noted."""
        known = [one for one in examples(setup.game.id) if not one.get("options")]
        if not known:
            return
        example = self._chance.choice(known)
        question, facts = desk_questions(setup.game)[example["question"]], example["facts"]
        verdict = rule_on(setup.game, question, facts, {})
        if isinstance(verdict, Verdict):
            entry = {"step": "note", "text": ruling_note(question, facts, verdict, "fr")}
            self._record(Change(entry, ruling=ruling_value(question, facts, {}, verdict)))

    def _correction(self, setup: Setup) -> None:
        """Something recorded earlier was wrong; if the rest still fits it is put right, with the reason."""
        kept = self._kept()
        standing, _ = kept.replayed
        old = [index for index, one in enumerate(standing) if one.entry["step"] not in ("note", "penalty", "end")]
        if not old:
            return
        index = self._chance.choice(old[-12:])
        before = opening(setup.game, setup.table)
        for one in standing[:index]:
            taken = advance(setup.game, before, one.entry)
            if isinstance(taken, list):
                return
            before = taken.position
        step = standing[index].entry["step"]
        question = next((one for one in questions(setup.game, before) if one.step == step), None)
        for _ in range(6 if question is not None else 0):
            entry, _ = accepted_answer(self._chance, setup.game, before, question, {}, drawn=1)  # type: ignore[arg-type]
            if entry == standing[index].entry:
                continue
            change = Change(entry, standing[index].position)
            if self._tried(kept, change, reason=self._chance.choice(REASONS)):
                return

    def _take_back(self) -> None:
        kept = self._kept()
        back = undoing(kept.log)
        if back is not None:
            self._tried(kept, *back.changes, undoes=back.undoes)

    def _record(self, change: Change) -> None:
        if not self._tried(self._kept(), change):
            raise ValueError(f"{self._public_id} did not take {change.entry}")

    def _tried(self, kept: Kept, *changes: Change, reason: str = "", undoes: int | None = None) -> bool:
        """Append as a page would, a little later than what was appended before."""
        self._later(8, 75)
        person = self._chance.choice(("", *list(self._people.skills)[:3]))
        author = Author(self._chance.choice(self._devices), person, reason)
        key = f"demo-{self._chance.getrandbits(64):x}"
        return append(kept, changes, len(kept.entries), key, author, undoes).outcome == "recorded"

    def _kept(self) -> Kept:
        kept = load(self.club_id, self._public_id)
        if kept is None:
            raise ValueError(f"{self._public_id} is gone")
        return kept

    def _standing(self) -> Position:
        return self._kept().replayed[1].position

    def _later(self, least: int, most: int) -> None:
        CLOCK.set((CLOCK.get() or datetime.now(UTC)) + timedelta(seconds=self._chance.uniform(least, most)))

    # The club

    def tidy(self) -> None:
        """Give everybody a mark and a colour, count the misspelt one with the right one, fold one away who left."""
        people = {player.name: player for player in roll(self.club_id).players.values()}
        for number, (name, player) in enumerate(sorted(people.items())):
            change(player, name, name[:2], number % COLOURS)
        wrong, right = (people.get(name) for name in MISSPELT)
        if wrong is not None and right is not None:
            merge(self.club_id, wrong.id, right.id)
        left: Any = people.get(list(self._people.zeal)[-1])
        if left is not None:
            archive(left)
