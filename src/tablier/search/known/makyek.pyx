# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What is known of Mak-Yek and Apit-Sodok."""

from tablier.kernels.bits cimport mixed, popcount, u64
from tablier.kernels.kernel cimport Kernel, Move
from tablier.kernels.makyek cimport BracketingKernel, State
from tablier.search.knowledge cimport Knowledge


cdef class BracketingKnowledge(Knowledge):
    """Material, so far."""

    cdef int evaluate(self, Kernel kernel) noexcept nogil:
        cdef State* s = <State*> kernel.top
        return 100 * (popcount(s.own) - popcount(s.enemy))

    cdef int promise(self, Kernel kernel, Move move) noexcept nogil:
        return popcount((<BracketingKernel> kernel).taken_by(move & 63, move >> 6))

    cdef int repeated(self, Kernel kernel) noexcept nogil:
        """The captures are counted: whoever leads has won."""
        cdef State* s = <State*> kernel.top
        cdef int lead = popcount(s.own) - popcount(s.enemy)
        return 1 if lead > 0 else (-1 if lead < 0 else 0)

    cdef u64 salt(self, Kernel kernel) noexcept nogil:
        cdef State* s = <State*> kernel.top
        return mixed(<u64> s.quiet) if s.quiet > 70 else 0


KNOWN = {"makyek": BracketingKnowledge, "apit": BracketingKnowledge}
