"""What is said for a move: checked with the law, in both languages, for games of every kind."""

import pytest
from tests.support.toy_games import Toy

from tablier import Match, game, games
from tablier.core.text import Text
from tablier.search.analysis import MATE, Analysis, Line
from tablier.search.explanation import Topic, explain


def why(name, position, *moves, score=0, second=None, before="", **options):
    """The reasons for the first of the moves, as if an engine had found them."""
    rules = game(name, **options)
    match = Match(rules, rules.load(position) if position else None)
    for move in before.split():
        match.enter(move)
    lines = (Line(moves, score, 0.7), *([Line((second,), score, 0.4)] if second else []))
    return explain(match, Analysis(lines, 1, 1, 0.1))


def about(topic, reasons):
    return [reason.cited for reason in reasons if reason.topic is topic]


# -- what it does -----------------------------------------------------------------------------------


def test_captures_are_told_together_with_their_clause():
    reasons = why("makyek", "8/8/8/8/1b1b4/8/8/2w3wb w", "c1-c4")
    assert about(Topic.EFFECT, reasons) == [Text("Prise en b4 et d4 (makyek.intervention).", "Capture on b4 and d4 (makyek.intervention).")]
    assert [clause.id for clause in reasons[0].clauses] == ["makyek.intervention"]


@pytest.mark.parametrize(
    ("name", "position", "move", "said"),
    [
        ("turkish", "8/w7/8/8/8/8/7b/8 w", "a7-a8", "La pièce en a8 devient une Dame blanche (turkish.crown)."),
        ("makruk", "4k3/8/8/4P3/8/8/8/4K3 w", "e5-e6", "La pièce en e6 devient une Met blanche (makruk.promotion)."),
        (
            "malawi",
            "b2,1,b2,b2,b2,b1/6/6/1,b3,4/6/w2,w2,w2,w2,w2,w2 w",
            "b1*b3",
            "Le pion noir en b3 ne porte plus d'anneaux (malawi.strike).",
        ),
        ("achef", "b1w1b/5/5/5/wb2w b", "b1-a1", "Les pièces en b1 et a1 échangent leurs places (achef.swap)."),
        ("achef", "b3b/5/2b2/2w2/w1w1w b", "c3-c2", "Prise en c2 (achef.capture)."),
    ],
)
def test_what_a_move_changes_is_said_in_the_words_of_its_game(name, position, move, said):
    assert about(Topic.EFFECT, why(name, position, move))[0].fr == said


def test_a_boat_driven_home_is_an_effect_too():
    hit = next(clause for clause in game("mako").clauses if clause.id == "mako.hit").examples[0]
    *earlier, last = hit.moves.split()
    reasons = why("mako", hit.position, last, before=" ".join(earlier), **dict(hit.options))
    assert about(Topic.EFFECT, reasons)[0].en == "The piece goes from g8 to h14 (mako.hit)."


# -- what it threatens and prevents ------------------------------------------------------------------


def test_a_threat_is_what_could_not_be_taken_before():
    assert about(Topic.THREAT, why("makyek", "7b/w7/3b4/8/8/8/3w4/7w w", "d2-d5")) == [
        Text("Menace de jouer a7-d7 : prise en d6 (makyek.interception).", "Threatens to play a7-d7: capture on d6 (makyek.interception).")
    ]
    assert about(Topic.THREAT, why("makyek", "7b/w7/3b4/3w4/8/8/8/7w w", "h1-g1")) == []


def test_a_threat_counts_though_its_target_may_run_away():
    """Most replies here are the rook's own: they tell nothing about what happens to a rook that stays."""
    reasons = why("makruk", "8/8/4k3/8/8/3r4/8/R3K3 w", "a1-a3")
    assert [text.en for text in about(Topic.THREAT, reasons)] == ["Threatens to play a3-d3: capture on d3 (makruk.taking)."]


def test_to_threaten_the_end_of_the_game_comes_before_all_other_threats():
    reasons = why("makruk", "4k3/8/R6R/8/8/8/8/4K3 w", "a6-a7", score=MATE - 3)
    assert [text.fr for text in about(Topic.THREAT, reasons)] == ["Menace de gagner par h6-h8 (makruk.mate)."]


