/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: random programs do in the layer what FreeRTOS defines. Method: tasks and an interrupt make
 * the calls of a random script on shared objects. The script and the answer of each call are
 * printed, with the tick and the task, and tests/support/freertos_model.py predicts them.
 *
 * Calls take no time in virtual time, and little on a board. Work lasts until the middle of a tick,
 * so that the order of all calls is the same on a board.
 *
 * Arguments: the first seed, the number of seeds, the groups of calls.
 */
#include "calls.h"
#include <limen/board.h>
#include <stdlib.h>

enum { LEAD_WORDS = 512 };

static StaticTimer_t timer_blocks[TIMERS];
static unsigned places[TASKS_MAX]; /* of the next calls */

void run_task(void *parameter)
{
    unsigned task = (unsigned)(uintptr_t)parameter;

    last[task] = begin;
    while (places[task] < script.calls[task]) {
        unsigned place = places[task];
        const struct call *call = &script.list[task][place];

        places[task] += 1 + (call->kind == CALL_raise ? (unsigned)call->first : 0);
        make_call(task, place);
    }
    for (;;) {
        vTaskSuspend(NULL);
    }
}

static void expire(TimerHandle_t timer)
{
    run_callback((unsigned)(uintptr_t)pvTimerGetTimerID(timer));
}

static void create(void)
{
    for (unsigned i = 0; i < QUEUES; i++) {
        queues[i] = xQueueCreate(script.lengths[i], sizeof(int));
    }
    create_locks();
    group = xEventGroupCreate();
    set = xQueueCreateSet(MEMBERS * MEMBER_LENGTH);
    members[0] = xQueueCreate(MEMBER_LENGTH, sizeof(int));
    members[1] = xSemaphoreCreateCounting(MEMBER_LENGTH, 0);
    for (unsigned i = 0; i < MEMBERS; i++) {
        (void)xQueueAddToSet(members[i], set);
    }
    streams[0] = xStreamBufferCreate(STREAM_BYTES, TRIGGER);
    streams[1] = xMessageBufferCreate(BUFFER_BYTES);
    for (unsigned i = 0; i < TIMERS; i++) {
        timers[i] = xTimerCreateStatic("timer", (TickType_t)script.periods[i],
                                       (BaseType_t)script.reloads[i], (void *)(uintptr_t)i, expire,
                                       &timer_blocks[i]);
    }
    for (unsigned i = 0; i < script.tasks; i++) {
        places[i] = 0;
        start_task(i);
    }
}

static void delete (void)
{
    is_over = true;
    for (unsigned i = 0; i < script.tasks; i++) {
        vTaskDelete(tasks[i]);
    }
    for (unsigned i = 0; i < TIMERS; i++) {
        (void)xTimerDelete(timers[i], portMAX_DELAY);
    }
    for (unsigned i = 0; i < QUEUES; i++) {
        vQueueDelete(queues[i]);
    }
    for (unsigned i = 0; i < SEMAPHORES; i++) {
        vSemaphoreDelete(semaphores[i]);
    }
    for (unsigned i = 0; i < MUTEXES; i++) {
        vSemaphoreDelete(mutexes[i]);
    }
    vEventGroupDelete(group);
    for (unsigned i = 0; i < MEMBERS; i++) {
        vQueueDelete(members[i]);
    }
    vQueueDelete(set);
    vStreamBufferDelete(streams[0]);
    vMessageBufferDelete(streams[1]);
}

static void print_calls(unsigned task)
{
    for (unsigned i = 0; i < script.calls[task]; i++) {
        const struct call *call = &script.list[task][i];

        lm_board_printf("%s %u %d %d %d %d\n", script_names[call->kind], call->object, call->first,
                        call->second, call->third, call->ticks);
    }
}

static void print(uint32_t seed)
{
    lm_board_printf("seed %u %u", (unsigned)seed, script.ticks);
    for (unsigned i = 0; i < QUEUES; i++) {
        lm_board_printf(" %u", script.lengths[i]);
    }
    for (unsigned i = 0; i < SEMAPHORES; i++) {
        lm_board_printf(" %u %u", script.ceilings[i], script.counts[i]);
    }
    lm_board_printf("\n");
    for (unsigned i = 0; i < script.tasks; i++) {
        lm_board_printf("task %u\n", script.priorities[i]);
        print_calls(i);
    }
    lm_board_printf("streams %u\n", (unsigned)sizeof(configMESSAGE_BUFFER_LENGTH_TYPE));
    lm_board_printf("timers");
    for (unsigned i = 0; i < TIMERS; i++) {
        lm_board_printf(" %u %u", script.periods[i], script.reloads[i]);
    }
    lm_board_printf("\n");
    print_calls(TASKS_MAX);
    for (unsigned i = 0; i < used; i++) {
        lm_board_printf("= %u %u %u %ld %ld\n", (unsigned)entries[i].tick, entries[i].task,
                        entries[i].call, entries[i].answer, entries[i].value);
    }
}

static uint32_t first_seed;
static unsigned seeds, groups;

static void lead(void *parameter)
{
    (void)parameter;
    for (uint32_t seed = first_seed; seed < first_seed + seeds; seed++) {
        script_make(&script, seed, groups);
        used = 0;
        vTaskDelay(1); /* the timer task executes all commands */
        is_over = false;
        begin = xTaskGetTickCount();
        create();
        vTaskDelay((TickType_t)script.ticks);
        delete ();
        print(seed);
    }
    lm_board_printf("end\n");
    lm_board_exit(0);
}

int main(int argc, char **argv)
{
    first_seed = argc > 1 ? (uint32_t)atoi(argv[1]) : 1;
    seeds = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
    groups = argc > 3 ? (unsigned)atoi(argv[3]) : WITH_ALL;
    if ((groups & FOR_ALL) == 0) {
        lm_board_printf("groups: no call that each task can make; add one of %#x\n", FOR_ALL);
        return 2;
    }
    lm_board_interrupt_attach(0, 2, handle_calls, NULL);
    (void)xTaskCreate(lead, "lead", LEAD_WORDS, NULL, configMAX_PRIORITIES - 1, NULL);
    vTaskStartScheduler();
    return 1;
}
