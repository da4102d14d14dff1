/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the layer of user threads refuses exactly the calls and buffers that limen/user.h forbids,
 * and faults have the effects that it describes.
 *
 * Method: small worlds, each complete, on a double of the port (port/), in which user mode is a
 * function call. References are written from limen/user.h and docs/user-calls.md. The gates of the
 * ports have their tests in tests/targets/isolation.
 */
#include "world.h"

enum { CALLS = 14, FIRST_PLAIN = 64, PLAIN = 6 };
/* Numbers of spec/trace-events.json. */
enum { EVENT_FAULT = 13, EVENT_FAULT_AT = 14, EVENT_RESTART = 21, EVENT_USER = 64 };

/* Calls */

enum { GRANTS = 5 };
static const struct lm_user_grant every_grant[GRANTS] = {
    {&semaphore, LM_MAY_POST_SEMAPHORE | LM_MAY_WAIT_SEMAPHORE},
    {&queue, LM_MAY_SEND_QUEUE | LM_MAY_RECEIVE_QUEUE},
    {&mutex, LM_MAY_LOCK_MUTEX},
    {&flags, LM_MAY_SET_EVENT_FLAGS | LM_MAY_WAIT_EVENT_FLAGS},
    {&semaphore, LM_MAY_POST_SEMAPHORE},
};

/* In user mode: numbers that are not calls of this handle are refused. */
static void make_refused_calls(void *argument)
{
    (void)argument;
    for (unsigned handle = 0; handle < GRANTS + 2; handle++) {
        for (unsigned number = 0; number < 300; number++) {
            bool is_plain = number - FIRST_PLAIN < PLAIN;
            bool is_call = number >= 1 && number <= CALLS;
            bool has_right = is_call && handle < GRANTS &&
                             (every_grant[handle].rights >> (number - 1) & 1U) != 0;

            if (!has_right && !is_plain) {
                CHECK_STATUS(lm_user_double_call(number, handle, 0, 0, 0),
                             is_call ? LM_BAD_OBJECT : LM_BAD_ARGUMENT);
            }
        }
    }
    CHECK_EQUAL(lm_semaphore_count(&semaphore), 0);
}

/* Buffers of 8 bytes: the areas are read, write, read and write, one behind the other. */
static const struct lm_user_area four_areas[] = {
    {(uintptr_t)&arena.bytes[0], 128, LM_USER_READ},
    {(uintptr_t)&arena.bytes[128], 128, LM_USER_WRITE},
    {(uintptr_t)&arena.bytes[256], 128, LM_USER_WRITE},
    {(uintptr_t)&arena.bytes[384], 64, LM_USER_EXECUTE},
};

static bool has(intptr_t begin, unsigned bytes, bool to_write)
{
    intptr_t end = begin + bytes;

    return (begin >= 128 && end <= 256) || (begin >= 256 && end <= 384) ||
           (!to_write && ((begin >= 0 && end <= 128) || (begin >= 384 && end <= 448)));
}

static void use_buffer(intptr_t offset)
{
    void *buffer = (void *)((intptr_t)arena.bytes + offset);
    bool reads = has(offset, sizeof storage[0], false),
         writes = has(offset, sizeof storage[0], true);

    CHECK_STATUS(lm_user_queue_send(1, buffer, LM_NO_WAIT), reads ? LM_OK : LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_user_queue_send_front(1, buffer, LM_NO_WAIT), reads ? LM_OK : LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_user_queue_receive(1, buffer, LM_NO_WAIT), !writes ? LM_BAD_ARGUMENT
                                                               : reads ? LM_OK
                                                                       : LM_UNAVAILABLE);
    CHECK_STATUS(lm_queue_flush(&queue), LM_OK);
    CHECK_STATUS(lm_user_queue_send_forever(1, buffer), reads ? LM_OK : LM_BAD_ARGUMENT);
    if (reads) {
        CHECK_STATUS(lm_user_queue_receive_forever(1, buffer), writes ? LM_OK : LM_BAD_ARGUMENT);
    }
    CHECK_STATUS(lm_queue_flush(&queue), LM_OK);
}

