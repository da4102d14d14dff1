/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a shared mutex excludes the threads of all cores, serves them in FIFO order, gives its
 * owner the ceiling, and passes on when its owner is terminated; a core lock excludes, in FIFO
 * order, and no thread of its core preempts it. Method: threads record their actions in one list,
 * at instants that are far apart; the list is compared with the expected one. Prints each
 * expectation that is not met, and counts. */
#include "expect.h"
#include <limen/board.h>
#include <limen/cores.h>
#include <string.h>

enum { STACK_BYTES = 1024, UNIT = 2000, EVENTS = 64, ROUNDS = 300, CEILING = 2 };

LM_STACK(owner_stack, STACK_BYTES);
LM_STACK(local_stack, STACK_BYTES);
LM_STACK(middle_stack, STACK_BYTES);
LM_STACK(remote_stack, STACK_BYTES);
LM_STACK(last_stack, STACK_BYTES);
static struct lm_thread owner, local, middle, remote, last;
static struct lm_mutex mutex, second;
static struct lm_core_lock lock;
static struct lm_semaphore phase, done;
static char events[EVENTS];
static volatile unsigned event_count, inside, counted;

/* Only one thread calls this at a time: it owns the tested lock, or the instants are far apart. */
static void note(char what)
{
    events[event_count] = what;
    event_count++;
}

/* An emulated processor may be faster than lm_work assumes. */
static void spend(uint64_t ticks)
{
    uint64_t end = lm_now() + ticks;

    for (uint64_t now = lm_now(); now < end; now = lm_now()) {
        lm_work(end - now);
    }
}

static void at(unsigned instant, uint64_t start)
{
    lm_thread_sleep_until(start + (uint64_t)instant * UNIT);
}

static uint64_t start;

/* Owns the mutex from 1 to 6, and again after the others have waited. */
static void own(void *argument)
{
    (void)argument;
    at(1, start);
    EXPECT(lm_mutex_lock(&mutex, LM_FOREVER) == LM_OK);
    EXPECT(lm_mutex_lock(&mutex, LM_NO_WAIT) == LM_OK);
    EXPECT(lm_mutex_lock(&second, LM_FOREVER) == LM_BAD_STATE);
    EXPECT(lm_thread_move(1) == LM_BAD_STATE);
    note('a');
    spend(5 * UNIT); /* the middle thread is held off by the ceiling */
    note('b');
    EXPECT(lm_mutex_unlock(&mutex) == LM_OK);
    EXPECT(lm_mutex_unlock(&mutex) == LM_OK); /* the middle thread runs */
    EXPECT(lm_mutex_unlock(&mutex) == LM_NOT_OWNER);
    lm_semaphore_post(&done);
}

/* Another thread of core 0: it waits second, since 4. */
static void want_here(void *argument)
{
    (void)argument;
    at(4, start);
    EXPECT(lm_mutex_lock(&mutex, LM_FOREVER) == LM_OK);
    note('e');
    EXPECT(lm_mutex_unlock(&mutex) == LM_OK);
    lm_semaphore_post(&done);
}

static void be_held_off(void *argument)
{
    (void)argument;
    at(3, start);
    note('c');
    lm_semaphore_post(&done);
}

/* A thread of core 1: it waits first, since 2. Its earlier wait times out without the mutex. */
static void want_there(void *argument)
{
    (void)argument;
    at(2, start);
    EXPECT(lm_mutex_lock(&mutex, LM_NO_WAIT) == LM_UNAVAILABLE);
    EXPECT(lm_mutex_lock(&mutex, UNIT / 4) == LM_TIMEOUT);
    EXPECT(lm_mutex_unlock(&mutex) == LM_NOT_OWNER);
    EXPECT(lm_mutex_lock(&mutex, 100 * UNIT) == LM_OK);
    struct lm_thread_info info;

    EXPECT(lm_thread_get_info(lm_thread_self(), &info) == LM_OK && info.priority == CEILING);
    note('d');
    spend(3 * UNIT);
    EXPECT(lm_mutex_unlock(&mutex) == LM_OK);
    EXPECT(lm_thread_get_info(lm_thread_self(), &info) == LM_OK && info.priority != CEILING);
    lm_semaphore_post(&done);
}

/* On both cores: sections of the core lock, which exclude each other. */
static void count(void)
{
    for (unsigned i = 0; i < ROUNDS; i++) {
        EXPECT(lm_core_enter(&lock) == LM_OK);
        EXPECT(inside == 0);
        inside++;
        counted++;
        if (i == 0) {
            EXPECT(lm_core_enter(&lock) == LM_BAD_CONTEXT);
            EXPECT(lm_thread_sleep(1) == LM_BAD_CONTEXT);
        }
        spend(i % 7);
        inside--;
        EXPECT(lm_core_leave(&lock) == LM_OK);
        spend(i % 5);
    }
    EXPECT(lm_core_leave(&lock) == LM_NOT_OWNER);
    EXPECT(lm_core_enter(NULL) == LM_BAD_ARGUMENT);
}

