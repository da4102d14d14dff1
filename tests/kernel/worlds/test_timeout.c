/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a timeout expires exactly once, at its instant and not before. Timeouts with equal instants
 * expire in the order in which they were started. The queue knows the earliest instant or one
 * before it, and its user makes progress with each call.
 * The order of equal instants is not promised if timeouts are started while others are distributed
 * again, because the lock is open in between. Runs in which this happens do not compare the order.
 *
 * Method: random histories, compared with an unsorted table. The explorer chooses instants near and
 * far, also at powers of two, which are the boundaries of the buckets of the queue. It cancels
 * timeouts, also those that are due but have not been handled yet. Time jumps to the earliest
 * instant or past many. The test prints its seed, which as an argument repeats the runs.
 */
#include "check.h"
#include "explore.h"
#include "time/timeout.h"
#include <limen/list.h>
#include <stdio.h>
#include <stdlib.h>

enum { TIMEOUTS = 12, STEPS = 200, RUNS = 3000, RUNS_LONG = 300000, SEED = 1 };

struct entry {
    struct lm_timeout_node timeout;
    bool started;
    uint64_t expiry;
    unsigned order; /* of starts */
};

static struct lm_timeout_queue queue;
static struct entry table[TIMEOUTS];
static uint64_t now;
static unsigned starts;
static bool interrupted; /* in this run interrupts come between two timeouts */
static bool closing;     /* no more timeouts are started */
static struct explore explore;

static void explain(void *context)
{
    (void)context;
    explore_print(&explore);
}

/* The instant of the earliest timeout, or LM_NEVER. */
static uint64_t earliest(void)
{
    uint64_t instant = LM_NEVER;

    for (unsigned i = 0; i < TIMEOUTS; i++) {
        if (table[i].started && table[i].expiry < instant) {
            instant = table[i].expiry;
        }
    }
    return instant;
}

/* A distance: small numbers, equal numbers, powers of two and their neighbours. */
static uint64_t choose_distance(void)
{
    unsigned bits = explore_choose(&explore, 40);
    uint64_t power = (uint64_t)1 << bits;

    switch (explore_choose(&explore, 4)) {
    case 0:
        return 1 + explore_choose(&explore, 4);
    case 1:
        return power;
    case 2:
        return power + 1 + explore_choose(&explore, 3);
    default:
        return ((now | (power - 1)) + 1) - now; /* to the next multiple of the power */
    }
}

static void start(struct entry *entry)
{
    entry->expiry = now + choose_distance();
    entry->started = true;
    entry->order = starts++;
    if (!lm_timeout_join(&queue, &entry->timeout, entry->expiry)) {
        CHECK(!lm_timeout_is_started(&entry->timeout));
        lm_timeout_start(&queue, &entry->timeout, entry->expiry);
    }
    CHECK(lm_timeout_is_started(&entry->timeout));
    CHECK_EQUAL(entry->timeout.expiry, entry->expiry);
}

static void cancel(struct entry *entry)
{
    uint64_t before = queue.earliest;
    bool changed = lm_timeout_cancel(&queue, &entry->timeout);

    entry->started = false;
    CHECK(changed || queue.earliest == before);
    CHECK(!lm_timeout_is_started(&entry->timeout));
}

/* Start or cancel one. */
static void change(void)
{
    struct entry *entry = &table[explore_choose(&explore, TIMEOUTS)];

    if (!entry->started) {
        start(entry);
    } else if (explore_choose(&explore, 2) == 0) {
        cancel(entry);
    }
}

/* Check that the timeout was allowed to expire now. */
static void check_expired(const struct lm_timeout_node *timeout)
{
    struct entry *entry = LM_CONTAINER(timeout, struct entry, timeout);

    CHECK(entry->started && entry->expiry <= now);
    for (unsigned i = 0; i < TIMEOUTS && !interrupted; i++) {
        CHECK(!table[i].started || table[i].expiry != entry->expiry ||
              table[i].order >= entry->order);
    }
    entry->started = false;
}

/* Between two steps others may be started or cancelled. */
static void pause_steps(void)
{
    if (interrupted && !closing) {
        change();
    }
    CHECK(lm_timeout_is_consistent(&queue));
}

