# SPDX-License-Identifier: Apache-2.0
"""The threads of the kernel in gdb: their list, the reason why one runs, and the place of each.

All of it is read from the memory of the program, with the types in its debugging information. So
the same script serves each port and each version, a program that runs and one that has crashed.
"""
