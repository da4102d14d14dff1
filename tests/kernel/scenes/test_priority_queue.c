/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a queue by priority gives the messages in the order of their priorities and, among equals,
 * of their sends, also those of threads that wait to send; and each wait ends when it should.
 *
 * Method: every sequence of four calls, by a thread and by two more urgent ones that wait, on real
 * stacks, with messages of a word and of an odd size, is compared with a reference that sorts
 * plain records. Examples cover the ends of waits and refused calls.
 */
#include "check.h"
#include "explore.h"
#include "waiters.h"
#include <limen/board.h>
#include <limen/priority_queue.h>
#include <stdio.h>
#include <string.h>

enum { CAPACITY = 2, STEPS = 4, PRIORITIES = 3, MESSAGE_MAX = 8 };
enum action { SEND, RECEIVE, CLEAR, FLUSH, QUIT };

struct step {
    enum action action;
    int by; /* a waiter, or WAITERS: the control thread */
    unsigned priority;
};

/* A step of a thread, and its result. */
struct job {
    struct lm_semaphore go;
    struct step step;
    unsigned char message[MESSAGE_MAX];
    uint32_t priority;
    enum lm_status status;
    bool is_busy;
};

/* A message of the reference. */
struct record {
    unsigned priority, number;
};

static struct job jobs[WAITERS];
static struct lm_priority_queue queue;
static uint32_t storage[LM_PRIORITY_QUEUE_BYTES(CAPACITY, MESSAGE_MAX) / sizeof(uint32_t)];
static uint32_t message_bytes, capacity = CAPACITY;
static unsigned sent;
static struct explore explore;

/* The reference. */
static struct record held[CAPACITY], offered[WAITERS];
static unsigned held_count;
static bool sends[WAITERS], receives[WAITERS];

static void explain(void *context)
{
    (void)context;
    fprintf(stderr, "messages of %u bytes, %u sent\n", (unsigned)message_bytes, sent);
    explore_print(&explore);
}

static void fill(unsigned char *message, unsigned number)
{
    memset(message, (int)number, message_bytes);
}

static void check_message(const unsigned char *message, uint32_t priority, struct record record)
{
    for (uint32_t i = 0; i < MESSAGE_MAX; i++) {
        CHECK_EQUAL(message[i], i < message_bytes ? record.number : 0);
    }
    CHECK_EQUAL(priority, record.priority);
}

static void do_job(struct job *job)
{
    if (job->step.action == SEND) {
        job->status = lm_priority_queue_send(&queue, job->message, job->step.priority, LM_FOREVER);
    } else {
        memset(job->message, 0, sizeof job->message);
        job->status = lm_priority_queue_receive(&queue, job->message, &job->priority, LM_FOREVER);
    }
    job->is_busy = false;
}

static void work(void *argument)
{
    struct job *job = argument;

    for (;;) {
        CHECK_STATUS(lm_semaphore_wait(&job->go, LM_FOREVER), LM_OK);
        if (job->step.action == QUIT) {
            return;
        }
        do_job(job);
    }
}

static void hold(struct record record)
{
    unsigned place = held_count++;

    for (; place > 0 && held[place - 1].priority < record.priority; place--) {
        held[place] = held[place - 1];
    }
    held[place] = record;
}

static struct record take(void)
{
    struct record first = held[0];

    memmove(&held[0], &held[1], sizeof held - sizeof held[0]);
    held_count--;
    return first;
}

/* The most urgent waiter that waits in this way, or WAITERS. */
static int first_of(const bool *waits)
{
    int i = 0;

    while (i < WAITERS && !waits[i]) {
        i++;
    }
    return i;
}

static void end_wait(bool *waits, int waiter, enum lm_status status)
{
    waits[waiter] = false;
    CHECK(!jobs[waiter].is_busy);
    CHECK_STATUS(jobs[waiter].status, status);
}

/* Messages of senders take the places that are free. */
static void let_in(void)
{
    for (int i = first_of(sends); i < WAITERS && held_count < CAPACITY; i = first_of(sends)) {
        hold(offered[i]);
        end_wait(sends, i, LM_OK);
    }
}

/* The send of a step in the reference. Returns: whether it succeeded at once. */
static bool expect_send(const struct step *step, struct record record)
{
    int receiver = first_of(receives);

    if (held_count == CAPACITY) {
        return false;
    }
    if (receiver < WAITERS) {
        end_wait(receives, receiver, LM_OK);
        check_message(jobs[receiver].message, jobs[receiver].priority, record);
    } else {
        hold(record);
    }
    (void)step;
    return true;
}

