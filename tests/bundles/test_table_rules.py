"""The rules of a club's own in its archive: out and in, once, the newer wording; without any it is as before."""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask

from referee.bundles.bundle import ClubTableRule
from referee.bundles.handover.arrival import add, arrival_of, bundle_of_match
from referee.bundles.handover.link import pack, unpack
from referee.bundles.handover.uploaded_match import bundle_from_upload
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.bundles.zip_file import ClubFile
from referee.store.clubs.clubs import create_owned_club
from referee.store.database.models import Club, Match, TableRule, now
from referee.store.database.orm_base import db
from referee.store.database.quotas import TABLE_RULE, table_rule_bytes
from referee.store.table_rules import table_rules as store
from tests.bundles.clubs import MOMENT, packed, read, small_club
from tests.bundles.test_load import brought, exported, plan_for
from tests.bundles.zips import files_of, rewritten
from tests.store.keeping import writing

RULES = (
    ClubTableRule("rule-1", "ascenseur.follow", "On coupe quand on veut.", ("Ana", "Mamie"), MOMENT, MOMENT),
    ClubTableRule("rule-2", "match.misdeal", "Partie.", (), MOMENT, MOMENT + timedelta(days=1), MOMENT),
    ClubTableRule("rule-3", "of-a-later.version", "Deux fois.", ("Bob",), MOMENT, MOMENT),
)
HEAD, MATCHES = small_club()
ARCHIVE = packed((replace(HEAD, table_rules=RULES), MATCHES))


def manifest(archive: bytes) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(files_of(archive)["manifest.json"])
    return value


def words(app: Flask, club_id: int) -> list[str]:
    with app.app_context():
        return [rule.text for rule in store.table_rules(club_id)]


def test_rules_come_in_and_go_out_as_they_were_those_removed_too(app: Flask) -> None:
    club_id, plan = brought(app, ARCHIVE)
    assert plan.table_rules == 3
    assert "3 nouvelles règles de la table" in [line.render("fr") for line in plan.lines()]
    assert words(app, club_id) == ["On coupe quand on veut.", "Deux fois."]
    assert read(exported(app, club_id))[0].table_rules == RULES


def test_a_second_import_brings_nothing(app: Flask) -> None:
    club_id, _ = brought(app, ARCHIVE)
    before = exported(app, club_id)
    assert plan_for(app, ARCHIVE, club_id).nothing_new
    assert brought(app, ARCHIVE, club_id)[1].table_rules == 0
    assert exported(app, club_id) == before


def test_rules_alone_are_something_new(app: Flask) -> None:
    club_id, _ = brought(app, packed((HEAD, MATCHES)))
    plan = plan_for(app, ARCHIVE, club_id)
    assert (plan.nothing_new, plan.table_rules, plan.new_matches) == (False, 3, 0)
    assert words(app, club_id) == []
    brought(app, ARCHIVE, club_id)
    assert len(words(app, club_id)) == 2


def test_the_newer_wording_stands_whichever_side_it_is_on(app: Flask) -> None:
    club_id, _ = brought(app, ARCHIVE)
    with writing(app):
        rule = store.table_rule(club_id, "rule-1")
        assert rule is not None
        store.change(rule, "On coupe au dernier pli.", ["Ana"])
    brought(app, ARCHIVE, club_id)
    assert "On coupe au dernier pli." in words(app, club_id)
    since = exported(app, club_id)
    other, _ = brought(app, ARCHIVE)
    brought(app, since, other)
    assert words(app, other) == words(app, club_id)


def test_a_rule_removed_since_does_not_come_back_with_an_old_archive(app: Flask) -> None:
    club_id, _ = brought(app, ARCHIVE)
    with writing(app):
        rule = store.table_rule(club_id, "rule-1")
        assert rule is not None
        store.remove(rule)
    brought(app, ARCHIVE, club_id)
    assert words(app, club_id) == ["Deux fois."]


def test_two_clubs_of_one_installation_have_their_own_copies(app: Flask) -> None:
    first, _ = brought(app, ARCHIVE)
    second, _ = brought(app, ARCHIVE)
    with writing(app):
        rule = store.table_rule(second, "rule-1")
        assert rule is not None
        store.change(rule, "Ailleurs.", [])
    assert "Ailleurs." not in words(app, first)


def test_a_moment_that_no_clock_can_tell_is_not_believed(app: Flask) -> None:
    tomorrow = now() + timedelta(days=1)
    club_id, _ = brought(app, packed((replace(HEAD, table_rules=(replace(RULES[0], changed_at=tomorrow),)), MATCHES)))
    with app.app_context():
        assert db.session.scalars(db.select(TableRule.changed_at)).one() < tomorrow
    assert len(words(app, club_id)) == 1


def test_the_bytes_of_what_came_are_counted(app: Flask) -> None:
    with_rules, _ = brought(app, ARCHIVE)
    without, _ = brought(app, packed((HEAD, MATCHES)))
    with app.app_context():
        counted = {id: db.session.get_one(Club, id).bytes for id in (with_rules, without)}
        size = sum(TABLE_RULE + table_rule_bytes(rule.text, rule.players) for rule in RULES)
        assert counted[with_rules] - counted[without] == size


def test_an_archive_without_such_rules_is_the_one_of_before_them() -> None:
    assert "table_rules" not in manifest(packed((HEAD, MATCHES)))
    assert [rule["id"] for rule in manifest(ARCHIVE)["table_rules"]] == ["rule-1", "rule-2", "rule-3"]


WRONG: dict[str, Callable[[Any], Any]] = {
    "no list": lambda value: value.update(table_rules={}),
    "a rule twice": lambda value: value["table_rules"].append(value["table_rules"][0]),
    "an article that is none": lambda value: value["table_rules"][0].update(article="<b>"),
    "a long sentence": lambda value: value["table_rules"][0].update(text="x" * 301),
    "a sentence of several lines": lambda value: value["table_rules"][0].update(text="x\ny"),
    "somebody without a name": lambda value: value["table_rules"][0].update(players=[""]),
    "somebody twice": lambda value: value["table_rules"][0].update(players=["Ana", "Ana"]),
    "names in a list": lambda value: value["table_rules"][0].update(players=[["Ana"]]),
    "a crowd": lambda value: value["table_rules"][0].update(players=[f"n{number}" for number in range(101)]),
    "no moment": lambda value: value["table_rules"][0].pop("changed_at"),
    "another key": lambda value: value["table_rules"][0].update(device=1),
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_rules_that_no_export_writes_are_refused(change: Callable[[Any], Any]) -> None:
    with pytest.raises(ArchiveRefused):
        ClubFile(io.BytesIO(rewritten(ARCHIVE, "manifest.json", change)))


def test_a_match_handed_over_takes_none_along(app: Flask) -> None:
    club_id, _ = brought(app, ARCHIVE)
    with writing(app):
        match_id = db.session.scalars(db.select(Match.id).where(Match.club_id == club_id).limit(1)).one()
        handed = bundle_of_match(club_id, match_id)
        assert handed.head.table_rules == ()
        other = create_owned_club().club.id
        add(arrival_of(unpack(pack(handed)), other), other, {})
        one = packed((replace(HEAD, table_rules=RULES), MATCHES[:1]))
        third = create_owned_club().club.id
        add(arrival_of(bundle_from_upload(one, now()), third), third, {})
    assert words(app, other) == words(app, third) == []
