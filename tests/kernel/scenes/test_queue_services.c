/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a queue gives every message to the right thread and keeps the right threads waiting, with
 * all its services: messages to both ends, flushing, serving the most urgent thread first. It
 * counts what happened.
 *
 * Method: a small world on real stacks. Three threads act in every order. For a thread that waits,
 * the choices are a new priority, an aborted wait, or a termination and a new start; for another
 * thread, to send to the end or to the front, or to receive. Between these steps the queue is
 * flushed or prioritized, or time passes, which ends the waits of one of the threads. After each
 * step the queue is compared with a reference of plain lists, written from include/limen/queue.h.
 * A full queue of one message has the most cases and gets one step more than the others.
 * LIMEN_LONG=1 gives one more step to all.
 */
#include "check.h"
#include "explore.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORKERS = 3,
    CAPACITY_MAX = 2,
    BYTES_MAX = 6,
    STEPS = 4,
    STACK = LM_PORT_STACK_BYTES(4096),
    CONTROL_PRIORITY = 20,
    MOST_URGENT = 4,
    PATIENCE = 5,  /* ticks for which the last thread waits; the others wait for ever */
    NOTHING = 0xFF /* no message */
};

enum call { SEND, SEND_FRONT, RECEIVE, CALLS };
enum disturbance { SET_PRIORITY, ABORT, START_AGAIN }; /* of a thread that waits */
enum common { FLUSH, PRIORITIZE, TIME_PASSES, COMMONS };

struct worker {
    struct lm_thread thread;
    enum call call;
    unsigned message; /* to send, or received */
    enum lm_status status;
    unsigned returns; /* from calls */
};

/* The expected state. The first of each list is served first. */
static struct {
    unsigned messages[CAPACITY_MAX];
    unsigned used;
    int waiting[WORKERS];
    unsigned count;
    struct {
        unsigned priority;
        bool waits;
        enum call call;
        unsigned message;
        enum lm_status status;
        unsigned returns;
    } worker[WORKERS];
    struct lm_object_counters counters;
} expected;

static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stacks[WORKERS + 1][STACK];
static struct worker workers[WORKERS];
static struct lm_thread control;
static struct lm_queue queue;
static struct lm_object_counters counters;
static _Alignas(4) unsigned char storage[CAPACITY_MAX * BYTES_MAX];
static struct explore explore;
static unsigned capacity, bytes, next_message;
static enum lm_order order;
static bool is_drained, is_counted;
static bool done;

static void explain(void *context)
{
    (void)context;
    fprintf(stderr, "capacity %u, %s, priorities %u %u %u, %sdrained; choices ", capacity,
            order == LM_FIFO ? "FIFO" : "by priority", expected.worker[0].priority,
            expected.worker[1].priority, expected.worker[2].priority, is_drained ? "" : "not ");
    explore_print(&explore);
}

/* The threads. */

static void write_message(unsigned char *to, unsigned message)
{
    memset(to, (int)message, bytes);
}

static unsigned read_message(const unsigned char *from)
{
    for (unsigned i = 1; i < bytes; i++) {
        CHECK_EQUAL(from[i], from[0]); /* whole */
    }
    return from[0];
}

static void obey(struct worker *worker)
{
    _Alignas(4) unsigned char message[BYTES_MAX] = {0};
    lm_timeout timeout = worker == &workers[WORKERS - 1] ? PATIENCE : LM_FOREVER;

    write_message(message, worker->message);
    switch (worker->call) {
    case SEND:
        worker->status = lm_queue_send(&queue, message, timeout);
        break;
    case SEND_FRONT:
        worker->status = lm_queue_send_front(&queue, message, timeout);
        break;
    default:
        worker->status = lm_queue_receive(&queue, message, timeout);
        break;
    }
    worker->message = read_message(message);
    worker->returns++;
}

static void work(void *argument)
{
    for (;;) {
        CHECK_STATUS(lm_thread_suspend(lm_thread_self()), LM_OK);
        obey(argument);
    }
}

/* The reference. */

static void expect_return(int i, enum lm_status status)
{
    expected.worker[i].waits = false;
    expected.worker[i].status = status;
    expected.worker[i].returns++;
}

