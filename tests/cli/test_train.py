"""`tablier train`: what is refused before hours of play, and which positions belong together."""

from tablier.cli.commands.train import data_stem


def test_a_size_that_no_network_has_is_refused_before_any_play(tablier, tmp_path):
    done = tablier("train", "makruk", "--hidden", "48", "--results", str(tmp_path), "--lang", "en")
    assert done.code == 1
    assert "--hidden must be a multiple of 32" in done.err and "48" in done.err
    assert not list(tmp_path.iterdir())


def test_positions_of_other_rules_are_in_other_files(tmp_path):
    plain, other = data_stem("turkish", {}), data_stem("turkish", {"turn_back": "on"})
    for stem in (plain, other):
        (tmp_path / f"{stem}-1-500.jsonl").touch()
    assert [path.name for path in tmp_path.glob(f"{plain}-[0-9]*.jsonl")] == ["turkish-1-500.jsonl"]
    assert [path.name for path in tmp_path.glob(f"{other}-[0-9]*.jsonl")] == ["turkish-turn_back=on-1-500.jsonl"]
