/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a trace contains for each thread whether it is ready and the reason of its wait, although
 * the recorder omits the events that the records of calls imply. A filter does not change that.
 *
 * Method: random calls of threads and interrupts. After each of them the records are read as
 * spec/trace-format.md says under "Implied events", and compared with the states in the kernel. The
 * test prints its seed; the seed as an argument repeats the run. Waits for event flags and bytes
 * need the stack of the caller, which does not exist here: test_trace_services.c has their records.
 * That a filter keeps the records with implied events is also compared for each event alone.
 */
#include "check.h"
#include "observe/events.h"
#include "observe/ring.h"
#include "port.h"
#include "threads.h"
#include <limen/trace.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 5, OBJECTS = 12, RECORDS = 64, RUNS = 2000, RUNS_LONG = 200000, CALLS = 100 };
enum { NOTHING = -1, FOR_RESUME = 3, FOR_TIME, FOR_QUEUE, FOR_FLAGS = 7, FOR_BLOCK, FOR_BYTES };

static uint64_t random_state;
static uint32_t buffer[LM_TRACE_BYTES(OBJECTS, RECORDS) / 4];
static struct lm_semaphore semaphore;
static struct lm_queue queue;
static struct lm_block_pool pool;
static uint32_t messages[2], sent[THREADS_MAX], found[THREADS_MAX];
static void *area[8], *blocks[THREADS_MAX];

/* The state according to the trace. waits_for: the reason of the wait of a thread that is not
 * ready. */
static bool is_ready[OBJECTS + 1];
static unsigned waits_for[OBJECTS + 1];
static unsigned implied[2]; /* waits, and threads that became ready */

static unsigned draw(unsigned below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)((random_state >> 20) % below);
}

static void waits(unsigned thread, unsigned what)
{
    is_ready[thread] = false;
    waits_for[thread] = what;
}

/* The wait of the caller that the record of this call begins; NOTHING: it does not wait. */
static int implied_wait(uint32_t event, unsigned a, unsigned low, unsigned high)
{
    switch (event) {
    case LM_EVENT_THREAD_SUSPEND:
        return a == 1 ? FOR_RESUME : NOTHING;
    case LM_EVENT_THREAD_SLEEP:
        return a == 1 ? FOR_TIME : NOTHING;
    case LM_EVENT_FLAGS_WAIT:
        return a == 1 ? FOR_FLAGS : NOTHING;
    case LM_EVENT_SEMAPHORE_WAIT:
        return low == 1 ? (int)high : NOTHING;
    case LM_EVENT_BLOCK_ALLOCATE:
        return low == 1 ? FOR_BLOCK : NOTHING;
    case LM_EVENT_BYTE_ALLOCATE:
        return low == 1 ? FOR_BYTES : NOTHING;
    case LM_EVENT_QUEUE_SEND:
    case LM_EVENT_QUEUE_SEND_FRONT:
    case LM_EVENT_QUEUE_RECEIVE:
        return low == 1 ? FOR_QUEUE : NOTHING;
    default:
        return NOTHING;
    }
}

/* The thread that is ready from the record of this call on, unless a SUSPEND follows; 0: none. */
static unsigned implied_ready(uint32_t event, unsigned object, unsigned a, unsigned high)
{
    switch (event) {
    case LM_EVENT_THREAD_RESUME:
        return a == 1 ? object : 0;
    case LM_EVENT_QUEUE_SEND:
    case LM_EVENT_QUEUE_SEND_FRONT:
    case LM_EVENT_QUEUE_RECEIVE:
    case LM_EVENT_SEMAPHORE_POST:
    case LM_EVENT_SEMAPHORE_POST_BELOW:
    case LM_EVENT_BLOCK_RELEASE:
        return high;
    default:
        return 0;
    }
}

/* The explicit and the implied events of one record. next: the record behind it, or NULL. */
static void read_record(const uint32_t *record, const uint32_t *next)
{
    uint32_t event = record[1] & 0xFFU;
    unsigned object = record[2] & 0xFFFFU, a = record[2] >> 16, caller = record[1] >> 16;
    unsigned low = record[3] & 0xFFFFU, high = record[3] >> 16;
    int what = implied_wait(event, a, low, high);
    unsigned woken = what == NOTHING ? implied_ready(event, object, a, high) : 0;

    if (event == LM_EVENT_READY) {
        is_ready[object] = true;
    } else if (event == LM_EVENT_SUSPEND) {
        waits(low, a);
    } else if (what != NOTHING) {
        waits(caller, (unsigned)what);
        implied[0]++;
    } else if (woken != 0 && !(next != NULL && (next[1] & 0xFFU) == LM_EVENT_SUSPEND &&
                               (next[3] & 0xFFFFU) == woken)) {
        is_ready[woken] = true;
        implied[1]++;
    }
}

