/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the options of a program's RTX_Config.h hold, although the library is compiled before it.
 */
#include "../judge.h"
#include "rtx_os.h"

enum { SPINS = 20, USED_BYTES = 1024 };

/* Without time slices the first of two equal threads works until it ends. */
static void spin(void *argument)
{
    for (int i = 0; i < SPINS; i++) {
        lm_work(LM_MS(1));
    }
    judge_step((unsigned)(uintptr_t)argument);
}

/* More than the stack of the thread of timers has by default. */
static void use_stack(void *argument)
{
    volatile unsigned char bytes[USED_BYTES];

    (void)argument;
    for (int i = 0; i < USED_BYTES; i++) {
        bytes[i] = (unsigned char)i;
    }
    EXPECT(bytes[USED_BYTES - 1], (USED_BYTES - 1) & 0xFF);
    EXPECT(osThreadGetPriority(osThreadGetId()), osPriorityNormal);
    EXPECT(osThreadGetStackSize(osThreadGetId()) >= 1536, 1);
    judge_step(3);
}

static void run(void *argument)
{
    const osThreadAttr_t above = {.name = "spin", .priority = osPriorityBelowNormal};
    osTimerId_t timer = osTimerNew(use_stack, osTimerOnce, NULL, NULL);

    (void)argument;
    EXPECT(osKernelGetTickFreq(), 250);
    EXPECT(osThreadGetStackSize(osThreadGetId()), 1024);
    EXPECT(osMessageQueueNew(1, 20000, NULL) == NULL, 1);
    EXPECT(osMessageQueueNew(1, 8000, NULL) != NULL, 1);
    EXPECT(osThreadNew(spin, (void *)1, &above) != NULL, 1);
    EXPECT(osThreadNew(spin, (void *)2, &above) != NULL, 1);
    EXPECT(osTimerStart(timer, 50), osOK);
    osDelay(100); /* 400 ms */
    EXPECT(judge_order, 123);
    EXPECT(osKernelGetTickCount() >= 100 && osKernelGetTickCount() < 110, 1);
    judge_end();
}

int main(void)
{
    return judge_run(run);
}
