# SPDX-License-Identifier: Apache-2.0
# This machine, in virtual or real time.
set(LIMEN_PORT host)
set(LIMEN_BOARD host)
# That of mps2-an385, so that the traces of both have the same times.
set(LM_CLOCK_HZ 25000000)