/* Answers other than LM_OK come through. */
static void use_full_queue(intptr_t offset)
{
    void *buffer = (void *)((intptr_t)arena.bytes + offset);

    CHECK_STATUS(lm_user_queue_send_forever(1, buffer), LM_OK);
    CHECK_STATUS(lm_user_queue_send(1, buffer, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_user_queue_send(1, buffer, LM_NO_WAIT), LM_UNAVAILABLE);
    CHECK_STATUS(lm_user_queue_send_front(1, buffer, LM_NO_WAIT), LM_UNAVAILABLE);
    CHECK_STATUS(lm_queue_flush(&queue), LM_OK);
    CHECK_STATUS(lm_user_queue_receive(1, buffer, LM_NO_WAIT), LM_UNAVAILABLE);
    lm_preempt_disable(); /* of this thread, by the kernel's own call: it must not wait */
    CHECK_STATUS(lm_user_queue_send_forever(1, buffer), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_user_queue_receive_forever(1, buffer), LM_BAD_CONTEXT);
    CHECK_STATUS(lm_preempt_enable(), LM_OK);
}

/* A layer that does not copy a structure would read the data that this call has left on the
 * stack. */
static void wait_for_flags(intptr_t offset)
{
    struct lm_user_event_flags_wait_arguments arguments = {1, LM_ANY, NULL, LM_NO_WAIT};

    memcpy(&arena.bytes[offset], &arguments, sizeof arguments);
    CHECK_STATUS(lm_user_call_words(14, 3, (uintptr_t)&arena.bytes[offset]), LM_UNAVAILABLE);
}

/* The arguments are a structure at a multiple of words, and a place in it that may be missing. */
static void use_structure(intptr_t offset, intptr_t place)
{
    unsigned char *at = (unsigned char *)((intptr_t)arena.bytes + offset);
    uint32_t *found = place < 0 ? NULL : (uint32_t *)(void *)&arena.bytes[place];
    struct lm_user_event_flags_wait_arguments arguments = {1, LM_ANY, found, LM_NO_WAIT};
    bool is_read = offset % 4 == 0 && has(offset, sizeof arguments, false);
    bool is_place = place < 0 || (place % 4 == 0 && has(place, sizeof *found, true));

    wait_for_flags(offset > ARENA / 2 ? 128 : 320);
    memcpy(at, &arguments, sizeof arguments);
    CHECK_STATUS(lm_user_call_words(14, 3, (uintptr_t)at),
                 is_read && is_place ? LM_UNAVAILABLE : LM_BAD_ARGUMENT);
}

static void use_buffers(void *argument)
{
    (void)argument;
    memset(user.kernel_stack, 0xFF, 128); /* behind the areas, as areas that have everything */
    for (intptr_t offset = -16; offset < ARENA; offset++) {
        use_buffer(offset);
    }
    use_full_queue(128);
    CHECK_STATUS(lm_user_trace_user(7, 9), LM_OK);
    for (unsigned back = 0; back < 16; back++) { /* the end of the address space */
        use_buffer((intptr_t)(UINTPTR_MAX - back - (uintptr_t)arena.bytes));
    }
    for (intptr_t offset = 0; offset < ARENA - 64; offset += offset % 8 == 0 ? 2 : 6) {
        for (intptr_t place = -1; place < ARENA; place++) {
            if (place < offset - 8 || place > offset + 64) {
                use_structure(offset, place);
            }
        }
    }
}

static void run_in_user_mode(void (*entry)(void *), const struct lm_user_area *areas,
                             unsigned area_count)
{
    struct lm_user_config config = configured(entry);

    config.areas = areas;
    config.area_count = area_count;
    config.grants = every_grant;
    config.grant_count = GRANTS;
    config.thread.stack = (void *)areas[area_count > 1].base;
    CHECK_STATUS(lm_user_thread_create(&user, &config), LM_OK);
    CHECK_EQUAL(user.faults, 0);
    CHECK_STATUS(lm_user_thread_delete(&user), LM_OK); /* it is more urgent, and has ended */
}

static void calls(void)
{
    run_in_user_mode(make_refused_calls, upper_half, 1);
    run_in_user_mode(use_buffers, four_areas, 4);
}

/* Faults */

static unsigned lives;
static unsigned locks; /* how often each mutex */
static struct lm_mutex second;
static const struct lm_user_grant mutex_grants[] = {
    {&mutex, LM_MAY_LOCK_MUTEX},
    {&second, LM_MAY_LOCK_MUTEX},
    {&semaphore, LM_MAY_WAIT_SEMAPHORE},
};

static void lock_and_fault(void *argument)
{
    (void)argument;
    lives++;
    for (unsigned i = 0; i < locks; i++) {
        CHECK_STATUS(lm_user_mutex_lock(0, LM_NO_WAIT),
                     lives > 1 && i == 0 ? LM_OWNER_DIED : LM_OK);
        CHECK_STATUS(lm_user_mutex_lock(1, LM_NO_WAIT),
                     lives > 1 && i == 0 ? LM_OWNER_DIED : LM_OK);
    }
    lm_user_semaphore_wait(2, LM_FOREVER);
    lm_user_double_fault(LM_USER_BAD_ACCESS, 77);
}

static void restarts(void)
{
    struct lm_user_config config = configured(lock_and_fault);
    struct lm_thread_info info;

    config.grants = mutex_grants;
    config.grant_count = 3;
    for (unsigned allowed = 0; allowed < 4; allowed++) {
        for (locks = 0; locks < 3; locks++) {
            lives = 0;
            config.policy = allowed == 0 ? LM_USER_END : LM_USER_RESTART;
            config.restarts = allowed;
            config.restart_ticks = 10;
            CHECK_STATUS(lm_user_thread_create(&user, &config), LM_OK);
            for (unsigned life = 1; life <= allowed + 1; life++) {
                CHECK_EQUAL(lives, life);
                lm_semaphore_post(&semaphore);
                CHECK_EQUAL(user.faults, life);
                CHECK_EQUAL(user.fault.address, 77);
                CHECK_EQUAL(user.fault.cause, LM_USER_BAD_ACCESS);
                CHECK_SAME(lm_mutex_owner(&mutex), NULL);
                CHECK_SAME(lm_mutex_owner(&second), NULL);
                lm_thread_sleep(9);
                CHECK_EQUAL(lives, life);
                lm_thread_sleep(1);
            }
            CHECK_EQUAL(lives, allowed + 1);
            lm_thread_get_info(&user.thread, &info);
            CHECK_EQUAL(info.state, LM_TERMINATED);
            CHECK_STATUS(lm_user_thread_delete(&user), LM_OK);
            CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), locks > 0 ? LM_OWNER_DIED : LM_OK);
            CHECK_STATUS(lm_mutex_lock(&second, LM_NO_WAIT), locks > 0 ? LM_OWNER_DIED : LM_OK);
            CHECK_STATUS(lm_mutex_unlock(&second), LM_OK);
            CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
        }
    }
}

