"""The devices that recorded the matches of a bundle, as devices of the database."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select

from referee.bundles.bundle import Bundle
from referee.store.database.models import ApiToken, Device, Match, Membership, RecordRow
from referee.store.database.orm_base import db


def devices_here(bundle: Bundle, club_id: int, used: Iterable[int | None]) -> dict[int | None, int | None]:
    """The ids of devices of a bundle by their numbers; new ones are added by name, with random keys.

    Devices of an earlier import are used again, by name; that of a member or a program never is.
    """
    wanted = set(used)
    devices = [device for device in bundle.head.devices if device.number in wanted]
    recorded = select(RecordRow.device_id).join(Match, Match.id == RecordRow.match_id).where(Match.club_id == club_id)
    members = select(Membership.device_id).union_all(select(ApiToken.device_id))
    strangers = select(Device.id, Device.name).where(
        Device.id.in_(recorded), Device.id.not_in(members), Device.name != ""
    )
    free = {row.name: row.id for row in db.session.execute(strangers.order_by(Device.id.desc()))}
    ids: dict[int | None, int | None] = {None: None}
    for device in devices:
        known = free.pop(device.name, None)
        if known is None:
            row = Device(name=device.name)
            db.session.add(row)
            db.session.flush()
            known = row.id
        ids[device.number] = known
    return ids
