"""Games as numbers: what a batch says equals what the law says, in every game and variant."""

import os
import pickle
import random
import subprocess
import sys

import pytest

np = pytest.importorskip("numpy")

from tablier import CHANCE, Match, TablierError, game, games  # noqa: E402  # after the check that NumPy is there
from tablier.environments import environments  # noqa: E402
from tablier.environments.arrays import Environments  # noqa: E402
from tablier.environments.batch import CHANCE as CHANCE_ACTS  # noqa: E402
from tablier.environments.batch import OVER, Batch, IllegalAction  # noqa: E402
from tablier.kernels import NoKernel, has_kernel  # noqa: E402
from tablier.testing import variants  # noqa: E402

GAMES = [cls for cls in games().values() if cls.__module__.startswith("tablier.games.") and has_kernel(cls())]
VARIANTS = [variant for cls in GAMES for variant in variants(cls)]
BOUNDS = {"makyek": 896, "apit": 896, "turkish": 897, "makruk": 1664, "mako": 25, "achef": 125, "malawi": 360}
PLIES, EACH = 160, 2
"""Plies of a game, and games of each variant, that are compared with the law."""


def legal_texts(match):
    return {match.game.write(match.position, move) for move in match.legal()}


def play(env, actions):
    """Play actions one by one; each must be in the mask."""
    for action in actions:
        assert env.masks[0, action]
        env.step([action])


def share(ranks, seat):
    """The part of the other seats that a seat leaves behind, less the part that leaves it behind."""
    return sum((other > ranks[seat]) - (other < ranks[seat]) for other in ranks) / (len(ranks) - 1)


@pytest.mark.parametrize("rules", VARIANTS, ids=repr)
def test_a_batch_plays_what_the_law_plays(rules):
    rng = random.Random(repr(rules))
    for _ in range(EACH):
        env, match = Environments(Batch(rules, explicit=True, auto_reset=False)), Match(rules)
        while match.outcome is None and len(match.entries) < PLIES:
            assert env.actors[0] == (CHANCE_ACTS if match.actor is CHANCE else match.actor)
            codes = {text: env.batch.actions(0, text) for text in legal_texts(match)}
            assert set(np.flatnonzero(env.masks[0])) == {code[0] for code in codes.values()} == set(env.batch.legal(0))
            assert len(set(codes.values())) == len(codes)
            assert all(0 <= action < BOUNDS[rules.info.id] for code in codes.values() for action in code)
            text = rng.choice(sorted(codes))
            assert env.batch.move(0, codes[text]) == text
            play(env, codes[text])
            match.play(text)
            assert env.batch.dump(0) == rules.dump(match.position)
            check_end(env, match)


def check_end(env, match):
    """Rewards come with the law's outcome, and only then."""
    ranks = match.outcome.ranks if match.outcome else None
    expected = [share(ranks, seat) for seat in range(len(ranks))] if ranks else [0] * len(match.game.seats)
    assert env.rewards[0] == pytest.approx(expected)
    assert env.terminated[0] == (ranks is not None)
    if ranks:
        assert env.actors[0] == OVER and not env.masks[0].any() and env.batch.legal(0) == []


def test_every_variant_has_the_bound_of_its_game():
    assert {rules.info.id: Batch(rules).coding.actions for rules in VARIANTS} == BOUNDS


@pytest.mark.parametrize("rules", VARIANTS, ids=repr)
def test_the_texts_of_actions_tell_them_apart(rules):
    env = Environments(Batch(rules, 8, explicit=True))
    for _ in range(60):
        for i in range(8):
            texts = env.batch.texts(i)
            assert sorted(texts) == env.batch.legal(i)
            assert len(set(texts.values())) == len(texts)
            for action, text in texts.items():
                if not text.endswith("…"):
                    assert env.batch.actions(i, text) == (action,)
        env.step(env.sample())


def test_the_third_occurrence_counts_as_in_the_law():
    there_and_back = ["a1-a2", "a8-a7", "a2-a1", "a7-a8"]
    for name in ("makyek", "apit"):
        env = environments(name, auto_reset=False)
        for n, text in enumerate(there_and_back * 2):
            assert not env.terminated[0]
            assert env.observations[0, -1, 0, 0] == (0.5 if n >= 4 else 0)
            play(env, env.batch.actions(0, text))
        assert env.terminated[0] and list(env.rewards[0]) == [0, 0]


