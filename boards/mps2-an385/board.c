/* SPDX-License-Identifier: Apache-2.0 */
/* lm_work for QEMU. With -icount shift=6 each instruction takes 64 ns, which is 1.6 ticks of 25
 * MHz: no two instructions have the same time, and ticks * 5 / 8 is a number of instructions. */
#include "board.h"

/* An iteration of the loop is two instructions. */
void lm_work(uint64_t ticks)
{
    board_spin((uint32_t)(ticks * 5 >> 4));
}
