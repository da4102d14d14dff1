/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the trace of a program that ignores the results of its calls contains each mistake: its
 * thread, its context, the call, the object, and the status of the call. The trace of a program
 * without mistakes contains no such record.
 *
 * Method: threads and an interrupt make one mistake for each status of a mistake, through public
 * calls alone, and ignore the results; one mistake is a deadlock of two threads. A reader that is
 * written from spec/trace-format.md alone finds the records. Then the same program runs without the
 * mistakes.
 */
#include "check.h"
#include <limen/board.h>
#include <limen/irq.h>
#include <limen/limen.h>
#include <string.h>

enum { RECORDS = 512, OBJECTS = 8, HEADER_BYTES = 64, OBJECT_BYTES = 32, RECORD_BYTES = 16 };
enum { EVENT_ERROR = 120, IN_INTERRUPT = 1, LINE = 0 };

/* Numbers of spec/errors.json. */
enum {
    SLEEP = 23,
    POST = 33,
    CREATE_MUTEX = 40,
    LOCK = 41,
    UNLOCK = 42,
    SEND = 49,
    ENABLE = 263,
    ATTACH = 290,
    SERVE = 318
};

static struct lm_thread planner, driver;
static struct lm_mutex plan, drive;
static struct lm_semaphore full;
static struct lm_queue queue;
static uint32_t buffer[LM_TRACE_BYTES(OBJECTS, RECORDS) / sizeof(uint32_t)];
static bool makes_mistakes;

LM_STACK(planner_stack, 4096);
LM_STACK(driver_stack, 4096);

static void interrupt(void *argument)
{
    (void)argument;
    if (makes_mistakes) {
        (void)lm_thread_sleep(10);
    }
}

static void make_mistakes(void)
{
    static struct lm_irq irq;
    const struct lm_irq_config no_handler = {.line = LM_IRQ_NO_LINE, .raw = true};

    (void)lm_mutex_create(&plan, "again", LM_PLAIN, 0, LM_FIFO);
    (void)lm_queue_send(&queue, NULL, LM_NO_WAIT);
    (void)lm_semaphore_post(NULL);
    (void)lm_semaphore_post(&full);
    (void)lm_preempt_enable();
    (void)lm_irq_attach(&irq, &no_handler);
    lm_irq_serve(&irq); /* it was not attached */
    lm_board_interrupt_raise(LINE);
}

/* Lock drive with plan locked, while the other thread has drive locked and waits for plan. The lock
 * is refused. */
static void plan_then_drive(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_mutex_lock(&plan, LM_FOREVER), LM_OK);
    CHECK_STATUS(lm_thread_sleep(100), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&drive, LM_FOREVER), LM_OK);
    CHECK_STATUS(lm_mutex_unlock(&drive), LM_OK);
    CHECK_STATUS(lm_mutex_unlock(&plan), LM_OK);
}

static void drive_then_plan(void *argument)
{
    uint32_t message;

    (void)argument;
    CHECK_STATUS(lm_queue_receive(&queue, &message, LM_NO_WAIT), LM_UNAVAILABLE);
    CHECK_STATUS(lm_queue_receive(&queue, &message, 1), LM_TIMEOUT);
    if (makes_mistakes) {
        make_mistakes();
    }
    (void)lm_mutex_lock(&drive, LM_FOREVER);
    CHECK_STATUS(lm_thread_sleep(200), LM_OK);
    if (makes_mistakes) {
        (void)lm_mutex_lock(&plan, LM_FOREVER);
        (void)lm_mutex_unlock(&plan); /* which it does not have */
    }
    (void)lm_mutex_unlock(&drive);
}

