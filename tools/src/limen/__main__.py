# SPDX-License-Identifier: Apache-2.0
"""``python -m limen`` is ``limen``, also if Ctrl-C comes while its modules are loaded."""

from __future__ import annotations

import sys

__all__ = ["main"]

_INTERRUPTED = 130


def main() -> None:
    """Entry point of the command; ends the process."""
    try:
        from limen.cli import main as command  # noqa: PLC0415 - inside of try

        command()
    except KeyboardInterrupt:
        sys.stderr.write("limen: interrupted\n")
        sys.exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
