"""The checks that every game must pass, on its clauses and on random walks. They name no game."""

import random
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

from tablier.core.actors import CHANCE
from tablier.core.errors import BadPosition, TablierError
from tablier.core.game import Game, Option
from tablier.core.law import COMMON, Clause, Kind
from tablier.core.match import Match
from tablier.core.play import Gesture, Outcome, Step
from tablier.core.record import read_record, write_json, write_text
from tablier.core.scene import Scene
from tablier.core.text import Text
from tablier.testing.citations import citations
from tablier.testing.examples import show

AnyGame = Game[Any, Any]
SVG_SHAPES = frozenset(("g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon"))
NOISE = "-=+@x*>/,~ 0123456789abcdefghijklmnwRKMpass!:é"


def variants(cls: type[AnyGame]) -> Iterator[AnyGame]:
    """The game with its defaults, then with each option moved once to each of its other values, where it matters."""
    yield cls()
    for option in cls.choices:
        for value in _others(option):
            yield cls(**{option.id: value}, **dict((option.only,) if option.only else ()))


def _others(option: Option) -> list[object]:
    if option.values:
        return [value for value in option.ids if value != option.default]
    return [option.low] if option.low != option.default else []


def check_game(game: AnyGame, *, walks: int = 4, longest: int = 300, seed: int = 0) -> None:
    """Raise AssertionError, with the position in hand, at the first promise that the game breaks."""
    rng = random.Random(seed)
    check_options(game)
    check_pictures(game)
    check_clauses(game)
    check_opening(game)
    check_showcase(game)
    seen: list[Any] = []
    for _ in range(walks):
        match = walk(game, rng, longest)
        positions = [match.origin, *(entry.step.after for entry in match.entries)]
        texts = [game.dump(pos) for pos in positions]
        for pos in rng.sample(positions, min(len(positions), 15)):
            check_position(game, pos, rng, seen)
        assert texts == [game.dump(pos) for pos in positions], "a position changed while it was looked at"
        check_match(match)
    check_decoders(game, seen, rng)


def walk(game: AnyGame, rng: random.Random, longest: int) -> Match[Any, Any]:
    """A match of random moves, to its end or to a number of moves."""
    match = Match(game)
    while match.outcome is None and len(match.entries) < longest:
        if match.actor is CHANCE:
            match.roll(rng.random())
        else:
            match.play(rng.choice(match.legal()))
    return match


# -- the law ---------------------------------------------------------------------------------------


def check_options(game: AnyGame) -> None:
    """Options and their values have names in both languages, the default is one of the values, and texts do without their ids."""
    for option in game.choices:
        _check_words(option.id, option.name, option.help)
        assert not option.values or option.default in option.ids, f"{option.id}: {option.default} is none of its values"
        assert len(set(option.ids)) == len(option.ids), f"{option.id} has a value twice"
        for value in option.values:
            _check_words(f"{option.id}={value.id}", value.name, *((value.help,) if value.help else ()))
    ids = tuple(f"{option.id}=" for option in game.choices)
    for clause in game.clauses:
        named = [one for text in (clause.text, clause.why) if text for words in text for one in ids if one in words]
        assert not named, f"{clause.id} names an option by its id: {named[0]}"


def _check_words(what: str, *texts: Text) -> None:
    assert all(text.fr.strip() and text.en.strip() for text in texts), f"{what} lacks words"


def check_pictures(game: AnyGame) -> None:
    """Lines join cells of the board, and the drawings of pieces are plain SVG shapes: nothing that runs, and nothing to fetch."""
    cells = set(game.board.names)
    for line in game.board.lines:
        assert len(set(line) & cells) == 2, f"the line {line} joins no two cells of the board"
    for piece in game.pieces:
        try:
            elements = list(ElementTree.fromstring(f"<g>{piece.drawing or ''}</g>").iter())
        except ElementTree.ParseError as error:
            raise AssertionError(f"the drawing of {piece.id} is not well-formed: {error}") from error
        for element in elements:
            assert element.tag in SVG_SHAPES, f"the drawing of {piece.id} has an element {element.tag}"
            active = [name for name in element.attrib if name.startswith("on") or name.endswith("href")]
            assert not active, f"the drawing of {piece.id} has an attribute {active[0]}"