static void take_out(unsigned at)
{
    expected.count--;
    memmove(&expected.waiting[at], &expected.waiting[at + 1], sizeof(int) * (expected.count - at));
}

static void put_in(unsigned at, int i)
{
    memmove(&expected.waiting[at + 1], &expected.waiting[at], sizeof(int) * (expected.count - at));
    expected.waiting[at] = i;
    expected.count++;
}

static bool is_ahead(int i)
{
    return expected.worker[i].call == SEND_FRONT;
}

/* The place of a thread that begins to wait. */
static unsigned place_of(int i)
{
    unsigned at = expected.count;

    if (is_ahead(i) && expected.used == capacity) {
        return 0;
    }
    while (order == LM_BY_PRIORITY && at > 0 && !is_ahead(expected.waiting[at - 1]) &&
           expected.worker[expected.waiting[at - 1]].priority > expected.worker[i].priority) {
        at--;
    }
    return at;
}

static void expect_wait(int i)
{
    expected.worker[i].waits = true;
    put_in(place_of(i), i);
    expected.counters.waits += expected.used == 0;
    expected.counters.waits_for_space += expected.used == capacity;
}

/* The first waiting thread is served. */
static int expect_served(void)
{
    int first = expected.waiting[0];

    take_out(0);
    expect_return(first, LM_OK);
    return first;
}

static void put_message(unsigned at, unsigned message)
{
    memmove(&expected.messages[at + 1], &expected.messages[at],
            sizeof(unsigned) * (expected.used - at));
    expected.messages[at] = message;
    expected.used++;
}

/* i: -1 if the sender does not wait. Returns: whether the send succeeds at once. */
static bool expect_send(int i, bool ahead, unsigned message)
{
    if (expected.used == capacity) {
        expected.counters.refused += i < 0;
        return false;
    }
    expected.counters.given++;
    if (expected.count > 0) {
        expected.counters.taken++;
        expected.worker[expect_served()].message = message;
    } else {
        put_message(ahead ? 0 : expected.used, message);
    }
    return true;
}

static unsigned expect_receive(void)
{
    unsigned message = expected.messages[0];

    if (expected.used == 0) {
        return NOTHING;
    }
    expected.counters.taken++;
    if (expected.count > 0 && is_ahead(expected.waiting[0])) {
        expected.counters.given++;
        return expected.worker[expect_served()].message;
    }
    expected.used--;
    memmove(expected.messages, expected.messages + 1, sizeof(unsigned) * expected.used);
    if (expected.count > 0) {
        expected.counters.given++;
        put_message(expected.used, expected.worker[expect_served()].message);
    }
    return message;
}

static void expect_call(int i, enum call call, unsigned message)
{
    bool satisfied;

    expected.worker[i].call = call;
    expected.worker[i].message = message;
    if (call == RECEIVE) {
        unsigned received = expect_receive();

        satisfied = received != NOTHING;
        expected.worker[i].message = satisfied ? received : message;
    } else {
        satisfied = expect_send(i, call == SEND_FRONT, message);
    }
    if (satisfied) {
        expect_return(i, LM_OK);
    } else {
        expect_wait(i);
    }
}

static unsigned place_in_list(int i)
{
    unsigned at = 0;

    while (expected.waiting[at] != i) {
        at++;
    }
    return at;
}

static void expect_priority(int i, unsigned priority)
{
    expected.worker[i].priority = priority;
    if (order == LM_BY_PRIORITY && (expected.used == 0 || !is_ahead(i))) {
        take_out(place_in_list(i));
        put_in(place_of(i), i);
    }
}

static void expect_prioritized(void)
{
    unsigned best = 0;

    for (unsigned at = 1; at < expected.count; at++) {
        if (expected.worker[expected.waiting[at]].priority <
            expected.worker[expected.waiting[best]].priority) {
            best = at;
        }
    }
    if (expected.count > 0) {
        int i = expected.waiting[best];

        take_out(best);
        put_in(0, i);
    }
}

