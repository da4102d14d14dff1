/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: threads and handlers compute with floats, and none of them changes a float of another, for
 * each of the four kinds of switches (preemption.c). A thread without floats is among them.
 *
 * tests/targets/boards/fpu tests each register of the FPU.
 */
#include "conformance.h"

enum { LINE };

static struct lm_semaphore to_urgent, to_plain, to_story;
static struct lm_timer begin_plain, begin_urgent;
static float handler_sum;

/* Keeps sixteen floats across the call of each round. */
static float churn_rounds(float seed, unsigned rounds, void (*between)(void))
{
    float value[16];
    float sum = 0;

    for (unsigned i = 0; i < 16; i++) {
        value[i] = seed + (float)i / 3;
    }
    for (unsigned round = 0; round < rounds; round++) {
        float a = value[0], b = value[1], c = value[2], d = value[3], e = value[4], f = value[5];
        float g = value[6], h = value[7], i = value[8], j = value[9], k = value[10], l = value[11];
        float m = value[12], n = value[13], o = value[14], p = value[15];

        between();
        sum += a - b * c + d * e - f * g + h * i - j * k + l * m - n * o + p;
        value[round] = sum / 7;
    }
    return sum;
}

static float churn(float seed, void (*between)(void))
{
    return churn_rounds(seed, 4, between);
}

static void nothing(void)
{
}

static bool equal(float one, float other)
{
    return !(one < other) && !(one > other);
}

static void post(void *semaphore)
{
    handler_sum += churn_rounds(handler_sum / 1024, 1, nothing);
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
    for (float seed = 1;; seed += 0.125F) {
        CHECK(equal(churn(seed, wait_urgent), churn(seed, nothing)));
    }
}

static void be_plain(void *argument)
{
    (void)argument;
    for (;;) {
        CHECK(lm_semaphore_wait(&to_plain, LM_FOREVER) == LM_OK);
        mark('p');
        CHECK(lm_timer_start(&begin_urgent, LM_MS(1), 0) == LM_OK);
        lm_work(LM_MS(3));
        mark('p');
        CHECK(lm_semaphore_post(&to_story) == LM_OK);
    }
}

static void post_urgent(void)
{
    CHECK(lm_semaphore_post(&to_urgent) == LM_OK);
}

static void raise_line(void)
{
    lm_board_interrupt_raise(LINE);
}

static void work(void)
{
    lm_work(LM_MS(1));
}

static void wait_for_plain(void)
{
    CHECK(lm_timer_start(&begin_plain, LM_MS(2), 0) == LM_OK);
    CHECK(lm_semaphore_wait(&to_story, LM_FOREVER) == LM_OK);
}

static void story(void *argument)
{
    (void)argument;
    lm_board_interrupt_attach(LINE, 3, post, &to_urgent);
    CHECK(equal(churn(41, post_urgent), churn(41, nothing))); /* by a call, and back by a call */
    told("uuuu");
    CHECK(equal(churn(43, raise_line), churn(43, nothing))); /* by an interrupt, back by a call */
    told("uuuu");
    /* Plain preempts this thread, and urgent preempts plain. */
    CHECK(lm_timer_start(&begin_plain, LM_MS(2), 0) == LM_OK);
    CHECK(equal(churn(47, work), churn(47, nothing)));
    told("pup");
    CHECK(lm_semaphore_wait(&to_story, LM_NO_WAIT) == LM_OK);
    /* Repeat it with the idle thread. */
    CHECK(equal(churn(53, wait_for_plain), churn(53, nothing)));
    told("puppuppuppup");
    conformance_end();
}

static void set_up(void)
{
    lm_semaphore_create(&to_urgent, "to_urgent", 0, LM_FIFO);
    lm_semaphore_create(&to_plain, "to_plain", 0, LM_FIFO);
    lm_semaphore_create(&to_story, "to_story", 0, LM_FIFO);
    lm_timer_create(&begin_plain, "begin_plain", post, &to_plain);
    lm_timer_create(&begin_urgent, "begin_urgent", post, &to_urgent);
    lab_thread((struct lm_thread_config){.name = "urgent", LM_PREEMPTIVE(3), .entry = be_urgent});
    lab_thread((struct lm_thread_config){.name = "plain", LM_PREEMPTIVE(6), .entry = be_plain});
    lab_thread((struct lm_thread_config){.name = "story", LM_PREEMPTIVE(9), .entry = story});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