static void step_of_control(const struct step *step)
{
    unsigned char message[MESSAGE_MAX] = {0};
    uint32_t priority = 0;
    enum lm_status status;

    if (step->action == SEND) {
        struct record record = {step->priority, ++sent};

        fill(message, record.number);
        status = lm_priority_queue_send(&queue, message, step->priority, LM_NO_WAIT);
        CHECK_STATUS(status, expect_send(step, record) ? LM_OK : LM_UNAVAILABLE);
    } else if (step->action == RECEIVE) {
        status = lm_priority_queue_receive(&queue, message, &priority, LM_NO_WAIT);
        CHECK_STATUS(status, held_count > 0 ? LM_OK : LM_UNAVAILABLE);
        if (status == LM_OK) {
            check_message(message, priority, take());
            let_in();
        }
    } else if (step->action == CLEAR) {
        CHECK_STATUS(lm_priority_queue_clear(&queue), LM_OK);
        held_count = 0;
        let_in();
    } else {
        CHECK_STATUS(lm_queue_flush(&queue.queue), LM_OK);
        held_count = 0;
        for (int i = first_of(sends); i < WAITERS; i = first_of(sends)) {
            end_wait(sends, i, LM_OK);
        }
    }
}

static void step_of_waiter(const struct step *step)
{
    struct job *job = &jobs[step->by];
    struct record record = {step->priority, sent + 1};

    if (job->is_busy) {
        return;
    }
    job->step = *step;
    job->is_busy = true;
    if (step->action == SEND) {
        sent++;
        fill(job->message, record.number);
    }
    CHECK_STATUS(lm_semaphore_post(&job->go), LM_OK);
    if (step->action == SEND && !expect_send(step, record)) {
        sends[step->by] = true;
        offered[step->by] = record;
    } else if (step->action == RECEIVE && held_count == 0) {
        receives[step->by] = true;
    } else {
        CHECK(!job->is_busy);
        CHECK_STATUS(job->status, LM_OK);
        if (step->action == RECEIVE) {
            check_message(job->message, job->priority, take());
            let_in();
        }
    }
}

/* Each action of each thread, and each priority of a send. */
static struct step choose(void)
{
    struct step step = {.by = (int)explore_choose(&explore, WAITERS + 1)};
    unsigned actions = step.by == WAITERS ? 4 : 2;

    step.action = (enum action)explore_choose(&explore, actions);
    if (step.action == SEND) {
        step.priority = explore_choose(&explore, PRIORITIES);
    }
    return step;
}

static void check_end(void)
{
    CHECK_STATUS(lm_queue_delete(&queue.queue), LM_OK);
    for (int i = 0; i < WAITERS; i++) {
        if (sends[i] || receives[i]) {
            end_wait(sends[i] ? sends : receives, i, LM_DELETED);
        }
        jobs[i].step.action = QUIT;
        CHECK_STATUS(lm_semaphore_post(&jobs[i].go), LM_OK);
    }
}

static void compare(void *argument)
{
    (void)argument;
    for (int i = 0; i < STEPS; i++) {
        struct step step = choose();

        if (step.by == WAITERS) {
            step_of_control(&step);
        } else {
            step_of_waiter(&step);
        }
        CHECK_EQUAL(lm_queue_used(&queue.queue), held_count);
        for (int w = 0; w < WAITERS; w++) {
            CHECK(jobs[w].is_busy == (sends[w] || receives[w]));
        }
    }
    check_end();
}

static void begin(void (*play)(void *))
{
    lm_kernel_init();
    memset(jobs, 0, sizeof jobs);
    memset(sends, 0, sizeof sends);
    memset(receives, 0, sizeof receives);
    sent = 0;
    held_count = 0;
    for (int i = 0; i < WAITERS; i++) {
        CHECK_STATUS(lm_semaphore_create(&jobs[i].go, "go", 0, LM_FIFO), LM_OK);
    }
    CHECK_STATUS(
        lm_priority_queue_create(&queue, "queue", storage, capacity, message_bytes, LM_BY_PRIORITY),
        LM_OK);
    play_with_waiters(play, work, jobs, sizeof jobs[0]);
}

static void all_sequences(void)
{
    static const uint32_t sizes[] = {4, 6};

    check_explain(explain, NULL);
    while (explore_next(&explore)) {
        message_bytes = sizes[explore_choose(&explore, 2)];
        begin(compare);
    }
}

