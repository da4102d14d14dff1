/* SPDX-License-Identifier: Apache-2.0 */
/* Threads: creation, order, states, suspension, end, join, flags. */
#include "judge.h"
#include "rtx_os.h"

static osThreadId_t main_thread, other;
static uint32_t result;

static void step(void *argument)
{
    judge_step((unsigned)(uintptr_t)argument);
}

static osThreadId_t start(void (*function)(void *), unsigned argument, osPriority_t priority,
                          uint32_t bits)
{
    osThreadAttr_t attr = {.name = "t", .priority = priority, .attr_bits = bits};

    return osThreadNew(function, (void *)(uintptr_t)argument, &attr);
}

static void order(void)
{
    judge_order = 0;
    start(step, 1, osPriorityAboveNormal, 0);
    start(step, 4, osPriorityBelowNormal, 0);
    start(step, 3, osPriorityNormal, 0);
    start(step, 2, osPriorityRealtime7, 0);
    EXPECT(judge_order, 12);
    EXPECT(osThreadYield(), osOK);
    EXPECT(judge_order, 123);
    EXPECT(osDelay(2), osOK);
    EXPECT(judge_order, 1234);
}

static void wait_long(void *argument)
{
    (void)argument;
    result = osThreadFlagsWait(1, osFlagsWaitAny, osWaitForever);
    judge_step(1);
}

static void states(void)
{
    EXPECT(osThreadGetState(main_thread), osThreadRunning);
    other = start(wait_long, 0, osPriorityBelowNormal, osThreadJoinable);
    EXPECT(osThreadGetState(other), osThreadReady);
    osDelay(2);
    EXPECT(osThreadGetState(other), osThreadBlocked);
    EXPECT(osThreadGetPriority(other), osPriorityBelowNormal);
    EXPECT(osThreadSetPriority(other, osPriorityHigh), osOK);
    EXPECT(osThreadGetPriority(other), osPriorityHigh);
    EXPECT(osThreadSetPriority(other, 0), osErrorParameter);
    EXPECT(osThreadSetPriority(other, 57), osErrorParameter);
    EXPECT(osThreadGetName(other)[0], 't');
    EXPECT(osThreadGetName(main_thread) == NULL, 1);
    EXPECT(osThreadGetStackSize(other), 3072);
    EXPECT(osThreadGetStackSpace(other) > 0, 1);
    EXPECT(osThreadGetCount(), 2);
    EXPECT(osThreadTerminate(other), osOK);
    EXPECT(osThreadGetState(other), osThreadTerminated);
    EXPECT(osThreadGetPriority(other), osPriorityError);
    EXPECT(osThreadTerminate(other), osErrorResource);
    EXPECT(osThreadSuspend(other), osErrorResource);
    EXPECT(osThreadFlagsSet(other, 1), osFlagsErrorResource);
    EXPECT(osThreadGetCount(), 1);
    EXPECT(osThreadJoin(other), osOK);
    EXPECT(osThreadGetState(other), osThreadError);
    EXPECT(osThreadJoin(other), osErrorParameter);
}

static void suspension(void)
{
    osThreadId_t ids[4];

    result = 0;
    judge_order = 0;
    other = start(wait_long, 0, osPriorityHigh, 0);
    EXPECT(osThreadGetState(other), osThreadBlocked);
    EXPECT(osThreadEnumerate(ids, 4), 2);
    EXPECT(ids[0] == other && ids[1] == main_thread, 1);
    EXPECT(osThreadSuspend(other), osOK);
    EXPECT(osThreadFlagsSet(other, 1), 1); /* it does not wait any more */
    EXPECT(osThreadGetState(other), osThreadBlocked);
    EXPECT(osThreadResume(other), osOK);
    EXPECT(result, osFlagsErrorTimeout);
    other = start(wait_long, 0, osPriorityHigh, 0);
    EXPECT(osThreadResume(other), osOK); /* ends the wait */
    EXPECT(result, osFlagsErrorTimeout);
    EXPECT(osThreadResume(main_thread), osErrorResource);
    EXPECT(judge_order, 11);
}

static void end_late(void *argument)
{
    (void)argument;
    osDelay(3);
    osThreadExit();
}

