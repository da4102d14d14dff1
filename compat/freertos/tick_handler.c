/* SPDX-License-Identifier: Apache-2.0 */
/* The handler of the tick in ports of FreeRTOS, which the SysTick_Handler of many programs calls
 * beside work of its own. Limen has no tick, and SysTick is free for the program. */
#include "limen.h"

void xPortSysTickHandler(void)
{
}