/* Waiting threads get the mutex, in their order, and only the first one learns. */
static struct lm_thread waiters[2];
static enum lm_status answers[2];
static unsigned order[2], priorities[2], ended;

static void wait_for_mutex(void *argument)
{
    unsigned number = (unsigned)(uintptr_t)argument;

    answers[number] = lm_mutex_lock(&mutex, LM_FOREVER);
    priorities[number] = waiters[number].priority;
    order[ended++] = number;
    lm_mutex_unlock(&mutex);
}

static void hand_over(enum lm_protocol protocol)
{
    struct lm_user_config config = configured(lock_and_fault);
    struct lm_object_counters counters = {0};

    CHECK_STATUS(lm_mutex_delete(&mutex), LM_OK);
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", protocol, 5, LM_BY_PRIORITY), LM_OK);
    lm_object_attach_counters(&mutex.object, &counters);
    config.grants = mutex_grants;
    config.grant_count = 3;
    lives = 0;
    locks = 2;
    ended = 0;
    CHECK_STATUS(lm_user_thread_create(&user, &config), LM_OK);
    for (unsigned i = 0; i < 2; i++) {
        lm_thread_create(&waiters[i], &(struct lm_thread_config){.name = "waiter",
                                                                 LM_PREEMPTIVE((uint16_t)(9 - i)),
                                                                 .entry = wait_for_mutex,
                                                                 .argument = (void *)(uintptr_t)i,
                                                                 .stack = scene_stack(),
                                                                 .stack_bytes = SCENE_STACK_BYTES});
    }
    CHECK_SAME(lm_mutex_owner(&mutex), &user.thread);
    lm_semaphore_post(&semaphore);
    CHECK_EQUAL(ended, 2);
    CHECK_EQUAL(order[0], 1); /* the more urgent one */
    CHECK_EQUAL(counters.taken, 4);
    for (unsigned i = 0; i < 2; i++) {
        CHECK_EQUAL(priorities[i], protocol == LM_CEILING ? 5 : 9 - i);
    }
    CHECK_STATUS(answers[1], LM_OWNER_DIED);
    CHECK_STATUS(answers[0], LM_OK);
    CHECK_SAME(lm_mutex_owner(&mutex), NULL);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&second, LM_NO_WAIT), LM_OWNER_DIED);
    CHECK_STATUS(lm_mutex_unlock(&second), LM_OK);
    lm_object_attach_counters(&mutex.object, NULL);
    CHECK_STATUS(lm_user_thread_delete(&user), LM_OK);
    for (unsigned i = 0; i < 2; i++) {
        CHECK_STATUS(lm_thread_delete(&waiters[i]), LM_OK);
    }
}

