/* SPDX-License-Identifier: Apache-2.0 */
/* The idle task: it frees the memory of tasks that deleted themselves, and calls the idle hook.
 * Only programs that need one of them, and those that look at this task, contain it. */
#include "limen.h"

static TaskHandle_t idle_task;
static struct lm_semaphore work;
static UBaseType_t ended; /* tasks that deleted themselves since the idle task ran */

/* In virtual time no time passes while a thread runs, so this lets the clock advance. */
static void call_hook(void)
{
    uint64_t before = lm_now();

    lm_freertos_idle_options.hook();
    (void)lm_thread_yield();
    if (lm_now() == before) {
        (void)lm_thread_sleep_until(lm_layer_instant(1));
    }
}

static void idle(void *parameter)
{
    (void)parameter;
    for (;;) {
        ended = 0;
        lm_layer_thread_free_ended();
        if (lm_freertos_idle_options.hook != NULL) {
            call_hook();
        } else {
            (void)lm_semaphore_wait_forever(&work);
        }
    }
}

void lm_freertos_idle_begin(void)
{
    static uint32_t run;

    if (run == lm_layer_run) {
        return;
    }
    run = lm_layer_run;
    ended = 0;
    memset(&work, 0, sizeof work);
    (void)lm_semaphore_create(&work, "idle", 0, LM_FIFO);
    idle_task =
        xTaskCreateStatic(idle, lm_freertos_idle_options.name,
                          lm_freertos_idle_options.stack_bytes / (uint32_t)sizeof(StackType_t),
                          NULL, tskIDLE_PRIORITY, (StackType_t *)(void *)lm_freertos_idle_stack,
                          (StaticTask_t *)(void *)lm_freertos_idle_task);
}

void lm_freertos_idle_expects(void)
{
    ended++; /* no other task runs now */
    if (idle_task != NULL) {
        (void)lm_semaphore_post_below(&work, 1);
    }
}

UBaseType_t lm_freertos_idle_awaited(void)
{
    return ended;
}

TaskHandle_t xTaskGetIdleTaskHandle(void)
{
    return idle_task;
}
