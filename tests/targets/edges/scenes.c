/* SPDX-License-Identifier: Apache-2.0 */
/* The scenes of edges.c. */
#include "edges.h"
#include <limen/board.h>

static enum lm_status status, waiter_status;
static struct lm_timer_info info;
static struct lm_semaphore semaphore;
static uint64_t woken_at;

/* It can be started again, and is called then. */
static void check_that_timer_lives(void)
{
    unsigned calls = edges_calls;

    edges_check(lm_timer_start(&edges_timer, LM_US(50), 0) == LM_OK, "the timer starts");
    (void)lm_thread_sleep(LM_US(300));
    edges_check(edges_calls == calls + 1, "the timer that was started again is called");
}

static void start_once(void)
{
    edges_check(lm_timer_start(&edges_timer, LM_UNTIL(edges_due), 0) == LM_OK, "start");
}

static void start_periodic(void)
{
    edges_check(lm_timer_start(&edges_timer, LM_UNTIL(edges_due), EDGES_PERIOD) == LM_OK, "start");
}

static unsigned stop(void)
{
    status = lm_timer_stop(&edges_timer);
    return edges_calls;
}

/* It was called before the call of the service, or not at all. */
static unsigned judge_stop(unsigned calls)
{
    (void)lm_timer_get_info(&edges_timer, &info);
    edges_check(status == LM_OK && !info.active && info.remaining == 0, "it is stopped");
    edges_check(edges_calls == calls, "no call after the stop");
    check_that_timer_lives();
    return calls == 0 ? BEFORE : calls == 1 ? AFTER : WRONG;
}

static unsigned start_again(void)
{
    status = lm_timer_start(&edges_timer, EDGES_PERIOD, 0);
    return edges_calls;
}

static unsigned judge_start(unsigned calls)
{
    edges_check(status == LM_OK && edges_calls == calls + 1, "it is called once more");
    return calls == 0 ? BEFORE : calls == 1 ? AFTER : WRONG;
}

static unsigned delete_and_create(void)
{
    unsigned calls;

    status = lm_timer_delete(&edges_timer);
    calls = edges_calls;
    edges_check(lm_timer_create(&edges_timer, "timer", edges_note_call, NULL) == LM_OK, "create");
    return calls;
}

static unsigned ask(void)
{
    status = lm_timer_get_info(&edges_timer, &info);
    return edges_calls;
}

static unsigned judge_rest(unsigned calls)
{
    bool waits = info.remaining != 0;

    (void)lm_timer_stop(&edges_timer);
    edges_check(status == LM_OK && info.remaining <= EDGES_LEAD + EDGES_SETTLE, "the rest");
    return waits ? BEFORE : info.active ? BETWEEN : calls == 1 ? AFTER : WRONG;
}

/* The rest is that of the first call or, after the first call, that of the second. */
static unsigned judge_periodic_rest(unsigned calls)
{
    (void)calls;
    (void)lm_timer_stop(&edges_timer);
    edges_check(status == LM_OK && info.active && info.period == EDGES_PERIOD, "it is active");
    edges_check(edges_calls >= 3 && info.remaining <= EDGES_PERIOD, "it goes on");
    return info.remaining == 0 ? BETWEEN : info.remaining > EDGES_PERIOD / 2 ? AFTER : BEFORE;
}

static void prepare_nothing(void)
{
}

/* The instant is in the past, now, or in the future: one call, and then one in each period. */
static unsigned start_at_due(void)
{
    bool passed = lm_now() >= edges_due;

    start_periodic();
    return passed ? AFTER : BEFORE;
}

static unsigned judge_instants(unsigned seen)
{
    uint64_t now = lm_now();
    uint64_t calls = (now - edges_due) / EDGES_PERIOD + 1;
    uint64_t after = (edges_called_at - edges_due) % EDGES_PERIOD;

    (void)lm_timer_stop(&edges_timer);
    edges_check(edges_calls == calls || edges_calls + 1 == calls, "one call in each period");
    edges_check(after < LM_US(100), "at its instants");
    return seen;
}

static unsigned set_time(void)
{
    unsigned calls = edges_calls;

    lm_time_set(LM_SECONDS(1));
    edges_check(lm_time_get() - LM_SECONDS(1) < LM_US(300), "the time that was set");
    return calls;
}

static unsigned judge_time(unsigned calls)
{
    edges_check(edges_calls == 1 && edges_called_at - edges_due < LM_US(300), "its instant");
    return calls == 0 ? BEFORE : AFTER;
}

static void sleep_until_due(void)
{
    waiter_status = lm_thread_sleep_until(edges_due);
    woken_at = lm_now();
}

static void wait_until_due(void)
{
    waiter_status = lm_semaphore_wait(&semaphore, LM_UNTIL(edges_due));
    woken_at = lm_now();
}

static void let_waiter(void (*acts)(void))
{
    edges_waiter_acts = acts;
    edges_check(lm_semaphore_post(&edges_go) == LM_OK, "the waiter goes");
}

static void let_waiter_sleep(void)
{
    let_waiter(sleep_until_due);
}

static void let_waiter_wait(void)
{
    if (semaphore.object.kind == LM_KIND_NONE) {
        edges_check(lm_semaphore_create(&semaphore, "s", 0, LM_FIFO) == LM_OK, "semaphore");
    }
    let_waiter(wait_until_due);
}

static unsigned abort_wait(void)
{
    status = lm_thread_abort_wait(&edges_waiter);
    return 0;
}

static unsigned post(void)
{
    status = lm_semaphore_post(&semaphore);
    return 0;
}

