# SPDX-License-Identifier: Apache-2.0
"""Systems of threads: the model, and the files that describe one."""