/* Never preempted: the more urgent thread that it starts runs after the section. */
static void end_in_section(void *argument)
{
    (void)argument;
    EXPECT(lm_core_enter(&lock) == LM_OK);
    lm_thread_resume(&middle);
    note('f');
    EXPECT(lm_core_leave(&lock) == LM_OK);
    note('h');
    EXPECT(lm_core_enter(&lock) == LM_OK);
    lm_thread_terminate(&local); /* itself: it ends behind the section */
    note('i');
    lm_core_leave(&lock);
    note('!'); /* it does not get here */
}

static void preempt(void *argument)
{
    (void)argument;
    note('g');
}

static void conclude(void *argument)
{
    (void)argument;
    for (unsigned i = 0; i < 4; i++) {
        EXPECT(lm_semaphore_wait(&done, LM_FOREVER) == LM_OK);
    }
    EXPECT(strcmp(events, "abcde") == 0);
    lm_semaphore_post(&phase);
    count();
    EXPECT(lm_semaphore_wait(&done, LM_FOREVER) == LM_OK);
    EXPECT(counted == 2 * ROUNDS);

    struct lm_thread_config config = {.name = "preempting",
                                      LM_PREEMPTIVE(3),
                                      .entry = preempt,
                                      .suspended = true,
                                      LM_USE_STACK(middle_stack)};

    EXPECT(lm_thread_create(&middle, &config) == LM_OK);
    config = (struct lm_thread_config){
        .name = "ending", LM_PREEMPTIVE(4), .entry = end_in_section, LM_USE_STACK(local_stack)};
    EXPECT(lm_thread_create(&local, &config) == LM_OK);
    EXPECT(strcmp(events, "abcdefghi") == 0);
    EXPECT(lm_core_enter(&lock) == LM_OK && lm_core_leave(&lock) == LM_OK);

    /* A thread that owns the mutex ends: the next one gets it. */
    EXPECT(lm_mutex_lock(&mutex, UNIT) == LM_OK);
    lm_semaphore_post(&phase);
    spend(4 * UNIT); /* the other core waits for the mutex */
    lm_board_printf("%u events, %u sections, %u not as expected\n", event_count, counted, unmet);
    lm_thread_terminate(&last);
}

/* A thread of core 1. */
static void follow(void *argument)
{
    (void)argument;
    EXPECT(lm_semaphore_wait(&phase, LM_FOREVER) == LM_OK);
    count();
    lm_semaphore_post(&done);
    EXPECT(lm_semaphore_wait(&phase, LM_FOREVER) == LM_OK);
    EXPECT(lm_mutex_lock(&mutex, 1000 * UNIT) == LM_OK);
    lm_board_printf("%s\n", unmet == 0 ? "handed over" : "not as expected");
    lm_board_exit(unmet != 0);
}

#define CREATE(thread, priority_of, function)                                                      \
    EXPECT(lm_thread_create(&(thread),                                                             \
                            &(struct lm_thread_config){.name = #thread,                            \
                                                       LM_PREEMPTIVE(priority_of),                 \
                                                       .entry = (function),                        \
                                                       LM_USE_STACK(thread##_stack)}) == LM_OK)

LM_STACK(follower_stack, STACK_BYTES);
static struct lm_thread follower;

static void prepare(void)
{
    CREATE(remote, 6, want_there);
    CREATE(follower, 7, follow);
}

int main(void)
{
    lm_kernel_init();
    start = lm_now();
    EXPECT(lm_mutex_create_shared(&mutex, "mutex", CEILING) == LM_OK);
    EXPECT(lm_mutex_create_shared(&second, "second", CEILING) == LM_OK);
    EXPECT(lm_mutex_create_shared(&second, "again", CEILING) == LM_BAD_OBJECT);
    EXPECT(lm_semaphore_create_shared(&phase, "phase", 0) == LM_OK);
    EXPECT(lm_semaphore_create_shared(&done, "done", 0) == LM_OK);
    CREATE(owner, 5, own);
    CREATE(local, 4, want_here);
    CREATE(middle, 3, be_held_off);
    CREATE(last, 8, conclude);
    EXPECT(lm_core_start(1, prepare) == LM_OK);
    lm_kernel_start();
    lm_board_print("the threads wait for ever\n");
    return 2;
}