/* The wait that follows the sleep is aborted otherwise. */
static unsigned judge_abort(unsigned seen)
{
    (void)seen;
    if (status == LM_OK && waiter_status == LM_ABORTED) {
        return BEFORE;
    }
    return waiter_status == LM_OK && woken_at >= edges_due ? AFTER : WRONG;
}

static unsigned judge_post(unsigned seen)
{
    bool left = lm_semaphore_wait(&semaphore, LM_NO_WAIT) == LM_OK;

    (void)seen;
    edges_check(status == LM_OK, "post");
    if (waiter_status == LM_OK && !left) {
        return BEFORE;
    }
    return waiter_status == LM_TIMEOUT && left && woken_at >= edges_due ? AFTER : WRONG;
}

/* The caller sleeps until the instant for which the waiter sleeps. */
static unsigned sleep_too(void)
{
    bool passed = lm_now() >= edges_due;

    status = lm_thread_sleep_until(edges_due);
    edges_check(lm_now() >= edges_due, "not too early");
    return passed ? AFTER : BEFORE;
}

static unsigned judge_sleep(unsigned seen)
{
    edges_check(status == LM_OK && waiter_status == LM_OK, "both slept");
    edges_check(woken_at - edges_due < LM_US(300), "and woke");
    return seen;
}

LM_STACK(peer_stack, 1024);
static struct lm_thread peer;
static struct lm_slice slice;
static bool peer_ran;

/* A thread that lives for one trial. */
static void create_peer(struct lm_thread_config config)
{
    (void)lm_thread_delete(&peer); /* that of the last trial has ended */
    config.stack = peer_stack;
    config.stack_bytes = sizeof peer_stack;
    edges_check(lm_thread_create(&peer, &config) == LM_OK, "peer");
}

/* A thread with a period, whose job ends when the next one is released. */
static void end_job(void *argument)
{
    (void)argument;
    lm_work(EDGES_WORK);
    waiter_status = lm_thread_wait_period();
    woken_at = lm_now();
}

static void create_periodic(void)
{
    static struct lm_period period;
    struct lm_thread_info job;

    period = (struct lm_period)LM_PERIOD(edges_due - edges_start + 1, EDGES_LEAD / 2, 0);
    create_peer((struct lm_thread_config){
        .name = "periodic", LM_PREEMPTIVE(3), .entry = end_job, .period = &period});
    (void)lm_thread_get_info(&peer, &job);
    edges_due = job.release + period.length;
}

static unsigned do_nothing(void)
{
    return 0;
}

static unsigned judge_job(unsigned seen)
{
    struct lm_thread_info job;

    (void)seen;
    (void)lm_thread_get_info(&peer, &job);
    edges_check(job.job == 1 && job.release == edges_due, "the second job has its release");
    edges_check(woken_at >= edges_due && woken_at - edges_due < LM_US(300), "and runs");
    return waiter_status == LM_OVERRUN ? AFTER : waiter_status == LM_OK ? BEFORE : WRONG;
}

static void run_as_peer(void *argument)
{
    (void)argument;
    peer_ran = true;
}

static void start_peer(void)
{
    (void)lm_thread_sleep_until(edges_start);
    status = lm_thread_start(&peer);
}

/* The slice of the caller begins when it wakes; a peer is ready then. A slice has to be longer than
 * an interrupt and a switch. */
#define SLICE LM_US(100)

static void begin_slice(void)
{
    peer_ran = false;
    create_peer((struct lm_thread_config){
        .name = "peer", LM_PREEMPTIVE(5), .entry = run_as_peer, .suspended = true});
    edges_check(lm_thread_set_slice(lm_thread_self(), &slice,
                                    (uint32_t)(edges_due - edges_start + 1 + SLICE)) == LM_OK,
                "slice");
    let_waiter(start_peer);
}

static unsigned end_slices(void)
{
    lm_work(SLICE);
    (void)lm_thread_set_slice(lm_thread_self(), &slice, 0);
    return peer_ran ? AFTER : BEFORE;
}

static void return_at_once(void)
{
}

static unsigned preempt_slice(void)
{
    edges_waiter_acts = return_at_once;
    lm_work(SLICE);
    (void)lm_semaphore_post(&edges_go);

    unsigned seen = peer_ran ? AFTER : BEFORE;

    (void)lm_thread_set_slice(lm_thread_self(), &slice, 0);
    return seen;
}

static unsigned judge_slice(unsigned seen)
{
    edges_check(status == LM_OK && peer_ran, "the peer has run");
    return seen;
}

const struct scene edges_scenes[] = {
    {"stop a timer", start_once, stop, judge_stop},
    {"stop a periodic timer", start_periodic, stop, judge_stop},
    {"start a timer again", start_once, start_again, judge_start},
    {"delete a timer", start_once, delete_and_create, judge_stop},
    {"ask a timer", start_once, ask, judge_rest},
    {"ask a periodic timer", start_periodic, ask, judge_periodic_rest},
    {"start a timer at its instant", prepare_nothing, start_at_due, judge_instants},
    {"set the time", start_once, set_time, judge_time},
    {"abort a sleep", let_waiter_sleep, abort_wait, judge_abort},
    {"post at a timeout", let_waiter_wait, post, judge_post},
    {"sleep until one instant", let_waiter_sleep, sleep_too, judge_sleep},
    {"end a job", create_periodic, do_nothing, judge_job},
    {"set a slice", begin_slice, end_slices, judge_slice},
    {"preempt a slice", begin_slice, preempt_slice, judge_slice},
    {NULL, NULL, NULL, NULL},
};