def check_clauses(game: AnyGame) -> None:
    """Clauses have both languages, rulings their reasons; examples happen as they say and make the code cite their clause."""
    ids = [clause.id for clause in game.clauses]
    assert len(set(ids)) == len(ids), f"two clauses share an id: {ids}"
    assert game.setup in game.clauses, "the setup clause is not among the clauses"
    cited_by_code = citations(type(game))
    for clause in game.clauses:
        assert clause.fr.strip() and clause.en.strip(), f"{clause.id} lacks a language"
        ruled = clause.kind is Kind.RULING
        assert not ruled or (clause.why and clause.why.fr.strip() and clause.why.en.strip()), f"{clause.id} lacks its why"
        assert clause.examples, f"{clause.id} has no example"
        assert cited_by_code[clause.id], f"{clause.id} is cited by no code"
        for example in clause.examples:
            cited = {found.id for found in show(game, example).cited()}
            assert clause.id in cited, f"{clause.id}: {example} cites {sorted(cited)}"


def check_opening(game: AnyGame) -> None:
    """The layout builds the opening scene from nothing, and rules with equal options are equal."""
    assert Scene().after(game.layout()) == game.scene(game.start())
    assert type(game)(**game.options) == game
    assert hash(type(game)(**game.options)) == hash(game)
    assert game.outcome(game.start()) is None, "the opening is already over"
    actor = game.actor(game.start())
    if game.placeable() and isinstance(actor, int):
        assert game.load(game.compose(game.scene(game.start()), actor)) == game.start(), "the opening is composed as another position"


def check_showcase(game: AnyGame) -> None:
    """What the collection shows is a game in progress by the rules without options."""
    rules, shown = type(game)(), game.showcase
    try:
        over = bool(shown.position) and rules.outcome(rules.load(shown.position)) is not None
        match = Match(rules)
        for text in shown.moves:
            match.enter(text)
    except TablierError as error:
        raise AssertionError(f"the showcase is impossible: {error}") from error
    assert not over, "the showcase is a game that is over"
    assert shown.minutes >= 0 and 0 <= shown.difficulty <= 3, f"{shown.minutes} minutes, difficulty {shown.difficulty}"


# -- one position ----------------------------------------------------------------------------------


def check_position(game: AnyGame, pos: Any, rng: random.Random, seen: list[Any]) -> None:
    """What must hold at a position and for its moves."""
    text = game.dump(pos)
    try:
        _check_texts(game, pos, text)
        _check_moves(game, pos, rng, seen)
        _check_gestures(game.gestures(pos))
    except AssertionError as error:
        raise AssertionError(f"{game!r} at {text}: {error}") from error


def _check_texts(game: AnyGame, pos: Any, text: str) -> None:
    again = game.load(text)
    assert again == pos and hash(again) == hash(pos), "load(dump) is another position"
    assert game.dump(again) == text, "dump(load(dump)) is another text"
    outcome, actor = game.outcome(pos), game.actor(pos)
    assert (outcome is None) == (actor is not None), "outcome and actor disagree"
    assert (actor is None) == (not game.legal(pos)), "the game goes on without a legal move, or the reverse"
    assert actor is None or actor is CHANCE or 0 <= actor < len(game.seats), f"no such actor: {actor}"
    if outcome is not None:
        check_outcome(game, outcome)
        assert set(game.decisive(pos, outcome.because)) <= set(game.board.names), "unknown cells show the end"
    elif (prompt := game.prompt(pos)) is not None:
        _check_words("the prompt", prompt.text, *((prompt.alert,) if prompt.alert else ()))
        assert set(prompt.danger) <= set(game.board.names), f"unknown cells in {prompt}"
    check_outcome(game, game.settle(pos))
    _check_scene(game, game.scene(pos))
    if game.placeable() and isinstance(actor, int):
        _check_composed(game, pos, actor)
    if actor is CHANCE:
        assert game.dice, "chance acts in a game that says it has no dice"
        odds = game.odds(pos)
        assert sum(odds.values(), Fraction(0)) == 1 and set(odds) == set(game.legal(pos)), "the odds are off"


