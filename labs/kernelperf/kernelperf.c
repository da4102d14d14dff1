/* SPDX-License-Identifier: Apache-2.0 */
/* The test program KernelPerf: 16 threads, of which thread 0 prints and the others count, in the 13
 * settings of the document. Each setting is an image of its own, KERNELPERF_CASE. The tick has the
 * style of kernel-v1, deferred, unless KERNELPERF_IN_INTERRUPT is set. An image for both cores runs
 * all of it on each.
 *
 * The text of the document and its program differ in two cases. This program follows the program:
 *   9   "eight of 16 threads run at half the frequency": it is seven (2, 4, ... 14)
 *   12  "the tick period is set to 4 ms": thread 0 keeps its period of 8 ms
 */
#include "board.h"
#include <kernel_v1.h> /* of Limen, or in the folder list */
#if LM_CORES > 1
#include <limen/cores.h>
#endif

enum { STACK_BYTES = 1024, TEXT_MAX = 50 };

enum prios { EQUAL, RISING };

struct setting {
    uint8_t tick_ms;
    uint8_t threads;
    uint8_t thread0_ms, odd_ms, even_ms; /* periods; thread 0 is not one of the even ones */
    uint16_t count;
    uint8_t text_length;
    uint8_t prios;
    void (*print)(const char *text);
};

static const struct setting settings[] = {
    {8, 16, 8, 8, 8, 4000, 30, EQUAL, print_spinning},
    {8, 16, 8, 8, 8, 5500, 30, EQUAL, print_spinning},
    {8, 16, 8, 8, 8, 7000, 30, EQUAL, print_spinning},
    {8, 16, 8, 8, 8, 4000, 30, EQUAL, print_spinning},
    {8, 16, 8, 8, 8, 4000, 40, EQUAL, print_spinning},
    {8, 16, 8, 8, 8, 4000, 50, EQUAL, print_spinning},
    {8, 16, 8, 8, 8, 4000, 30, EQUAL, print_suspending},
    {8, 16, 8, 8, 8, 4000, 40, EQUAL, print_suspending},
    {8, 16, 8, 8, 8, 4000, 50, EQUAL, print_suspending},
    {8, 16, 8, 8, 16, 4000, 30, EQUAL, print_spinning},
    {8, 8, 8, 8, 8, 4000, 30, EQUAL, print_spinning},
    {8, 16, 8, 8, 8, 4000, 30, RISING, print_spinning},
    {4, 16, 8, 4, 4, 2000, 30, EQUAL, print_spinning},
};

_Static_assert(KERNELPERF_CASE < sizeof settings / sizeof settings[0],
               "KERNELPERF_CASE is too large");
static const struct setting *const setting = &settings[KERNELPERF_CASE];

static char text[TEXT_MAX + 1];

/* Thread 0. */
static void print(void)
{
    thread_enters(0);
    for (;;) {
        setting->print(text);
        thread_leaves(0);
        v1_next();
        thread_enters(0);
    }
}

/* Each other thread. */
static void count(void)
{
    unsigned number = v1_tid();
    uint32_t limit = setting->count;

    thread_enters(number);
    for (;;) {
        count_to(limit);
        thread_leaves(number);
        v1_next();
        thread_enters(number);
    }
}

static void write_text(void)
{
    unsigned last = setting->text_length - 1U;

    for (unsigned i = 0; i < last; i++) {
        text[i] = (char)('0' + i);
    }
    text[last] = '\n';
}

static uint32_t period_of(unsigned tid)
{
    if (tid == 0) {
        return setting->thread0_ms;
    }
    return tid % 2 == 0 ? setting->even_ms : setting->odd_ms;
}

static bool install_thread(unsigned tid)
{
    struct v1_thread *thread;

    if (v1_allocate(&thread, tid == 0 ? print : count, STACK_BYTES) != V1_OK) {
        return false;
    }
    if (setting->prios == RISING) {
        v1_set_prio(thread, V1_THREADS - tid);
    }
    v1_set_period(thread, period_of(tid), 0);
    v1_enable(thread);
    return true;
}

static bool install(void)
{
    enum lm_tick_style style = KERNELPERF_IN_INTERRUPT ? LM_TICK_IN_INTERRUPT : LM_TICK_DEFERRED;

    if (v1_install_as(setting->tick_ms, style) != V1_OK) {
        return false;
    }
    for (unsigned tid = 0; tid < setting->threads; tid++) {
        if (!install_thread(tid)) {
            return false;
        }
    }
    return true;
}

#if LM_CORES > 1
/* Core 1 runs the same threads, with a kernel of its own. */
static void prepare(void)
{
    if (install()) {
        v1_run();
    }
}

static bool start_others(void)
{
    return lm_core_start(1, prepare) == LM_OK;
}
#else
static bool start_others(void)
{
    return true;
}
#endif

int main(void)
{
    board_start();
    write_text();
    if (install() && start_others()) {
        v1_run();
    }
    return 1;
}