static void expect_flushed(void)
{
    if (expected.used > 0) {
        expected.used = 0;
        while (expected.count > 0) {
            (void)expect_served();
        }
    }
}

/* Steps, of the queue and of the reference. */

static void call(int i, enum call call)
{
    workers[i].call = call;
    workers[i].message = call == RECEIVE ? NOTHING : ++next_message;
    expect_call(i, call, workers[i].message);
    CHECK_STATUS(lm_thread_resume(&workers[i].thread), LM_OK);
}

static void disturb(int i, enum disturbance how)
{
    unsigned now = expected.worker[i].priority;
    unsigned priority = now == MOST_URGENT ? MOST_URGENT + 3U : now - 1U;

    switch (how) {
    case SET_PRIORITY:
        expect_priority(i, priority);
        CHECK_STATUS(lm_thread_set_priority(&workers[i].thread, priority, priority), LM_OK);
        break;
    case ABORT:
        take_out(place_in_list(i));
        expect_return(i, LM_ABORTED);
        CHECK_STATUS(lm_thread_abort_wait(&workers[i].thread), LM_OK);
        break;
    default:
        take_out(place_in_list(i));
        expected.worker[i].waits = false;
        CHECK_STATUS(lm_thread_terminate(&workers[i].thread), LM_OK);
        CHECK_STATUS(lm_thread_restart(&workers[i].thread), LM_OK);
        break;
    }
}

static void let_time_pass(void)
{
    int i = WORKERS - 1;

    if (expected.worker[i].waits) {
        take_out(place_in_list(i));
        expect_return(i, LM_TIMEOUT);
        expected.counters.timeouts++;
    }
    lm_work(PATIENCE + 1); /* what is due at its end has not happened yet */
}

static void do_common(enum common what)
{
    switch (what) {
    case FLUSH:
        expect_flushed();
        CHECK_STATUS(lm_queue_flush(&queue), LM_OK);
        break;
    case PRIORITIZE:
        expect_prioritized();
        CHECK_STATUS(lm_queue_prioritize(&queue), LM_OK);
        break;
    default:
        let_time_pass();
        break;
    }
}

static void step(void)
{
    unsigned choice = explore_choose(&explore, WORKERS * CALLS + COMMONS);
    int i = (int)(choice / CALLS);

    if (choice >= WORKERS * CALLS) {
        do_common((enum common)(choice - WORKERS * CALLS));
    } else if (expected.worker[i].waits) {
        disturb(i, (enum disturbance)(choice % CALLS));
    } else {
        call(i, (enum call)(choice % CALLS));
    }
}

static void compare_worker(int i)
{
    struct lm_thread_info info;

    CHECK_STATUS(lm_thread_get_info(&workers[i].thread, &info), LM_OK);
    CHECK_EQUAL(info.state, LM_SUSPENDED);
    CHECK_EQUAL(info.waits_for,
                expected.worker[i].waits ? LM_WAITS_FOR_QUEUE : LM_WAITS_FOR_RESUME);
    CHECK_SAME(info.wait_object, expected.worker[i].waits ? &queue.object : NULL);
    CHECK_EQUAL(workers[i].returns, expected.worker[i].returns);
    if (!expected.worker[i].waits && expected.worker[i].returns > 0) {
        CHECK_STATUS(workers[i].status, expected.worker[i].status);
        CHECK_EQUAL(workers[i].message, expected.worker[i].message);
    }
}

static void compare(void)
{
    struct lm_queue_info info;
    int first = expected.count > 0 ? expected.waiting[0] : -1;

    CHECK_STATUS(lm_queue_get_info(&queue, &info), LM_OK);
    CHECK_EQUAL(info.used, expected.used);
    CHECK_EQUAL(info.waiters.count, expected.count);
    CHECK_SAME(info.waiters.first, first >= 0 ? &workers[first].thread : NULL);
    CHECK(!is_counted || memcmp(&counters, &expected.counters, sizeof counters) == 0);
    for (int i = 0; i < WORKERS; i++) {
        compare_worker(i);
    }
}

