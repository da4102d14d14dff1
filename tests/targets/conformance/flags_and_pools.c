/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: on every target, event flags release the threads whose waits they satisfy, blocks go to the
 * waiting threads, and a wait can be aborted. Byte pools are left out, because the sizes of their
 * pieces depend on the size of a pointer.
 */
#include "conformance.h"

enum { BLOCK_BYTES = 32 };

static struct lm_event_flags flags;
static struct lm_block_pool pool;
static _Alignas(8) unsigned char area[BLOCK_BYTES];
static struct lm_thread *sleeper;

static void create(uint16_t priority, void (*entry)(void *), const char *name)
{
    sleeper = lab_thread((struct lm_thread_config){.name = name,
                                                   LM_PREEMPTIVE(priority),
                                                   .entry = entry,
                                                   .argument = (void *)(uintptr_t)name});
}

static void wait_for_all(void *letter)
{
    uint32_t found = 0;

    CHECK(lm_event_flags_wait(&flags, 3, LM_ALL_CLEAR, &found, LM_FOREVER) == LM_OK);
    CHECK(found == 7);
    mark(*(const char *)letter);
}

static void wait_for_any(void *letter)
{
    CHECK(lm_event_flags_wait(&flags, 6, LM_ANY_CLEAR, NULL, LM_FOREVER) == LM_OK);
    mark(*(const char *)letter);
}

static void wait_in_vain(void *letter)
{
    CHECK(lm_event_flags_wait(&flags, 8, LM_ANY, NULL, LM_MS(3)) == LM_TIMEOUT);
    mark(*(const char *)letter);
}

static void wait_for_block(void *letter)
{
    void *block;

    CHECK(lm_block_allocate(&pool, &block, LM_FOREVER) == LM_OK);
    CHECK(block == area);
    mark(*(const char *)letter);
}

static void sleep_until_aborted(void *letter)
{
    CHECK(lm_thread_sleep(LM_MS(50)) == LM_ABORTED);
    mark(*(const char *)letter);
}

static void set_in_interrupt(void *argument)
{
    (void)argument;
    lm_event_flags_set(&flags, 2);
}

static void story(void *argument)
{
    void *block;

    (void)argument;
    create(5, wait_for_all, "a");
    create(4, wait_for_any, "b");
    create(3, wait_in_vain, "v");
    CHECK(lm_event_flags_set(&flags, 1) == LM_OK);
    told("");
    CHECK(lm_event_flags_set(&flags, 6) == LM_OK);
    told("ba");
    CHECK(lm_event_flags_get(&flags) == 0);
    CHECK(lm_thread_sleep(LM_MS(5)) == LM_OK);
    told("v");
    create(4, wait_for_any, "c");
    lm_board_interrupt_attach(0, 1, set_in_interrupt, NULL);
    lm_board_interrupt_raise(0);
    told("c");
    CHECK(lm_block_allocate(&pool, &block, LM_NO_WAIT) == LM_OK);
    create(5, wait_for_block, "d");
    create(4, wait_for_block, "e");
    CHECK(lm_block_release(&pool, block) == LM_OK);
    CHECK(lm_block_release(&pool, block) == LM_OK);
    told("ed");
    create(5, sleep_until_aborted, "s");
    CHECK(lm_thread_abort_wait(sleeper) == LM_OK);
    told("s");
    conformance_end();
}

static void set_up(void)
{
    lm_event_flags_create(&flags, "flags", LM_FIFO);
    lm_block_pool_create(&pool, "pool", area, sizeof area, BLOCK_BYTES, LM_BY_PRIORITY);
    lab_thread((struct lm_thread_config){.name = "story", LM_PREEMPTIVE(10), .entry = story});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
