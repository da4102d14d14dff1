/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a thread leaves the processor by a call of its own or by an interrupt, and the next thread
 * has left it in one of the two ways. All four combinations work, also with the idle thread, and no
 * register is lost.
 */
#include "conformance.h"

enum { LINE };

static struct lm_semaphore to_urgent, to_middle;
static struct lm_thread *middle;
static struct lm_timer begin_middle, begin_urgent, stop_middle, go_on_middle;

/* Keeps more values across the call of each round than a processor has registers. */
static uint32_t churn(uint32_t seed, void (*between)(void))
{
    uint32_t a = seed, b = seed * 3, c = seed * 5, d = seed * 7, e = seed * 11, f = seed * 13;

    for (uint32_t round = 0; round < 4; round++) {
        a += b ^ round;
        b = b << 5 | b >> 27;
        c ^= a + d;
        between();
        d += e * 17;
        e ^= f + c;
        f = f * 33 + a;
    }
    return a ^ b ^ c ^ d ^ e ^ f;
}

static void nothing(void)
{
}

static void post_urgent(void)
{
    CHECK(lm_semaphore_post(&to_urgent) == LM_OK);
}

static void raise_line(void)
{
    lm_board_interrupt_raise(LINE);
}

static void post(void *semaphore)
{
    CHECK(lm_semaphore_post(semaphore) == LM_OK);
}

static void wait_urgent(void)
{
    CHECK(lm_semaphore_wait(&to_urgent, LM_FOREVER) == LM_OK);
    mark('u');
}

static void be_urgent(void *argument)
{
    (void)argument;
    for (uint32_t seed = 1;; seed++) {
        CHECK(churn(seed, wait_urgent) == churn(seed, nothing));
    }
}

/* Works so long that it is interrupted. */
static void be_in_the_middle(void *argument)
{
    (void)argument;
    for (;;) {
        CHECK(lm_semaphore_wait(&to_middle, LM_FOREVER) == LM_OK);
        mark('m');
        lm_work(LM_MS(4));
        mark('m');
    }
}

static void suspend_middle(void *argument)
{
    (void)argument;
    CHECK(lm_thread_suspend(middle) == LM_OK);
}

static void resume_middle(void *argument)
{
    (void)argument;
    CHECK(lm_thread_resume(middle) == LM_OK);
}

/* begin_middle interrupts this thread or idle. begin_urgent interrupts the middle thread, which
 * continues when the urgent one waits again. stop_middle switches by an interrupt from the middle
 * thread to the one that an interrupt had left, and go_on_middle switches back. */
static void start_timers(void)
{
    CHECK(lm_timer_start(&begin_middle, LM_MS(1), 0) == LM_OK);
    CHECK(lm_timer_start(&begin_urgent, LM_MS(2), 0) == LM_OK);
    CHECK(lm_timer_start(&stop_middle, LM_MS(3), 0) == LM_OK);
    CHECK(lm_timer_start(&go_on_middle, LM_MS(4), 0) == LM_OK);
}

static void story(void *argument)
{
    (void)argument;
    lm_board_interrupt_attach(LINE, 3, post, &to_urgent);
    CHECK(churn(41, post_urgent) == churn(41, nothing)); /* left by a call, and back by a call */
    told("uuuu");
    CHECK(churn(43, raise_line) == churn(43, nothing)); /* left by an interrupt, back by a call */
    told("uuuu");
    start_timers();
    mark('s');
    lm_work(LM_MS(5));
    mark('s');
    told("smums");
    start_timers();
    mark('s');
    CHECK(lm_thread_sleep(LM_MS(12)) == LM_OK); /* the same with the idle thread */
    mark('s');
    told("smums");
    conformance_end();
}

static void set_up(void)
{
    lm_semaphore_create(&to_urgent, "to_urgent", 0, LM_FIFO);
    lm_semaphore_create(&to_middle, "to_middle", 0, LM_FIFO);
    lm_timer_create(&begin_middle, "begin_middle", post, &to_middle);
    lm_timer_create(&begin_urgent, "begin_urgent", post, &to_urgent);
    lm_timer_create(&stop_middle, "stop_middle", suspend_middle, NULL);
    lm_timer_create(&go_on_middle, "go_on_middle", resume_middle, NULL);
    lab_thread((struct lm_thread_config){.name = "urgent", LM_PREEMPTIVE(3), .entry = be_urgent});
    middle = lab_thread(
        (struct lm_thread_config){.name = "middle", LM_PREEMPTIVE(6), .entry = be_in_the_middle});
    lab_thread((struct lm_thread_config){.name = "story", LM_PREEMPTIVE(9), .entry = story});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
