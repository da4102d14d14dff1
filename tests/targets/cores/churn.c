/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: no message or unit is lost or duplicated, and no object has two owners, under any calls
 * about the threads. Method: on each core, threads send and receive numbered messages, post and
 * take units, use blocks, and lock a mutex and a core lock, all of them shared; others move from
 * core to core. A thread of each core suspends, resumes, aborts and re-prioritizes those of the
 * next one, and terminates and restarts one of them, in a random order. At the end each message has
 * come once and in its order, and each unit once. Prints the number of calls for shared objects and
 * other cores; status 1: a count is wrong. The arguments are the number of cores and of rounds. */
#include <limen/board.h>
#include <limen/cores.h>
#include <stdlib.h>

enum { STACK_BYTES = 1024, PLACES = 3, BLOCKS = 5, CEILING = 1, VICTIMS = 6, MOST_CORES = 8 };
_Static_assert(LM_CORES <= (int)MOST_CORES, "stacks");

/* The threads of a core. The disturbing thread makes calls about the first VICTIMS. */
enum role { SEND, RECEIVE, POST, TAKE, USE, LOCK, DISTURB, MOVE, ROLES };

static unsigned char stacks[LM_CORES][ROLES][LM_PORT_STACK_BYTES(STACK_BYTES)]
    __attribute__((aligned(LM_PORT_STACK_ALIGN)));
LM_STACK(judge_stack, STACK_BYTES);
static struct lm_thread threads[LM_CORES][ROLES], judge;

static struct lm_queue queues[LM_CORES];
static uint32_t places[LM_CORES][PLACES];
static struct lm_semaphore units[LM_CORES], done, exists;
static struct lm_mutex mutex;
static struct lm_core_lock lock;
static struct lm_block_pool pool;
static void *area[BLOCKS][2];
static void *volatile owner, *volatile core_owner;

static unsigned cores = LM_CORES, rounds = 300;

/* Each is written by one thread. */
static uint32_t calls[LM_CORES][ROLES], wrong[LM_CORES][ROLES], ended[LM_CORES];

static void spend(uint64_t ticks)
{
    uint64_t end = lm_now() + ticks;

    for (uint64_t now = lm_now(); now < end; now = lm_now()) {
        lm_work(end - now);
    }
}

static lm_timeout some_timeout(uint32_t number)
{
    return number % 4 == 0 ? LM_FOREVER : number % 4 == 1 ? LM_NO_WAIT : 5 + number % 30;
}

/* Does a call that may wait end without an effect with this status? */
static bool is_without_effect(enum lm_status status)
{
    return status == LM_TIMEOUT || status == LM_UNAVAILABLE || status == LM_ABORTED;
}

static void send_messages(unsigned core)
{
    for (uint32_t number = 0, tries = 0; number < rounds; tries++) {
        uint32_t message = number;
        enum lm_status status =
            lm_queue_send(&queues[(core + 1) % cores], &message, some_timeout(tries));

        calls[core][SEND]++;
        wrong[core][SEND] += status != LM_OK && !is_without_effect(status);
        number += status == LM_OK;
        spend(tries % 7);
    }
}

static void receive_messages(unsigned core)
{
    for (uint32_t number = 0, tries = 0; number < rounds; tries++) {
        uint32_t message = UINT32_MAX;
        enum lm_status status = lm_queue_receive(&queues[core], &message, some_timeout(tries + 1));

        calls[core][RECEIVE]++;
        wrong[core][RECEIVE] += status == LM_OK ? message != number : !is_without_effect(status);
        number += status == LM_OK;
        spend(tries % 5);
    }
}

static void post_units(unsigned core)
{
    for (uint32_t i = 0; i < rounds; i++) {
        calls[core][POST]++;
        wrong[core][POST] += lm_semaphore_post(&units[(core + 1) % cores]) != LM_OK;
        spend(i * 13 % 40);
    }
}

static void take_units(unsigned core)
{
    for (uint32_t taken = 0, tries = 0; taken < rounds; tries++) {
        enum lm_status status = lm_semaphore_wait(&units[core], some_timeout(tries));

        calls[core][TAKE]++;
        wrong[core][TAKE] += status != LM_OK && !is_without_effect(status);
        taken += status == LM_OK;
        spend(status == LM_UNAVAILABLE ? 3 : 0);
    }
}

