# SPDX-License-Identifier: Apache-2.0
"""The errors that a user can cause; the command line shows them as one line each."""

from __future__ import annotations

__all__ = [
    "AnalysisError",
    "DescriptionError",
    "ImageError",
    "LabError",
    "LimenError",
    "MissingError",
    "PageError",
    "RunError",
    "SignalError",
    "SweepError",
    "TraceError",
]


class LimenError(Exception):
    """Something outside of this program is wrong: a file, an argument, an environment.

    The message is one line that names the place, the problem, and the remedy:

        >>> str(LimenError("a.limen: byte 4", "version 7 is not known", "use a newer limen"))
        'a.limen: byte 4: version 7 is not known; use a newer limen'
    """

    def __init__(self, place: str, problem: str, remedy: str) -> None:
        # The arguments are passed on unchanged, because pickling recreates an error from them.
        super().__init__(place, problem, remedy)

    def __str__(self) -> str:
        """Return one line, also if its parts quote several."""
        place, problem, remedy = self.args
        return " ".join(f"{place}: {problem}; {remedy}".split())


class ImageError(LimenError):
    """A program cannot be converted to the format of the boot loader of a chip."""


class TraceError(LimenError):
    """A file is not a valid trace."""


class DescriptionError(LimenError):
    """The description of a system of threads is not valid."""


class AnalysisError(LimenError):
    """A system has numbers that the schedulability analysis does not cover."""


class SignalError(LimenError):
    """A recording of signals is not valid, or contains too little."""


class LabError(LimenError):
    """The description of a lab is not valid, or the lab does not exist."""


class MissingError(LabError):
    """A prerequisite of a lab is not available: packages, a network, a virtual machine."""


class PageError(LimenError):
    """The viewer cannot be built, filled with traces or saved."""


class RunError(LimenError):
    """A program could not be built or run."""


class SweepError(LimenError):
    """The description of a sweep is not valid, or its folder has other files."""
