# SPDX-License-Identifier: Apache-2.0
"""How hard hypothesis looks: by default little enough for every day, with LIMEN_LONG harder."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "limen",
    max_examples=3000 if os.environ.get("LIMEN_LONG") else 100,
    deadline=None,  # other people's builds run on the same machine
    print_blob=True,  # a failure can be replayed
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("limen")