def test_a_capture_is_one_action_for_each_leap():
    env = environments("turkish", position="1b6/8/8/8/3b4/8/3b4/3w4 w")
    first, second = env.batch.actions(0, "d1xd3xd5")
    assert env.batch.texts(0) == {first: "d1xd3…"}
    env.step([first])
    assert env.batch.texts(0) == {second: "d1xd3xd5"} and env.actors[0] == 0
    assert env.observations[0, 4, 2, 3] == env.observations[0, 5, 0, 3] == 1  # on d3, from d1
    env.step([second])
    assert env.batch.dump(0).startswith("1b6/8/8/3w4/8/8/8/8 b") and env.actors[0] == 1


def test_a_capture_that_may_end_early_has_an_action_to_stop():
    env = environments("turkish", penalty="strict", position="1b6/8/8/8/3b4/8/3b4/3w4 w")
    assert env.batch.actions(0, "d1xd3")[-1] == env.coding.actions - 1
    assert env.batch.actions(0, "d1xd3xd5") == (*env.batch.actions(0, "d1xd3")[:1], env.batch.actions(0, "d1xd3xd5")[1])
    env.step([env.batch.actions(0, "d1xd3")[0]])
    assert set(env.batch.texts(0).values()) == {"d1xd3", "d1xd3xd5"}
    assert env.observations[0, 2].sum() == 2 and env.observations[0, 0, 2, 3] == 1  # one taken already, the Pion on d3


def test_who_gives_rings_and_who_receives_them_are_actions_in_order():
    env = environments("malawi")
    giver, first, second = env.batch.actions(0, "c1>b1e1")
    env.step([giver])
    assert env.batch.texts(0)[first] == "c1>b1…" and env.actors[0] == 0
    env.step([first])
    assert env.batch.texts(0)[second] == "c1>b1e1"
    assert first not in env.batch.legal(0) and env.batch.begun(0) == (giver, first)
    env.step([second])
    assert env.batch.dump(0).endswith("w2,w3,w0,w2,w3,w2 b")


# -- planes ---------------------------------------------------------------------------------------------------

MEN = "PMSNRK"
PIECES = {"makyek": ["w", "b"], "apit": ["w", "b"], "turkish": ["w", "W", "b", "B"], "makruk": [*MEN, *MEN.lower()], "achef": ["b", "w"]}
"""The letter of each plane of pieces when seat 0 acts; the other seat's planes are the other half."""


def pieces(env, i, side):
    """The letters on the cells as the planes of one game show them, by name of the cell."""
    name = env.game.info.id
    letters = PIECES[name]
    half = len(letters) // 2
    order = letters if side == 0 else letters[half:] + letters[:half]
    turned = side == 1 and name != "achef"
    shown = {}
    for letter, plane in zip(order, env.observations[i], strict=False):
        for y, x in zip(*np.nonzero(plane), strict=True):
            shown[f"{'abcdefgh'[x]}{(env.coding.height - y) if turned else y + 1}"] = letter
    return shown


def cells(rules, text):
    """The letters on the cells of a position text, by name of the cell."""
    return {rules.board.cells[at].name: code for at, code in enumerate(rules.load(text).cells) if code}


@pytest.mark.parametrize("rules", [rules for rules in VARIANTS if rules.info.id in PIECES], ids=repr)
def test_the_planes_show_the_pieces_as_the_mover_sees_them(rules):
    env = Environments(Batch(rules, 16, seed=3))
    for _ in range(80):
        for i in range(16):
            if not env.batch.begun(i):
                assert pieces(env, i, env.actors[i]) == cells(rules, env.batch.dump(i))
        env.step(env.sample())


@pytest.mark.parametrize("rules", list(variants(type(game("malawi")))), ids=repr)
def test_the_planes_show_rings(rules):
    env = Environments(Batch(rules, 16, seed=3))
    for _ in range(80):
        for i in range(16):
            side, shown = env.actors[i], {}
            for half, letter in enumerate("wb" if side == 0 else "bw"):
                planes = env.observations[i, 7 * half : 7 * half + 7]
                for y, x in zip(*np.nonzero(planes[0]), strict=True):
                    rings = round(float(planes[6, y, x]) * 12)
                    assert [n + 1 for n in range(5) if planes[1 + n, y, x]] == ([rings] if 1 <= rings <= 5 else [])
                    shown[f"{'abcdef'[x]}{6 - y if side else y + 1}"] = f"{letter}{rings}"
            assert shown == cells(rules, env.batch.dump(i))
        env.step(env.sample())


@pytest.mark.parametrize("rules", list(variants(type(game("mako")))), ids=repr)
def test_the_planes_show_boats_and_mines_with_the_own_port_at_the_bottom(rules):
    env = Environments(Batch(rules, 8, seed=3))
    for _ in range(60):
        for i in range(8):
            first, shown = rules.fleet.crews[env.actors[i]][0], {}
            for n in range(8):
                letter = "SWNE"[(first + n) % 4]
                for y, x in zip(*np.nonzero(env.observations[i, n]), strict=True):
                    for _ in range(first):
                        y, x = 13 - x, y
                    shown[f"{'abcdefghijklmn'[x]}{y + 1}"] = letter if n < 4 else letter.lower()
            assert shown == cells(rules, env.batch.dump(i))
        env.step(env.sample())