static void compare_states(void)
{
    const struct lm_trace_header *header = (const void *)buffer;
    unsigned count = (header->next_offset - header->first_offset) / LM_TRACE_RECORD_BYTES;

    CHECK_EQUAL(header->wraps, 0);
    for (unsigned i = 0; i < count; i++) {
        const uint32_t *record = &buffer[LM_TRACE_BYTES(OBJECTS, i) / 4];

        read_record(record, i + 1 < count ? record + 4 : NULL);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        unsigned id = threads[i].object.id;

        CHECK_EQUAL(is_ready[id], threads[i].state != LM_STATE_BLOCKED);
        if (!is_ready[id]) {
            CHECK_EQUAL(waits_for[id], threads[i].waits_for);
        }
    }
}

static void a_filter_keeps_what_implies_an_event(void)
{
    for (uint32_t event = 0; event <= LM_EVENT_ERROR; event++) {
        for (uint32_t words = 0; words < 3 * 3 * 2; words++) {
            uint32_t a = words % 3, b = words / 3 % 3 | words / 9 * OBJECTS << 16;
            const uint32_t record[] = {0, event | 1U << 16, 1 | a << 16, b};
            unsigned before = implied[0] + implied[1];

            read_record(record, NULL);
            CHECK_EQUAL(lm_event_implies((enum lm_event)event, a, b),
                        implied[0] + implied[1] != before);
        }
    }
}

static lm_timeout any_timeout(void)
{
    const lm_timeout choices[] = {LM_NO_WAIT, LM_FOREVER, 3};

    return choices[draw(3)];
}

/* Calls of the running thread, which may wait. */
static void call_of_thread(unsigned self)
{
    switch (draw(7)) {
    case 0:
        (void)lm_semaphore_wait(&semaphore, any_timeout());
        break;
    case 1:
        (void)lm_queue_send(&queue, &sent[self], any_timeout());
        break;
    case 2:
        (void)lm_queue_receive(&queue, &found[self], any_timeout());
        break;
    case 3:
        if (blocks[self] == NULL) {
            (void)lm_block_allocate(&pool, &blocks[self], any_timeout());
        }
        break;
    case 4:
        (void)lm_thread_sleep(draw(4));
        break;
    case 5:
        (void)lm_thread_sleep_until(lm_null.now + draw(4));
        break;
    default:
        (void)lm_thread_suspend(&threads[self]);
        break;
    }
}

/* Calls that may come from an interrupt, too. */
static void call_of_anybody(void)
{
    unsigned other = draw(THREADS);

    switch (draw(7)) {
    case 0:
        (void)lm_semaphore_post(&semaphore);
        break;
    case 1:
        (void)lm_semaphore_post_below(&semaphore, 2);
        break;
    case 2:
        if (blocks[other] != NULL && threads[other].state != LM_STATE_BLOCKED) {
            void *block = blocks[other];

            blocks[other] = NULL;
            (void)lm_block_release(&pool, block);
        }
        break;
    case 3:
        (void)lm_thread_suspend(&threads[other]);
        break;
    case 4:
        (void)lm_thread_resume(&threads[other]);
        break;
    case 5:
        (void)lm_thread_abort_wait(&threads[other]);
        break;
    default:
        (void)lm_queue_send_front(&queue, &sent[0], LM_NO_WAIT);
        break;
    }
}

static void any_call(void)
{
    int self = threads_running();

    switch (draw(4)) {
    case 0:
        null_run_until(lm_null.now + draw(4));
        break;
    case 1:
        null_interrupt_enter();
        call_of_anybody();
        null_interrupt_exit();
        break;
    case 2:
        if (self >= 0) {
            call_of_thread((unsigned)self);
        }
        break;
    default:
        if (self >= 0) {
            call_of_anybody();
        }
        break;
    }
}

static void begin(void)
{
    static const unsigned priorities[THREADS] = {2, 4, 4, 6, 6};

    threads_begin(THREADS, priorities);
    for (unsigned i = 0; i < THREADS; i++) {
        blocks[i] = NULL;
        is_ready[threads[i].object.id] = true;
    }
    CHECK_STATUS(lm_semaphore_create(&semaphore, "semaphore", 0, LM_BY_PRIORITY), LM_OK);
    CHECK_STATUS(lm_queue_create(&queue, "queue", messages, 2, 4, LM_FIFO), LM_OK);
    CHECK_STATUS(
        lm_block_pool_create(&pool, "pool", area, sizeof area, 2 * sizeof area[0], LM_FIFO), LM_OK);
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    unsigned runs = getenv("LIMEN_LONG") != NULL ? RUNS_LONG : RUNS;

    printf("seed %llu, %u runs of %d calls\n", (unsigned long long)seed, runs, CALLS);
    random_state = seed | 1ULL << 63;
    a_filter_keeps_what_implies_an_event();
    for (unsigned run = 0; run < runs; run++) {
        begin();
        lm_trace_filter(draw(2) == 0 ? 0 : 1U << draw(32) | 1U << draw(32));
        for (unsigned call = 0; call < CALLS; call++) {
            CHECK_STATUS(lm_trace_start(buffer, sizeof buffer, OBJECTS), LM_OK);
            any_call();
            compare_states();
        }
        lm_trace_filter(0);
        lm_trace_stop();
    }
    CHECK(implied[0] > runs && implied[1] > runs);
    return 0;
}
