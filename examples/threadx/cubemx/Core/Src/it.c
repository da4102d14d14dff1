/* SPDX-License-Identifier: Apache-2.0 */
/* The interrupts of the project, as stm32_it.c of CubeMX has them: those of its drivers. vectors.S
 * of the board has this entry under its name for TIMER1; for a chip it would be
 * TIM6_DAC_IRQHandler. PendSV_Handler and SVC_Handler are Limen's.
 */
#include "hal.h"

#ifdef __arm__
void board_timer_handler(void);
void board_timer_handler(void)
{
    HAL_TIM_IRQHandler();
}
#endif
