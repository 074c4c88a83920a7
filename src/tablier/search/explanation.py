"""Why a move is good, in short sentences: what it captures, threatens, prevents and leads to. It knows no game.

Every sentence is checked with the law. A threat is what the player could take after more than half of the opponent's quiet
replies that leave it alone, and could not take before; what a move prevents is what the opponent could have taken in the same
way after the player's other quiet moves, and can take no longer.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

from tablier.core.law import Clause
from tablier.core.match import Match
from tablier.core.play import Event, Outcome, Verb
from tablier.core.text import Lang, Text
from tablier.games import AnyGame
from tablier.render.speech import AND, say_event
from tablier.search.analysis import Analysis, Line
from tablier.search.effects import VICTORY, Effect, MoveEffects, targets, usual_targets

ENOUGH = 12
"""Quiet moves that are tried to see what usually follows them."""

MOST_LISTED = 2
"""Threats, and preventions, that are listed for a move, the heaviest first."""

MUCH_BETTER = 0.15
"""A difference in the chance to win that is worth a sentence."""

WINS = Text("Gagne la partie.", "Wins the game.")
DRAWS = Text("La partie est nulle.", "The game is drawn.")
ENDS = Text("La partie finit là.", "The game ends there.")
FORCES = Text("Gagne par force en {moves}.", "Wins by force in {moves}.")
LOSES = Text("Perdu par force ; ce coup tient le plus longtemps ({moves}).", "Lost by force; this holds out longest ({moves}).")
ONE_MOVE = Text("un coup", "one move")
MOVES = Text("{count} coups", "{count} moves")
DOES = Text("{what}.", "{what}.")
THREATENS = Text("Menace de jouer {move} : {what}.", "Threatens to play {move}: {what}.")
THREATENS_WIN = Text("Menace de gagner par {move}.", "Threatens to win by {move}.")
PREVENTS = Text("Empêche {move} : {what}.", "Prevents {move}: {what}.")
PREVENTS_WIN = Text("Empêche l'adversaire de gagner par {move}.", "Keeps the opponent from winning by {move}.")
QUIET = Text("Un coup tranquille.", "A quiet move.")
BETTER = Text(
    "Bien mieux que {move} : {chance} % de chances de gagner au lieu de {other} %.",
    "Much better than {move}: a {chance}% chance of winning instead of {other}%.",
)
CHANCE = Text("Chances de gagner : {chance} %.", "Chance of winning: {chance}%.")
REPLY = Text("Réponse attendue : {move}.", "Expected reply: {move}.")
REPLY_TAKES = Text("Réponse attendue : {move}, {what}.", "Expected reply: {move}, {what}.")
CAPTURE = Text("prise en {cells}", "capture on {cells}")
COMMA = Text(", ", ", ")

T = TypeVar("T")


class Topic(StrEnum):
    """What a sentence is about."""

    END = "end"
    EFFECT = "effect"
    THREAT = "threat"
    PREVENTION = "prevention"
    QUIET = "quiet"
    CHANCE = "chance"
    REPLY = "reply"


class Reason(NamedTuple):
    """One sentence, what it is about, and the clauses it cites."""

    topic: Topic
    text: Text
    clauses: tuple[Clause, ...] = ()

    @property
    def cited(self) -> Text:
        """The sentence with the ids of its clauses, as the terminal prints it."""
        ids = ", ".join(clause.id for clause in self.clauses)
        return _both(lambda lang: f"{self.text.say(lang).removesuffix('.')} ({ids}).") if ids else self.text


def explain(match: Match[Any, Any], analysis: Analysis, *, for_players: bool = False) -> tuple[Reason, ...]:
    """Why the first move of the best line is played where the match stands; its moves as records write them, or as players do."""
    game, pos, line = match.game, match.position, analysis.lines[0]
    seat = game.actor(pos)
    if not isinstance(seat, int):
        return ()
    effects = MoveEffects(game, for_players=for_players)
    effect = effects.of(pos, game.parse(line.moves[0]), seat)
    exact = [Reason(Topic.END, _sentence(analysis.exact))] if analysis.exact is not None else []
    reasons = [*exact, *_end(game, effect, line), *_effects(effects, effect, game.scene(pos))]
    if effect.outcome is None and len(game.seats) == 2:
        reasons += [*_threats(effects, pos, effect), *_preventions(effects, pos, effect)]
    if not reasons:
        reasons.append(Reason(Topic.QUIET, QUIET))
    if effect.outcome is None:
        reasons += [*_chances(effects, pos, analysis.lines), *_reply(effects, effect, line)]
    return tuple(reasons)


def _sentence(words: Text) -> Text:
    return Text(f"{words.fr[0].upper()}{words.fr[1:]}.", f"{words.en[0].upper()}{words.en[1:]}.")


# -- the end, near or far ---------------------------------------------------------------------------


def _end(game: AnyGame, effect: Effect, line: Line) -> Iterable[Reason]:
    if effect.outcome is not None:
        yield _ended(effect, effect.outcome)
    elif line.ends_in is not None:
        count = (abs(line.ends_in) + 1) // 2  # the player's own
        moves = _put(MOVES if count > 1 else ONE_MOVE, count=count)
        last = _outcome_of(game, effect.after, line.moves[1:])
        if line.ends_in < 0:
            yield Reason(Topic.END, _put(LOSES, moves=moves))
        else:
            yield Reason(Topic.END, _put(FORCES, moves=moves), (last.because,) if last is not None else ())


def _ended(effect: Effect, outcome: Outcome) -> Reason:
    form = WINS if effect.wins else DRAWS if outcome.drawn else ENDS
    return Reason(Topic.END, form, (outcome.because,))


def _outcome_of(game: AnyGame, pos: Any, moves: Iterable[str]) -> Outcome | None:
    """How a line ends, if it reaches the end of the game."""
    for move in moves:
        pos = game.apply(pos, game.parse(move)).after
    return game.outcome(pos)


# -- the board ----------------------------------------------------------------------------------------


def _effects(effects: MoveEffects, effect: Effect, scene: Any) -> Iterable[Reason]:
    """What the move itself changes, beyond a piece that goes from one cell to another."""
    if effect.harms:
        yield _reason(effects.game, Topic.EFFECT, DOES, effect.harms)
    for event in effect.events:
        own = event not in effect.harms
        if own and (event.verb in (Verb.REMOVE, Verb.SWAP) or effects.changes_kind(event, scene)):
            yield _reason(effects.game, Topic.EFFECT, DOES, (event,))
        scene = scene.after((event,))


def _threats(effects: MoveEffects, pos: Any, effect: Effect) -> Iterable[Reason]:
    """What the player could take next if the opponent did nothing about it, and could not take before."""
    replies = _some([reply for reply in effects.at(effect.after) if reply.quiet])
    found = usual_targets(effects, replies)
    before = targets(effects.at(pos))
    yield from _listed(effects, Topic.THREAT, (THREATENS, THREATENS_WIN), {at: way for at, way in found.items() if at not in before})


def _preventions(effects: MoveEffects, pos: Any, effect: Effect) -> Iterable[Reason]:
    """What the opponent would usually have taken after another move, and cannot take now."""
    others = _some([other for other in effects.at(pos) if other.quiet and other.text != effect.text])
    found = usual_targets(effects, others)
    left = targets(effects.at(effect.after))
    went = {event.cell: event.to for event in effect.events if event.verb is Verb.MOVE}
    gone = {at: way for at, way in found.items() if (went.get(at) or at) not in left}
    yield from _listed(effects, Topic.PREVENTION, (PREVENTS, PREVENTS_WIN), gone)


def _listed(effects: MoveEffects, topic: Topic, forms: tuple[Text, Text], found: dict[str, Effect]) -> Iterable[Reason]:
    """A sentence for each move that does something, to win before anything else."""
    plain, winning = forms
    if VICTORY in found:
        way = found[VICTORY]
        because = way.outcome.because if way.outcome is not None else effects.game.setup
        yield Reason(topic, _put(winning, move=effects.written(way)), (because,))
        return
    ways = {way.text: way for way in sorted(found.values(), key=lambda way: (-len(way.harms), way.text))}
    for way in list(ways.values())[:MOST_LISTED]:
        yield _reason(effects.game, topic, plain, [event for event in way.harms if event.cell in found], move=effects.written(way))


# -- what the engine expects --------------------------------------------------------------------------


def _chances(effects: MoveEffects, pos: Any, lines: Sequence[Line]) -> Iterable[Reason]:
    best = lines[0]
    if best.ends_in is not None:
        return
    other = lines[1] if len(lines) > 1 else None
    if other is not None and best.win_chance - other.win_chance >= MUCH_BETTER:
        worse = effects.of(pos, effects.game.parse(other.moves[0]), 0)
        text = _put(BETTER, move=effects.written(worse), chance=_percent(best.win_chance), other=_percent(other.win_chance))
    else:
        text = _put(CHANCE, chance=_percent(best.win_chance))
    yield Reason(Topic.CHANCE, text)


def _reply(effects: MoveEffects, effect: Effect, line: Line) -> Iterable[Reason]:
    seat = effects.game.actor(effect.after)
    if len(line.moves) < 2 or not isinstance(seat, int) or seat == effect.seat:
        return
    reply = effects.of(effect.after, effects.game.parse(line.moves[1]), seat)
    if reply.harms:
        yield _reason(effects.game, Topic.REPLY, REPLY_TAKES, reply.harms, move=effects.written(reply))
    else:
        yield Reason(Topic.REPLY, _put(REPLY, move=effects.written(reply)))


# -- words --------------------------------------------------------------------------------------------


def _reason(game: AnyGame, topic: Topic, form: Text, events: Sequence[Event], **values: Text) -> Reason:
    """A sentence on events, with their clauses."""
    clauses = tuple(dict.fromkeys(event.because for event in events))
    what = _describe(game, events)
    if form is DOES:
        what = Text(*(words[:1].upper() + words[1:] for words in what))
    return Reason(topic, _put(form, what=what, **values), clauses)


def _describe(game: AnyGame, events: Sequence[Event]) -> Text:
    """Captures together, by their cells; anything else one by one."""
    taken = sorted(event.cell or "" for event in events if event.verb is Verb.REMOVE)
    parts = [_put(CAPTURE, cells=_series(taken))] if taken else []
    parts += [Text(say_event(game, event, "fr"), say_event(game, event, "en")) for event in events if event.verb is not Verb.REMOVE]
    return _both(lambda lang: COMMA.say(lang).join(part.say(lang) for part in parts))


def _series(words: Sequence[str]) -> Text:
    """`a, b et c`."""
    *first, last = words
    return _both(lambda lang: AND.say(lang).join([", ".join(first), last]) if first else last)


def _both(say: Callable[[Lang], str]) -> Text:
    return Text(say("fr"), say("en"))


def _put(form: Text, **values: object) -> Text:
    return _both(
        lambda lang: form.say(lang).format(
            **{name: value.say(lang) if isinstance(value, Text) else value for name, value in values.items()}
        )
    )


def _percent(chance: float) -> int:
    return round(100 * chance)


def _some(items: Sequence[T]) -> Sequence[T]:
    """A few of them from all over the list, the same each time."""
    return [items[i * len(items) // ENOUGH] for i in range(ENOUGH)] if len(items) > ENOUGH else items