def test_a_piece_that_leaves_a_danger_prevents_it():
    reasons = why("makyek", "7b/w7/3b4/3w4/8/8/8/7w b", "d6-c6")
    assert about(Topic.PREVENTION, reasons) == [
        Text("Empêche a7-d7 : prise en d6 (makyek.interception).", "Prevents a7-d7: capture on d6 (makyek.interception).")
    ]


def test_a_move_that_leaves_the_danger_standing_prevents_nothing():
    assert about(Topic.PREVENTION, why("makyek", "7b/w7/3b4/3w4/8/8/8/7w b", "h8-h7")) == []


def test_a_mate_is_prevented():
    reasons = why("makruk", "4k3/R7/7R/8/8/4r3/8/1K6 b", "e3-h3")
    assert [text.en for text in about(Topic.PREVENTION, reasons)] == ["Keeps the opponent from winning by h6-h8 (makruk.mate)."]


# -- how it ends --------------------------------------------------------------------------------------


def test_a_move_that_ends_the_game_says_how():
    reasons = why("makyek", "8/8/8/8/1b1b4/8/8/2w3w1 w", "c1-c4", score=MATE - 1)
    assert reasons[0].cited == Text("Gagne la partie (makyek.no_pieces).", "Wins the game (makyek.no_pieces).")
    assert {reason.topic for reason in reasons} == {Topic.END, Topic.EFFECT}
    drawn = why("makyek", "8/8/8/8/1b1b4/8/8/2w4b w", "c1-c4")
    assert drawn[0].cited.en == "The game is drawn (makyek.one_each)."


def test_a_forced_win_is_counted_in_the_players_own_moves_and_names_the_clause_that_ends_it():
    alone = why("makruk", "4k3/8/R6R/8/8/8/8/4K3 w", "a6-a7", score=MATE - 3)
    assert about(Topic.END, alone) == [Text("Gagne par force en 2 coups.", "Wins by force in 2 moves.")]
    told = why("makruk", "4k3/8/R6R/8/8/8/8/4K3 w", "a6-a7", "e8-d8", "h6-h8", score=MATE - 3)
    assert about(Topic.END, told) == [Text("Gagne par force en 2 coups (makruk.mate).", "Wins by force in 2 moves (makruk.mate).")]
    assert about(Topic.CHANCE, told) == []


def test_a_forced_loss_is_not_hidden():
    reasons = why("makruk", "4k3/R7/7R/8/8/8/8/4K3 b", "e8-f8", "h6-h8", score=2 - MATE)
    assert reasons[0].cited.fr == "Perdu par force ; ce coup tient le plus longtemps (un coup)."


# -- what is expected ---------------------------------------------------------------------------------


def test_a_quiet_move_is_called_one_with_its_chances_and_the_reply():
    reasons = why("makyek", None, "d3-d5", "e6-e5")
    assert [reason.text.fr for reason in reasons] == ["Un coup tranquille.", "Chances de gagner : 70 %.", "Réponse attendue : e6-e5."]


def test_a_reply_that_takes_is_told_with_what_it_takes():
    reasons = why("makyek", "7b/w7/3b4/3w4/8/8/8/7w b", "h8-h7", "a7-d7")
    assert about(Topic.REPLY, reasons)[0].en == "Expected reply: a7-d7, capture on d6 (makyek.interception)."


def test_the_next_best_move_is_named_where_it_is_much_worse():
    reasons = why("makyek", None, "d3-d5", second="a1-a2")
    assert about(Topic.CHANCE, reasons)[0].en == "Much better than a1-a2: a 70% chance of winning instead of 40%."


# -- tables of any kind -------------------------------------------------------------------------------


def test_with_dice_and_more_than_two_nothing_is_said_of_threats():
    match = Match(Toy())
    reasons = explain(match, Analysis((Line(("row0",), 0, 0.3),), 0, 1, 0.1))
    assert {reason.topic for reason in reasons} == {Topic.QUIET, Topic.CHANCE}


@pytest.mark.parametrize("name", list(games()))
def test_every_opening_move_of_every_game_is_explained_in_both_languages(name):
    rules = game(name)
    match = Match(rules)
    for move in match.legal()[:6]:
        text = rules.write(match.position, move)
        for reason in explain(match, Analysis((Line((text,), 0, 0.5),), 1, 1, 0.1)):
            assert reason.text.fr.endswith(".") and reason.text.en.endswith(".")
            assert all(clause.id in reason.text.fr for clause in reason.clauses)