static void expire_earliest(void)
{
    struct lm_timeout_node *timeout;

    lm_timeout_advance(&queue);
    while (lm_timeout_distribute(&queue)) {
        pause_steps();
    }
    while ((timeout = lm_timeout_take(&queue)) != NULL) {
        CHECK(!lm_timeout_is_started(timeout));
        check_expired(timeout);
        pause_steps();
    }
}

/* Time has reached an instant. */
static void advance(uint64_t instant)
{
    now = instant;
    while (queue.earliest <= now) {
        expire_earliest();
    }
    CHECK(earliest() > now);
    CHECK(queue.earliest > now);
}

static void step(void)
{
    switch (explore_choose(&explore, 5)) {
    case 0: /* on time, as an alarm that is set to the earliest instant */
        if (queue.earliest != LM_NEVER) {
            advance(queue.earliest);
        }
        break;
    case 1:
        advance(now + choose_distance());
        break;
    default:
        change();
        break;
    }
    CHECK(lm_timeout_is_consistent(&queue));
    CHECK(queue.earliest <= earliest());
    CHECK((queue.earliest == LM_NEVER) == (earliest() == LM_NEVER));
}

static void run(void)
{
    queue = (struct lm_timeout_queue){0};
    lm_timeout_init(&queue);
    now = 0;
    starts = 0;
    closing = false;
    interrupted = explore_choose(&explore, 2) == 1;
    for (unsigned i = 0; i < TIMEOUTS; i++) {
        lm_timeout_set_idle(&table[i].timeout);
        table[i].started = false;
    }
    for (unsigned i = 0; i < STEPS; i++) {
        step();
    }
    closing = true;
    while (queue.earliest != LM_NEVER) {
        advance(queue.earliest);
    }
    CHECK_EQUAL(earliest(), LM_NEVER);
}

static void the_far_future_is_no_special_case(void)
{
    struct entry *entry = &table[0];

    queue = (struct lm_timeout_queue){0};
    lm_timeout_init(&queue);
    lm_timeout_set_idle(&entry->timeout);
    lm_timeout_start(&queue, &entry->timeout, LM_NEVER - 1);
    CHECK_EQUAL(queue.earliest, LM_NEVER - 1);
    CHECK(lm_timeout_cancel(&queue, &entry->timeout));
    CHECK_EQUAL(queue.earliest, LM_NEVER);
}

static void start_at(unsigned number, uint64_t expiry)
{
    lm_timeout_set_idle(&table[number].timeout);
    lm_timeout_start(&queue, &table[number].timeout, expiry);
}

/* Time advances to the earliest instant. Returns: the number of timeouts that were distributed
 * again. */
static unsigned come_to_earliest(void)
{
    unsigned distributed = 0;

    lm_timeout_advance(&queue);
    while (lm_timeout_distribute(&queue)) {
        distributed++;
    }
    return distributed;
}

/* The last bucket has instants of many rounds of the lower bits. They return to it, and expire in
 * their order, each at its own instant. */
static void the_last_bucket_has_all_that_is_far(void)
{
    const uint64_t round = (uint64_t)1 << 31;

    queue = (struct lm_timeout_queue){0};
    lm_timeout_init(&queue);
    start_at(0, 7 * round + 1);
    start_at(1, 5 * round);
    start_at(2, 7 * round);
    start_at(3, (uint64_t)1 << 50);
    start_at(4, 7 * round + 1);
    CHECK_EQUAL(queue.earliest, 5 * round);
    CHECK_EQUAL(come_to_earliest(), 5);
    CHECK_SAME(lm_timeout_take(&queue), &table[1].timeout);
    CHECK_SAME(lm_timeout_take(&queue), NULL);
    CHECK_EQUAL(queue.earliest, 7 * round);
    CHECK(lm_timeout_cancel(&queue, &table[2].timeout));
    CHECK_EQUAL(queue.earliest, 6 * round); /* nothing is, but the next round begins */
    CHECK_EQUAL(come_to_earliest(), 3);
    CHECK_SAME(lm_timeout_take(&queue), NULL);
    CHECK_EQUAL(queue.earliest, 7 * round + 1);
    CHECK_EQUAL(come_to_earliest(), 3);
    CHECK_SAME(lm_timeout_take(&queue), &table[0].timeout);
    CHECK_SAME(lm_timeout_take(&queue), &table[4].timeout);
    CHECK_SAME(lm_timeout_take(&queue), NULL);
    CHECK_EQUAL(queue.earliest, (uint64_t)1 << 50);
    CHECK_EQUAL(come_to_earliest(), 0);
    CHECK_SAME(lm_timeout_take(&queue), &table[3].timeout);
    CHECK_EQUAL(queue.earliest, LM_NEVER);
    CHECK(lm_timeout_is_consistent(&queue));
}

