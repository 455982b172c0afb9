"""The phone's Python comes to the same sheets as this one; ``make phone-check`` does so for many more."""

from tests.tools.phone_check import compare


def test_the_sheets_of_the_phone_are_the_same_byte_for_byte() -> None:
    assert compare(30) == []