static void join(void)
{
    osDelay(1); /* a tick begins */
    uint32_t begin = osKernelGetTickCount();

    other = start(end_late, 0, osPriorityLow, osThreadJoinable);
    EXPECT(osThreadJoin(other), osOK);
    EXPECT(osKernelGetTickCount() - begin, 3);
    other = start(end_late, 0, osPriorityHigh, osThreadJoinable);
    EXPECT(osThreadDetach(other), osOK);
    EXPECT(osThreadJoin(other), osErrorResource);
    EXPECT(osThreadDetach(other), osErrorResource);
    EXPECT(osThreadJoin(main_thread), osErrorResource);
    EXPECT(osThreadJoin(NULL), osErrorParameter);
    osDelay(4);
    EXPECT(osThreadGetCount(), 1);
}

static void join_other(void *argument)
{
    (void)argument;
    result = (uint32_t)osThreadJoin(other);
}

/* While a thread waits for an end, the ended thread is its own: no other one detaches or joins. */
static void join_twice(void)
{
    other = start(wait_long, 0, osPriorityHigh, osThreadJoinable);
    result = 1;
    start(join_other, 0, osPriorityHigh, 0);
    EXPECT(osThreadDetach(other), osErrorResource);
    EXPECT(osThreadJoin(other), osErrorResource);
    EXPECT(result, 1);
    EXPECT(osThreadTerminate(other), osOK);
    EXPECT(result, osOK);
    EXPECT(osThreadGetState(other), osThreadError);
}

/* If the joining thread ends first, nobody frees the other one but its own end. */
static void join_in_vain(void)
{
    other = start(wait_long, 0, osPriorityHigh, osThreadJoinable);
    osThreadId_t joiner = start(join_other, 0, osPriorityHigh, 0);

    EXPECT(osThreadTerminate(joiner), osOK);
    EXPECT(osThreadJoin(other), osErrorResource);
    EXPECT(osThreadDetach(other), osErrorResource);
    EXPECT(osThreadTerminate(other), osOK);
    EXPECT(osThreadGetState(other), osThreadError);
    other = start(wait_long, 0, osPriorityHigh, osThreadJoinable);
    joiner = start(join_other, 0, osPriorityBelowNormal, 0);
    osDelay(1);
    EXPECT(osThreadTerminate(other), osOK); /* the joining thread is ready */
    EXPECT(osThreadGetState(other), osThreadTerminated);
    EXPECT(osThreadTerminate(joiner), osOK);
    EXPECT(osThreadGetState(other), osThreadError);
}

static void wrong_attributes(void)
{
    static uint64_t stack[256];
    static osRtxThread_t block;
    osThreadAttr_t attr = {.stack_size = 68};

    EXPECT(osThreadNew(NULL, NULL, NULL) == NULL, 1);
    EXPECT(osThreadNew(step, NULL, &attr) == NULL, 1);
    attr.stack_size = 76;
    EXPECT(osThreadNew(step, NULL, &attr) == NULL, 1);
    attr = (osThreadAttr_t){.attr_bits = osThreadPrivileged | osThreadUnprivileged};
    EXPECT(osThreadNew(step, NULL, &attr) == NULL, 1);
    attr = (osThreadAttr_t){.attr_bits = osSafetyClass(1)};
    EXPECT(osThreadNew(step, NULL, &attr) == NULL, 1);
    attr = (osThreadAttr_t){.priority = 57};
    EXPECT(osThreadNew(step, NULL, &attr) == NULL, 1);
    attr = (osThreadAttr_t){.cb_size = 200};
    EXPECT(osThreadNew(step, NULL, &attr) == NULL, 1);
    attr = (osThreadAttr_t){.cb_mem = &block, .cb_size = sizeof block - 1};
    EXPECT(osThreadNew(step, NULL, &attr) == NULL, 1);
    attr = (osThreadAttr_t){.stack_mem = stack};
    EXPECT(osThreadNew(step, NULL, &attr) == NULL, 1);
    attr = (osThreadAttr_t){.stack_mem = (char *)stack + 4, .stack_size = 1024};
    EXPECT(osThreadNew(step, NULL, &attr) == NULL, 1);
    judge_order = 0;
    attr = (osThreadAttr_t){.cb_mem = &block,
                            .cb_size = sizeof block,
                            .stack_mem = stack,
                            .stack_size = sizeof stack,
                            .priority = osPriorityHigh};
    EXPECT(osThreadNew(step, (void *)7, &attr) == &block, 1);
    EXPECT(judge_order, 7);
    EXPECT(osThreadNew(step, (void *)8, &attr) == &block, 1); /* its memory is free again */
    EXPECT(judge_order, 78);
}

