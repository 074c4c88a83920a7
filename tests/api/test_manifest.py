"""The manifest of a game, as a client decodes it."""

import msgspec
import pytest
from tests.support.own_games import OWN_GAMES
from tests.support.template_game import Tapatan

from tablier import game, games
from tablier.api.manifest import Manifest, manifest
from tablier.api.primitives import wire_token
from tablier.core.game import Showcase
from tablier.core.match import Match


def sent(rules) -> Manifest:
    return msgspec.json.decode(msgspec.json.encode(manifest(rules)), type=Manifest)


def test_lines_and_drawings_of_a_game_travel():
    told = sent(Tapatan())
    assert ("a1", "c3") in told.lines
    assert len(told.lines) == 8
    assert all(own.drawing in piece.drawing for own, piece in zip(Tapatan.pieces, told.pieces, strict=True))


def test_every_piece_has_a_drawing_in_its_colour():
    told = sent(game("makyek"))
    assert told.lines == ()
    assert len({piece.drawing for piece in told.pieces}) == 2


def test_a_client_is_told_what_floats_and_which_gauge_is_a_die():
    told = sent(game("mako"))
    assert {piece.shape for piece in told.pieces if piece.afloat} == {"boat"}
    assert [gauge.id for gauge in told.gauges if gauge.die] == ["die"]


@pytest.mark.parametrize("name", [name for name, cls in games().items() if not cls.dice])
def test_a_game_without_dice_has_no_gauge_that_is_one(name):
    assert not any(gauge.die for gauge in sent(game(name)).gauges)


def test_an_example_says_whether_its_last_move_is_refused():
    clauses = {clause.id: clause for clause in sent(game("makyek")).clauses}
    assert [(example.moves, example.refused) for example in clauses["makyek.slide"].examples] == [(("d3-d5",), False), (("d3-e4",), True)]


@pytest.mark.parametrize("name", list(OWN_GAMES))
def test_every_game_of_the_library_is_shown_in_progress_with_its_length_and_difficulty(name):
    rules = game(name)
    shown = sent(rules).game
    assert shown.minutes and shown.difficulty
    position = rules.load(rules.showcase.position)
    assert rules.outcome(position) is None
    opening = {cell: wire_token(token) for cell, token in rules.scene(rules.start()).tokens.items()}
    assert shown.tokens and shown.tokens != opening


def test_a_client_is_told_where_stopping_counts():
    assert sent(game("makyek")).counts
    assert not sent(game("makruk")).counts


def test_one_game_plays_itself_on_the_first_page():
    (shown,) = [card for card in (sent(game(name)).game for name in games()) if card.moves]
    match = Match(game(shown.id))
    for text in shown.moves:
        match.enter(text)


def test_the_collection_shows_its_games_in_this_order():
    cards = sorted((sent(game(name)).game for name in OWN_GAMES), key=lambda card: card.order)
    assert [(card.id, card.minutes, card.difficulty) for card in cards] == [
        ("turkish", 20, 2),
        ("makruk", 30, 3),
        ("malawi", 15, 2),
        ("achef", 10, 1),
        ("makyek", 15, 1),
        ("apit", 15, 1),
        ("mako", 40, 2),
    ]
    assert [card.order for card in cards] == list(range(len(cards)))


def test_a_game_of_others_is_shown_last_with_its_own_showcase():
    shown = sent(Tapatan()).game
    assert shown.tokens == {
        cell: wire_token(token) for cell, token in Tapatan().scene(Tapatan().load(Tapatan.showcase.position)).tokens.items()
    }
    assert shown.minutes and shown.difficulty and shown.tokens
    assert shown.order > max(sent(game(name)).game.order for name in OWN_GAMES)


def test_a_game_without_a_showcase_is_shown_with_its_opening():
    class Plain(game("makyek").__class__):
        showcase = Showcase()

    shown = sent(Plain()).game
    assert shown.tokens == {cell: wire_token(token) for cell, token in Plain().scene(Plain().start()).tokens.items()}
    assert (shown.minutes, shown.difficulty, shown.moves) == (0, 0, ())
    assert shown.order == sent(Tapatan()).game.order


def test_foreign_words_travel_with_their_twins_and_name_a_piece():
    told = sent(game("makruk"))
    assert ("Khun", "roi", "king") in {(term.word, term.twin.fr, term.twin.en) for term in told.terms}
    assert {term.piece for term in told.terms} <= {piece.id for piece in told.pieces}
    assert all(any(term.word in piece.name.en for piece in told.pieces) for term in told.terms)


def test_a_client_is_told_the_elo_of_the_levels_under_the_rules_of_the_sheet_alone():
    told = sent(game("makyek")).game
    assert [told.elos[str(level)] for level in told.levels] == sorted(told.elos.values())
    assert sent(game("makyek", quiet=50)).game.elos == {}