/* The remaining messages come out in order, with those of threads that wait to send. */
static void drain(void)
{
    _Alignas(4) unsigned char message[BYTES_MAX];
    unsigned received;

    write_message(message, ++next_message);
    CHECK_STATUS(lm_queue_send(&queue, message, LM_NO_WAIT),
                 expect_send(-1, false, next_message) ? LM_OK : LM_UNAVAILABLE);
    write_message(message, ++next_message);
    CHECK_STATUS(lm_queue_send_front(&queue, message, LM_NO_WAIT),
                 expect_send(-1, true, next_message) ? LM_OK : LM_UNAVAILABLE);
    compare();
    while ((received = expect_receive()) != NOTHING) {
        CHECK_STATUS(lm_queue_receive(&queue, message, LM_NO_WAIT), LM_OK);
        CHECK_EQUAL(read_message(message), received);
        compare();
    }
    CHECK_STATUS(lm_queue_receive(&queue, message, LM_NO_WAIT), LM_UNAVAILABLE);
}

/* Returns: the number of steps to make. */
static unsigned begin(void)
{
    bool is_small = explore_choose(&explore, 2) == 1;
    bool is_full;
    unsigned spread;

    memset(&expected, 0, sizeof expected);
    next_message = 0;
    capacity = is_small ? 1 : 1 + explore_choose(&explore, CAPACITY_MAX);
    bytes = capacity == 1 ? BYTES_MAX : 4; /* in whole words, and not */
    order = explore_choose(&explore, 2) == 1 ? LM_BY_PRIORITY : LM_FIFO;
    spread = is_small ? 1 : explore_choose(&explore, 2);
    is_counted = !is_small;
    is_drained = is_small || explore_choose(&explore, 2) == 1;
    is_full = is_small || explore_choose(&explore, 2) == 1;
    CHECK_STATUS(lm_queue_create(&queue, "queue", storage, capacity, bytes, order), LM_OK);
    lm_object_attach_counters(&queue.object, is_counted ? &counters : NULL);
    for (int i = 0; i < WORKERS; i++) {
        unsigned priority = MOST_URGENT + 1U + (unsigned)i * spread;

        expected.worker[i].priority = priority;
        workers[i].returns = 0;
        CHECK_STATUS(lm_thread_set_priority(&workers[i].thread, priority, priority), LM_OK);
    }
    while (is_full && expected.used < capacity) {
        call(0, SEND);
    }
    return is_small ? STEPS + 1 : STEPS;
}

static void end(void)
{
    if (is_drained) {
        drain();
    }
    while (expected.count > 0) {
        expect_return(expected.waiting[0], LM_DELETED);
        take_out(0);
    }
    CHECK_STATUS(lm_queue_delete(&queue), LM_OK);
    for (int i = 0; i < WORKERS; i++) {
        compare_worker(i);
    }
}

static void control_all(void *argument)
{
    unsigned more = getenv("LIMEN_LONG") != NULL;

    (void)argument;
    while (explore_next(&explore)) {
        unsigned steps = begin() + more;

        for (unsigned i = 0; i < steps; i++) {
            step();
            if (explore_is_new(&explore)) {
                compare();
            }
        }
        end();
    }
    done = true;
}

static void create(struct lm_thread *thread, void (*entry)(void *), void *argument,
                   unsigned char *stack, uint16_t priority)
{
    struct lm_thread_config config = {.entry = entry,
                                      .argument = argument,
                                      .stack = stack,
                                      .stack_bytes = STACK,
                                      LM_PREEMPTIVE(priority)};

    CHECK_STATUS(lm_thread_create(thread, &config), LM_OK);
}

int main(int argc, char **argv)
{
    check_explain(explain, NULL);
    if (argc > 1) {
        explore_replay(&explore, argv[1]);
    }
    lm_kernel_init();
    for (int i = 0; i < WORKERS; i++) {
        create(&workers[i].thread, work, &workers[i], stacks[i], MOST_URGENT);
    }
    create(&control, control_all, NULL, stacks[WORKERS], CONTROL_PRIORITY);
    lm_kernel_start();
    CHECK(done);
    printf("%llu runs\n", (unsigned long long)explore.runs);
    return 0;
}
