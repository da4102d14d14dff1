/* SPDX-License-Identifier: Apache-2.0 */
/* The console and the test device on the board's own hardware; see test_devices.py. The first
 * argument is the model, as a digit. */
#include "check.h"
#include <limen/board.h>
#include <limen/console.h>
#include <limen/limen.h>
#include <limen/test_device.h>

enum { LINES = 12, LINE = 20 };

LM_STACK(main_stack, 1024);
LM_STACK(console_stack, 1024);
LM_STACK(test_stack, 1024);
static struct lm_thread main_thread;
static struct lm_console console;
static struct lm_test_device test;
static struct lm_handle uart, timer;
static unsigned char out[32], in[32];

/* "line a.............", "line b............." and so on. */
static void write_lines(void)
{
    char line[LINE + 1] = "line ..............\n";
    size_t done;

    for (unsigned i = 0; i < LINES; i++) {
        line[5] = (char)('a' + i);
        check(lm_device_write(&uart, line, LINE, &done) == LM_OK && done == LINE, "written");
    }
    check(lm_device_control(&uart, LM_CONSOLE_DRAIN, NULL) == LM_OK, "drained");
}

static struct lm_test_interrupts interrupts(void)
{
    struct lm_test_interrupts seen;

    check(lm_device_control(&timer, LM_TEST_GET_INTERRUPTS, &seen) == LM_OK, "told");
    return seen;
}

/* Delays of 0, of a short time, and beyond a counter of 16 bits. */
static void interrupt(void)
{
    const uint64_t delays[] = {0, LM_US(100), LM_MS(1), LM_MS(50)};

    for (unsigned i = 0; i < 4; i++) {
        uint64_t delay = delays[i];
        uint64_t begin = lm_now();

        check(lm_device_control(&timer, LM_TEST_ARM, &delay) == LM_OK, "armed");
        check(lm_thread_sleep(delay + LM_MS(1)) == LM_OK, "slept");

        struct lm_test_interrupts seen = interrupts();

        check(seen.handled == i + 1, "each interrupt comes once");
        check(seen.due >= begin + delay && seen.due <= begin + delay + LM_US(100), "due");
        check(seen.began >= seen.due && seen.late_max <= LM_US(100), "in time");
    }
}

/* While interrupts are off for 5 ms, the interrupt of the device is 3 ms late. */
static void be_late(void)
{
    struct lm_test_work work = {LM_TEST_IRQ_OFF, .before = LM_MS(5)};
    uint64_t delay = LM_MS(2);

    check(lm_device_control(&timer, LM_TEST_SET_WORK, &work) == LM_OK, "set");
    check(lm_device_control(&timer, LM_TEST_ARM, &delay) == LM_OK, "armed");
    check(lm_device_read(&timer, NULL, 0, NULL) == LM_OK, "read");

    uint64_t late = interrupts().late_max;

    check(late > LM_US(2700) && late < LM_US(3300), "3 ms late");
}

static void run(void *argument)
{
    (void)argument;
    check(lm_device_open(&uart, "console") == LM_OK, "console");
    check(lm_device_open(&timer, "test") == LM_OK, "test device");
    interrupt();
    be_late();
    write_lines();
    check(lm_thread_sleep(LM_MS(5)) == LM_OK, "slept"); /* the last bytes are being sent */
    lm_board_print("devices ok\n");
    lm_board_exit(0);
}

int main(int argc, char **argv)
{
    const struct lm_console_config console_config = {.name = "console",
                                                     .baud = 115200,
                                                     .out = out,
                                                     .out_bytes = sizeof out,
                                                     .in = in,
                                                     .in_bytes = sizeof in,
                                                     .urgency = 3,
                                                     LM_PREEMPTIVE(3),
                                                     LM_USE_STACK(console_stack)};
    const struct lm_test_device_config test_config = {
        .name = "test", .urgency = 1, LM_PREEMPTIVE(2), LM_USE_STACK(test_stack)};

    lm_kernel_init();
    check(lm_model_set((enum lm_model)(argc > 1 ? argv[1][0] - '0' : 0)) == LM_OK, "model");
    check(lm_console_create(&console, &console_config) == LM_OK, "created console");
    check(lm_test_device_create(&test, &test_config) == LM_OK, "created test device");
    check(lm_thread_create(&main_thread, &(struct lm_thread_config){.name = "main",
                                                                    LM_PREEMPTIVE(9),
                                                                    .entry = run,
                                                                    LM_USE_STACK(main_stack)}) ==
              LM_OK,
          "created thread");
    lm_kernel_start();
}
