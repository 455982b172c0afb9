"""The rules of a club's own, each in a sentence at the article that it replaces.

A house rule that the application knows (``Option``) is none of these: it is chosen for a match. Two copies of a club
are merged rule by rule: a rule of one copy is added to the other; if both changed a rule, the newer text wins. Two
separate rules at one article are both kept.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

from sqlalchemy import Select, func, select

from referee.answers.table import clean_name, has_control_characters, is_name
from referee.store.database.models import TableRule, new_id, now
from referee.store.database.orm_base import db
from referee.store.database.quotas import TABLE_RULE, Full, count_change, lock_and_count, table_rule_bytes
from referee.store.database.transactions import changing, lock_club, writing
from referee.words import say

LONGEST, MOST_PLAYERS = 300, 24
MOST = 50
"""Rules that a club notes; more may come with a copy of it."""
KEPT_FOR = timedelta(days=30)
"""How long a removed rule can be restored."""


class TableRuleValues(Protocol):
    """A rule as another copy of the club has it."""

    @property
    def article(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def players(self) -> Sequence[str]: ...
    @property
    def noted_at(self) -> datetime: ...
    @property
    def changed_at(self) -> datetime: ...
    @property
    def deleted_at(self) -> datetime | None: ...


def one_sentence(typed: str) -> str:
    r"""What was typed as one line, in Unicode's composed form, without control characters; not cut.

    >>> one_sentence(" Le 7\r\nse joue\tdeux fois. ")
    'Le 7 se joue deux fois.'
    """
    signs = (sign for sign in " ".join(typed.split()) if not has_control_characters(sign))
    return unicodedata.normalize("NFC", "".join(signs))


def valid_players(typed: Iterable[str]) -> list[str]:
    """The names among these, each once, as many as a rule keeps.

    >>> valid_players([" Ana", "", "Bob", "Ana"])
    ['Ana', 'Bob']
    """
    return list(dict.fromkeys(name for name in map(clean_name, typed) if is_name(name)))[:MOST_PLAYERS]


def table_rules(club_id: int) -> Sequence[TableRule]:
    """The rules of a club that stand, the first noted first."""
    query = select(TableRule).where(TableRule.club_id == club_id, TableRule.deleted_at.is_(None))
    return db.session.scalars(query.order_by(TableRule.noted_at, TableRule.id)).all()


def removed_rules(club_id: int) -> Sequence[TableRule]:
    """The rules that can be restored, the last removed first."""
    query = select(TableRule).where(TableRule.club_id == club_id, TableRule.deleted_at >= now() - KEPT_FOR)
    return db.session.scalars(query.order_by(TableRule.deleted_at.desc(), TableRule.id)).all()


def table_rule(club_id: int, public_id: str) -> TableRule | None:
    """A rule of this club that stands or can be restored."""
    rule = db.session.scalar(_select_rule(club_id, public_id))
    return None if rule is None or (rule.deleted_at is not None and rule.deleted_at < now() - KEPT_FOR) else rule


def _select_rule(club_id: int, public_id: str) -> Select[tuple[TableRule]]:
    return select(TableRule).where(TableRule.club_id == club_id, TableRule.public_id == public_id)


@writing()
def note(club_id: int, article: str, text: str, players: Sequence[str], client_key: str | None = None) -> TableRule:
    """Note a rule, once for a client key; raises Full."""
    lock_club(club_id)
    public_id = new_id() if client_key is None else _id_of(client_key)
    noted = db.session.scalar(_select_rule(club_id, public_id))
    if noted is not None:
        return noted
    _room_for_another(club_id)
    lock_and_count(club_id, TABLE_RULE + table_rule_bytes(text, players))
    rule = TableRule(club_id=club_id, public_id=public_id, article=article, text=text, players=list(players))
    db.session.add(rule)
    return rule


def _id_of(client_key: str) -> str:
    return urlsafe_b64encode(hashlib.sha256(client_key.encode("utf-8", "replace")).digest())[:16].decode()


def _room_for_another(club_id: int) -> None:
    standing = TableRule.club_id == club_id, TableRule.deleted_at.is_(None)
    if (db.session.scalar(select(func.count()).select_from(TableRule).where(*standing)) or 0) >= MOST:
        raise Full(say("Une table note au plus %(most)s règles à elle : retirez-en d'abord une.", most=MOST))


def change(rule: TableRule, text: str, players: Sequence[str]) -> None:
    """Change the words of a rule and who was there; raises Full."""
    with changing(rule) as row:
        if row is not None:
            more = table_rule_bytes(text, players) - table_rule_bytes(row.text, row.players)
            count_change(row.club_id, more)
            row.text, row.players, row.changed_at = text, list(players), now()


def remove(rule: TableRule) -> None:
    """Remove a rule; for thirty days it can be restored."""
    with changing(rule) as row:
        if row is not None and row.deleted_at is None:
            row.deleted_at = row.changed_at = now()


def restore(rule: TableRule) -> None:
    """Restore a removed rule; raises Full."""
    with changing(rule) as row:
        if row is not None and row.deleted_at is not None:
            _room_for_another(row.club_id)
            row.deleted_at, row.changed_at = None, now()


# Two copies of a club


def digest(club_id: int) -> str:
    """What is the same for two copies of a club with the same rules, those removed in both among them."""
    rows = db.session.scalars(select(TableRule).where(TableRule.club_id == club_id).order_by(TableRule.public_id))
    content = [[row.public_id, *_content(row)] for row in rows]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32] if content else ""


def _content(rule: TableRule | TableRuleValues) -> list[Any]:
    """What makes two copies of a rule the same; of a removed one the words do not count."""
    return [None] if rule.deleted_at is not None else [rule.article, rule.text, list(rule.players)]


def changes_by(club_id: int | None, brought: Mapping[str, TableRuleValues]) -> tuple[int, int]:
    """How many of these rules, by public id, are new here or newer than the club's own, and their bytes."""
    here = _here(club_id, brought)
    coming = [rule for public_id, rule in brought.items() if _stands_over(rule, here.get(public_id))]
    return len(coming), sum(TABLE_RULE + table_rule_bytes(rule.text, rule.players) for rule in coming)


