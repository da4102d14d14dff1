# SPDX-License-Identifier: Apache-2.0
"""What each build needs: its folder, a lock, and a program that is watched until it ends.

It imports little, because each command that reads a trace asks whether the engine is current.
"""
