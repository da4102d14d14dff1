/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the time with interrupts off, and with the shared lock held, for shared objects of
 * several cores and threads of another core. That core does not run. A waiting thread is assigned
 * to core 1 before the call, and taken out of the inbox of core 1 after the trial. */
#include "cores/cores.h"
#include "masked.h"
#include <string.h>

enum { OTHER = 1, BIT = 1, WORDS_64 = 16, WORDS_2048 = 512, BLOCK_BYTES = 16 };

static struct lm_semaphore shared;
static struct lm_mutex mutex;
static struct lm_queue words_1, words_16, words_512;
static struct lm_event_flags shared_flags;
static struct lm_block_pool shared_blocks;
static struct lm_core_lock core_lock;
static uint32_t storage_1[1], storage_16[WORDS_64], storage_512[WORDS_2048];
static uint32_t received[WORDS_2048];
static _Alignas(8) unsigned char area[BLOCK_BYTES];
static void *block, *waited_for;

/* Shared objects cannot be deleted: each trial makes them from zeros. */
static void create_all(void)
{
    memset(&shared, 0, sizeof shared);
    memset(&mutex, 0, sizeof mutex);
    memset(&words_1, 0, sizeof words_1);
    memset(&words_16, 0, sizeof words_16);
    memset(&words_512, 0, sizeof words_512);
    memset(&shared_flags, 0, sizeof shared_flags);
    memset(&shared_blocks, 0, sizeof shared_blocks);
    memset(&core_lock, 0, sizeof core_lock);
    lm_semaphore_create_shared(&shared, "shared", 0);
    lm_mutex_create_shared(&mutex, "mutex", 0);
    lm_queue_create_shared(&words_1, "words_1", storage_1, 1, sizeof storage_1);
    lm_queue_create_shared(&words_16, "words_16", storage_16, 1, sizeof storage_16);
    lm_queue_create_shared(&words_512, "words_512", storage_512, 1, sizeof storage_512);
    lm_event_flags_create_shared(&shared_flags, "shared_flags");
    lm_block_pool_create_shared(&shared_blocks, "shared_blocks", area, sizeof area, BLOCK_BYTES);
}

static struct lm_thread *thread_at(unsigned index)
{
    return index < MANY ? &waiters[index] : index == MANY ? &caller : &spare;
}

/* Empty the inbox of core 1. Threads that were sent there belong to this core again. */
static void take_back(void)
{
    lm_lock_key key = lm_port_lock();

    lm_the_cores.inbox[OTHER].first = NULL;
    lm_the_cores.inbox[OTHER].requests = NULL;
    for (unsigned i = 0; i <= MANY + 1; i++) {
        struct lm_thread *thread = thread_at(i);

        if (thread->core == OTHER || thread->asks.busy) {
            thread->core = 0;
            thread->object.kind = (uint8_t)(LM_KIND_THREAD | LM_KIND_HERE);
            thread->asks = thread->asked = (struct lm_request){0};
            lm_shared_end(thread, LM_OK, false);
        }
    }
    lm_unlock_rarely(lm_cpu(), key);
}

static void make_remote(void)
{
    for (unsigned i = 0; i < count; i++) {
        waiters[i].core = OTHER;
    }
}

static void make_other(void)
{
    make_remote();
    waiters[0].object.kind = LM_KIND_THREAD | OTHER << LM_KIND_BITS;
}

/* Post to each thread as another core does, but leave the interrupt to the call. */
static void fill_inbox(void)
{
    lm_lock_key key = lm_port_lock();
    struct lm_inbox *inbox = &lm_the_cores.inbox[0];

    for (unsigned i = 0; i < count; i++) {
        struct lm_thread *thread = lm_shared_first(&shared.waiters);

        lm_list_unlink(&thread->node);
        thread->shared_listed = false;
        if (i == 0) {
            inbox->first = thread;
        } else {
            inbox->last->node.next = &thread->node;
        }
        inbox->last = thread;
    }
    lm_port_unlock(key);
    lm_port_attach_core();
}

WAIT(wait_shared, lm_semaphore_wait(&shared, LM_FOREVER))
WAIT(wait_a_while, lm_semaphore_wait(&shared, LM_MS(1)))
WAIT(wait_bit, lm_event_flags_wait(&shared_flags, BIT, LM_ANY, &received[0], LM_FOREVER))
WAIT(wait_mutex, lm_mutex_lock(&mutex, LM_FOREVER))
WAIT(wait_block, lm_block_allocate(&shared_blocks, &waited_for, LM_FOREVER))

CALL(post, lm_semaphore_post(&shared))
CALL(wait, lm_semaphore_wait(&shared, LM_FOREVER))
EXPECT(wait_not, lm_semaphore_wait(&shared, LM_NO_WAIT), LM_UNAVAILABLE)
EXPECT(wait_soon, lm_semaphore_wait(&shared, LM_US(100)), LM_TIMEOUT)
CALL(lock, lm_mutex_lock(&mutex, LM_FOREVER))
CALL(unlock, lm_mutex_unlock(&mutex))
CALL(set, lm_event_flags_set(&shared_flags, BIT))
CALL(wait_for_bit, lm_event_flags_wait(&shared_flags, BIT, LM_ANY, &received[0], LM_FOREVER))
CALL(clear, lm_event_flags_clear(&shared_flags, BIT))
CALL(allocate, lm_block_allocate(&shared_blocks, &block, LM_FOREVER))
CALL(release, lm_block_release(&shared_blocks, block))
CALL(enter, lm_core_enter(&core_lock))
CALL(leave, lm_core_leave(&core_lock))
CALL(move, lm_thread_move(OTHER))
CALL(abort_wait, lm_thread_abort_wait(&waiters[0]))
CALL(terminate, lm_thread_terminate(&waiters[0]))
STEP(work, (lm_work(LM_MS(4)), 0))
STEP(interrupt, lm_port_interrupt_core(0, lm_port_lock()))

