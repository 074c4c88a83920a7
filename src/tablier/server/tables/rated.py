"""Which games with engines may be rated. Between accounts every game may."""

from tablier.api.tables import Player, TablePlan
from tablier.core.text import Text
from tablier.games import AnyGame
from tablier.search.level_elo import elos_of

NO_ACCOUNT = Text(
    "Une partie classée contre l'ordinateur demande un compte : connectez-vous, ou jouez sans classement.",
    "A rated game against the computer needs an account: log in, or play unrated.",
)
NO_CLOCK = Text(
    "Une partie classée contre l'ordinateur se joue à la pendule : sans elle, une partie laissée en plan ne finirait jamais.",
    "A rated game against the computer needs a clock: without one, a game that its player walks away from would never end.",
)
NOT_MEASURED = Text(
    "Avec ces règles, la force des niveaux n'est pas mesurée : prenez celles de la fiche, ou jouez sans classement.",
    "Under these rules the strength of the levels is not measured: take those of the rule sheet, or play unrated.",
)
ONE_SEAT = Text(
    "Dans une partie classée contre l'ordinateur, chacun ne tient qu'une place.",
    "In a rated game against the computer, everyone holds one seat only.",
)


def elos_of_seats(plan: TablePlan, game: AnyGame) -> tuple[int | None, ...]:
    """By seat: the Elo of the engine that plays it from the start, where it is measured."""
    elos = elos_of(game)
    return tuple(elos.get(seat.level) if seat.kind == "engine" else None for seat in plan.seats)


def why_not_rated(plan: TablePlan, game: AnyGame, host: Player) -> Text | None:
    """Why a table with engines cannot be rated; None where it can, or is not to be."""
    levels = [seat.level for seat in plan.seats if seat.kind == "engine"]
    if not plan.rated or not levels:
        return None
    if host.guest:
        return NO_ACCOUNT
    if sum(seat.kind == "you" for seat in plan.seats) > 1:
        return ONE_SEAT
    return next(filter(None, (why_engine_not_rated(plan, game, level) for level in levels)), None)


def why_engine_not_rated(plan: TablePlan, game: AnyGame, level: int) -> Text | None:
    """Why an engine of a level cannot sit at a rated table; None where it can."""
    if not plan.rated:
        return None
    if plan.clock.kind == "none":
        return NO_CLOCK
    return None if level in elos_of(game) else NOT_MEASURED
