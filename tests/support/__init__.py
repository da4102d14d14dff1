# SPDX-License-Identifier: Apache-2.0
"""Helpers of the tests of the Python tools."""