static void start_other(void)
{
    create_all();
    lm_the_cores.is_started[OTHER] = true;
    lm_port_attach_core();
}

static void own(void)
{
    create_all();
    lock();
}

static void own_block(void)
{
    create_all();
    allocate();
}

#define OF_QUEUE(queue, text)                                                                      \
    {"shared queue_send, " text, .prepare = create_all, .act = send_##queue},                      \
        {"shared queue_send, " text ", to a waiting thread", .prepare = create_all,                \
         .wait = wait_to_receive_##queue, .act = send_##queue},                                    \
        {"shared queue_send, " text ", to a thread of another core",                               \
         .prepare = create_all,                                                                    \
         .wait = wait_to_receive_##queue,                                                          \
         .ready = make_remote,                                                                     \
         .act = send_##queue,                                                                      \
         .undo = take_back},                                                                       \
        {"shared queue_receive, " text, .prepare = fill_##queue, .act = receive_##queue},          \
    {                                                                                              \
        "shared queue_receive, " text ", from a thread of another core",                           \
            .prepare = fill_##queue, .wait = wait_to_send_##queue, .ready = make_remote,           \
            .act = receive_##queue, .undo = take_back                                              \
    }
#define CALLS_OF(queue)                                                                            \
    CALL(send_##queue, lm_queue_send(&queue, message, LM_FOREVER))                                 \
    CALL(receive_##queue, lm_queue_receive(&queue, received, LM_FOREVER))                          \
    WAIT(wait_to_send_##queue, lm_queue_send(&queue, message, LM_FOREVER))                         \
    WAIT(wait_to_receive_##queue, lm_queue_receive(&queue, received, LM_FOREVER))                  \
    static void fill_##queue(void)                                                                 \
    {                                                                                              \
        create_all();                                                                              \
        send_##queue();                                                                            \
    }

CALLS_OF(words_1)
CALLS_OF(words_16)
CALLS_OF(words_512)

const struct masked_case shared_cases[] = {
    {"shared semaphore_post", .prepare = create_all, .act = post},
    {"shared semaphore_post, to a waiting thread", .prepare = create_all, .wait = wait_shared,
     .act = post},
    {"shared semaphore_post, to a more urgent thread", .prepare = create_all, .wait = wait_shared,
     .act = post, .priority = LEAST},
    {"shared semaphore_post, to a thread of another core", .prepare = create_all,
     .wait = wait_shared, .ready = make_remote, .act = post, .undo = take_back},
    {"shared semaphore_wait", .prepare = create_all, .ready = post, .act = wait},
    {"shared semaphore_wait, without waiting", .prepare = create_all, .act = wait_not},
    {"shared semaphore_wait, behind n", true, create_all, wait_shared, .act = wait},
    {"shared semaphore_wait, alarm", .prepare = create_all, .act = wait_soon, .lasts = LM_MS(1)},
    {"alarm, n waits for a shared semaphore end", true, create_all, wait_a_while, .act = work},
    OF_QUEUE(words_1, "4 bytes"),
    OF_QUEUE(words_16, "64 bytes"),
    OF_QUEUE(words_512, "2,048 bytes"),
    {"shared mutex_lock", .prepare = create_all, .act = lock},
    {"shared mutex_unlock", .prepare = own, .act = unlock},
    {"shared mutex_unlock, to a waiting thread", .prepare = own, .wait = wait_mutex, .act = unlock},
    {"shared mutex_unlock, to a thread of another core", .prepare = own, .wait = wait_mutex,
     .ready = make_remote, .act = unlock, .undo = take_back},
    {"shared event_flags_set", .prepare = create_all, .act = set},
    {"shared event_flags_set, to n threads", true, create_all, wait_bit, .act = set},
    {"shared event_flags_set, to n threads of another core", true, create_all, wait_bit,
     .ready = make_remote, .act = set, .undo = take_back},
    {"shared event_flags_wait", .prepare = create_all, .ready = set, .act = wait_for_bit},
    {"shared event_flags_clear", .prepare = create_all, .ready = set, .act = clear},
    {"shared block_allocate", .prepare = create_all, .act = allocate},
    {"shared block_release", .prepare = own_block, .act = release},
    {"shared block_release, to a waiting thread", .prepare = own_block, .wait = wait_block,
     .act = release},
    {"shared block_release, to a thread of another core", .prepare = own_block, .wait = wait_block,
     .ready = make_remote, .act = release, .undo = take_back},
    {"core_enter", .prepare = create_all, .act = enter},
    {"core_leave", .prepare = create_all, .ready = enter, .act = leave},
    {"thread_move", .prepare = start_other, .act = move, .undo = take_back},
    {"thread_abort_wait, shared semaphore", .prepare = create_all, .wait = wait_shared,
     .act = abort_wait},
    {"thread_abort_wait, of another core", .prepare = create_all, .wait = wait_shared,
     .ready = make_other, .act = abort_wait, .undo = take_back},
    {"thread_terminate, waits for a shared semaphore", .prepare = create_all, .wait = wait_shared,
     .act = terminate},
    {"interrupt of another core, n threads in the inbox", true, create_all, wait_shared,
     .ready = fill_inbox, .act = interrupt},
    {0},
};
