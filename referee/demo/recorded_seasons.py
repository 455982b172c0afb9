"""Two seasons of evenings, recorded entry by entry through the functions of the pages; only the clock is set."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import select

from referee.bundles.export import Progress
from referee.demo.names_and_phrases import CLUB, DEVICES, MISSPELT, NOTES, OCCASIONS, PLACES, REASONS, REMARKS
from referee.demo.random_answers import Entry, accepted_answer
from referee.demo.random_tables import BrokenOff, PlayingGroup, endless, evening_days, playing_group, table_for
from referee.desk.adjudication import Verdict, rule_on
from referee.desk.noted_ruling import ruling_note, ruling_value
from referee.desk.questions import desk_questions, examples
from referee.game_definition.match_course import COMMON_STEPS, advance, opening, question_of, questions
from referee.game_definition.state import State
from referee.matches.log import Change, undoing
from referee.matches.match_file import Setup
from referee.store.clubs.club_deletion import delete_club
from referee.store.clubs.clubs import KEEPER, create_owned_club, name_club, name_device
from referee.store.clubs.links import invitation_for, invite, join
from referee.store.database.models import CLOCK, Club, Evening, now
from referee.store.database.orm_base import db
from referee.store.database.transactions import end_reading
from referee.store.evenings.evenings import close, describe
from referee.store.matches.matches import AppendResult, Author, append, start
from referee.store.matches.stored_match import StoredMatch, load
from referee.store.players.players import COLOURS, archive, change, merge, player_register

PEOPLE = 14
MATCHES_AN_EVENING = 3
USUAL_EVENINGS = 70
COMING = range(3, 8)
LAST_DEALS = range(5, 12)
"""The deals of a match without an end of its own."""
MOST_DEALS, MOST_ANSWERS = 60, 150
"""Of any match: by chance a score may go away from its target for ever, and a deal may be played again and again."""


def two_seasons(
    seed: int, matches: int | None, progress: Progress, founded: Callable[[int], None] = lambda _club: None
) -> int:
    """Record the evenings of a new club; its id. The same seed gives the same club on the same day.

    :param progress: it may raise BrokenOff: the club is then whole with the matches recorded so far. After any other
        exception there is no club.
    :param founded: called with the id of the club before its first match, at today's time.
    """
    chance = Random(seed)
    matches = MATCHES_AN_EVENING * USUAL_EVENINGS if matches is None else matches
    evenings = evening_days(now().date(), max(1, round(matches / MATCHES_AN_EVENING)))
    people = playing_group(chance, PEOPLE)
    with _clock_at(evenings[0] - timedelta(days=1)):
        scribe = Scribe(chance, people)
    try:
        founded(scribe.club_id)
        with _clock_at(evenings[0]):
            with suppress(BrokenOff):
                for number, began in enumerate(evenings):
                    first, last = (matches * done // len(evenings) for done in (number, number + 1))
                    scribe.evening(began, range(first, last), matches, progress)
            scribe.tidy()
    except BaseException:
        end_reading()
        delete_club(scribe.club_id)
        raise
    return scribe.club_id


@contextmanager
def _clock_at(moment: datetime) -> Iterator[None]:
    """Set the clock of what is stored; it is as before afterwards."""
    token = CLOCK.set(moment)
    try:
        yield
    finally:
        CLOCK.reset(token)


class Scribe:
    """Keeps the score, on one of the club's devices."""

    def __init__(self, chance: Random, people: PlayingGroup) -> None:
        self._chance = chance
        self._people = people
        founder = create_owned_club()
        self.club_id = founder.club.id
        name_club(founder.club.id, CLUB)
        self._devices = [founder.device.id]
        name_device(founder.device.id, DEVICES[0])
        for name in DEVICES[1:]:
            invited = invitation_for(invite(db.session.get_one(Club, self.club_id), KEEPER))
            device = join(invited[0], None, name) if invited is not None else None
            if device is not None:
                self._devices.append(device.id)
        self._public_id = ""
        self._misspelt = False

    # An evening

    def evening(self, began: datetime, numbers: range, of: int, progress: Progress) -> None:
        CLOCK.set(began + timedelta(minutes=self._chance.randint(0, 50)))
        present = self._people.present(self._chance, self._chance.choice(COMING))
        for number in numbers:
            self.match(self._names_as_noted(present), unfinished=number == of - 1)
            progress(number + 1, of)
            self._later(120, 900)
        if numbers:
            self._describe_evening(began.date())

    def _names_as_noted(self, present: Sequence[str]) -> list[str]:
        """The names as they are noted: one is misspelt for a while."""
        wrong, right = MISSPELT
        self._misspelt = self._chance.random() < (0.8 if self._misspelt else 0.05)
        return [wrong if name == right and self._misspelt else name for name in present]

    def _describe_evening(self, day: date) -> None:
        latest = select(Evening).where(Evening.club_id == self.club_id).order_by(Evening.id.desc()).limit(1)
        evening = db.session.scalar(latest)
        if evening is None:
            return
        if self._chance.random() < 0.6:
            title = self._chance.choice(OCCASIONS) if self._chance.random() < 0.3 else ""
            note = self._chance.choice(REMARKS) if self._chance.random() < 0.2 else ""
            describe(evening, day, title, self._chance.choice(PLACES), note)
        if self._chance.random() < 0.5:
            close(evening)

    # A match

    def match(self, present: Sequence[str], unfinished: bool) -> None:
        """Play one match to its last deal at the latest; an unfinished one is still going on."""
        setup = table_for(self._chance, present)
        key = f"demo-{self._chance.getrandbits(64):x}"
        self._public_id = start(db.session.get_one(Club, self.club_id), setup, key).public_id
        last = self._chance.choice(LAST_DEALS) if endless(setup) or unfinished else MOST_DEALS
        state = opening(setup.game, setup.table)
        for _ in range(MOST_ANSWERS):
            if state.over or state.deal > last:
                break
            state = self._deal_on(setup, state)
        if not (state.over or unfinished):
            self._record(Change({"step": "end"}))

    def _deal_on(self, setup: Setup, state: State) -> State:
        """Answer the next question, now and then after a note, penalty, dispute or correction; the state after it."""
        happens = self._chance.random()
        if happens < 0.03:
            self._record(Change({"step": "note", "text": self._chance.choice(NOTES)}))
        elif happens < 0.045:
            self._beside(setup, state, "penalty")
        elif happens < 0.055:
            self._ruling(setup)
        elif happens < 0.07:
            self._correction(setup)
        elif happens < 0.075:
            self._beside(setup, state, "relay")
        if happens < 0.075:
            state = self._load_match().replay.state
        if state.over:
            return state
        entry, after = self._answered(setup, state)
        self._record(Change(entry))
        if self._chance.random() < 0.015:
            self._take_back()
            self._record(Change(entry))
        return after

    def _answered(self, setup: Setup, state: State) -> tuple[Entry, State]:
        """An answer to the deal's question, or now and then to another possible one."""
        possible, skills = questions(setup.game, state), self._skills(setup)
        if possible[1:] and self._chance.random() < 0.08:
            with suppress(ValueError):  # no player at this table can have done it
                return accepted_answer(self._chance, setup.game, state, self._chance.choice(possible[1:]), skills)
        return accepted_answer(self._chance, setup.game, state, possible[0], skills)

    def _skills(self, setup: Setup) -> dict[str, float]:
        wrong, right = MISSPELT
        skills = self._people.skills
        return {name: skills.get(right if name == wrong else name, 0) for name in setup.table.players}

    def _beside(self, setup: Setup, state: State, step: str) -> None:
        """Record a common step: a penalty, a relay."""
        question = question_of(setup.game, state, step)
        if question is None:
            return
        try:
            entry, _ = accepted_answer(self._chance, setup.game, state, question, {}, drawn=1)
        except ValueError:  # no player can be penalised now
            return
        self._record(Change(entry))

    def _ruling(self, setup: Setup) -> None:
        """Note a ruling on one of the rulebook's own disputes."""
        disputes = [dispute for dispute in examples(setup.game.id) if not dispute.get("options")]
        if not disputes:
            return
        example = self._chance.choice(disputes)
        question, facts = desk_questions(setup.game)[example["question"]], example["facts"]
        verdict = rule_on(setup.game, question, facts, {})
        if isinstance(verdict, Verdict):
            entry = {"step": "note", "text": ruling_note(verdict, "fr")}
            self._record(Change(entry, ruling=ruling_value(verdict)))

    def _correction(self, setup: Setup) -> None:
        """Correct an earlier entry, with a reason, if the rest of the log still fits."""
        stored_match = self._load_match()
        current = stored_match.current
        old = [index for index, past in enumerate(current) if past.entry["step"] not in COMMON_STEPS]
        if not old:
            return
        index = self._chance.choice(old[-12:])
        before = opening(setup.game, setup.table)
        for past in current[:index]:
            transition = advance(setup.game, before, past.entry)
            if isinstance(transition, list):
                return
            before = transition.state
        question = question_of(setup.game, before, current[index].entry["step"])
        if question is None:
            return
        for _ in range(6):
            entry, _ = accepted_answer(self._chance, setup.game, before, question, {}, drawn=1)
            if entry == current[index].entry:
                continue
            change = Change(entry, current[index].position)
            if self._tried(stored_match, change, reason=self._chance.choice(REASONS)):
                return

    def _take_back(self) -> None:
        stored_match = self._load_match()
        back = undoing(stored_match.log)
        if back is not None:
            self._tried(stored_match, *back.changes, undoes=back.undoes)

    def _record(self, change: Change) -> None:
        if not self._tried(self._load_match(), change):
            raise ValueError(f"{self._public_id} did not take {change.entry}")

    def _tried(self, stored_match: StoredMatch, *changes: Change, reason: str = "", undoes: int | None = None) -> bool:
        """Append as a page would, a little later than the batch before."""
        self._later(8, 75)
        person = self._chance.choice(("", *list(self._people.skills)[:3]))
        author = Author(self._chance.choice(self._devices), person, reason)
        key = f"demo-{self._chance.getrandbits(64):x}"
        return append(stored_match, changes, stored_match.length, key, author, undoes).outcome == AppendResult.RECORDED

    def _load_match(self) -> StoredMatch:
        stored_match = load(self.club_id, self._public_id)
        if stored_match is None:
            raise ValueError(f"{self._public_id} is gone")
        return stored_match

    def _later(self, least: int, most: int) -> None:
        CLOCK.set(now() + timedelta(seconds=self._chance.uniform(least, most)))

    # The club

    def tidy(self) -> None:
        """Give all players a mark and a colour, merge the misspelt one, archive one who left."""
        people = {player.name: player for player in player_register(self.club_id).players.values()}
        for number, (name, player) in enumerate(sorted(people.items())):
            change(player, name, name[:2], number % COLOURS)
        misspelt, right = (people.get(name) for name in MISSPELT)
        if misspelt is not None and right is not None:
            merge(self.club_id, misspelt.id, right.id)
        leaver: Any = people.get(list(self._people.zeal)[-1])
        if leaver is not None:
            archive(leaver)
