/* SPDX-License-Identifier: Apache-2.0 */
/* The only file that depends on the board; here the boards of Limen. With a converter that
 * interrupts, its handler calls sensor_interrupt instead.
 */
#include "logger.h"
#include <limen/board.h>

VOID tx_application_tick(VOID);

/* Called at each tick, in interrupt context. */
VOID tx_application_tick(VOID)
{
    sensor_interrupt();
}

VOID board_save_trace(VOID *buffer, ULONG bytes)
{
    (void)lm_board_save("trace.limen", buffer, bytes);
}