static void run(bool with_mistakes)
{
    static uint32_t storage[1];

    makes_mistakes = with_mistakes;
    lm_kernel_init();
    memset(buffer, 0, sizeof buffer);
    CHECK_STATUS(lm_trace_start(buffer, sizeof buffer, OBJECTS), LM_OK);
    CHECK_STATUS(lm_mutex_create(&plan, "plan", LM_PLAIN, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_mutex_create(&drive, "drive", LM_PLAIN, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_semaphore_create(&full, "full", UINT32_MAX, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_queue_create(&queue, "queue", storage, 1, sizeof(uint32_t), LM_FIFO), LM_OK);
    lm_board_interrupt_attach(LINE, 0, interrupt, NULL);
    CHECK_STATUS(
        lm_thread_create(&planner, &(struct lm_thread_config){.name = "planner",
                                                              LM_PREEMPTIVE(5),
                                                              .entry = plan_then_drive,
                                                              LM_USE_STACK(planner_stack)}),
        LM_OK);
    CHECK_STATUS(lm_thread_create(&driver, &(struct lm_thread_config){.name = "driver",
                                                                      LM_PREEMPTIVE(6),
                                                                      .entry = drive_then_plan,
                                                                      LM_USE_STACK(driver_stack)}),
                 LM_OK);
    lm_kernel_start();
}

/* The reader. */

struct error {
    const char *thread;
    unsigned depth;
    const char *object; /* "": none */
    unsigned call, status;
};

static const char *name_of(unsigned number)
{
    const char *entries = (const char *)buffer + HEADER_BYTES;

    return number == 0 ? "" : entries + (size_t)(number - 1) * OBJECT_BYTES + 12;
}

static unsigned half(const unsigned char *record, size_t offset)
{
    uint16_t value;

    memcpy(&value, record + offset, sizeof value);
    return value;
}

static unsigned find_errors(struct error *errors, unsigned most)
{
    const unsigned char *image = (const unsigned char *)buffer;
    unsigned count = 0;

    for (size_t at = LM_TRACE_BYTES(OBJECTS, 0); at < buffer[28 / 4]; at += RECORD_BYTES) {
        const unsigned char *record = image + at;

        if (record[4] == EVENT_ERROR) {
            CHECK(count < most);
            CHECK_EQUAL(half(record, 14), LM_TRACE_LIMEN);
            errors[count++] =
                (struct error){name_of(half(record, 6)), record[5], name_of(half(record, 8)),
                               half(record, 10), half(record, 12)};
        }
    }
    return count;
}

static void each_mistake_is_in_the_trace(void)
{
    static const struct error expected[] = {
        {"driver", 0, "plan", CREATE_MUTEX, LM_BAD_OBJECT},
        {"driver", 0, "queue", SEND, LM_BAD_ARGUMENT},
        {"driver", 0, "", POST, LM_BAD_OBJECT},
        {"driver", 0, "full", POST, LM_TOO_MANY},
        {"driver", 0, "", ENABLE, LM_BAD_STATE},
        {"driver", 0, "", ATTACH, LM_BAD_ARGUMENT},
        {"driver", 0, "", SERVE, LM_BAD_ARGUMENT},
        {"driver", IN_INTERRUPT, "", SLEEP, LM_BAD_CONTEXT},
        {"driver", 0, "plan", LOCK, LM_DEADLOCK},
        {"driver", 0, "plan", UNLOCK, LM_NOT_OWNER},
    };
    enum { EXPECTED = sizeof expected / sizeof expected[0] };
    struct error errors[EXPECTED];

    run(true);
    CHECK_EQUAL(find_errors(errors, EXPECTED), EXPECTED);
    for (unsigned i = 0; i < EXPECTED; i++) {
        CHECK_TEXT(errors[i].thread, expected[i].thread);
        CHECK_EQUAL(errors[i].depth, expected[i].depth);
        CHECK_TEXT(errors[i].object, expected[i].object);
        CHECK_EQUAL(errors[i].call, expected[i].call);
        CHECK_EQUAL(errors[i].status, expected[i].status);
    }
}

static void a_program_without_mistakes_has_no_error(void)
{
    struct error errors[1];

    run(false);
    CHECK_EQUAL(find_errors(errors, 1), 0);
}

int main(void)
{
    each_mistake_is_in_the_trace();
    a_program_without_mistakes_has_no_error();
    return 0;
}
