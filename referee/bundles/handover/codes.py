"""A packed match in codes that fit an address: one, or numbered parts.

Each code holds the format, its number, their number, the digest of the whole, its share and a checksum.
"""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b

from referee.bundles.handover.link import MOST_BYTES, no_match
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.words import say

FORMAT = 3
DIGEST = 6
CHECK = 4
HEAD = 3 + DIGEST
"""Bytes before a share: format, number, count, digest."""
ONE_PICTURE = 1230
"""Bytes of one QR code that a telephone reads from a telephone."""
ONE_OF_SEVERAL = 700
"""Bytes of each of several codes: coarser pictures are read sooner."""
MOST_PARTS = -(-MOST_BYTES // ONE_OF_SEVERAL)
MOST_SIGNS = 4 * (HEAD + MOST_BYTES + CHECK) // 3 + 4
LONGEST_TEXT = 2 * MOST_SIGNS
IN_AN_ADDRESS = re.compile(r"#m=([A-Za-z0-9_-]+)")
BARE = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class CodePart:
    """A share of a packed match: the ``number``-th of ``count``, from 1."""

    digest: bytes
    number: int
    count: int
    share: bytes

    @property
    def code(self) -> str:
        """The part as base64url."""
        raw = bytes((FORMAT, self.number, self.count)) + self.digest + self.share
        return urlsafe_b64encode(raw + _check(raw)).rstrip(b"=").decode()


def in_parts(packed: bytes, most: int = ONE_PICTURE, each: int = ONE_OF_SEVERAL) -> list[CodePart]:
    """One part where ``most`` bytes are enough, else parts of about equal length, of at most ``each`` bytes."""
    count = 1 if len(packed) <= most else -(-len(packed) // each)
    step = -(-len(packed) // count)
    digest = _digest(packed)
    return [
        CodePart(digest, number, count, packed[(number - 1) * step : number * step]) for number in range(1, count + 1)
    ]


def codes_in(text: str) -> list[str]:
    """The codes in a pasted text: of links among words, or a bare one, with or without line breaks."""
    text = text[:LONGEST_TEXT]
    codes = IN_AN_ADDRESS.findall(text)
    if codes:
        return list(dict.fromkeys(codes))
    bare = "".join(text.split())
    return [bare] if BARE.fullmatch(bare) else []


def read_code(code: str) -> CodePart:
    """The part in a code; raises ArchiveRefused."""
    if len(code) > MOST_SIGNS or not BARE.fullmatch(code):
        raise no_match()
    try:
        raw = urlsafe_b64decode(code + "=" * (-len(code) % 4))
    except ValueError:
        raise no_match() from None
    if len(raw) <= HEAD + CHECK or _check(raw[:-CHECK]) != raw[-CHECK:]:
        raise no_match()
    if raw[0] != FORMAT:
        raise ArchiveRefused(
            say("Ce code vient d'une autre version de l'arbitre : mettez-le à jour, ou prenez le fichier.")
        )
    part = CodePart(raw[3:HEAD], raw[1], raw[2], raw[HEAD:-CHECK])
    if not 1 <= part.number <= part.count <= MOST_PARTS:
        raise no_match()
    return part


def missing_numbers(parts: Iterable[CodePart]) -> list[int]:
    """The missing numbers of one whole."""
    there = {part.number: part.count for part in parts}
    return [number for number in range(1, max(there.values()) + 1) if number not in there]


def joined_parts(parts: Iterable[CodePart]) -> bytes:
    """The packed match of all its parts; raises ArchiveRefused where their digest is another."""
    shares: Mapping[int, bytes] = {part.number: part.share for part in parts}
    packed = b"".join(shares[number] for number in sorted(shares))
    if any(part.digest != _digest(packed) for part in parts):
        raise no_match()
    return packed


def _digest(packed: bytes) -> bytes:
    return blake2b(packed, digest_size=DIGEST).digest()


def _check(raw: bytes) -> bytes:
    return zlib.crc32(raw).to_bytes(CHECK)
