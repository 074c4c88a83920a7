"""Options of Mako Naval that matter only together, and seas that random games from the start seldom or never come to."""

import random

import pytest
from tests.kernels.test_certified import walk_together

from tablier import game
from tablier.core.errors import BadPosition
from tablier.games.mako.sea import BOATS, PORTS, sea

TABLES = [{}, {"seats": 3}, {"mode": "a"}, {"mode": "b"}, {"mode": "c"}, {"mode": "teams"}]
TOGETHER = [
    *({"mode": "c", "band": band} for band in ("c-l", "b-m", "e-j")),
    *({**table, "rounds": rounds} for table in TABLES[1:] for rounds in (1, 4)),
]


@pytest.mark.parametrize("options", TOGETHER, ids=str)
def test_kernel_and_law_agree_where_options_meet(options):
    walk_together(game("mako", **options), 400)


def scattered(rules, rng):
    """A position with boats, mines, arrivals, withdrawals and turns at random, from few mines to all, among those that can be."""
    boats, names = rules.fleet.boats, rules.board.names
    open_sea = sorted(set(range(len(names))) - rules.waters.outside - set(PORTS))
    while True:
        cells = iter([names[cell] for cell in rng.sample(open_sea, len(open_sea))])
        fates = {boat: rng.choice(["sea", "sea", "sea", "home", "left"]) for boat in boats}
        at_sea = [boat for boat in boats if fates[boat] == "sea"]
        lists = [[BOATS[boat] for boat in rng.sample(boats, len(boats)) if fates[boat] == fate] for fate in ("home", "left")]
        most = rng.choice([3, 30 if len(open_sea) > 150 else 20])
        mines = {BOATS[boat].lower(): " ".join(next(cells) for _ in range(rng.randint(most // 2, most))) for boat in boats}
        phase, die = rng.choice([("sail", "-"), ("roll", "-"), ("mine", str(rng.randint(1, 6)))])
        turns = ",".join(str(rng.choice([0, 3, 7, 8, 9, 900_000])) for _ in rules.seats)
        home, left = (",".join(letters) or "-" for letters in lists)
        board = sea(**{BOATS[boat]: next(cells) for boat in at_sea}, **mines)
        try:
            return rules.load(f"{board} {rng.choice(BOATS)} {phase} {die} - {home} {turns} {left}")
        except BadPosition:
            continue


@pytest.mark.parametrize("rounds", [8, 200])
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_kernel_and_law_agree_on_scattered_seas(options, rounds):
    rules = game("mako", **options, rounds=rounds)

    def begin(rng: random.Random):
        return scattered(rules, rng)

    walk_together(rules, 400, begin)


@pytest.mark.parametrize(("options", "positions"), [({}, 400), ({"seats": 3}, 400), ({"mode": "teams"}, 40)], ids=str)
def test_kernel_and_law_agree_after_withdrawals(options, positions):
    rules = game("mako", **options)

    def begin(rng: random.Random):
        pos = rules.start()
        for _ in range(rng.randint(0, 60)):
            pos = rules.apply(pos, rng.choice(rules.legal(pos))).after
        return rules.withdraw(pos, rng.randrange(len(rules.seats))).after

    walk_together(rules, positions, begin)