# -- many games -----------------------------------------------------------------------------------------------

EVERY = [cls() for cls in GAMES]


def trajectory(env, steps):
    """All that the arrays showed on the way."""
    seen = []
    for _ in range(steps):
        env.step(env.sample())
        seen.append([array.copy() for array in (env.observations, env.masks, env.rewards, env.actors, env.terminated)])
    return seen


def same(one, other):
    return all(np.array_equal(a, b) for x, y in zip(one, other, strict=True) for a, b in zip(x, y, strict=True))


@pytest.mark.parametrize("rules", EVERY, ids=repr)
def test_the_number_of_threads_changes_nothing(rules):
    alone, together = (trajectory(Environments(Batch(rules, 100, seed=7, threads=threads)), 50) for threads in (1, 3))
    assert same(alone, together)


FORK = """
import gc, os, signal, time
from tablier.environments import environments

def threads_become(count):  # one that has ended is listed a little longer
    until = time.monotonic() + 10
    while len(os.listdir("/proc/self/task")) != count and time.monotonic() < until:
        time.sleep(0.01)
    return len(os.listdir("/proc/self/task")) == count

def play():
    for _ in range(3):
        env.step(env.sample())

for _ in range(40):  # a thread that begins late may hold the lock at the fork
    env = environments("achef", 300, seed=7, threads=24)
    play()
    child = os.fork()
    if not child:  # the threads are the parent's: nothing may wait for them, neither a step nor the end of the batch
        signal.alarm(20)
        play()
        del env
        gc.collect()
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert threads_become(24)
    play()
    del env
    gc.collect()
    assert threads_become(1)
"""


def test_a_batch_steps_on_after_a_fork_and_takes_its_threads_with_it():
    """In a process of its own: a fork of one with the threads of other tests may wait for those; NumPy has none here."""
    subprocess.run([sys.executable, "-c", FORK], check=True, timeout=60, env=os.environ | {"OPENBLAS_NUM_THREADS": "1"})


@pytest.mark.parametrize("rules", EVERY, ids=repr)
def test_a_seed_gives_the_same_games_again(rules):
    env = Environments(Batch(rules, 40, seed=7))
    once = trajectory(env, 40)
    env.reset(7)
    assert same(once, trajectory(env, 40))
    env.reset(8)
    assert not same(once, trajectory(env, 40))


@pytest.mark.parametrize("rules", [rules for rules in EVERY if not rules.dice], ids=repr)
def test_a_batch_and_its_games_one_by_one_are_the_same(rules):
    env, singles = Environments(Batch(rules, 5, seed=1)), [Environments(Batch(rules)) for _ in range(5)]
    for _ in range(150):
        actions = env.sample()
        env.step(actions)
        for i, single in enumerate(singles):
            single.batch.act(0, actions[i])
            for name in ("observations", "masks", "rewards", "actors", "terminated"):
                assert np.array_equal(getattr(single, name)[0], getattr(env, name)[i]), name


def test_a_finished_game_begins_anew_in_the_same_step():
    env = environments("achef", 64, seed=2)
    ended = 0
    start = env.masks[0].copy()
    for _ in range(400):
        env.step(env.sample())
        for i in np.flatnonzero(env.terminated):
            ended += 1
            assert abs(env.rewards[i]).sum() in (0, 2) and np.array_equal(env.masks[i], start) and env.actors[i] == 0
    assert ended > 50


def test_a_long_game_is_broken_off():
    env = environments("makruk", 3, longest=5)
    for n in range(1, 11):
        env.step(env.sample())
        assert env.truncated.all() == (n % 5 == 0) and not env.terminated.any() and not env.rewards.any()


def test_an_illegal_action_is_refused_and_changes_nothing():
    env = environments("makruk", 4, seed=5)
    for _ in range(10):
        env.step(env.sample())
    before = [env.batch.dump(i) for i in range(4)], env.masks.copy(), env.observations.copy()
    actions = env.sample()
    for wrong in (int(np.flatnonzero(~env.masks[2])[0]), -1, 1664, 2**31 - 1):
        actions[2] = wrong
        with pytest.raises(IllegalAction, match=f"Game 2: action {wrong} is not legal; there are") as refused:
            env.step(actions)
        assert (refused.value.index, refused.value.action) == (2, wrong)
    assert before[0] == [env.batch.dump(i) for i in range(4)]
    assert np.array_equal(before[1], env.masks) and np.array_equal(before[2], env.observations)


