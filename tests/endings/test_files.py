import pytest
from tests.support.cli import piped
from tests.support.endings import LayeredBuilder

from tablier import Match
from tablier.api.endings import ending_sets
from tablier.endings.build import build_with_needed
from tablier.endings.files import FORMAT, BadEnding, EndingFile, find_file, path_in, write_file
from tablier.endings.probe import Endings
from tablier.endings.sets import NoEnding, layout_of, name_of, named
from tablier.games import game
from tablier.search.analysis import Limits
from tablier.search.levels import engine_for

MATED_NEXT = "k7/8/K7/8/8/8/8/7R w - - 0 1"


def damaged(path, folder, change):
    copy = folder / path.parent.name / path.name
    copy.parent.mkdir()
    data = bytearray(path.read_bytes())
    change(data)
    copy.write_bytes(data)
    return copy


def test_a_damaged_block_is_named_with_its_file_and_the_remedy(endings_folder, tmp_path):
    path = find_file("makruk", "KR-K", "none")

    def spoil(data):
        data[-1] ^= 1

    file = EndingFile(damaged(path, tmp_path, spoil))
    with pytest.raises(BadEnding) as error:
        file.slab(1)
    assert "KR-K.none.ending" in error.value.say("en") and "endings build" in error.value.say("en")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [(b"KR-K", b"KN-K", "header"), (b"ENDING %d" % FORMAT, b"ENDING 9", "format is 9"), (b"TABLIER", b"tablier", "no ending file")],
)
def test_a_damaged_or_foreign_header_is_refused(endings_folder, tmp_path, old, new, says):
    path = find_file("makruk", "KR-K", "none")

    def spoil(data):
        at = data.index(old)
        data[at : at + len(old)] = new

    with pytest.raises(BadEnding) as error:
        EndingFile(damaged(path, tmp_path, spoil))
    assert says in error.value.say("en")


def test_a_file_of_another_numbering_is_refused(endings_folder, tmp_path, monkeypatch):
    file = EndingFile(find_file("achef", "3-3", "any"))
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path))
    write_file(path_in(tmp_path, "achef", "3-3", "any"), file.about, [file.slab(0)[:-1]])
    with pytest.raises(BadEnding) as error:
        Endings(game("achef"), strict=True).probe("bbb2/5/5/5/2www b 0,0 - -")
    assert "numbered in another way" in error.value.say("en") and "endings build" in error.value.say("en")


@pytest.mark.parametrize("name", ["KR-K.none", "KP-K.none", "KM-K.sheet"])
def test_a_file_of_another_set_or_variant_is_not_believed(endings_folder, tmp_path, monkeypatch, name):
    (tmp_path / "makruk").mkdir()
    (tmp_path / "makruk" / f"{name}.ending").write_bytes(find_file("makruk", "KM-K", "none").read_bytes())
    with pytest.raises(BadEnding) as error:
        EndingFile(tmp_path / "makruk" / f"{name}.ending")
    assert "it is the file makruk/KM-K.none.ending under another name" in error.value.say("en")


def spoil_block(data):
    data[-1] ^= 1
    data[len(data) // 2] ^= 1


def spoil_header(data):
    data[40] ^= 1


@pytest.mark.parametrize("spoil", [spoil_block, spoil_header])
def test_searches_leave_a_damaged_file_out_and_the_log_names_it(endings_folder, tmp_path, monkeypatch, caplog, spoil):
    damaged(find_file("makruk", "KR-K", "none"), tmp_path, spoil)
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path))
    rules = game("makruk")
    match = Match(rules, rules.load(MATED_NEXT))
    assert engine_for(rules).analyse(match, Limits(seconds=0.05)).lines[0].ends_in == 1
    assert all("KR-K.none.ending" in record.getMessage() and "damaged" in record.getMessage() for record in caplog.records)
    assert caplog.records
    with pytest.raises(BadEnding):
        Endings(rules, strict=True).moves(MATED_NEXT)


def test_a_damaged_file_hides_no_other_from_those_who_ask_what_is_there(endings_folder, tmp_path, monkeypatch):
    damaged(find_file("makruk", "KR-K", "none"), tmp_path, spoil_header)
    (tmp_path / "makruk" / "KM-K.none.ending").write_bytes(find_file("makruk", "KM-K", "none").read_bytes())
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path))
    assert [one.ending for one in ending_sets("makruk")] == ["KM-K"]
    shown = piped("endings", "show", "makruk", "--lang", "en")
    assert shown.returncode == 1
    assert "KM-K" in shown.stdout and "KR-K.none.ending" in shown.stderr and "damaged" in shown.stderr


def test_single_values_are_those_of_the_whole_slab(endings_folder):
    file = EndingFile(find_file("makruk", "KR-K", "none"))
    whole = file.slab(0)
    assert all(file.value(0, number) == whole[number] for number in range(0, len(whole), 997))


def build_until(layer, rules, ending, variant):
    """Interrupt a build that is noted after every layer."""

    def interrupt(done):
        if done.layer == layer:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        LayeredBuilder(rules, ending, variant, threads=1).build(interrupt)


@pytest.mark.parametrize(
    ("name", "options", "ending", "variant"), [("makruk", {"count": "none"}, "KR-K", "none"), ("achef", {}, "3-3", "any")]
)
def test_an_interrupted_build_goes_on_and_ends_with_the_same_values(name, options, ending, variant, endings_folder, tmp_path, monkeypatch):
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path))
    monkeypatch.setattr("tablier.endings.build.CHECKPOINT", 0.0)
    rules = game(name, **options)
    wanted = named(layout_of(rules), ending)
    build_until(9, rules, wanted, variant)
    assert find_file(name, ending, variant) is None
    layers = []
    built = LayeredBuilder(rules, wanted, variant, threads=2).build(lambda done: layers.append(done.layer))
    assert layers[0] > 8
    again, before = EndingFile(built), EndingFile(endings_folder / name / f"{ending}.{variant}.ending")
    assert [again.slab(which) for which in range(len(wanted.sides))] == [before.slab(which) for which in range(len(wanted.sides))]


def test_a_note_with_other_codes_is_not_taken_up(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path))
    monkeypatch.setattr("tablier.endings.build.CHECKPOINT", 0.0)
    rules = game("makruk", count="none")
    ending = named(layout_of(rules), "KR-K")
    build_until(9, rules, ending, "none")
    monkeypatch.setattr("tablier.endings.build.FARTHEST", 99)
    layers = []
    LayeredBuilder(rules, ending, "none", threads=1).build(lambda done: layers.append(done.layer))
    assert layers[0] == 1


def test_without_files_nothing_is_known_and_nothing_fails(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path))
    monkeypatch.setattr("tablier.endings.files.shipped_folder", lambda: tmp_path / "none")
    assert Endings(game("makruk")).probe(MATED_NEXT) is None


def test_sets_are_named_in_any_order_and_others_refused():
    layout = layout_of(game("makruk"))
    assert name_of(layout, named(layout, "k-rnk")) == "KRN-K"
    with pytest.raises(NoEnding) as error:
        named(layout, "KQ-K")
    assert "KR-K" in error.value.say("en")


def test_files_that_exist_are_not_built_again(endings_folder):
    rules = game("makruk", count="none")
    assert build_with_needed(rules, named(layout_of(rules), "KR-K")) == []
