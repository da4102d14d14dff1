/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the test device interrupts at the instant that is set, and its read works for the time and
 * in the kind of section that are set. Under each model an urgent thread and the interrupt are as
 * late as limen/section.h says.
 */
#include "support/scene.h"
#include <limen/test_device.h>

static struct lm_test_device test;
static struct lm_handle handle;
static uint64_t urgent_late;

static void begin(bool raw)
{
    struct lm_test_device_config config = {.name = "test",
                                           .urgency = 1,
                                           .raw = raw,
                                           .priority = 5,
                                           .threshold = 5,
                                           .stack = scene_stack(),
                                           .stack_bytes = SCENE_STACK_BYTES};

    CHECK_STATUS(lm_test_device_create(&test, &config), LM_OK);
    CHECK_STATUS(lm_device_open(&handle, "test"), LM_OK);
}

static void arm(uint64_t delay)
{
    CHECK_STATUS(lm_device_control(&handle, LM_TEST_ARM, &delay), LM_OK);
}

static struct lm_test_interrupts interrupts(void)
{
    struct lm_test_interrupts seen;

    CHECK_STATUS(lm_device_control(&handle, LM_TEST_GET_INTERRUPTS, &seen), LM_OK);
    return seen;
}

static void it_interrupts_at_its_instant(void)
{
    begin(false);
    arm(0);
    CHECK_EQUAL(interrupts().handled, 1);
    arm(1000);
    lm_work(999);
    CHECK_EQUAL(interrupts().handled, 1);
    lm_work(1);
    CHECK_EQUAL(interrupts().handled, 1); /* it is due when the next work begins */
    lm_work(1);
    CHECK_EQUAL(interrupts().handled, 2);
    arm(LM_MS(200));
    CHECK_STATUS(lm_thread_sleep(LM_MS(300)), LM_OK);
    CHECK_EQUAL(interrupts().began, 1001 + LM_MS(200));
    arm(10);
    arm(20); /* instead */
    lm_work(11);
    CHECK_EQUAL(interrupts().handled, 3);
    lm_work(10);
    CHECK_EQUAL(interrupts().handled, 4);
    CHECK_EQUAL(interrupts().armed, 5);
    CHECK_EQUAL(interrupts().late_max, 0);
}

static void sleep_and_note(void *argument)
{
    uint64_t due = lm_now() + LM_MS(1);

    (void)argument;
    CHECK_STATUS(lm_thread_sleep_until(due), LM_OK);
    urgent_late = lm_now() - due;
}

/* At 1 ms a thread of priority 1 and the interrupt are due, while read works for 3 ms, with a
 * preempt point at 2 ms. Milliseconds of lateness, by model. */
struct row {
    enum lm_test_section section;
    uint64_t thread[LM_MODELS];
    uint64_t interrupt[LM_MODELS];
    uint64_t raw_interrupt;
};

static void check_row(const struct row *row, bool raw)
{
    struct lm_test_work work = {row->section, .before = LM_MS(2), .behind = LM_MS(1)};
    enum lm_model model = lm_model_get();
    uint64_t interrupt_late = raw ? row->raw_interrupt : row->interrupt[model];

    begin(raw);
    CHECK_STATUS(lm_device_control(&handle, LM_TEST_SET_WORK, &work), LM_OK);
    (void)scene_thread(1, sleep_and_note, NULL);
    arm(LM_MS(1));
    CHECK_STATUS(lm_device_read(&handle, NULL, 0, NULL), LM_OK);
    CHECK_EQUAL(lm_now(), LM_MS(3));
    CHECK_EQUAL(urgent_late, LM_MS(row->thread[model]));
    CHECK_EQUAL(interrupts().late_max, LM_MS(interrupt_late));
}

static const struct row rows[] = {
    {LM_TEST_PLAIN, {2, 1, 0, 0, 0}, {0, 0, 0, 0, 0}, 0},
    {LM_TEST_SPINLOCK, {2, 2, 2, 0, 2}, {0, 0, 0, 0, 0}, 0},
    {LM_TEST_RAW_SPINLOCK, {2, 2, 2, 2, 2}, {0, 0, 0, 2, 0}, 0},
    {LM_TEST_PREEMPT_OFF, {2, 2, 2, 2, 2}, {0, 0, 0, 2, 0}, 0},
    {LM_TEST_IRQ_OFF, {2, 2, 2, 2, 2}, {2, 2, 2, 2, 2}, 2},
    {LM_TEST_READERS, {2, 1, 0, 0, 0}, {0, 0, 0, 0, 0}, 0},
};
static const struct row *row;

static void one_row(void)
{
    check_row(row, false);
}

static void one_row_raw(void)
{
    check_row(row, true);
}

static void arguments_are_checked(void)
{
    struct lm_test_work work = {(enum lm_test_section)LM_TEST_SECTIONS, 0, 0};
    struct lm_test_device_config config = {.name = "test"};

    CHECK_STATUS(lm_test_device_create(&test, &config), LM_BAD_ARGUMENT); /* no stack */
    begin(true);
    CHECK_STATUS(lm_test_device_create(&test, &config), LM_BAD_STATE);
    CHECK_STATUS(lm_device_control(&handle, LM_TEST_SET_WORK, &work), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_device_control(&handle, LM_TEST_ARM, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_device_control(&handle, 99, &work), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_device_write(&handle, "", 0, NULL), LM_BAD_ARGUMENT);
}

int main(void)
{
    for (enum lm_model model = LM_MODEL_NONE; model < LM_MODELS; model++) {
        scene_run(model, it_interrupts_at_its_instant);
        scene_run(model, arguments_are_checked);
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            row = &rows[i];
            scene_run(model, one_row);
            scene_run(model, one_row_raw);
        }
    }
    return 0;
}
