"""How a command's work is executed: with the application or without, its exit status, and one line of why not."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Mapping

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from referee.application_lifecycle import DatabaseUnusable, opened
from referee.commands.output import complain
from referee.settings import Settings, settings_from
from referee.words.failures import ExplainedError, failure


def in_application(
    work: Callable[[Flask, Settings], int], language: str, environment: Mapping[str, str] = os.environ
) -> int:
    """Do a command's work with the application and give its exit status; 2 and a line of why where it cannot be done.

    What reads or writes does so in an application context of its own, which ends its transaction: no command waits or
    prints, and no server serves, within one.
    """

    def opened_work() -> int:
        settings = settings_from(environment)
        with opened(settings) as app:
            return work(app, settings)

    return explained(opened_work, language)


def explained(work: Callable[[], int], language: str) -> int:
    """Do a command's work and give its exit status; where the settings, the machine or the database are against it, or
    a sentence says why not, a line on standard error, and 2.
    """
    try:
        return work()
    except (ExplainedError, OSError, ValueError, sqlite3.Error, SQLAlchemyError) as error:
        complain(_reason(error, language), language)
        return 2


def _reason(error: Exception, language: str) -> str:
    """One line on why a command cannot do its work: a sentence, or what the machine or the database says."""
    if isinstance(error, DatabaseUnusable) and isinstance(error.__cause__, Exception):
        return f"{error}: {_reason(error.__cause__, language)}"
    return error.sentence.render(language) if isinstance(error, ExplainedError) else failure(error, language)
