"""One line of ``referee doctor``."""

from __future__ import annotations

from dataclasses import dataclass

from referee.words import Text

SOUND, NOTE, FAULT = "sound", "note", "fault"
"""All is well; worth knowing; to be mended."""
SIGNS = {SOUND: "✓", NOTE: "·", FAULT: "✗"}


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What a check says of its subject: the state, and a sentence with what to do."""

    subject: Text
    state: str
    sentence: Text

    def line(self, language: str) -> str:
        return f"{SIGNS[self.state]} {self.subject.render(language)} — {self.sentence.render(language)}"
