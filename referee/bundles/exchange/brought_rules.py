"""The rules of a club's own as they are sent between a phone and a server, and brought together."""

from __future__ import annotations

from typing import Any

from referee.bundles.bundle import TABLE_RULE
from referee.bundles.export import rules_of
from referee.bundles.json_object import JsonObject
from referee.bundles.match_rows import rules_with_believable_times
from referee.store.database.orm_base import db
from referee.store.table_rules.table_rules import merge

TABLE_RULES = "table_rules"


def rules_sent(club_id: int) -> list[dict[str, Any]]:
    """All rules of a club as they are sent, those removed among them."""
    return [TABLE_RULE.write(rule) for rule in rules_of(db.session.connection(), club_id)]


def bring_rules(club_id: int, values: Any) -> int:
    """Bring the rules that were sent together with the club's own; how many were new or newer.

    :raises ArchiveRefused: they are no rules.
    :raises Full: there is no room for them.
    """
    parts = JsonObject(TABLE_RULES, {TABLE_RULES: values}).parts(TABLE_RULES)
    return merge(club_id, rules_with_believable_times(tuple(TABLE_RULE.read(part) for part in parts)))
