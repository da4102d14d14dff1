/* SPDX-License-Identifier: Apache-2.0 */
/* Threads without code; see threads.h. */
#include "threads.h"
#include "check.h"
#include <stddef.h>

struct lm_thread threads[THREADS_MAX];
struct lm_slice threads_slice[THREADS_MAX];
static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[THREADS_MAX][LM_PORT_STACK_MIN];

static void never_runs(void *argument)
{
    (void)argument;
    CHECK(false);
}

struct lm_thread_config threads_config(unsigned i, unsigned priority, unsigned threshold)
{
    static const char *const names[THREADS_MAX] = {"T0", "T1", "T2", "T3", "T4", "T5", "T6", "T7"};

    return (struct lm_thread_config){
        .name = names[i],
        .entry = never_runs,
        .stack = stacks[i],
        .stack_bytes = sizeof stacks[i],
        .priority = (uint16_t)priority,
        .threshold = (uint16_t)threshold,
    };
}

void threads_begin(unsigned count, const unsigned *priorities)
{
    lm_kernel_init();
    for (unsigned i = 0; i < count; i++) {
        struct lm_thread_config config = threads_config(i, priorities[i], priorities[i]);

        CHECK_STATUS(lm_thread_create(&threads[i], &config), LM_OK);
    }
    lm_kernel_start();
}

int threads_running(void)
{
    const struct lm_thread *self = lm_thread_self();

    return self == NULL ? -1 : (int)(self - threads);
}