def check_outcome(game: AnyGame, outcome: Outcome) -> None:
    """One rank for each seat, ties sharing the better one, and a clause of this game."""
    ranks = outcome.ranks
    assert len(ranks) == len(game.seats), f"{len(ranks)} ranks for {len(game.seats)} seats"
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks), f"ranks {ranks} skip or repeat"
    _check_clause(game, outcome.because)


def _check_clause(game: AnyGame, clause: Clause) -> None:
    assert clause in game.clauses or clause in COMMON, f"{clause.id} is no clause of this game"


def _check_scene(game: AnyGame, scene: Scene) -> None:
    pieces = {piece.id for piece in game.pieces}
    cells = set(game.board.names)
    for cell, token in scene.tokens.items():
        assert cell in cells and token.piece in pieces, f"the scene shows {token} on {cell}"
    assert set(scene.gauges) <= {gauge.id for gauge in game.gauges}, f"unknown gauge in {scene.gauges}"


def _check_composed(game: AnyGame, pos: Any, actor: int) -> None:
    """The position can be composed again, or the law says why what neither its scene nor its facts tell is missing."""
    scene, facts = game.scene(pos), game.fact_values(pos)
    assert set(facts) == {fact.id for fact in game.facts}, "facts without a name or without a value"
    assert set(scene.tokens.values()) <= set(game.placeable()), "a token on the board cannot be placed"
    try:
        again = game.load(game.compose(scene, actor, facts))
    except BadPosition as error:
        assert error.problems, "refused without a word"
        return
    shown = game.scene(again)
    assert dict(shown.tokens) == dict(scene.tokens), "composed with other tokens"
    assert all(shown.gauges.get(gauge) == scene.gauges.get(gauge) for gauge in game.composed), "composed with other gauges"
    assert game.fact_values(again) == facts, "composed with other facts"
    assert game.actor(again) in (actor, None), "composed with another actor"


def _check_moves(game: AnyGame, pos: Any, rng: random.Random, seen: list[Any]) -> None:
    legal = game.legal(pos)
    texts = [game.write(pos, move) for move in legal]
    assert len(set(texts)) == len(texts), "two legal moves share a text"
    scene = game.scene(pos)
    for move, text in zip(legal, texts, strict=True):
        assert game.parse(text) == move and hash(game.parse(text)) == hash(move), f"{text} is read as another move"
        _check_frozen(move)
        step = game.play(pos, move)
        assert step == game.apply(pos, move), f"{text} has two results"
        _check_step(game, scene, step, text)
        _check_words(text, game.notate(pos, move, step, game.outcome(step.after)), game.notate(pos, move, None, None))
    if game.outcome(pos) is None:
        judged = [candidate.move for candidate in game.candidates(pos)]
        assert len(set(judged)) == len(judged), "a candidate comes twice"
    _check_frozen(pos)
    foreign = rng.sample(seen, min(len(seen), 30))
    for move in (*foreign, *(candidate.move for candidate in _some(game, pos, rng))):
        refusal = game.why_not(pos, move)
        assert (refusal is None) == (move in legal), f"why_not and legal disagree on {game.write(pos, move)}"
        if refusal is not None:
            _check_clause(game, refusal.because)
            assert set(refusal.cells) <= set(game.board.names), f"unknown cells in {refusal}"
            assert refusal.say("fr") and refusal.say("en")
    seen += rng.sample(legal, min(len(legal), 3))


