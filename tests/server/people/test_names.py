import contextlib
import unicodedata

import hypothesis.strategies as some
import pytest
from hypothesis import given

from tablier.server.errors import Problem
from tablier.server.people.names import is_reserved, name_key, parse_name


@pytest.mark.parametrize(
    "name", ["Zoé", "ab", "Jean-Luc", "a.b_c", "สมชาย", "ကျော်", "मीरा", "Пётр", "Ἀθηνᾶ", "木野狐", "さくらの木", "x" * 24, "2000"]
)
def test_a_name_in_any_script(name):
    assert parse_name(name) == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a",
        "x" * 25,
        "a b",
        "a..b",
        "-ab",
        "ab-",
        ".",
        "a\u202eb",
        "a\u200bb",
        "a\0b",
        "a/b",
        "a@b",
        "<b>",
        "😀😀",
        "\u0301ab",
        "Аdmin",
        "pаypal",
        "gone:1",
        "ab\n cd",
    ],
)
def test_what_is_no_name(name):
    with pytest.raises(Problem) as refused:
        parse_name(name)
    assert refused.value.status == 422 and refused.value.why.fr and refused.value.why.en


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Straße", "STRASSE"),
        ("Zoé", "Zoe"),
        ("Jean-Luc", "jeanluc"),
        ("ﬁn", "FIN"),
        ("Ａｄａ", "Ada"),
        ("B0B", "bob"),
        ("bi11", "bill"),
        ("сора", "copa"),
        ("ΑΒ", "AB"),
        ("ı1", "Il"),
        ("ВОВ", "BOB"),
        ("Bi11", "bIlL"),
    ],
)
def test_names_that_one_takes_for_each_other_share_a_key(one, other):
    assert name_key(parse_name(one)) == name_key(parse_name(other))


@pytest.mark.parametrize(("one", "other"), [("สมชาย", "สมชย"), ("Ada", "Ida"), ("กิน", "กัน"), ("が木", "か木"[::-1])])
def test_names_that_differ_do_not(one, other):
    assert name_key(parse_name(one)) != name_key(parse_name(other))


@pytest.mark.parametrize("name", ["admin", "Admin", "ADM1N", "Tablier", "Invité", "guest", "аԁmіn"])
def test_the_house_keeps_its_own_names(name):
    assert is_reserved(name)


@given(some.text(max_size=40))
def test_a_name_is_its_own_name_and_its_key_survives_case_and_form(text):
    try:
        name = parse_name(text)
    except Problem:
        return
    assert parse_name(name) == name and 2 <= len(name) <= 24
    assert name.isprintable() and not set(name) & set(" /:@<>&\"'\\")
    assert len(name_key(name)) <= 80
    assert name_key(name) == name_key(unicodedata.normalize("NFD", name)) == name_key(name.casefold())


@given(some.text(some.characters(categories=["L", "Nd", "Mn", "Mc"]), min_size=2, max_size=24))
def test_a_key_always_fits_its_column(text):
    with contextlib.suppress(Problem):
        assert 1 <= len(name_key(parse_name(text))) <= 80
