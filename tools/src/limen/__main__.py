# SPDX-License-Identifier: Apache-2.0
"""``python -m limen`` is ``limen``."""

from __future__ import annotations

from limen.cli import main

if __name__ == "__main__":
    main()
