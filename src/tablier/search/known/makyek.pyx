# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What is known of Mak-Yek and Apit-Sodok: pieces, room to move, and brackets about to close."""

from tablier.kernels.bits cimport east, mixed, north, popcount, south, u64, west
from tablier.kernels.kernel cimport Kernel, Move
from tablier.kernels.makyek cimport BracketingKernel, State
from tablier.kernels.slides cimport slide_count, slides_east, slides_north, slides_south, slides_west
from tablier.search.knowledge cimport Knowledge

cdef extern from *:
    """
    #define RIM 0xFF818181818181FFULL
    """
    const u64 RIM

cdef enum:
    QUIET_MATTERS = 70   # plies without capture from which the count is part of the position


cdef inline u64 reach(u64 own, u64 free) noexcept nogil:
    return slides_north(own, free) | slides_south(own, free) | slides_east(own, free) | slides_west(own, free)


cdef inline u64 closing(u64 own, u64 enemy, u64 free) noexcept nogil:
    """The free cells from which an enemy would be closed in against a piece that stands already."""
    return free & (
        north(enemy & north(own)) | south(enemy & south(own)) | east(enemy & east(own)) | west(enemy & west(own))
    )


cdef inline u64 gaps(u64 enemy, u64 free) noexcept nogil:
    """The free cells right between two enemies."""
    return free & ((north(enemy) & south(enemy)) | (east(enemy) & west(enemy)))


cdef class BracketingKnowledge(Knowledge):
    """Weights by `tablier tune makyek`, see bench/results/tune."""

    defaults = {"piece": 100, "mobility": 2, "threat": 25, "gap": 25, "threatened": -20, "exposed": -20, "rim": 3, "move": 5}

    cdef void features(self, Kernel kernel, int* counts) noexcept nogil:
        cdef State* s = <State*> kernel.top
        cdef u64 own = s.own, enemy = s.enemy, free = ~(own | enemy)
        cdef u64 ours = reach(own, free), theirs = reach(enemy, free)
        counts[0] = popcount(own) - popcount(enemy)
        counts[1] = slide_count(own, free) - slide_count(enemy, free)
        counts[2] = popcount(closing(own, enemy, free) & ours)
        counts[3] = popcount(gaps(enemy, free) & ours)
        counts[4] = popcount(closing(enemy, own, free) & theirs)
        counts[5] = popcount(gaps(own, free) & theirs)
        counts[6] = popcount(own & RIM) - popcount(enemy & RIM)
        counts[7] = 1

    cdef int promise(self, Kernel kernel, Move move) noexcept nogil:
        return popcount((<BracketingKernel> kernel).taken_by(move & 63, move >> 6))

    cdef int repeated(self, Kernel kernel) noexcept nogil:
        """The captures are counted: whoever leads has won."""
        cdef State* s = <State*> kernel.top
        cdef int lead = popcount(s.own) - popcount(s.enemy)
        return 1 if lead > 0 else (-1 if lead < 0 else 0)

    cdef u64 salt(self, Kernel kernel) noexcept nogil:
        cdef State* s = <State*> kernel.top
        return mixed(<u64> s.quiet) if s.quiet > QUIET_MATTERS else 0


KNOWN = {"makyek": BracketingKnowledge, "apit": BracketingKnowledge}
