/* SPDX-License-Identifier: Apache-2.0 */
/* Four ways to protect a critical section, and the cost of each for a thread that does not use the
 * data.
 *
 *   time     what happens
 *   -------  --------------------------------------------------------------------------------
 *   begin    writer (20) enters its critical section: 2 ms, data inconsistent in between
 *   0.5 ms   an interrupt releases reader (10), which uses the data in a critical section
 *   1 ms     an interrupt releases unrelated (5), which does not use the data
 */
#include "lab.h"

enum { UNRELATED = 5, READER = 10, WRITER = 20, ROUNDS = 10 };
enum { READER_LINE, UNRELATED_LINE };

/* One of the four ways. */
struct way {
    void (*enter)(void);
    void (*leave)(void);
    uint16_t threshold; /* of the writer */
};

static const struct way *way;
static struct lm_mutex mutex;
static struct lm_semaphore to_reader, to_unrelated;
static struct lm_timer reader_timer, unrelated_timer;
static struct {
    uint32_t left, right; /* equal for every reader */
} data;
static uint32_t torn;
static uint64_t released, response_max;

static void nothing(void)
{
}

static void disable(void)
{
    lm_preempt_disable();
}

static void enable(void)
{
    lm_preempt_enable();
}

static void lock(void)
{
    lm_mutex_lock(&mutex, LM_FOREVER);
}

static void unlock(void)
{
    lm_mutex_unlock(&mutex);
}

static void raise_line(void *line)
{
    lm_board_interrupt_raise((unsigned)(uintptr_t)line);
}

static void release_reader(void *argument)
{
    (void)argument;
    lm_semaphore_post(&to_reader);
}

static void release_unrelated(void *argument)
{
    (void)argument;
    released = lm_now();
    lm_semaphore_post(&to_unrelated);
}

static void be_unrelated(void *argument)
{
    (void)argument;
    for (;;) {
        lm_semaphore_wait(&to_unrelated, LM_FOREVER);
        uint64_t response = lm_now() - released;

        response_max = response > response_max ? response : response_max;
    }
}

static void read(void *argument)
{
    (void)argument;
    for (;;) {
        lm_semaphore_wait(&to_reader, LM_FOREVER);
        way->enter();
        torn += data.left != data.right;
        way->leave();
    }
}

static void write(void *argument)
{
    (void)argument;
    for (int round = 0; round < ROUNDS; round++) {
        lab_cycle();
        lm_timer_start(&reader_timer, LM_US(500), 0);
        lm_timer_start(&unrelated_timer, LM_MS(1), 0);
        way->enter();
        data.left++;
        lm_work(LM_MS(2));
        data.right++;
        way->leave();
        lm_thread_sleep(LM_MS(1)); /* a thread that was held off runs now */
    }
    lab_cycle();
    lab_result("torn_reads", torn);
    lab_result("response_of_unrelated", response_max);
    lab_end();
}

static void create(const struct way *chosen)
{
    way = chosen;
    lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO);
    lm_semaphore_create(&to_reader, "to_reader", 0, LM_FIFO);
    lm_semaphore_create(&to_unrelated, "to_unrelated", 0, LM_FIFO);
    lm_timer_create(&reader_timer, "reader_timer", raise_line, (void *)(uintptr_t)READER_LINE);
    lm_timer_create(&unrelated_timer, "unrelated_timer", raise_line,
                    (void *)(uintptr_t)UNRELATED_LINE);
    lm_board_interrupt_attach(READER_LINE, 3, release_reader, NULL);
    lm_board_interrupt_attach(UNRELATED_LINE, 3, release_unrelated, NULL);
    lab_thread((struct lm_thread_config){
        .name = "unrelated", LM_PREEMPTIVE(UNRELATED), .entry = be_unrelated});
    lab_thread((struct lm_thread_config){.name = "reader", LM_PREEMPTIVE(READER), .entry = read});
    lab_thread((struct lm_thread_config){
        .name = "writer", LM_THRESHOLD(WRITER, way->threshold), .entry = write});
}

static void unprotected(void)
{
    static const struct way none = {nothing, nothing, WRITER};

    create(&none);
}

static void threshold(void)
{
    static const struct way hold_reader_off = {nothing, nothing, READER};

    create(&hold_reader_off);
}

static void preempt_disable(void)
{
    static const struct way hold_all_off = {disable, enable, WRITER};

    create(&hold_all_off);
}

static void mutual_exclusion(void)
{
    static const struct way exclude = {lock, unlock, WRITER};

    create(&exclude);
}

int main(int argc, char **argv)
{
    static const struct lab_case cases[] = {
        {"unprotected", unprotected},
        {"threshold", threshold},
        {"preempt-disable", preempt_disable},
        {"mutex", mutual_exclusion},
    };

    return lab_run(argc, argv, cases, LAB_LENGTH(cases));
}
