/* SPDX-License-Identifier: Apache-2.0 */
/* The stack of the thread of timers in a program without RTX_Config.h. */
#include "os.h"

OS_LIMEN_TIMER_STACK;
