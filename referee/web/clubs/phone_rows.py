"""The phones of a club on the page of sharing: what each is, and what may be done with it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Row

from referee.store.clubs.clubs import KEEPER, Visitor
from referee.store.database.models import Club, Device, Membership
from referee.words import Text, say

KEEPS = say("note")
WATCHES = say("regarde")


@dataclass(frozen=True, slots=True)
class PhoneRow:
    """A phone of the club, as the visitor sees it.

    ``programs``: the names of the programs that end with it. ``is_host``: phones came by links that it made.
    ``may_know_code``: it may know the recovery code of the club.
    """

    membership: Membership
    device: Device
    is_mine: bool
    is_owner: bool
    can_own: bool
    programs: Sequence[str]
    is_host: bool
    may_know_code: bool

    @property
    def role(self) -> Text:
        return KEEPS if self.membership.role == KEEPER else WATCHES

    @property
    def can_be_thrown_out(self) -> bool:
        return not self.is_mine and not self.is_owner


def phone_row(
    row: Row[tuple[Membership, Device]],
    visitor: Visitor,
    club: Club,
    programs: Mapping[int, Sequence[str]],
    hosts: Collection[int | None],
) -> PhoneRow:
    """``programs``: the names of programs by their maker; ``hosts``: the devices by whose links others came."""
    membership, device = row
    mine, keeps = membership.id == visitor.membership_id, membership.role == KEEPER
    return PhoneRow(
        membership,
        device,
        is_mine=mine,
        is_owner=device.id == club.owner_id,
        can_own=keeps and visitor.is_owner and not mine,
        programs=programs.get(device.id, ()),
        is_host=device.id in hosts,
        may_know_code=keeps and bool(club.recovery_hash),
    )