@writing()
def merge(club_id: int, brought: Mapping[str, TableRuleValues]) -> int:
    """Bring these rules, by public id, together with the club's own; how many were new or newer.

    Of the same wording the earlier moment stands, so that a wrong clock does not make a copy the newer one for long.

    :raises Full: there is no room for them.
    """
    lock_club(club_id)
    here, changes, size = _here(club_id, brought), 0, 0
    for public_id, rule in brought.items():
        row = here.get(public_id)
        if row is not None and _content(row) == _content(rule):
            row.changed_at = min(row.changed_at, rule.changed_at)
        elif _stands_over(rule, row):
            changes += 1
            size += _write_rule(club_id, public_id, rule, row)
    if size:
        count_change(club_id, size)
    db.session.flush()
    return changes


def _here(club_id: int | None, brought: Mapping[str, TableRuleValues]) -> dict[str, TableRule]:
    query = select(TableRule).where(TableRule.club_id == club_id).execution_options(populate_existing=True)
    return {row.public_id: row for row in db.session.scalars(query) if row.public_id in brought}


def _stands_over(rule: TableRuleValues, row: TableRule | None) -> bool:
    """Whether a brought rule is to be written; of two of one moment the same one on both sides."""
    if row is None:
        return True
    ours, theirs = _content(row), _content(rule)
    return ours != theirs and (rule.changed_at, json.dumps(theirs)) > (row.changed_at, json.dumps(ours))


def _write_rule(club_id: int, public_id: str, rule: TableRuleValues, row: TableRule | None) -> int:
    """Write a brought rule, over the club's own row if there is one; the bytes more."""
    size = table_rule_bytes(rule.text, rule.players)
    if row is None:
        size += TABLE_RULE
        row = TableRule(club_id=club_id, public_id=public_id, noted_at=rule.noted_at)
        db.session.add(row)
    else:
        size -= table_rule_bytes(row.text, row.players)
    row.article, row.text, row.players = rule.article, rule.text, list(rule.players)
    row.changed_at, row.deleted_at = rule.changed_at, rule.deleted_at
    return size
