"""Records in the formats of others are replayed by the law, come back as they were, and say where they are wrong."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablier import BadRecord, Match, TablierError, game, games
from tablier.adapters.records import FORMATS, AnnotatedMatch, Note, Variation, read_games, recognise, split_games
from tablier.core.record import LONGEST

FILES = Path(__file__).parent / "games"
PGN, PDN = FORMATS["pgn"], FORMATS["pdn"]
MAKRUK, TURKISH = '[Variant "Makruk"]\n\n', '[GameType "30"]\n\n'
FORMATTED = [("pgn", {"count": "thai"}), ("pgn", {}), ("pgn", {"double_step": "on"}), ("pdn", {}), ("pdn", {"turn_back": "on"})]


def read(text):
    return list(read_games(text.splitlines()))


def read_file(name):
    with (FILES / name).open(encoding="utf-8") as lines:
        return list(read_games(lines))


def refused(text):
    with pytest.raises(BadRecord) as error:
        read(text)
    assert error.value.say("fr").strip()
    return error.value.say("en")


def walk(rules, choices, origin=None):
    match = Match(rules, origin)
    for choice in choices:
        if legal := match.legal():
            match.apply(legal[choice % len(legal)])
    return match


def test_a_file_of_pgn_is_read_game_by_game():
    first, second, third = read_file("three.pgn")
    assert first.match.moves == ("e3-e4", "e6-e5", "c1-d2", "g8-e7", "g1-e2", "!resign:1")
    assert first.match.tags == {
        "Event": "A friendly evening",
        "Site": "Chiang Mai",
        "Date": "2026.11.14",
        "Round": "1",
        "Seat0": 'Anong "Nong" S.',
        "Seat1": "Bao",
        "TimeControl": "300+5",
    }
    assert first.match.game == game("makruk", count="thai")
    assert first.notes[0].comments == ("A quiet opening, on two lines.",)
    assert first.notes[1].comments == ("[%clk 0:04:58]",)
    assert first.notes[4].judgements == (6,)
    inner = Variation(("b8-d7", "h1-g1"), {1: Note(("the other horse",))})
    assert first.notes[3] == Note(
        (), (1,), (Variation(("g1-e2", "c8-d7", "h1-g1"), {1: Note((), (5,)), 2: Note((), (), (inner,)), 3: Note((), (14,))}),)
    )
    assert second.match.outcome.because.id == "makruk.mate" and second.match.position.number == 41
    assert third.match.moves == ("c3-c4", "d6-d5", "c4-d5", "e6-d5", "b1-d2") and third.match.outcome is None
    assert third.match.players == {1: "Eak"}


def test_a_file_of_pdn_is_read_game_by_game():
    first, second = read_file("two.pdn")
    assert first.match.moves == ("a3-a4", "a6-a5", "a4xa6xa8", "b6-a6", "a8xa5", "!resign:1")
    assert first.notes == {3: Note(("takes two",)), 4: Note((), (2,))}
    assert first.match.players == {0: "Ayşe", 1: "Burak"}
    assert second.match.game.dump(second.match.origin) == "7B/6b1/8/8/8/8/1wwww3/W7 w 0 -"
    assert second.match.moves == ("b2-b3", "h8-g8")


@pytest.mark.parametrize("name", ["three.pgn", "two.pdn"])
def test_what_was_read_is_written_and_read_again(name):
    once = read_file(name)
    form = FORMATS[name.rpartition(".")[2]]
    text = "".join(map(form.write, once))
    assert max(map(len, text.splitlines())) <= 100
    again = read(text)
    for one, other in zip(once, again, strict=True):
        assert (one.match.moves, one.match.origin, one.match.tags, one.notes) == (
            other.match.moves,
            other.match.origin,
            other.match.tags,
            other.notes,
        )
    assert "".join(map(form.write, again)) == text


@pytest.mark.parametrize(("form", "options"), FORMATTED)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(
    choices=st.lists(st.integers(0, 10_000), max_size=90),
    skipped=st.integers(0, 40),
    end=st.sampled_from(["", "!agree", "!resign:0", "!resign:1", "!flag:0"]),
)
def test_any_game_comes_back_as_it_was_played(form, options, choices, skipped, end):
    rules = FORMATS[form].rules(**options)
    origin = walk(rules, choices[:skipped]).position
    match = walk(rules, choices, origin)
    if end and match.outcome is None:
        match.enter(end)
    text = FORMATS[form].write(match)
    [again] = read(text)
    assert (again.match.game, again.match.origin, again.match.moves) == (rules, origin, match.moves)
    assert again.match.outcome == match.outcome
    assert FORMATS[form].write(again) == text


def test_comments_and_variations_of_any_depth_come_back():
    match = walk(game("makruk", count="thai"), range(6))
    deep = Variation((match.moves[5],), {0: Note(("before",)), 1: Note(("so", "deep}"), (3, 10))})
    notes = {0: Note(("[at the start",)), 3: Note(("%half way" * 20,)), 6: Note((), (2,), (deep, deep))}
    [again] = read(PGN.write(AnnotatedMatch(match, notes)))
    braced = Variation(deep.moves, {0: Note(("before",)), 1: Note(("so", "deep)"), (3, 10))})
    assert again.notes == {**notes, 6: Note((), (2,), (braced, braced))}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (MAKRUK + "1. e4 e5 2. Nf3 *", "Line 3: Game 1, move 2 of White ('Nf3'): this move is not legal. Legal: Nd2, Ne2"),
        (f'{MAKRUK.strip()}\n[FEN "4k3/8/8/8/8/8/8/RN2KN1R w"]\n\n1. Nd2 *', "several moves are written so: Nbd2, Nfd2"),
        (MAKRUK + "1. e3 *", "The Bia steps one square straight ahead, onto a free square. Legal: e4"),
        (MAKRUK + "1. O-O *", "'O-O' is not a move; a move is written: Nf3"),
        (MAKRUK + "1. e4 --\n*", "Line 3: Game 1, move 1 of Black ('--'): '--' is not a move"),
        (MAKRUK + "1. e4=M *", "move 1 of White ('e4=M')"),
        (MAKRUK + "1. e4 (1. d4\n", "the variation is not closed"),
        (MAKRUK + "1. e4 e5) 2. d4 *", ") without a ( before"),
        (MAKRUK + "(1. e4) e4 *", "a variation follows the move that it replaces"),
        (MAKRUK + "1. e4 " + "(1. d4 " * 100, "nested too deep"),
        (MAKRUK + "1. e4 {never\n\nclosed 1-0", "Line 3: Game 1: this comment is not closed by }"),
        ('[Variant "Makruk"]\n[White Anong]\n\n1. e4 *', 'Line 2: Game 1: a tag is written [Name "value"]'),
        ('[Variant "Chess"]\n\n1. e4 *', "this is no game of Makruk: [Variant \"Makruk\"] expected, Variant is 'Chess'"),
        ('[White "A"]\n\n1. e4 e5 2. Nf3 *', 'Variant "Makruk"'),
        ('[Variant "Makruk"]\n[FEN "8/8 w"]\n\n*', "Game 1: "),
        ('[Variant "Makruk"]\n[TablierOptions "count=none colour=red"]\n\n*', "has no option 'colour'"),
        ('[Variant "Makruk"]\n[TablierRules "99"]\n\n*', "unknown rules '99'"),
        ('[Variant "Makruk"]\n[Result "0-1"]\n\n1. e4 1-0', "Result says 0-1, but the moves end with 1-0"),
        ('[Variant "Makruk"]\n[Result "won"]\n\n1. e4 *', "Result 'won': expected"),
        (MAKRUK + "1. e4 0-0", "lost cannot be kept"),
        (
            '[Variant "Makruk"]\n[FEN "3k4/7R/3K4/8/8/8/8/8 w - - 0 1"]\n\n1. Rh8# 0-1',
            "Game 1: the result is said to be 0-1, but the moves give 1-0: Checkmate",
        ),
        (
            '[Variant "Makruk"]\n[FEN "3k4/7R/3K4/8/8/8/8/8 w - - 0 1"]\n\n1. Rh8# Kc8 1-0',
            "move 1 of Black ('Kc8'): the game was over before this move. Checkmate",
        ),
        (f"{MAKRUK}1. e4 *\n\n{MAKRUK}1. e5 *", "Line 7: Game 2, move 1 of White ('e5')"),
        (
            TURKISH + "1. a3-a4 a6-a5 2. b3-b4 *",
            "move 2 of White ('b3-b4'): Whoever can take must take, with a Pion as with a Dame. Legal: a4xa8",
        ),
        (TURKISH + "1. e4 *", "'e4' is not a move; a move is written: a3-a4"),
        (TURKISH + "1. a3-a4-a5 *", "this move is not legal. Legal: a3-a4"),
        ('[GameType "20"]\n\n1. 32-28 *', "this is no game of Turkish draughts"),
        ('[GameType "30"]\n[FEN "W:W31-50:B1-20"]\n\n*', "a position is written W:Wa2,b2,Kc4:Ba7,b7"),
        ('[GameType "30"]\n[FEN "W:Wa8:Bb7"]\n\n*', "a Pion there would be a Dame"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text, told):
    assert told in refused(text)


def test_a_faulty_game_does_not_hide_the_next():
    text = f"{MAKRUK}1. e5 *\n\n[Variant Makruk]\n\n*\n\n{MAKRUK}1. e4 {{{'x' * LONGEST}\n}} *\n\n{MAKRUK}1. d4 e5 1/2-1/2 {{agreed}}\n"
    found = []
    for game_text in split_games(text.splitlines()):
        try:
            found.append(PGN.read(game_text).match.moves)
        except BadRecord as error:
            found.append(error.say("en")[:20])
    assert found == ["Line 3: Game 1, move", "Line 5: Game 2: a ta", "Line 11: Game 3: mor", ("d3-d4", "e6-e5", "!agree")]


def test_a_huge_file_is_read_in_little_memory():
    lines = (line for number in range(100_000) for line in (f'[Variant "Makruk"]\n[Round "{number}"]\n', "\n", "1. e4 e5 *\n", "\n"))
    games_read = read_games(lines)
    assert next(games_read).match.tags == {"Round": "0"}
    assert next(games_read).match.tags == {"Round": "1"}


def test_captures_that_differ_in_their_way_alone_are_read_in_short():
    head = '[GameType "30"]\n[FEN "W:WKg6:Bb6,e6,h6,g3"]\n\n'
    assert [read(f"{head}1. {word} *")[0].match.moves for word in ("g6xa6", "g6xd6xa6", "g6xc6xa6")] == [
        ("g6xd6xa6",),
        ("g6xd6xa6",),
        ("g6xc6xa6",),
    ]


def test_captures_that_take_other_pieces_are_told_apart_by_the_cells_between():
    head = '[GameType "30"]\n[FEN "W:WKb2:Bd2,g6,h6,b7"]\n\n'
    assert "several moves are written so: b2xg2xg7xa7, b2xh2xh7xa7" in refused(f"{head}1. b2xa7 *")
    for word in ("b2xh2xa7", "b2:h7:a7", "b2xh2xh7xa7"):
        [annotated] = read(f"{head}1. {word} *")
        assert annotated.match.moves == ("b2xh2xh7xa7",)
        assert "1. b2xh2xh7xa7 *" in PDN.write(annotated)


def test_the_format_is_recognised_by_the_text_or_by_the_name():
    assert recognise(MAKRUK) is PGN and recognise(TURKISH) is PDN
    assert recognise("1. a3-a4 a6-a5 *") is PDN and recognise('[FEN "W:Wa2:Ba7"]\n') is PDN
    assert recognise("1. e4 e5 *") is None and recognise("1. e4 e5 *", "a/B.PGN") is PGN
    assert recognise('[Tablier "1"]\n[Game "makruk"]\n', "x.pgn") is None
    assert recognise("") is None and recognise("import os\n") is None


def test_each_format_is_of_one_game_of_the_collection():
    assert {form: [name for name, cls in games().items() if form in cls.formats] for form in FORMATS} == {
        "pgn": ["makruk"],
        "pdn": ["turkish"],
    }


SCRAPS = [
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    ";",
    "$",
    "$1",
    "%",
    '"',
    "\\",
    "1.",
    "1-0",
    "*",
    "e4",
    "Nd2",
    "a3-a4",
    "a4xa8",
    "--",
    "!?",
    "\0",
    "½-½",
    "\n",
]


@pytest.mark.parametrize("name", ["three.pgn", "two.pdn"])
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_any_text_is_read_or_refused_in_words(name, data):
    text = (FILES / name).read_text(encoding="utf-8")
    for _ in range(data.draw(st.integers(1, 4))):
        at, length = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 30))
        noise = data.draw(st.one_of(st.text(max_size=8), st.lists(st.sampled_from(SCRAPS), max_size=6).map(" ".join)))
        text = text[:at] + noise + text[at + length :]
    for game_text in split_games(text.splitlines()):
        for form in FORMATS.values():
            try:
                annotated = form.read(game_text)
            except TablierError as error:
                assert error.say("fr").strip() and error.say("en").strip()
            else:
                [again] = read_games(form.write(annotated).splitlines(), form)
                assert again.match.moves == annotated.match.moves