static void flags(void)
{
    EXPECT(osThreadFlagsSet(main_thread, 0x80000000U), osFlagsErrorParameter);
    EXPECT(osThreadFlagsSet(NULL, 1), osFlagsErrorParameter);
    EXPECT(osThreadFlagsSet(main_thread, 5), 5);
    EXPECT(osThreadFlagsGet(), 5);
    EXPECT(osThreadFlagsClear(4), 5);
    EXPECT(osThreadFlagsWait(2, osFlagsWaitAny, 0), osFlagsErrorResource);
    EXPECT(osThreadFlagsWait(2, osFlagsWaitAny, 2), osFlagsErrorTimeout);
    EXPECT(osThreadFlagsWait(1, osFlagsNoClear, 0), 1);
    EXPECT(osThreadFlagsSet(main_thread, 6), 7);
    EXPECT(osThreadFlagsWait(9, osFlagsWaitAny, 0), 7); /* all of them, before clearing */
    EXPECT(osThreadFlagsGet(), 6);
    EXPECT(osThreadFlagsWait(6, osFlagsWaitAll, 0), 6);
    EXPECT(osThreadFlagsWait(0, osFlagsWaitAll, 0), osFlagsErrorResource);
    other = start(wait_long, 0, osPriorityHigh, 0);
    EXPECT(osThreadFlagsSet(other, 3), 2); /* the thread has cleared one */
    EXPECT(result, 3);
}

static void set_three(void *argument)
{
    (void)argument;
    EXPECT(osThreadFlagsSet(other, 3), 3); /* the thread runs later */
}

static void flags_of_interrupt(void)
{
    other = start(wait_long, 0, osPriorityHigh, 0);
    judge_in_interrupt(set_three);
    EXPECT(result, 3);
}

/* Repeated creation and end of threads leaves no memory allocated. */
static void leaks(void)
{
    for (int i = 0; i < 100; i++) {
        osThreadId_t joinable = start(step, 0, osPriorityLow, osThreadJoinable);

        EXPECT(start(step, 0, osPriorityHigh, 0) != NULL, 1);
        EXPECT(start(step, 0, osPriorityLow, 0) != NULL, 1);
        EXPECT(osThreadJoin(joinable), osOK);
        osDelay(2);
    }
    EXPECT(osThreadGetCount(), 1);
}

static void in_interrupt(void *argument)
{
    (void)argument;
    EXPECT(osThreadNew(step, NULL, NULL) == NULL, 1);
    EXPECT(osThreadGetId() == main_thread, 1);
    EXPECT(osThreadGetState(main_thread), osThreadError);
    EXPECT(osThreadGetPriority(main_thread), osPriorityError);
    EXPECT(osThreadSetPriority(NULL, 0), osErrorISR);
    EXPECT(osThreadYield(), osErrorISR);
    EXPECT(osThreadSuspend(NULL), osErrorISR);
    EXPECT(osThreadResume(NULL), osErrorISR);
    EXPECT(osThreadDetach(NULL), osErrorISR);
    EXPECT(osThreadJoin(NULL), osErrorISR);
    EXPECT(osThreadTerminate(NULL), osErrorISR);
    EXPECT(osThreadGetCount(), 0);
    EXPECT(osThreadFlagsClear(1), osFlagsErrorISR);
    EXPECT(osThreadFlagsWait(1, 0, 0), osFlagsErrorISR);
    EXPECT(osThreadFlagsGet(), 0);
    EXPECT(osThreadFlagsSet(main_thread, 8), 8);
    EXPECT(osDelay(1), osErrorISR);
}

static void run(void *argument)
{
    (void)argument;
    main_thread = osThreadGetId();
    order();
    states();
    suspension();
    join();
    join_twice();
    join_in_vain();
    wrong_attributes();
    flags();
    flags_of_interrupt();
    leaks();
    judge_in_interrupt(in_interrupt);
    EXPECT(osThreadFlagsWait(8, 0, 0), 8);
    judge_end();
}

int main(void)
{
    return judge_run(run);
}