static void use_blocks(unsigned core)
{
    for (uint32_t i = 0; i < rounds; i++) {
        void **block;

        calls[core][USE] += 2;
        while (lm_block_allocate(&pool, (void **)&block, 5 + i % 20) != LM_OK) {
            calls[core][USE]++;
        }
        *block = &threads[core][USE];
        spend(i % 11);
        wrong[core][USE] += *block != &threads[core][USE];
        wrong[core][USE] += lm_block_release(&pool, (void *)block) != LM_OK;
    }
}

/* It may be terminated at any instruction, and the locks remain consistent. */
static void lock_and_unlock(unsigned core)
{
    for (uint32_t i = 0;; i++) {
        struct lm_thread *self = &threads[core][LOCK];

        calls[core][LOCK] += 4;
        if (lm_mutex_lock(&mutex, some_timeout(i)) == LM_OK) {
            owner = self;
            spend(i % 9);
            wrong[core][LOCK] += owner != self;
            wrong[core][LOCK] += lm_mutex_unlock(&mutex) != LM_OK;
        }
        wrong[core][LOCK] += lm_core_enter(&lock) != LM_OK;
        core_owner = self;
        spend(i % 4);
        wrong[core][LOCK] += core_owner != self;
        wrong[core][LOCK] += lm_core_leave(&lock) != LM_OK;
        lm_thread_sleep(1 + i % 15);
    }
}

static void move_around(unsigned core)
{
    for (uint32_t i = 0; i < rounds / 2; i++) {
        unsigned to = (core + i) % cores;

        calls[core][MOVE]++;
        wrong[core][MOVE] += lm_thread_move(to) != LM_OK || lm_core_self() != to;
        spend(i % 23);
    }
}

static bool is_right(enum lm_status status)
{
    return status == LM_OK || status == LM_BAD_STATE;
}

static void end_and_restart(unsigned core, struct lm_thread *thread)
{
    wrong[core][DISTURB] += !is_right(lm_thread_terminate(thread));
    calls[core][DISTURB] += 2;
    enum lm_status status;

    while ((status = lm_thread_restart(thread)) == LM_BAD_STATE) {
        calls[core][DISTURB]++;
        lm_thread_sleep(1); /* it ends behind its section, which takes time */
    }
    wrong[core][DISTURB] += status != LM_OK;
    ended[core]++;
}

static bool disturb_one(struct lm_thread *thread, unsigned how)
{
    switch (how) {
    case 0:
        return is_right(lm_thread_suspend(thread));
    case 1:
    case 2:
        return is_right(lm_thread_resume(thread));
    case 3:
        return is_right(lm_thread_abort_wait(thread));
    case 4:
        return is_right(lm_thread_set_priority(thread, 4, 3));
    case 5:
        return is_right(lm_thread_set_threshold(thread, 2, NULL));
    default:
        return is_right(lm_thread_set_priority(thread, 5, 5));
    }
}

static void disturb(unsigned core)
{
    struct lm_thread *next = threads[(core + 1) % cores];
    uint32_t random = core + 1;

    for (uint32_t i = 0; i < rounds; i++) {
        random = random * 1664525U + 1013904223U;
        struct lm_thread *thread = &next[(random >> 24) % VICTIMS];

        if (thread == &next[LOCK] && i % 2 == 0) {
            end_and_restart(core, thread);
        }
        calls[core][DISTURB]++;
        wrong[core][DISTURB] += !disturb_one(thread, (random >> 16) % 7);
        calls[core][DISTURB]++; /* a moving thread, wherever it is */
        wrong[core][DISTURB] += !is_right(lm_thread_set_priority(&next[MOVE], 3 + i % 2, 3));
        spend((random >> 8) % 60);
    }
    for (unsigned role = 0; role < VICTIMS; role++) {
        wrong[core][DISTURB] += !is_right(lm_thread_resume(&next[role]));
    }
}

