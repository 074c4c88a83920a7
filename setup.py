"""Compiles the kernels. Everything else about the package is in pyproject.toml.

TABLIER_PURE=1       no kernels at all: rules, records and the terminal work, kernels say that they are missing
TABLIER_PORTABLE=1   for wheels that travel: a common instruction set instead of this machine's
Without a working C compiler the kernels are left out with one line of warning.
"""

import os
import platform
from pathlib import Path

from setuptools import Extension, setup

HERE = Path(__file__).parent


def extensions() -> list[Extension]:
    """One extension for each kernel found; none when pure rules are asked for."""
    if os.environ.get("TABLIER_PURE", "0") not in ("", "0"):
        print("tablier: TABLIER_PURE is set, kernels are left out")
        return []
    from Cython.Build import cythonize  # a build requirement: absent only where nothing is compiled

    flags = ["-O3", "-fno-strict-aliasing", "-Wno-unused-function", *_instruction_set(), *os.environ.get("TABLIER_CFLAGS", "").split()]
    source = HERE / "src"
    modules = [
        Extension(
            ".".join(path.relative_to(source).with_suffix("").parts), [path.relative_to(HERE).as_posix()],
            extra_compile_args=flags, extra_link_args=os.environ.get("TABLIER_LDFLAGS", "").split(), optional=True,
        )
        for path in sorted(source.rglob("*.pyx"))
    ]
    return cythonize(modules, include_path=["src"], compiler_directives={"language_level": 3})


def _instruction_set() -> list[str]:
    if os.environ.get("TABLIER_PORTABLE", "0") in ("", "0"):
        return ["-march=native"]
    return ["-march=x86-64-v2", "-mtune=generic"] if platform.machine() == "x86_64" else []


setup(ext_modules=extensions())