/* The first of them is cancelled, and the others expire, each in one step. */
static void equal_instants_are_not_distributed_again(void)
{
    queue = (struct lm_timeout_queue){0};
    lm_timeout_init(&queue);
    for (unsigned i = 0; i < 4; i++) {
        start_at(i, 100);
    }
    lm_timeout_cancel(&queue, &table[0].timeout);
    lm_timeout_advance(&queue);
    CHECK(!lm_timeout_distribute(&queue));
    for (unsigned i = 1; i < 4; i++) {
        CHECK_SAME(lm_timeout_take(&queue), &table[i].timeout);
    }
    CHECK_SAME(lm_timeout_take(&queue), NULL);
}

static bool join_at(unsigned number, uint64_t expiry)
{
    lm_timeout_set_idle(&table[number].timeout);
    return lm_timeout_join(&queue, &table[number].timeout, expiry);
}

/* Also of a bucket that was not empty. */
static void what_was_started_last_is_joined(void)
{
    queue = (struct lm_timeout_queue){0};
    lm_timeout_init(&queue);
    start_at(0, 100);
    start_at(1, 1000);
    CHECK(!join_at(2, 100));
    start_at(2, 100);
    CHECK(join_at(3, 100));
}

/* A timeout joins only the last timeout of the bucket in which one was started last. */
static void equal_instants_join(void)
{
    queue = (struct lm_timeout_queue){0};
    lm_timeout_init(&queue);
    CHECK(!join_at(0, 100));
    start_at(0, 100);
    CHECK(!join_at(1, 100 + ((uint64_t)1 << 32)));
    CHECK(!join_at(1, 101));
    CHECK(join_at(1, 100));
    start_at(2, 101);
    CHECK(!join_at(3, 100));
    CHECK(join_at(3, 101));
    lm_timeout_cancel(&queue, &table[2].timeout);
    lm_timeout_cancel(&queue, &table[3].timeout);
    CHECK(join_at(2, 100));
    for (unsigned i = 0; i < 3; i++) {
        lm_timeout_cancel(&queue, &table[i].timeout);
    }
    CHECK(!join_at(0, 100)); /* the bucket is empty, and stays so */
    CHECK(lm_timeout_is_consistent(&queue));
    CHECK_EQUAL(queue.earliest, LM_NEVER);
}

/* A bucket that has been emptied, by cancelling or because time has reached it, begins with its
 * earliest timeout again, so that the alarm is exact. */
static void an_emptied_bucket_is_exact_again(bool cancelled)
{
    queue = (struct lm_timeout_queue){0};
    lm_timeout_init(&queue);
    start_at(0, 100);
    start_at(1, 101);
    lm_timeout_cancel(&queue, &table[0].timeout);
    now = 0;
    if (cancelled) {
        lm_timeout_cancel(&queue, &table[1].timeout);
    } else {
        start_at(2, 128);
        while (queue.base < 128) {
            lm_timeout_advance(&queue);
            while (lm_timeout_distribute(&queue) || lm_timeout_take(&queue) != NULL) {
            }
        }
    }
    uint64_t far = queue.base + 64 + 5;

    start_at(3, far);
    start_at(4, queue.base + 2);
    lm_timeout_cancel(&queue, &table[4].timeout);
    CHECK_EQUAL(queue.earliest, far);
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : SEED;
    uint64_t runs = getenv("LIMEN_LONG") != NULL ? RUNS_LONG : RUNS;

    the_far_future_is_no_special_case();
    the_last_bucket_has_all_that_is_far();
    equal_instants_are_not_distributed_again();
    equal_instants_join();
    what_was_started_last_is_joined();
    an_emptied_bucket_is_exact_again(true);
    an_emptied_bucket_is_exact_again(false);
    printf("seed %llu, %llu runs of %d steps\n", (unsigned long long)seed, (unsigned long long)runs,
           STEPS);
    check_explain(explain, NULL);
    explore_random(&explore, seed, runs);
    while (explore_next(&explore)) {
        run();
    }
    return 0;
}
