# SPDX-License-Identifier: Apache-2.0
"""Projects of users: limen.toml describes one; new ones, boards, and drops of the sources."""
