"""The forms of names for narrow places: shorter and shorter, as people write them, and never two alike at a table."""

import pytest

from referee.web.rendering.name_forms import SHOWN, TEAM, fitting_form, name_forms

FAMILY = ("Marie-Bernadette", "Maximilien", "Zoé", "Jo", "Anne-Sophie", "Anne-Laure")


@pytest.mark.parametrize(
    ("names", "forms"),
    [
        (("Zoé", "Jo"), ("Zoé",)),
        (FAMILY, ("Marie-Bernadette", "M.-Bernadette", "M.-Bern.", "M.-B.")),
        (("Maximilien", "Zoé"), ("Maximilien", "Maxim.", "Max.")),
        (("Hélène", "Zoé"), ("Hélène", "Hél.")),
        (("Laure", "Zoé"), ("Laure",)),
        (("Tante Odile", "Zoé"), ("Tante Odile", "T. Odile", "T. O.")),
        (
            ("Jean de la Rochefoucauld", "Zoé"),
            ("Jean de la Rochefoucauld", "J. de la Rochefoucauld", "J. Rochefoucauld", "J. R."),
        ),
        (("Anne-Sophie", "Anne-Laure"), ("Anne-Sophie", "A.-Sophie", "A.-Soph.", "A.-S.")),
        (("Jean-Pierre", "Jean-Paul"), ("Jean-Pierre", "J.-Pierre", "J.-Pier.", "Ji")),
        (("Maximilien", "Maxime"), ("Maximilien", "Mi")),
        (("Maximilien", "Max"), ("Maximilien", "Maxim.", "Mi")),
        (("Jo & Maximilien", "Ana & Zoé"), ("Jo & Maximilien", "Jo & Maxim.", "Jo & Max.", "J & M")),
        (("דנה כהן", "Zoé"), ("דנה כהן", "ד. כהן", "ד. כ.")),
    ],
)
def test_a_name_has_these_forms_at_a_table(names: tuple[str, ...], forms: tuple[str, ...]) -> None:
    assert name_forms(names)[names[0]] == forms


@pytest.mark.parametrize(
    "names",
    [
        FAMILY,
        ("Jean-Pierre", "Jean-Paul", "Jean-Philippe", "J.-P.", "Jean", "jean"),
        ("Christophe", "Christelle", "Christian", "Chris", "Christ"),
        ("Maximilien & Jo", "Hélène & Joëlle", "Ana & Jojo"),
    ],
)
def test_no_form_stands_for_two_of_a_table(names: tuple[str, ...]) -> None:
    shorter = [(form, name) for name, forms in name_forms(names).items() for form in forms[1:]]
    assert [
        form for form, name in shorter if any(form in name_forms(names)[other] for other in names if other != name)
    ] == []
    assert all(
        len(forms) <= SHOWN and list(forms) == sorted(forms, key=len, reverse=True)
        for forms in name_forms(names).values()
    )


def test_a_word_is_cut_after_a_consonant_with_a_full_stop_and_never_elsewhere() -> None:
    for name, forms in name_forms(FAMILY).items():
        for form in forms[1:]:
            for part, whole in zip(form.split("-"), name.split("-"), strict=True):
                assert part == whole or (part[-1] == "." and part[-2].lower() not in "aeiouyé") or len(part) == 2, form


def test_a_picture_shows_the_longest_form_that_fits() -> None:
    forms = name_forms(FAMILY)["Marie-Bernadette"]
    assert [fitting_form(forms, room, len) for room in (16, 15, 10, 5, 1)] == [*forms, "M.-B."]
    assert TEAM == " & "
