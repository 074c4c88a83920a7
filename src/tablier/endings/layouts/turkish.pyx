# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Endings of Turkish draughts: up to four pieces, with either reading of the turn by 180°."""

from libc.string cimport memset

from tablier.endings.index cimport Men
from tablier.endings.layouts.base cimport Layout
from tablier.endings.layouts.base import square_symmetries
from tablier.kernels.bits cimport east, lowest, popcount, south, u64, west
from tablier.kernels.turkish cimport FAR_RANK, QUIET_LIMIT, State, sweep_east, sweep_north, sweep_south, sweep_west, turned

cdef enum:
    PIONS, DAMES, OTHER_PIONS, OTHER_DAMES

MOST = 4
VARIANT = "turn_back-"


cdef class TurkishLayout(Layout):
    letters = "PD"
    least = (0, 0)
    promotions = {0: 1}

    def symmetries(self, counts):
        """Pions have a front."""
        return square_symmetries(8, mirror_only=counts[PIONS] or counts[OTHER_PIONS])

    @classmethod
    def variant(cls, options, own, other):
        plain = options["penalty"] == "guided" and options["dame_beats_pion"] == "off"
        return f"{VARIANT}{options['turn_back']}" if plain else None

    @classmethod
    def options(cls, variant):
        return {"turn_back": variant.removeprefix(VARIANT)}

    @classmethod
    def variants(cls):
        return [f"{VARIANT}off", f"{VARIANT}on"]

    @classmethod
    def names(cls):
        sides = ["D" * dames + "P" * pions for dames in range(MOST) for pions in range(MOST - dames) if dames + pions]
        pairs = [(one, other) for one in sides for other in sides if len(one) + len(other) <= MOST and (len(one), one) >= (len(other), other)]
        return sorted((f"{one}-{other}" for one, other in pairs), key=lambda name: (len(name), name.count("P")))

    cdef void read(self, Men* men) noexcept nogil:
        cdef State* s = <State*> self.kernel.top
        memset(men, 0, sizeof(Men))
        men.boards[PIONS], men.boards[DAMES] = s.own & ~s.dames, s.own & s.dames
        men.boards[OTHER_PIONS], men.boards[OTHER_DAMES] = s.enemy & ~s.dames, s.enemy & s.dames

    cdef bint write(self, Men* men) noexcept nogil:
        cdef State* s = <State*> self.kernel.top
        memset(s, 0, sizeof(State))
        s.own = men.boards[PIONS] | men.boards[DAMES]
        s.enemy = men.boards[OTHER_PIONS] | men.boards[OTHER_DAMES]
        s.dames = men.boards[DAMES] | men.boards[OTHER_DAMES]
        return not (men.boards[PIONS] & FAR_RANK or men.boards[OTHER_PIONS] & turned(FAR_RANK))

    cdef int retract(self, Men* men, Men* before) noexcept nogil:
        cdef Men back
        cdef u64 occupied = 0, left, at, origins
        cdef int kind, cell, found = 0
        memset(&back, 0, sizeof(Men))
        for kind in range(4):
            back.boards[kind] = turned(men.boards[kind ^ 2])
            occupied |= back.boards[kind]
        for kind in range(2):
            left = back.boards[kind]
            while left:
                cell = lowest(left)
                at = <u64> 1 << cell
                left ^= at
                if kind == PIONS:
                    origins = south(at) | east(at) | west(at)
                else:
                    origins = (sweep_north(cell, occupied) | sweep_east(cell, occupied)
                               | sweep_south(cell, occupied) | sweep_west(cell, occupied))
                origins &= ~occupied
                while origins:
                    before[found] = back
                    before[found].boards[kind] ^= at | (origins & (0 - origins))
                    origins &= origins - 1
                    found += 1
        return found

    cdef int left(self, bint wins) noexcept nogil:
        """Enough wherever a win ends before the limit, captures and moves of Pions only making it later."""
        return QUIET_LIMIT - (<State*> self.kernel.top).quiet


LAYOUTS = {"turkish": TurkishLayout}