def test_dice_are_fair_and_sampled_unless_asked_for():
    env = environments("mako", 600, seed=1)
    assert (env.actors >= 0).all()
    env.step(np.argmax(env.masks, axis=1))
    faces = np.bincount(np.rint(env.observations[:, 12, 0, 0] * 6).astype(int), minlength=7)
    assert (faces[1:] > 60).all() and (env.actors >= 0).all()


def test_a_copy_goes_its_own_way():
    env = environments("malawi", 6, seed=4)
    trajectory(env, 25)
    other = env.copy()
    assert np.array_equal(env.masks, other.masks) and np.array_equal(env.observations, other.observations)
    position = env.batch.dump(0)
    assert same(trajectory(other, 60), trajectory(other_again := env.copy(), 60)) and len(other_again) == 6
    assert env.batch.dump(0) == position


def test_a_copy_of_a_finished_game_keeps_its_end():
    env = environments("malawi", auto_reset=False, seed=3)
    while not env.terminated[0]:
        env.step(env.sample())
    other = env.copy()
    assert other.terminated[0] and np.array_equal(other.rewards, env.rewards) and other.actors[0] == OVER


def test_a_game_is_set_to_any_position():
    env = environments("makruk", 2, count="none")
    position = "4k3/8/8/8/8/8/4R3/4K3 b - - 0 7"
    env.batch.load(1, position)
    assert env.batch.dump(1) == position and env.actors.tolist() == [0, 1]
    with pytest.raises(TablierError):
        env.batch.load(1, "8/8/8/8/8/8/8/8 w")
    env.batch.restart(1)
    assert env.batch.dump(1) == env.batch.dump(0)


def test_buffers_of_the_wrong_shape_are_refused():
    batch = Batch(game("achef"), 3)
    with pytest.raises(TablierError, match=r"masks: shape \(2, 125\), it must be \(3, 125\)"):
        batch.bind(masks=np.zeros((2, 125), np.uint8))
    with pytest.raises(TablierError, match="2 actions for 3 games"):
        batch.step(np.zeros(2, np.int32))
    with pytest.raises(IndexError, match="game 3: there are games 0 to 2"):
        batch.dump(3)


def test_without_kernels_the_reason_is_said(monkeypatch):
    monkeypatch.setenv("TABLIER_PURE", "1")
    with pytest.raises(NoKernel, match="No compiled kernel for 'achef'"):
        environments("achef")


def test_actions_may_be_read_only():
    env = environments("achef", 2)
    actions = env.sample()
    actions.flags.writeable = False
    env.step(actions)
    assert env.actors.tolist() == [1, 1]


@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.info.id)
def test_games_are_put_elsewhere_and_go_on_there_alike(cls):
    played, kept = Environments(Batch(cls(), 5, seed=3)), Environments(Batch(cls(), 8, seed=4))
    for _ in range(30):
        played.step(played.sample())
    kept.put([6, 1, 2], played, [0, 4, 0])
    for target, source in ((6, 0), (1, 4), (2, 0)):
        assert kept.batch.dump(target) == played.batch.dump(source)
        assert kept.batch.begun(target) == played.batch.begun(source)
        assert (kept.observations[target] == played.observations[source]).all()
        assert (kept.masks[target] == played.masks[source]).all()
        assert kept.actors[target] == played.actors[source]
    later = played.sample()
    actions = kept.sample()
    actions[[6, 1, 2]] = later[[0, 4, 0]]
    kept.step(actions)
    played.step(later)
    assert (kept.observations[[6, 1, 2]] == played.observations[[0, 4, 0]]).all()
    assert (kept.rewards[[6, 1, 2]] == played.rewards[[0, 4, 0]]).all()


def test_games_of_another_kind_or_beyond_the_last_are_not_put():
    achef, malawi = environments("achef", 2), environments("malawi", 2)
    with pytest.raises(TablierError, match=r"même jeu|same game"):
        achef.put([0], malawi, [0])
    with pytest.raises(TablierError, match="sources"):
        achef.put([0, 1], environments("achef", 2), [0])
    with pytest.raises(IndexError):
        achef.put([2], environments("achef", 2), [0])


@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.info.id)
def test_pickled_games_go_on_alike(cls):
    played = Environments(Batch(cls(), 3, seed=5))
    for _ in range(40):
        played.step(played.sample())
    again = pickle.loads(pickle.dumps(played))
    for _ in range(60):
        assert (again.observations == played.observations).all() and (again.masks == played.masks).all()
        assert (again.rewards == played.rewards).all() and (again.terminated == played.terminated).all()
        actions = played.sample()
        assert (again.sample() == actions).all()
        played.step(actions)
        again.step(actions)
