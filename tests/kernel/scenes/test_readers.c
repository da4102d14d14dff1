/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: lm_readers_synchronize waits for exactly those readers that were inside when it was called.
 * Readers never wait. A wait that is aborted does not disturb the next one.
 *
 * Method: examples, and a random system in which a reader detects the use of data that is freed.
 */
#include "support/scene.h"
#include <string.h>

static struct lm_readers readers;
static unsigned turns[4];

static void begin(void)
{
    memset(&readers, 0xA5, sizeof readers); /* whatever was there */
    CHECK_STATUS(lm_readers_create(&readers, "readers"), LM_OK);
    CHECK(!readers.writers.has_ceiling);
}

static void enter(unsigned reader)
{
    turns[reader] = lm_readers_enter(&readers);
}

static void leave(unsigned reader)
{
    lm_readers_leave(&readers, turns[reader]);
}

static void synchronize(void *letter)
{
    enum lm_status status = lm_readers_synchronize(&readers);

    tell(status == LM_OK ? *(const char *)letter : '!');
}

/* A reader posts the semaphore only for a waiting writer. */
static void no_unit_is_left(void)
{
    CHECK_EQUAL(lm_semaphore_count(&readers.left), 0);
}

static void nobody_is_waited_for(void)
{
    begin();
    enter(0);
    leave(0);
    CHECK_EQUAL(turns[0], 0); /* the phases alternate, and this is the first */
    synchronize("s");
    enter(0);
    leave(0);
    CHECK_EQUAL(turns[0], 1);
    synchronize("s");
    enter(0);
    leave(0);
    synchronize("s");
    told("sss");
    no_unit_is_left();
}

static void old_readers_are_waited_for_and_new_ones_not(void)
{
    begin();
    enter(0);
    enter(1);
    (void)scene_thread(9, synchronize, "s");
    enter(2);
    leave(0);
    told("");
    leave(1);
    told("s");
    (void)scene_thread(9, synchronize, "t"); /* 2 is an old reader now */
    told("");
    leave(2);
    told("t");
    no_unit_is_left();
}

static void writers_take_turns(void)
{
    begin();
    enter(0);
    (void)scene_thread(9, synchronize, "a");
    enter(1);
    (void)scene_thread(8, synchronize, "b");
    leave(0); /* b begins only now, and has to wait for 1 */
    told("a");
    leave(1);
    told("b");
    no_unit_is_left();
}

static void enter_and_leave(void)
{
    unsigned turn = lm_readers_enter(&readers);

    lm_readers_leave(&readers, turn);
    leave(0);
    tell('i');
}

static void interrupts_may_read(void)
{
    begin();
    enter(0);
    (void)scene_thread(9, synchronize, "s");
    scene_interrupt(enter_and_leave);
    told("is");
    no_unit_is_left();
}

static void a_wait_that_ends_early_spoils_nothing(void)
{
    struct lm_thread *first;

    begin();
    enter(0);
    first = scene_thread(9, synchronize, "a");
    CHECK_STATUS(lm_thread_abort_wait(first), LM_OK);
    told("!");
    first = scene_thread(9, synchronize, "b"); /* 0 is still inside */
    CHECK_STATUS(lm_thread_abort_wait(first), LM_OK);
    told("!");
    (void)scene_thread(9, synchronize, "b");
    told("");
    enter(1);
    leave(0);
    told(""); /* b waits for 1, too, which entered while b completed the wait of a */
    enter(2);
    leave(1);
    told("b");
    (void)scene_thread(9, synchronize, "c");
    leave(2);
    told("c");
}

static void a_unit_that_came_too_late_is_no_answer(void)
{
    struct lm_thread *first;

    begin();
    enter(0);
    first = scene_thread(9, synchronize, "a");
    CHECK_STATUS(lm_thread_terminate(first), LM_OK);
    leave(0); /* the post is for a wait that was aborted */
    enter(1);
    (void)scene_thread(9, synchronize, "b");
    told("");
    leave(1);
    told("b");
}