static void faults(void)
{
    lm_mutex_create(&second, "second", LM_CEILING, 5, LM_FIFO);
    restarts();
    hand_over(LM_PLAIN);
    hand_over(LM_INHERIT);
    hand_over(LM_CEILING);
}

static void fault_and_trace(void *argument)
{
    (void)argument;
    lives++;
    CHECK_STATUS(lm_user_trace_user(7, 9), LM_OK);
    lm_user_double_fault(LM_USER_BAD_JUMP, 78);
}

static void records(void)
{
    struct lm_user_config config = configured(fault_and_trace);

    CHECK_STATUS(lm_trace_start(trace_buffer, sizeof trace_buffer, OBJECTS), LM_OK);
    config.policy = LM_USER_RESTART;
    config.restarts = 1;
    config.restart_ticks = 1;
    lives = 0;
    CHECK_STATUS(lm_user_thread_create(&user, &config), LM_OK);
    CHECK(user.context.has_begun);
    lm_thread_sleep(2);
    lm_trace_stop();
    CHECK_EQUAL(lives, 2);
    CHECK_EQUAL(count_records(EVENT_FAULT, LM_USER_BAD_JUMP, 78), 2);
    CHECK_EQUAL(count_records(EVENT_FAULT_AT, 0, 1), 2);
    CHECK_EQUAL(count_records(EVENT_RESTART, 0, 0), 1);
    CHECK_EQUAL(count_records(EVENT_USER, 7, 9), 2);
    CHECK_STATUS(lm_user_thread_delete(&user), LM_OK);
}

/* Without the policy, the number of restarts means nothing. */
static void end_despite_restarts(void)
{
    struct lm_user_config config = configured(fault_and_trace);

    config.policy = LM_USER_END;
    config.restarts = 5;
    lives = 0;
    CHECK_STATUS(lm_user_thread_create(&user, &config), LM_OK);
    lm_thread_sleep(100);
    CHECK_EQUAL(lives, 1);
    CHECK_STATUS(lm_user_thread_delete(&user), LM_OK);
}

/* While it waits for its restart it has the priority that it had before. */
static void give_priority_back(void)
{
    struct lm_user_config config = configured(lock_and_fault);

    config.grants = mutex_grants;
    config.grant_count = 3;
    config.policy = LM_USER_RESTART;
    config.restarts = 1;
    config.restart_ticks = 100;
    lives = 0;
    locks = 1;
    CHECK_STATUS(lm_user_thread_create(&user, &config), LM_OK);
    CHECK_EQUAL(user.thread.priority, 5);
    lm_semaphore_post(&semaphore);
    CHECK_EQUAL(user.thread.priority, 10);
    CHECK_STATUS(lm_thread_terminate(&user.thread), LM_OK);
    CHECK_STATUS(lm_user_thread_delete(&user), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&second, LM_NO_WAIT), LM_OWNER_DIED);
    CHECK_STATUS(lm_mutex_unlock(&second), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OWNER_DIED);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
}

static void play(void)
{
    create_objects();
    calls();
    faults();
    give_priority_back();
    end_despite_restarts();
    records();
}

int main(void)
{
    scene_run(LM_MODEL_FULL, play);
    return 0;
}
