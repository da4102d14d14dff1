/* SPDX-License-Identifier: Apache-2.0 */
/* Four threads of a controller that do not preempt each other, and a more urgent one that preempts
 * them. Their jobs run on one stack. The program prints the bytes of their stacks in comparison
 * with separate stacks. It fails if a stack has overflowed or LM_WAIT_STACK_BYTES is too small.
 */
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

enum { THREADS = 4, LARGEST = 1536, ROUNDS = 50, DEPTH = 64 };

static const uint32_t job_bytes[THREADS] = {512, 768, 1024, LARGEST};

#define OWN_BYTES                                                                                  \
    (LM_PORT_STACK_BYTES(512) + LM_PORT_STACK_BYTES(768) + LM_PORT_STACK_BYTES(1024) +             \
     LM_PORT_STACK_BYTES(LARGEST))

LM_STACK(job_stack, LARGEST);
LM_STACK(urgent_stack, 256);
static _Alignas(
    LM_PORT_STACK_ALIGN) unsigned char waiting[THREADS][LM_PORT_STACK_BYTES(LM_WAIT_STACK_BYTES)];
static struct lm_shared_stack shared;
static struct lm_thread threads[THREADS], urgent, control;
static struct lm_period periods[THREADS], urgent_period = LM_PERIOD(LM_US(530), 0, 0);
static unsigned numbers[THREADS], jobs, refused, overflows;
LM_STACK(control_stack, 512);

/* Each level takes DEPTH bytes and a little more. */
static __attribute__((noinline)) unsigned dig(unsigned levels)
{
    volatile unsigned char frame[DEPTH];

    memset((unsigned char *)frame, (int)levels, sizeof frame);
    if (levels > 1) {
        return dig(levels - 1) + frame[levels % DEPTH];
    }
    lm_work(LM_US(200));
    return frame[0];
}

static void job(void *argument)
{
    const unsigned *number = argument;

    (void)dig(job_bytes[*number] / (DEPTH + 32U));
    jobs++;
}

static void loop(void *argument)
{
    for (;;) {
        refused += lm_shared_stack_run(&shared, job, argument) != LM_OK;
        (void)lm_thread_wait_period();
    }
}

static void preempt(void *argument)
{
    (void)argument;
    for (;;) {
        lm_work(LM_US(10));
        (void)lm_thread_wait_period();
    }
}

static void note_overflow(struct lm_thread *thread)
{
    (void)thread;
    overflows++;
}

static void watch(void *argument)
{
    uint32_t unused = sizeof waiting[0];

    (void)argument;
    (void)lm_thread_sleep(LM_MS(10) * ROUNDS);
    for (unsigned i = 0; i < THREADS; i++) {
        uint32_t of_thread = lm_thread_stack_unused(&threads[i]);

        unused = of_thread < unused ? of_thread : unused;
    }
    lm_board_printf("%u jobs, %u refused, %u overflows\n", jobs, refused, overflows);
    lm_board_printf("stacks: %u bytes of their own, %u bytes shared\n", (unsigned)OWN_BYTES,
                    (unsigned)(sizeof job_stack + sizeof waiting));
    lm_board_printf("never used: %u of the shared one, %u of those for waiting\n",
                    (unsigned)lm_shared_stack_unused(&shared), (unsigned)unused);
    lm_board_exit(
        refused + overflows == 0 && unused > 0 && lm_shared_stack_unused(&shared) > 0 ? 0 : 1);
}

int main(void)
{
    lm_kernel_init();
    lm_shared_stack_init(&shared, job_stack, sizeof job_stack);
    for (unsigned i = 0; i < THREADS; i++) {
        numbers[i] = i;
        periods[i] = (struct lm_period)LM_PERIOD(LM_MS(10), 0, 0);
        lm_thread_create(&threads[i], &(struct lm_thread_config){.name = "thread",
                                                                 .priority = (uint16_t)(4 + i),
                                                                 .threshold = 4,
                                                                 .entry = loop,
                                                                 .argument = &numbers[i],
                                                                 .period = &periods[i],
                                                                 .stack = waiting[i],
                                                                 .stack_bytes = sizeof waiting[i]});
    }
    lm_thread_create(&urgent, &(struct lm_thread_config){.name = "urgent",
                                                         LM_PREEMPTIVE(1),
                                                         .entry = preempt,
                                                         .period = &urgent_period,
                                                         LM_USE_STACK(urgent_stack)});
    lm_thread_create(&control, &(struct lm_thread_config){.name = "control",
                                                          LM_PREEMPTIVE(0),
                                                          .entry = watch,
                                                          LM_USE_STACK(control_stack)});
    lm_stack_check(note_overflow);
    lm_kernel_start();
    return 1;
}
