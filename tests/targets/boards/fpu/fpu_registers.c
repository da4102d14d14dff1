/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: s0 to s31 and FPSCR of a thread survive each kind of switch, independently of the use of
 * the FPU by the other thread and by handlers. A thread leaves by a call or by an interrupt, and
 * returns by a call or by an interrupt.
 *
 * Method: a thread with a pattern in all registers is left and comes back in each of the four ways.
 * In between, another thread with floats of its own, or one without, runs, and so do handlers with
 * floats or without. CONTROL.FPCA of the thread without floats stays 0.
 */
#include <limen/board.h>
#include <limen/limen.h>

enum { LINE_SWITCH, LINE_SET, ROUNDS = 3 };

extern uint32_t fpu_across_call(uint32_t seed, void (*function)(void *argument), void *argument);
extern uint32_t fpu_across_interrupts(uint32_t seed, volatile uint32_t *flag);
extern void fpu_spoil(void);

LM_STACK(first_stack, 1024);
LM_STACK(other_stack, 1024);
LM_STACK(plain_stack, 1024);
static struct lm_thread first, other, plain;
static struct lm_semaphore to_other, to_plain, to_first;
static struct lm_timer timer;
static bool spoils;
static volatile uint32_t flag, rounds_of_other, rounds_of_plain;
static unsigned switches, failures;

static void check(bool condition, const char *what)
{
    if (!condition) {
        failures++;
        lm_board_printf("not so: %s\n", what);
    }
}

static bool uses_fpu(void)
{
    uint32_t control;

    __asm__ volatile("mrs %0, control" : "=r"(control));
    return (control & 1U << 2) != 0;
}

/* A handler, with or without floats, that makes a more urgent thread ready. */
static void post(void *semaphore)
{
    if (spoils) {
        fpu_spoil();
    }
    (void)lm_semaphore_post(semaphore);
}

/* The first thread is blocked or preempted when this runs. */
static void wake_first(void *argument)
{
    (void)argument;
    if (spoils) {
        fpu_spoil();
    }
    flag = 1;
    (void)lm_semaphore_post(&to_first);
}

static void post_by_call(void *semaphore)
{
    (void)lm_semaphore_post(semaphore);
}

static void post_by_interrupt(void *semaphore)
{
    lm_board_interrupt_attach(LINE_SWITCH, 3, post, semaphore);
    lm_board_interrupt_raise(LINE_SWITCH);
}

static void wait_for(void *semaphore)
{
    (void)lm_semaphore_wait(semaphore, LM_FOREVER);
}

/* More urgent than the first thread: its wait is a switch back by a call. */
static void run_other(void *argument)
{
    (void)argument;
    for (uint32_t seed = 100;; seed += 100) {
        check(fpu_across_call(seed, wait_for, &to_other) == 0, "the other thread keeps its floats");
        fpu_spoil();
        rounds_of_other++;
        flag = 1;
    }
}

static void run_plain(void *argument)
{
    (void)argument;
    for (;;) {
        wait_for(&to_plain);
        check(!uses_fpu(), "a thread without floats has no FPCA");
        rounds_of_plain++;
        flag = 1;
    }
}

/* The line makes a thread ready while the first one checks its registers. */
static void start_timer(struct lm_semaphore *semaphore)
{
    flag = 0;
    lm_timer_delete(&timer);
    lm_timer_create(&timer, "timer", post, semaphore);
    (void)lm_timer_start(&timer, LM_US(200), 0);
}

static void try(struct lm_semaphore *semaphore, uint32_t seed)
{
    check(fpu_across_call(seed, post_by_call, semaphore) == 0, "left by a call, back by a call");
    check(fpu_across_call(seed + 1, post_by_interrupt, semaphore) == 0,
          "left by an interrupt in a call, back by a call");
    start_timer(semaphore);
    check(fpu_across_interrupts(seed + 2, &flag) == 0, "left by an interrupt, back by a call");

    /* The wake comes by an interrupt, while the idle thread or the others run. */
    lm_timer_delete(&timer);
    lm_timer_create(&timer, "timer", wake_first, NULL);
    (void)lm_timer_start(&timer, LM_US(200), 0);
    check(fpu_across_call(seed + 3, wait_for, &to_first) == 0,
          "left by a call, back by an interrupt");
    switches += 4;
}

/* The first thread is suspended by an interrupt in its loop, and resumed by another one over the
 * idle thread. In between, the other thread leaves its pattern in s16 to s31. */
static void suspend_first(void *argument)
{
    (void)argument;
    if (spoils) {
        fpu_spoil();
    }
    (void)lm_thread_suspend(&first);
    (void)lm_semaphore_post(&to_other);
}

static void resume_first(void *argument)
{
    (void)argument;
    if (spoils) {
        fpu_spoil();
    }
    (void)lm_thread_resume(&first);
}

static void try_interrupts_only(uint32_t seed)
{
    static struct lm_timer resume;

    flag = 0;
    lm_timer_delete(&timer);
    lm_timer_create(&timer, "suspend", suspend_first, NULL);
    lm_timer_create(&resume, "resume", resume_first, NULL);
    (void)lm_timer_start(&timer, LM_US(200), 0);
    (void)lm_timer_start(&resume, LM_US(400), 0);
    check(fpu_across_interrupts(seed, &flag) == 0, "left by an interrupt, back by an interrupt");
    lm_timer_delete(&resume);
    switches++;
}

static void run_first(void *argument)
{
    (void)argument;
    check(!uses_fpu(), "a new thread has no FPCA");
    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < 2; i++) {
            spoils = i != 0;
            try(&to_other, round * 10 + i);
            try(&to_plain, round * 10 + i);
            try_interrupts_only(round * 10 + i + 5);
        }
    }
    check(rounds_of_other == ROUNDS * 2U * 4U && rounds_of_plain == ROUNDS * 2U * 3U,
          "the others have run each time");
    lm_board_printf("%u switches, %u failures\n", switches, failures);
    lm_board_exit(failures == 0 ? 0 : 1);
}

int main(void)
{
    lm_kernel_init();
    lm_semaphore_create(&to_other, "to_other", 0, LM_FIFO);
    lm_semaphore_create(&to_plain, "to_plain", 0, LM_FIFO);
    lm_semaphore_create(&to_first, "to_first", 0, LM_FIFO);
    lm_timer_create(&timer, "timer", post, &to_other);
    (void)lm_thread_create(&first, &(struct lm_thread_config){.name = "first",
                                                              LM_PREEMPTIVE(9),
                                                              .entry = run_first,
                                                              LM_USE_STACK(first_stack)});
    (void)lm_thread_create(&other, &(struct lm_thread_config){.name = "other",
                                                              LM_PREEMPTIVE(3),
                                                              .entry = run_other,
                                                              LM_USE_STACK(other_stack)});
    (void)lm_thread_create(&plain, &(struct lm_thread_config){.name = "plain",
                                                              LM_PREEMPTIVE(5),
                                                              .entry = run_plain,
                                                              LM_USE_STACK(plain_stack)});
    lm_kernel_start();
    return 1;
}
