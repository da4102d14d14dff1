/* SPDX-License-Identifier: Apache-2.0 */
/* The effect of lowered thresholds. Thread 0, which is urgent and short, is due every 2 ms, and 15
 * threads count for half a millisecond every 8 ms. The tick is 1 ms. The lab shows how long after
 * its release thread 0 begins.
 *
 *   tick                             the others' threshold  answer
 *   -------------------------------  ---------------------  -----------------------------------
 *   deferred: kernel-v1              0                      when all have finished, at worst
 *   in the interrupt                 0                      when the running one has finished
 *   in the interrupt, preemptive     their priority         at once
 *
 * Pin 16 shows only the other threads, so that it shows when thread 0 runs in between.
 */
#include "board.h"
#include "kernel_v1.h"

enum { STACK_BYTES = 1024, TICK_MS = 1, URGENT_MS = 2, OTHERS_MS = 8 };
enum { URGENT_PRIO = 1, COUNT = 4000, SHORT_COUNT = 100 };

static void answer(void)
{
    for (;;) {
        pins_set(PIN_THREAD0);
        count_to(SHORT_COUNT);
        pins_clear(PIN_THREAD0);
        v1_next();
    }
}

static void count(void)
{
    unsigned number = v1_tid();

    thread_enters(number);
    for (;;) {
        count_to(COUNT);
        thread_leaves(number);
        v1_next();
        thread_enters(number);
    }
}

static bool install_thread(unsigned tid)
{
    struct v1_thread *thread;

    if (v1_allocate(&thread, tid == 0 ? answer : count, STACK_BYTES) != V1_OK) {
        return false;
    }
    if (tid == 0) {
        v1_set_prio(thread, URGENT_PRIO);
    } else if (URGENT_PREEMPTIVE) {
        (void)lm_thread_set_priority(&thread->thread, V1_PRIO, V1_PRIO);
    }
    v1_set_period(thread, tid == 0 ? URGENT_MS : OTHERS_MS, TICK_MS);
    v1_enable(thread);
    return true;
}

int main(void)
{
    enum lm_tick_style style = KERNELPERF_IN_INTERRUPT ? LM_TICK_IN_INTERRUPT : LM_TICK_DEFERRED;

    board_start();
    if (v1_install_as(TICK_MS, style) != V1_OK) {
        return 1;
    }
    for (unsigned tid = 0; tid < V1_THREADS; tid++) {
        if (!install_thread(tid)) {
            return 1;
        }
    }
    v1_run();
    return 1;
}
