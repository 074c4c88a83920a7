"""With `count=thai` the law walks in step with Fairy-Stockfish: recorded games, replayed ply by ply.

The record is made by `tools/makruk_thai_walks.py`.
"""

import json
from pathlib import Path

import pytest

from tablier import Match, game

WALKS = json.loads((Path(__file__).parents[1] / "data" / "makruk_thai_walks.json").read_text(encoding="utf-8"))["walks"]
CLAUSES = {
    "mate": "makruk.mate",
    "stalemate": "makruk.stalemate",
    "repetition": "makruk.repetition",
    "count": "makruk.thai_end",
    "bare": "makruk.two_bare",
}
thai = game("makruk", count="thai")


@pytest.mark.parametrize("walk", WALKS, ids=[f"{number}-{walk['start'].split()[0]}" for number, walk in enumerate(WALKS)])
def test_moves_position_texts_and_ends_are_those_of_the_engine(walk):
    match = Match(thai, thai.load(walk["start"]))
    assert thai.dump(match.position) == walk["start"].replace("~", "")
    for move, fen, legal in zip(walk["moves"].split(), walk["fens"], walk["legal"], strict=False):
        assert len(match.legal()) == legal, thai.dump(match.position)
        match.play(f"{move[:2]}-{move[2:4]}")
        assert thai.dump(match.position) == fen
    why, result = walk["end"]["why"], walk["end"]["result"]
    if why == "count" and len(thai.scene(match.position).tokens) == 2:
        why = "bare"  # both draw: the last piece fell on the very ply that ended the count, and the law names that first
    assert (match.outcome.because.id, match.outcome.drawn) == (CLAUSES[why], result == 0)
    if not match.outcome.drawn:  # the engine speaks for the player to move
        assert match.outcome.winners == (1 - match.position.side if result < 0 else match.position.side,)


def test_the_record_goes_deep_and_ends_in_every_way():
    assert {walk["end"]["why"] for walk in WALKS} == set(CLAUSES)
    counted = [fen for walk in WALKS for fen in walk["fens"] if fen.split()[3] != "-"]
    assert len(counted) > 2500
    assert {fen.split()[3] for fen in counted} == {"16", "32", "44", "64", "88", "128"}
    assert all(len(walk["fens"]) == len(walk["moves"].split()) == len(walk["legal"]) - 1 for walk in WALKS)
