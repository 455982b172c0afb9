"""The web application: everything it shows is made from questions and sheets; it knows no game by name."""

from referee.web.application import create_app

__all__ = ["create_app"]
