"""Handing on a role, as the pages do it: what the tests of clubs and of devices share."""

from typing import Any

from flask import Flask
from sqlalchemy import select

from referee.store.clubs.clubs import create_owned_club, find_visitor
from referee.store.clubs.links import invitation_for, invite, join, revoke
from referee.store.clubs.membership_removal import Removal, leave, throw_out
from referee.store.database.models import Device, Match
from referee.store.database.orm_base import db
from tests.store.keeping import Keeper, writing


def founded(app: Flask) -> str:
    """The key of a device that has founded a club."""
    with writing(app):
        key = create_owned_club().device.key
        db.session.commit()
        return key


def link(app: Flask, founder: str, role: str, only: int | None = None) -> str:
    with writing(app):
        visitor = find_visitor(founder)
        assert visitor is not None
        return invite(visitor.club, role, only, visitor.device.id)


def join_by_link(app: Flask, token: str, key: str | None = None, name: str = "") -> str:
    with writing(app):
        found = invitation_for(token)
        assert found is not None
        device = join(found[0], key, name)
        assert device is not None
        return device.key


def end(app: Flask, founder: str, token: str) -> None:
    with writing(app):
        visitor = find_visitor(founder)
        found = invitation_for(token)
        assert visitor is not None
        assert found is not None
        revoke(visitor, found[0].id)


def thrown_out(app: Flask, by: str, key: str, **how: bool) -> Removal:
    """What comes of one device throwing another out."""
    with writing(app):
        visitor, victim = find_visitor(by), find_visitor(key)
        assert visitor is not None
        assert victim is not None
        return throw_out(visitor, victim.membership_id, **how)


def leaves(app: Flask, key: str) -> Removal:
    with writing(app):
        visitor = find_visitor(key)
        assert visitor is not None
        return leave(visitor.device.id, visitor.club.id)


def role_of(app: Flask, key: str) -> Any:
    with app.app_context():
        visitor = find_visitor(key)
        return visitor and visitor.role


def key_of(app: Flask, keeper: Keeper) -> str:
    with app.app_context():
        return db.session.get_one(Device, keeper.device_id).key


def match_id(app: Flask, public_id: str) -> int:
    with app.app_context():
        return db.session.scalars(select(Match.id).where(Match.public_id == public_id)).one()


def membership_id(app: Flask, key: str) -> tuple[int, int]:
    with app.app_context():
        visitor = find_visitor(key)
        assert visitor is not None
        return visitor.club.id, visitor.membership_id
