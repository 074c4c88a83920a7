"""Ladders and the page on levels."""

from tablier.arena import ProcessExecutor, Progress, ladder, write_page
from tablier.arena.ladders import Ladder, Rung, load_ladders, save_ladder
from tablier.arena.scale import LEVEL_1, elo_of_levels

WATCH = Progress("en", every=0)


def test_a_ladder_is_climbed_written_down_and_not_climbed_twice(tmp_path, capsys):
    def climb() -> Ladder:
        return ladder(
            "apit",
            2,
            levels=(1, 2, 3),
            options={"quiet": 20},
            results=tmp_path / "results",
            logs=tmp_path / "logs",
            executor=ProcessExecutor(1),
            watch=WATCH,
        )

    climbed = climb()
    assert [(rung.level, rung.below) for rung in climbed.rungs] == [(2, 1), (3, 2)]
    assert all(rung.wins + rung.draws + rung.losses == 2 for rung in climbed.rungs)
    assert load_ladders(tmp_path / "results") == [climbed]
    assert [path.name for path in (tmp_path / "results").iterdir()] == ["apit-quiet_20.json"]
    capsys.readouterr()
    assert climb() == climbed
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_a_rung_that_is_climbed_again_leaves_the_others_in_their_file(tmp_path):
    lowest, highest = Rung(2, 1, 9, 0, 0, 1.0, (0.66, 1.0), "older"), Rung(8, 7, 9, 0, 0, 1.0, (0.66, 1.0), "older")
    save_ladder(Ladder("apit", {"quiet": 20}, 0, (lowest, Rung(3, 2, 0, 0, 9, 0.0, (0.0, 0.34), "older"), highest)), tmp_path)
    climbed = ladder(
        "apit", 2, levels=(2, 3), options={"quiet": 20}, results=tmp_path, logs=tmp_path / "logs", executor=ProcessExecutor(1), watch=WATCH
    )
    assert [rung.level for rung in climbed.rungs] == [3]
    [kept] = load_ladders(tmp_path)
    assert kept.rungs == (lowest, *climbed.rungs, highest)
    assert climbed.rungs[0].engines != "older"


def test_the_page_says_what_was_met_and_what_was_missed(tmp_path):
    rungs = (
        Rung(2, 1, 70, 10, 20, 0.75, (0.67, 0.83), "ab12"),
        Rung(3, 2, 50, 20, 30, 0.6, (0.51, 0.69), "ab12"),
        Rung(4, 3, 40, 0, 0, 1.0, (0.912, 1.0), "cd34"),
        Rung(5, 4, 4, 0, 0, 1.0, (0.4, 1.0), "cd34"),
    )
    save_ladder(Ladder("apit", {}, 0, rungs), tmp_path)
    save_ladder(Ladder("makyek", {"quiet": 50}, 0, rungs[:1]), tmp_path)
    page = tmp_path / "docs" / "levels.md"
    write_page(tmp_path, page)
    text = page.read_text(encoding="utf-8")
    assert "## Apit-Sodok\n\n1 of 4 met. Not played yet: 6 against 5, 7 against 6, 8 against 7.\n" in text
    assert "## Mak-Yek, quiet 50\n\n1 of 1 met." in text
    assert "| 2 | 689 | 1 | 100 | 70 | 10 | 20 | 75.0% | 67.0% to 83.0% | +191 | met | `ab12` |" in text
    assert "| 3 | 758 | 2 | 100 | 50 | 20 | 30 | 60.0% | 51.0% to 69.0% | +70 | **too small**, not surely | `ab12` |" in text
    assert "| +∞ | **too large** | `cd34` |" in text
    assert "| 5 | 1903 | 4 | 4 | 4 | 0 | 0 | 100.0% | 40.0% to 100.0% | +∞ | **too large**, not surely | `cd34` |" in text
    assert text.endswith("|\n") and "\n\n\n" not in text


def test_a_level_that_no_match_joins_to_the_first_has_no_elo():
    rungs = (Rung(2, 1, 3, 0, 1, 0.75, (0.4, 1.0), "ab12"), Rung(4, 3, 3, 0, 1, 0.75, (0.4, 1.0), "ab12"))
    assert elo_of_levels(Ladder("apit", {}, 0, rungs)) == {1: LEVEL_1, 2: 647}