static void run(void *argument)
{
    static void (*const of_role[ROLES])(unsigned core) = {
        send_messages, receive_messages, post_units, take_units,
        use_blocks,    lock_and_unlock,  disturb,    move_around,
    };
    unsigned number = (unsigned)(uintptr_t)argument;

    of_role[number % ROLES](number / ROLES);
    lm_semaphore_post(&done);
}

static void create_threads(void)
{
    unsigned core = lm_core_self();

    for (unsigned role = 0; role < ROLES; role++) {
        uint16_t priority = role == DISTURB ? 2 : role == MOVE ? 3 : 5;

        lm_thread_create(&threads[core][role],
                         &(struct lm_thread_config){
                             .name = "thread",
                             LM_PREEMPTIVE(priority),
                             .entry = run,
                             .argument = (void *)(uintptr_t)(core * ROLES + role),
                             .suspended = true,
                             LM_USE_STACK(stacks[core][role]),
                         });
    }
    lm_semaphore_post(&exists);
}

static void conclude(void *argument)
{
    uint32_t all_calls = 0, all_wrong = 0, all_ended = 0;

    (void)argument;
    for (unsigned core = 0; core < cores; core++) {
        lm_semaphore_wait(&exists, LM_FOREVER);
    }
    for (unsigned i = 0; i < 2 * cores * ROLES; i++) { /* those that disturb are the last */
        if ((i % ROLES == DISTURB) == (i >= cores * ROLES)) {
            struct lm_thread *thread = &threads[i / ROLES % cores][i % ROLES];

            all_wrong += lm_thread_start(thread) != LM_OK;
        }
    }
    for (unsigned i = 0; i < cores * (ROLES - 1); i++) { /* LOCK does not end */
        lm_semaphore_wait(&done, LM_FOREVER);
    }
    for (unsigned core = 0; core < cores; core++) {
        uint32_t message;

        all_wrong += lm_thread_terminate(&threads[core][LOCK]) != LM_OK;
        all_wrong += lm_semaphore_wait(&units[core], 1000) != LM_TIMEOUT;
        all_wrong += lm_queue_receive(&queues[core], &message, LM_NO_WAIT) != LM_UNAVAILABLE;
    }
    all_wrong += lm_mutex_lock(&mutex, LM_NO_WAIT) != LM_OK;
    all_wrong += lm_core_enter(&lock) != LM_OK;
    for (unsigned i = 0; i < BLOCKS; i++) {
        void *block;

        all_wrong += lm_block_allocate(&pool, &block, LM_NO_WAIT) != LM_OK;
    }
    for (unsigned i = 0; i < cores * ROLES; i++) {
        all_calls += calls[i / ROLES][i % ROLES];
        all_wrong += wrong[i / ROLES][i % ROLES];
        all_ended += i % ROLES == 0 ? ended[i / ROLES] : 0;
    }
    lm_board_printf("%u cores, %u calls, %u terminations, %u wrong, at %u\n", cores,
                    (unsigned)all_calls, (unsigned)all_ended, (unsigned)all_wrong,
                    (unsigned)lm_now());
    lm_board_exit(all_wrong != 0);
}

int main(int count, char **arguments)
{
    if (count > 2) {
        cores = (unsigned)atoi(arguments[1]);
        rounds = (unsigned)atoi(arguments[2]);
    }
    lm_kernel_init();
    lm_semaphore_create_shared(&done, "done", 0);
    lm_semaphore_create_shared(&exists, "exists", 0);
    lm_mutex_create_shared(&mutex, "mutex", CEILING);
    lm_block_pool_create_shared(&pool, "pool", area, sizeof area, sizeof area[0]);
    for (unsigned core = 0; core < cores; core++) {
        lm_semaphore_create_shared(&units[core], "units", 0);
        lm_queue_create_shared(&queues[core], "queue", places[core], PLACES, sizeof(uint32_t));
    }
    create_threads();
    lm_thread_create(&judge, &(struct lm_thread_config){
                                 .name = "judge",
                                 LM_PREEMPTIVE(1),
                                 .entry = conclude,
                                 LM_USE_STACK(judge_stack),
                             });
    for (unsigned core = 1; core < cores; core++) {
        lm_core_start(core, create_threads);
    }
    lm_kernel_start();
    lm_board_print("the threads wait for ever\n");
    return 2;
}
