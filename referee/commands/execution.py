"""Run a command with or without the application, and turn errors into one line and an exit status."""

from __future__ import annotations

import os
import signal
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from referee.commands.output import complain
from referee.migrated_application import DatabaseUnusable, open_application
from referee.settings import Settings, settings_from
from referee.store.database.transactions import Busy
from referee.words.system_errors import DATABASE, ExplainedError, failure


def in_application(
    work: Callable[[Flask, Settings], int], language: str, environment: Mapping[str, str] = os.environ
) -> int:
    """Run a command with the application; its exit status.

    Each access to the database has an application context of its own, which ends its transaction: no command waits,
    prints or serves within one.
    """

    def opened_work() -> int:
        settings = settings_from(environment)
        with open_application(settings) as app:
            return work(app, settings)

    return run_with_explanation(opened_work, language)


def run_with_explanation(work: Callable[[], int], language: str) -> int:
    """Run a command; its exit status, 2 with a line on standard error where it cannot be done."""
    try:
        with _ended_by_exception():
            return work()
    except (ExplainedError, OSError, ValueError, sqlite3.Error, SQLAlchemyError) as error:
        complain(_reason(error, language), language)
        return 2
    except Busy:
        complain(DATABASE["SQLITE_BUSY"], language)
        return 2


@contextmanager
def _ended_by_exception() -> Iterator[None]:
    """Let SIGTERM and SIGHUP raise SystemExit, so that what is half done is deleted on the way out."""

    def end(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    numbers = {signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}
    if threading.current_thread() is not threading.main_thread():
        numbers = set()  # Python lets no other thread decide
    usual = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    try:
        for number in usual:
            signal.signal(number, end)
        yield
    finally:
        for number in usual:
            signal.signal(number, signal.SIG_DFL)


def _reason(error: Exception, language: str) -> str:
    """One line on why a command cannot be done."""
    if isinstance(error, DatabaseUnusable) and isinstance(error.__cause__, Exception):
        return f"{error}: {_reason(error.__cause__, language)}"
    return error.sentence.render(language) if isinstance(error, ExplainedError) else failure(error, language)
