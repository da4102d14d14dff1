/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of this board share. */
#ifndef LIMEN_BOARD_INTERNAL_H
#define LIMEN_BOARD_INTERNAL_H

#include <limen/board.h>

/* Let an interrupt of the NVIC come, with an urgency as in limen/board.h. */
void board_interrupt_enable(unsigned interrupt, unsigned urgency);

void board_alarm_handler(void);
void board_line_handler(void);
void lm_port_clock_init(void);

#endif