def _some(game: AnyGame, pos: Any, rng: random.Random) -> list[Any]:
    if game.outcome(pos) is not None:
        return []
    candidates = list(game.candidates(pos))
    return rng.sample(candidates, min(len(candidates), 30))


def _check_frozen(value: Any) -> None:
    hash(value)
    try:
        value.tablier_was_here = True
    except (AttributeError, TypeError, FrozenInstanceError):
        return
    raise AssertionError(f"{type(value).__name__} is not frozen (a dataclass with frozen=True, slots=True would be)")


def _check_step(game: AnyGame, scene: Scene, step: Step[Any], text: str) -> None:
    assert step.events, f"{text} happens without an event"
    for event in step.events:
        _check_clause(game, event.because)
    redrawn, drawn = scene.after(step.events), game.scene(step.after)
    assert redrawn == drawn, f"the events of {text} draw {redrawn}, the position shows {drawn}"


def _check_gestures(gestures: dict[Any, Gesture]) -> None:
    """A client that narrows the gestures click by click ends with exactly the move that was meant."""
    for meant, gesture in gestures.items():
        left = dict(gestures)
        clicks = (*gesture.ordered, *sorted(gesture.unordered))
        for number, click in enumerate(clicks, 1):
            left = {move: rest for move, g in left.items() if (rest := g.after(click)) is not None}
            complete = [move for move, rest in left.items() if rest.complete]
            assert complete == ([meant] if number == len(clicks) else []), f"clicks {clicks[:number]} give {complete}"


# -- a match, and malformed texts ------------------------------------------------------------------


def check_match(match: Match[Any, Any]) -> None:
    """Records replay exactly, undoing leads back to the origin, and any player may resign."""
    game = match.game

    def find(name: str, options: object) -> AnyGame:
        assert name == game.info.id
        return type(game)(**dict(options))  # type: ignore[call-overload]  # a mapping of texts, as records hold

    for write in (write_text, write_json):
        again = read_record(write(match), find)
        assert again.moves == match.moves and again.position == match.position and again.outcome == match.outcome
    before_last = read_record(write_text(match), find)
    if before_last.entries:
        before_last.undo()
        for seat in range(len(game.seats)):
            leaver = read_record(write_text(before_last), find)
            left = leaver.resign(seat)
            if left is not None:
                check_outcome(game, left)
            assert read_record(write_text(leaver), find).moves == leaver.moves
        check_outcome(game, before_last.agree())
    while before_last.entries:
        before_last.undo()
    assert before_last.position == match.origin


def check_decoders(game: AnyGame, moves: list[Any], rng: random.Random) -> None:
    """Malformed moves and positions raise one of the library's errors, or mean something that works."""
    match = walk(game, rng, 40)
    start = game.start()
    for _ in range(200):
        text = _mangled(game.write(start, rng.choice(moves)), rng)
        _check_error(lambda text=text: game.read(match.position, text))  # type: ignore[misc]  # bound now, on purpose
        try:
            pos = game.load(_mangled(game.dump(match.position), rng))
        except BadPosition as error:
            assert error.problems and error.say("fr") and error.say("en")
            continue
        assert game.load(game.dump(pos)) == pos
        scene = game.scene(pos)
        for move in game.legal(pos)[:5]:
            _check_step(game, scene, game.play(pos, move), game.write(pos, move))


def _check_error(call: Callable[[], object]) -> None:
    try:
        call()
    except TablierError as error:
        assert error.say("fr") and error.say("en")


def _mangled(text: str, rng: random.Random) -> str:
    letters = list(text)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(letters) + 1)
        letters[at : at + rng.randint(0, 2)] = rng.choices(NOISE, k=rng.randint(0, 2))
    return "".join(letters)