static void they_are_not_created_twice(void)
{
    begin();
    enter(0);
    CHECK_STATUS(lm_readers_create(&readers, "again"), LM_BAD_OBJECT);
    (void)scene_thread(9, synchronize, "s");
    told("");
    leave(0);
    told("s");
}

static void contexts_are_checked(void)
{
    CHECK_STATUS(lm_readers_create(NULL, "readers"), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_readers_synchronize(NULL), LM_BAD_OBJECT);
    begin();
    CHECK_STATUS(lm_preempt_disable(), LM_OK);
    CHECK_STATUS(lm_readers_synchronize(&readers), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_preempt_enable(), LM_OK);
    CHECK_STATUS(lm_mutex_delete(&readers.writers), LM_OK);
    CHECK_STATUS(lm_readers_synchronize(&readers), LM_BAD_OBJECT);
}

/* The random system: a writer frees values after it has synchronized. */

enum { VALUES = 8, ROUNDS = 300, READERS = 3 };

static struct {
    bool valid[VALUES];
    unsigned current;
    uint32_t random;
    unsigned reads;
    unsigned frees;
    bool ended;
} world;

static uint32_t random_below(uint32_t limit)
{
    world.random = world.random * 1664525U + 1013904223U;
    return (world.random >> 8) % limit;
}

static void read_at_random(void *argument)
{
    (void)argument;
    while (!world.ended) {
        unsigned turn = lm_readers_enter(&readers);
        unsigned seen = world.current;

        for (uint32_t steps = random_below(4); steps > 0; steps--) {
            CHECK_STATUS(lm_thread_sleep(1 + random_below(20)), LM_OK);
            CHECK(world.valid[seen]);
        }
        lm_readers_leave(&readers, turn);
        world.reads++;
        CHECK_STATUS(lm_thread_sleep(1 + random_below(20)), LM_OK);
    }
}

static void write_at_random(void *argument)
{
    (void)argument;
    while (!world.ended) {
        unsigned old = world.current;
        unsigned next = 0;

        while (world.valid[next]) {
            next++;
        }
        world.valid[next] = true;
        world.current = next;
        CHECK_STATUS(lm_readers_synchronize(&readers), LM_OK);
        world.valid[old] = false;
        world.frees++;
        CHECK_STATUS(lm_thread_sleep(1 + random_below(10)), LM_OK);
    }
}

static void nobody_sees_what_is_freed(void)
{
    begin();
    world.valid[world.current] = true;
    for (unsigned i = 0; i < READERS; i++) {
        (void)scene_thread(12 + i, read_at_random, NULL);
    }
    (void)scene_thread(10, write_at_random, NULL);
    (void)scene_thread(15, write_at_random, NULL);
    CHECK_STATUS(lm_thread_sleep(100 * ROUNDS), LM_OK);
    world.ended = true;
    CHECK_STATUS(lm_thread_sleep(1000), LM_OK);
    CHECK(world.reads > ROUNDS && world.frees > ROUNDS);
}

int main(void)
{
    for (enum lm_model model = LM_MODEL_NONE; model < LM_MODELS; model++) {
        scene_run(model, nobody_is_waited_for);
        scene_run(model, old_readers_are_waited_for_and_new_ones_not);
        scene_run(model, writers_take_turns);
        scene_run(model, interrupts_may_read);
        scene_run(model, a_wait_that_ends_early_spoils_nothing);
        scene_run(model, a_unit_that_came_too_late_is_no_answer);
        scene_run(model, they_are_not_created_twice);
        scene_run(model, contexts_are_checked);
    }
    for (uint32_t seed = 1; seed <= 20; seed++) {
        world.random = seed;
        world.ended = false;
        world.current = 0;
        world.reads = 0;
        world.frees = 0;
        for (unsigned i = 0; i < VALUES; i++) {
            world.valid[i] = false;
        }
        scene_run(LM_MODEL_FULL, nobody_sees_what_is_freed);
    }
    return 0;
}
