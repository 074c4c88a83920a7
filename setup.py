"""Compiles the kernels. Everything else about the package is in pyproject.toml.

TABLIER_PURE=1       no kernels at all: rules, records and the terminal work, kernels say that they are missing
TABLIER_PORTABLE=1   for wheels that travel: a common instruction set instead of this machine's
TABLIER_CFLAGS, TABLIER_LDFLAGS   further flags of the compiler and the linker, after ours
Without a working C compiler the kernels are left out with one line of warning.
"""

import os
import platform
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError

HERE = Path(__file__).parent
NO_SOURCES = "tablier: no kernel sources (*.pyx) under src: this copy is incomplete. TABLIER_PURE=1 installs the rules without kernels."


def extensions() -> list[Extension]:
    """One extension for each kernel found; none when pure rules are asked for."""
    if os.environ.get("TABLIER_PURE", "0") not in ("", "0"):
        print("tablier: TABLIER_PURE is set, kernels are left out")
        return []
    source = HERE / "src"
    # The largest come first, so that no core waits for the last one.
    found = sorted(source.rglob("*.pyx"), key=lambda path: path.stat().st_size, reverse=True)
    if not found:
        raise SystemExit(NO_SOURCES)
    flags = ["-O3", "-g0", "-w", "-pthread", "-fno-strict-aliasing", *_instruction_set()]  # Cython's C is not ours to mend
    return [
        Extension(
            ".".join(path.relative_to(source).with_suffix("").parts),
            [path.relative_to(HERE).as_posix()],
            depends=[header.relative_to(HERE).as_posix() for header in path.parent.glob("*.h")],
            extra_compile_args=[*flags, *os.environ.get("TABLIER_CFLAGS", "").split()],
            extra_link_args=["-pthread", *os.environ.get("TABLIER_LDFLAGS", "").split()],
        )
        for path in found
    ]


def _instruction_set() -> list[str]:
    if os.environ.get("TABLIER_PORTABLE", "0") in ("", "0"):
        return ["-march=native"]
    return ["-march=x86-64-v2", "-mtune=generic"] if platform.machine() == "x86_64" else []


class BuildKernels(build_ext):
    """Leaves the kernels out, with one line, where nothing can be compiled; a kernel that does not compile elsewhere is an error."""

    def finalize_options(self) -> None:
        """All cores, unless told otherwise."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self) -> None:
        """Try the compiler first, then translate: a source package needs neither."""
        if self.extensions and not self._compiles():
            print("tablier: no working C compiler, kernels are left out; rules, records and the terminal work without them")
            self.extensions = []
        if self.extensions:
            self._translate()
        super().build_extensions()

    def get_outputs(self) -> list[str]:
        """What was built: nothing that was left out."""
        return [path for path in super().get_outputs() if Path(path).exists()]

    def copy_extensions_to_source(self) -> None:
        """For an editable install: what was built."""
        if self.extensions:
            super().copy_extensions_to_source()

    def _translate(self) -> None:
        """Cython to C, in place of each extension's source."""
        from Cython.Build import cythonize  # a build requirement: absent only where nothing is compiled

        translated = cythonize(
            self.extensions,
            include_path=["src"],
            compiler_directives={"language_level": 3},
            nthreads=self.parallel or 1,
            force=bool(self.force),
            quiet=not self.verbose,
        )
        sources = {done.name: done.sources for done in translated}
        for extension in self.extensions:
            extension.sources = sources[extension.name]

    def _compiles(self) -> bool:
        probe = Path(self.build_temp) / "probe.c"
        probe.parent.mkdir(parents=True, exist_ok=True)
        probe.write_text("#include <Python.h>\nint probe(void) { return 0; }\n", encoding="utf-8")
        try:
            self.compiler.compile([str(probe)], output_dir=self.build_temp, include_dirs=self.include_dirs)
        except (CompileError, OSError):
            return False
        return True


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildKernels})
