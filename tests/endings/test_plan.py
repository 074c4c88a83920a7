"""Sets that are built side by side, in processes and on a cluster."""

import pytest
from tests.support.cli import piped

from tablier.arena.executors import ProcessExecutor, stopping
from tablier.core.errors import TablierError
from tablier.endings.files import EndingFile, path_in
from tablier.endings.plan import Planned, build_planned, waves
from tablier.endings.sets import all_sets, layout_of, named
from tablier.games import game

RULES = game("turkish")
WANTED = named(layout_of(RULES), "DD-P")
PLAN = [["D-D"], ["D-P", "DD-D"], ["DD-P"]]


class Here:
    """Runs every task in this process."""

    def run(self, task, items):
        yield from map(task, items)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path))
    monkeypatch.setattr("tablier.endings.files.shipped_folder", lambda: tmp_path / "none")
    return tmp_path


def names(planned):
    return [sorted(one.name for one in wave) for wave in planned]


def values(folder):
    file = EndingFile(path_in(folder, "turkish", "DD-P", "turn_back-off"))
    return [file.slab(which) for which in range(len(file.sizes))]


def build(planned, runner, memory=1 << 30):
    return [path.name for path in build_planned(planned, runner, memory=memory, stopping=stopping)]


def test_a_wave_needs_only_sets_of_earlier_waves(folder):
    planned = waves(RULES, all_sets(layout_of(RULES)))
    before = set()
    for wave in planned:
        assert all(set(one.needed) <= before for one in wave)
        before |= set(wave)
    assert {one.ending for one in before} == set(all_sets(layout_of(RULES)))


def test_sets_that_are_there_are_not_planned_unless_again(folder):
    assert names(waves(RULES, [WANTED])) == PLAN
    build(waves(RULES, [WANTED]), Here())
    assert waves(RULES, [WANTED]) == [] and names(waves(RULES, [WANTED], again=True)) == [["DD-P"]]


def test_each_set_is_built_in_its_variant(folder):
    rules = game("makruk", count="thai")
    planned = waves(rules, [named(layout_of(rules), "KM-KP")])
    assert {(one.name, one.variant) for wave in planned for one in wave} == {
        ("KM-K", "none"), ("KP-K", "thai"), ("KM-KM", "thai"), ("KM-KP", "thai")
    }  # fmt: skip


def test_files_travel_to_where_sets_are_built_and_back(folder, tmp_path, monkeypatch):
    """The asker and the builder have no folder in common."""
    elsewhere = tmp_path / "elsewhere"

    class Elsewhere:
        def run(self, task, items):
            for item in items:
                monkeypatch.setenv("TABLIER_ENDINGS", str(elsewhere))
                built = task(item)
                monkeypatch.setenv("TABLIER_ENDINGS", str(folder))
                for path in elsewhere.rglob("*"):
                    if path.is_file():
                        path.unlink()  # the next set is built on another machine
                yield built

    assert len(build(waves(RULES, [WANTED]), Elsewhere())) == 4
    there = values(folder)
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path / "alone"))
    build(waves(RULES, [WANTED]), Here())
    assert values(tmp_path / "alone") == there


def test_processes_build_what_one_process_builds(folder, tmp_path, monkeypatch):
    monkeypatch.undo()  # other processes find the shipped sets, and so does this one
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path / "many"))
    planned = [[Planned("turkish", name, "turn_back-off")] for name in ("DD-D", "DD-P")]
    assert len(list(build_planned(planned, ProcessExecutor(2), memory=1 << 30, stopping=stopping, again=True))) == 2
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path / "one"))
    list(build_planned(planned, Here(), memory=1 << 30, stopping=stopping, again=True))
    assert values(tmp_path / "many") == values(tmp_path / "one")


def test_a_set_that_cannot_be_built_is_an_error_here(folder):
    with pytest.raises(TablierError) as error:
        build(waves(RULES, [WANTED]), Here(), memory=1000)
    assert "needs 0.00 GB" in error.value.say("en")


def test_an_interrupted_plan_goes_on(folder):
    class Interrupted(Here):
        def run(self, task, items):
            for number, item in enumerate(items):
                if number == 1:
                    raise KeyboardInterrupt
                yield task(item)

    with pytest.raises(KeyboardInterrupt):
        build(waves(RULES, [WANTED]), Interrupted())
    left = waves(RULES, [WANTED])
    assert sum(map(len, left)) == 2
    build(left, Here())
    assert waves(RULES, [WANTED]) == []


def test_the_command_line_builds_side_by_side(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path))
    told = piped("endings", "build", "turkish", "D-P", "--again", "--workers", "2", "--lang", "en")
    assert told.returncode == 0 and told.stdout.startswith("D-P (turn_back-off): 7,056 positions"), told.stderr
    assert path_in(tmp_path, "turkish", "D-P", "turn_back-off").is_file()


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # of Ray and its dependencies
def test_a_cluster_of_other_folders_builds_what_one_process_builds(folder, tmp_path, monkeypatch, request):
    monkeypatch.undo()
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path / "nodes"))
    cluster = request.getfixturevalue("cluster")  # its nodes have the environment in which they are begun
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path / "many"))
    told = piped("endings", "build", "makruk", "KM-KP", "--option", "count=thai", "--ray", cluster.address, "--lang", "en")
    assert told.returncode == 0, told.stderr
    assert [line.split(":")[0] for line in told.stdout.splitlines() if ":" in line] == [
        "KM-KM (thai)",
        "KM-KP (thai)",
    ]  # others are shipped
    assert path_in(tmp_path / "nodes", "makruk", "KM-KP", "thai").is_file()
    monkeypatch.setenv("TABLIER_ENDINGS", str(tmp_path / "one"))
    rules = game("makruk", count="thai")
    list(build_planned(waves(rules, [named(layout_of(rules), "KM-KP")]), Here(), memory=1 << 30, stopping=stopping))
    one, many = (EndingFile(path_in(tmp_path / folder, "makruk", "KM-KP", "thai")) for folder in ("one", "many"))
    assert [one.slab(which) for which in range(2)] == [many.slab(which) for which in range(2)]
