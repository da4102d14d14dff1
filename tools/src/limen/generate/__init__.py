# SPDX-License-Identifier: Apache-2.0
"""Programs from systems: C tables and a main for the kernel, built and run on a target."""
