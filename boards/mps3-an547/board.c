/* SPDX-License-Identifier: Apache-2.0 */
/* lm_work for QEMU. With -icount shift=6 each instruction takes 64 ns, which is 2.048 ticks of 32
 * MHz. */
#include "board.h"

/* An iteration of the loop is two instructions. */
void lm_work(uint64_t ticks)
{
    board_spin((uint32_t)(ticks * 125 >> 9));
}
