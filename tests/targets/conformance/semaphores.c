/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a semaphore counts, and hands units to the waiting threads in the right order. Waits end at
 * their timeouts, and when the semaphore is deleted.
 */
#include "conformance.h"

static struct lm_semaphore fifo, ranked;

static void wait_for_fifo(void *letter)
{
    CHECK(lm_semaphore_wait(&fifo, LM_FOREVER) == LM_OK);
    mark(*(const char *)letter);
}

static void wait_for_ranked(void *letter)
{
    CHECK(lm_semaphore_wait(&ranked, LM_FOREVER) == LM_OK);
    mark(*(const char *)letter);
}

static void wait_in_vain(void *letter)
{
    CHECK(lm_semaphore_wait(&fifo, LM_MS(3)) == LM_TIMEOUT);
    mark(*(const char *)letter);
}

static void wait_until_deleted(void *letter)
{
    CHECK(lm_semaphore_wait(&fifo, LM_MS(50)) == LM_DELETED);
    mark(*(const char *)letter);
}

static void create(uint16_t priority, void (*entry)(void *), const char *name)
{
    lab_thread((struct lm_thread_config){.name = name,
                                         LM_PREEMPTIVE(priority),
                                         .entry = entry,
                                         .argument = (void *)(uintptr_t)name});
}

static void count(void)
{
    CHECK(lm_semaphore_count(&fifo) == 2);
    CHECK(lm_semaphore_wait(&fifo, LM_NO_WAIT) == LM_OK);
    CHECK(lm_semaphore_wait(&fifo, LM_FOREVER) == LM_OK);
    CHECK(lm_semaphore_wait(&fifo, LM_NO_WAIT) == LM_UNAVAILABLE);
    CHECK(lm_semaphore_post(&fifo) == LM_OK && lm_semaphore_count(&fifo) == 1);
    CHECK(lm_semaphore_wait(&fifo, LM_MS(1)) == LM_OK);
    CHECK(lm_semaphore_wait(&fifo, LM_UNTIL(0)) == LM_TIMEOUT); /* an instant that has passed */
}

static void serve(void)
{
    create(7, wait_for_fifo, "l");
    create(5, wait_for_fifo, "h");
    lm_semaphore_post(&fifo);
    lm_semaphore_post(&fifo);
    told("lh");
    create(7, wait_for_ranked, "4");
    create(6, wait_for_ranked, "2");
    create(6, wait_for_ranked, "3");
    create(5, wait_for_ranked, "1");
    for (int i = 0; i < 4; i++) {
        lm_semaphore_post(&ranked);
    }
    told("1234");
}

static void answer(void *letter)
{
    mark(*(const char *)letter);
    CHECK(lm_semaphore_post(&ranked) == LM_OK);
    CHECK(lm_semaphore_wait(&fifo, LM_FOREVER) == LM_OK); /* the post has freed the lock */
    mark(*(const char *)letter);
}

/* Two threads of the same priority take turns: each waits while the other one is ready. */
static void take_turns(void)
{
    create(9, answer, "t");
    CHECK(lm_semaphore_wait(&ranked, LM_FOREVER) == LM_OK);
    told("t");
    CHECK(lm_semaphore_post(&fifo) == LM_OK);
    told("");
    CHECK(lm_thread_yield() == LM_OK);
    told("t");
}

static void story(void *argument)
{
    (void)argument;
    count();
    serve();
    take_turns();
    create(5, wait_in_vain, "v");
    CHECK(lm_thread_sleep(LM_MS(2)) == LM_OK);
    told("");
    CHECK(lm_thread_sleep(LM_MS(2)) == LM_OK);
    told("v");
    CHECK(lm_semaphore_wait(&ranked, LM_UNTIL(lm_now() + LM_MS(2))) == LM_TIMEOUT);
    create(5, wait_until_deleted, "d");
    create(4, wait_until_deleted, "e");
    CHECK(lm_semaphore_delete(&fifo) == LM_OK);
    told("ed");
    CHECK(lm_semaphore_post(&fifo) == LM_BAD_OBJECT);
    conformance_end();
}

static void set_up(void)
{
    lm_semaphore_create(&fifo, "fifo", 2, LM_FIFO);
    lm_semaphore_create(&ranked, "ranked", 0, LM_BY_PRIORITY);
    create(9, story, "story");
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