static void check_ends_of_waits(void *argument)
{
    unsigned char message[MESSAGE_MAX];

    (void)argument;
    CHECK_STATUS(lm_priority_queue_receive(&queue, message, NULL, 3), LM_TIMEOUT);
    CHECK_STATUS(lm_priority_queue_send(&queue, message, 1, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_priority_queue_send(&queue, message, 1, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_priority_queue_send(&queue, message, 1, 3), LM_TIMEOUT);
    CHECK_STATUS(lm_priority_queue_receive(&queue, message, NULL, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_priority_queue_send(&queue, NULL, 1, LM_NO_WAIT), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_priority_queue_create(&queue, "", storage, 1, 4, LM_FIFO), LM_BAD_OBJECT);
    check_end();
}

static void waits_end_by_their_timeout(void)
{
    message_bytes = 4;
    begin(check_ends_of_waits);
}

static void check_abort(void *argument)
{
    (void)argument;
    jobs[0].step = (struct step){.action = RECEIVE};
    jobs[0].is_busy = true;
    CHECK_STATUS(lm_semaphore_post(&jobs[0].go), LM_OK);
    CHECK_STATUS(lm_thread_abort_wait(&waiting[0]), LM_OK);
    CHECK_STATUS(jobs[0].status, LM_ABORTED);
    check_end();
}

static void a_wait_can_be_aborted(void)
{
    begin(check_abort);
}

/* More threads wait than the cleared queue has room for. */
static void check_clear(void *argument)
{
    uint32_t message = 0;

    (void)argument;
    CHECK_STATUS(lm_priority_queue_send(&queue, &message, 1, LM_NO_WAIT), LM_OK);
    for (int i = 0; i < WAITERS; i++) {
        jobs[i].step = (struct step){.action = SEND, .by = i, .priority = 1};
        jobs[i].is_busy = true;
        CHECK_STATUS(lm_semaphore_post(&jobs[i].go), LM_OK);
        CHECK(jobs[i].is_busy);
    }
    CHECK_STATUS(lm_priority_queue_clear(&queue), LM_OK);
    for (int i = 0; i < WAITERS; i++) {
        sends[i] = jobs[i].is_busy;
        CHECK(sends[i] == (i != 0));
    }
    CHECK_STATUS(jobs[0].status, LM_OK);
    check_end();
}

static void a_cleared_queue_lets_in_whom_it_has_room_for(void)
{
    message_bytes = 4;
    capacity = 1;
    begin(check_clear);
}

/* The largest ones that are possible; their memory is not touched. */
static void large_queues_are_possible(void)
{
    enum { MOST = LM_AREA_BYTES_MAX, PLACE = 8 };
    static struct lm_priority_queue large;

    lm_kernel_init();
    memset(&large, 0, sizeof large);
    CHECK_STATUS(lm_priority_queue_create(&large, "", storage, 1, MOST - 6, LM_FIFO),
                 LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_priority_queue_create(&large, "", storage, MOST / PLACE + 1, 4, LM_FIFO),
                 LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_priority_queue_create(&large, "", storage, 1, MOST - 7, LM_FIFO), LM_OK);
    memset(&large, 0, sizeof large);
    CHECK_STATUS(lm_priority_queue_create(&large, "", storage, MOST / PLACE, 4, LM_FIFO), LM_OK);
}

static void impossible_queues_are_refused(void)
{
    static struct lm_priority_queue other;
    unsigned char *odd = (unsigned char *)storage + 1;

    lm_kernel_init();
    CHECK_STATUS(lm_priority_queue_create(&other, "", storage, 0, 4, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_priority_queue_create(&other, "", storage, 1, 0, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_priority_queue_create(&other, "", odd, 1, 4, LM_FIFO), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_priority_queue_create(&other, "", storage, UINT32_MAX, 4, LM_FIFO),
                 LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_priority_queue_create(&other, "", storage, 1, UINT32_MAX, LM_FIFO),
                 LM_BAD_ARGUMENT);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        explore_replay(&explore, argv[1]);
    }
    all_sequences();
    waits_end_by_their_timeout();
    a_wait_can_be_aborted();
    a_cleared_queue_lets_in_whom_it_has_room_for();
    impossible_queues_are_refused();
    large_queues_are_possible();
    puts("queues by priority: as the definition says");
    return 0;
}
