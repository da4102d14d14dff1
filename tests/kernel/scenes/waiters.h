/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that wait on real stacks, each more urgent than the next one, and a less urgent thread
 * that plays the scene. */
#ifndef TESTS_WAITERS_H
#define TESTS_WAITERS_H

#include <limen/limen.h>
#include <stddef.h>

enum { WAITERS = 2 };

static struct lm_thread waiting[WAITERS], control;

/* Start the kernel. Each thread calls wait with its element of an array of waiters. */
static inline void play_with_waiters(void (*play)(void *), void (*wait)(void *waiter),
                                     void *waiters, size_t waiter_bytes)
{
    enum { STACK = 32768 }; /* a failed check prints */
    static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[WAITERS + 1][STACK];

    for (uint16_t i = 0; i < WAITERS; i++) {
        lm_thread_create(&waiting[i], &(struct lm_thread_config){
                                          .entry = wait,
                                          .argument = (unsigned char *)waiters + i * waiter_bytes,
                                          .stack = stacks[i],
                                          .stack_bytes = STACK,
                                          LM_PREEMPTIVE(i)});
    }
    lm_thread_create(&control, &(struct lm_thread_config){.entry = play,
                                                          .stack = stacks[WAITERS],
                                                          .stack_bytes = STACK,
                                                          LM_PREEMPTIVE(WAITERS)});
    lm_kernel_start();
}

#endif
