"""Whatever a researcher hands a kernel, it answers with an error that says what is wrong, and stands where it stood."""

import pytest

from tablier import BadNotation, BadPosition, IllegalMove, TablierError, UnknownGame, games, kernel
from tablier.kernels import has_kernel
from tablier.kernels.kernel import Kernel

COMPILED = [name for name, cls in games().items() if has_kernel(cls())]


@pytest.mark.parametrize("name", COMPILED)
def test_bad_input_is_refused_and_changes_nothing(name):
    twin = kernel(name)
    before = twin.dump(), twin.hash
    with pytest.raises(TablierError, match="0 to 64"):
        twin.perft(-1)
    with pytest.raises(TablierError, match="1 to 64"):
        twin.divide(0)
    with pytest.raises(TablierError, match="0 to 64"):
        twin.perft(1000)
    with pytest.raises(TablierError, match="nothing to take back"):
        twin.pop()
    with pytest.raises(BadNotation):
        twin.push("nonsense")
    with pytest.raises(BadPosition):
        twin.load("nonsense")
    for wrong in ({"games": -1}, {"games": 1, "longest": -1}, {"games": 1, "threads": 0}):
        with pytest.raises(TablierError, match="playouts"):
            twin.playouts(**wrong)
    for wrong in (None, 3, b"a1-a2"):
        with pytest.raises(TypeError):
            twin.push(wrong)
        with pytest.raises(TypeError):
            twin.load(wrong)
    assert (twin.dump(), twin.hash) == before


def test_a_refused_move_is_explained_by_the_law():
    with pytest.raises(IllegalMove) as refusal:
        kernel("makyek").push("e3-e7")
    assert refusal.value.because.id == "makyek.free"


def test_an_unknown_game_or_a_kernel_of_nothing_is_refused():
    with pytest.raises(UnknownGame):
        kernel("go")
    with pytest.raises(TypeError):
        Kernel.__new__(Kernel)
    with pytest.raises((TypeError, AttributeError)):
        Kernel(None)


@pytest.mark.parametrize("name", COMPILED)
def test_a_long_game_outgrows_no_stack(name):
    """Six hundred plies are more than the first stack holds."""
    twin = kernel(name)
    pushed = []
    while len(pushed) < 600 and (legal := twin.legal_moves()):
        pushed.append(legal[(7 * len(pushed)) % len(legal)])
        twin.push(pushed[-1])
    assert [twin.pop() for _ in pushed] == pushed[::-1]
    assert twin.dump() == kernel(name).dump()
