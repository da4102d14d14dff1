/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the console sends every byte once and in order, at its baud rate, under every model. A
 * write waits while the ring is full, or returns at once, as configured. Bytes that arrive are read
 * or counted as lost.
 *
 * Method: the test is the other end of the UART of the host. At 25,000 Bd a byte of 10 bits takes
 * 10,000 ticks, 0.4 ms.
 */
#include "support/scene.h"
#include <limen/console.h>
#include <limen/host_uart.h>
#include <string.h>

enum { BAUD = LM_CLOCK_HZ / 1000, BYTE = 10000, RING = 8, SEEN_MAX = 4096 };

static struct lm_console console;
static struct lm_handle handle;
static unsigned char out[RING], in[RING];
static char seen[SEEN_MAX + 1];
static uint64_t seen_at[SEEN_MAX];
static size_t seen_count;

static void listen(unsigned char byte)
{
    CHECK(seen_count < SEEN_MAX);
    seen_at[seen_count] = lm_now();
    seen[seen_count++] = (char)byte;
    seen[seen_count] = '\0';
}

static struct lm_console_config config(void)
{
    return (struct lm_console_config){.name = "console",
                                      .baud = BAUD,
                                      .out = out,
                                      .out_bytes = sizeof out,
                                      .in = in,
                                      .in_bytes = sizeof in,
                                      .urgency = 3,
                                      .priority = 5,
                                      .threshold = 5,
                                      .stack = scene_stack(),
                                      .stack_bytes = SCENE_STACK_BYTES};
}

static void begin(void)
{
    struct lm_console_config with = config();

    seen_count = 0;
    seen[0] = '\0';
    lm_host_uart_set_listener(listen);
    lm_host_uart_receive("", 0);
    CHECK_STATUS(lm_console_create(&console, &with), LM_OK);
    CHECK_STATUS(lm_device_open(&handle, "console"), LM_OK);
}

static void check_seen(const char *text)
{
    CHECK_TEXT(seen, text);
    seen_count = 0;
    seen[0] = '\0';
}

static void check_state(uint32_t to_send, uint32_t received, uint32_t lost)
{
    struct lm_console_state state;

    CHECK_STATUS(lm_device_control(&handle, LM_CONSOLE_GET_STATE, &state), LM_OK);
    CHECK_EQUAL(state.to_send, to_send);
    CHECK_EQUAL(state.received, received);
    CHECK_EQUAL(state.lost, lost);
}

static void write_text(const char *text)
{
    size_t done;

    CHECK_STATUS(lm_device_write(&handle, text, strlen(text), &done), LM_OK);
    CHECK_EQUAL(done, strlen(text));
}

static void bytes_come_at_the_baud_rate(void)
{
    begin();
    write_text("abc");
    CHECK_EQUAL(lm_now(), 0);
    check_state(2, 0, 0); /* a is on the line */
    CHECK_STATUS(lm_device_control(&handle, LM_CONSOLE_DRAIN, NULL), LM_OK);
    CHECK_EQUAL(lm_now(), 2 * BYTE);
    CHECK_STATUS(lm_thread_sleep(BYTE), LM_OK);
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQUAL(seen_at[i], (i + 1) * BYTE);
    }
    check_seen("abc");
    CHECK_STATUS(lm_device_control(&handle, LM_CONSOLE_DRAIN, NULL),
                 LM_OK); /* nothing to wait for */
    write_text("d");
    CHECK_STATUS(lm_thread_sleep(BYTE), LM_OK);
    check_seen("d");
    write_text("");
}

static void a_write_waits_for_room(void)
{
    begin();
    write_text("0123456789abcdef"); /* returns when the last byte is in the ring */
    CHECK_EQUAL(lm_now(), (16 - RING - 1) * BYTE);
    check_state(RING, 0, 0);
    CHECK_STATUS(lm_thread_sleep(LM_MS(10)), LM_OK);
    check_seen("0123456789abcdef");
    check_state(0, 0, 0);
}

static void set_blocking(bool blocking)
{
    CHECK_STATUS(lm_device_control(&handle, LM_CONSOLE_SET_BLOCKING, &blocking), LM_OK);
}

static void or_does_not(void)
{
    size_t done;

    begin();
    set_blocking(false);
    CHECK_STATUS(lm_device_write(&handle, "0123456789abcdef", 16, &done), LM_UNAVAILABLE);
    CHECK_EQUAL(done, RING);
    check_state(RING - 1, 0, 0);
    CHECK_STATUS(lm_device_write(&handle, "xy", 2, &done), LM_UNAVAILABLE);
    CHECK_EQUAL(done, 1);
    CHECK_STATUS(lm_device_write(&handle, "z", 1, &done), LM_UNAVAILABLE);
    CHECK_EQUAL(done, 0);
    CHECK_STATUS(lm_device_read(&handle, seen, 1, &done), LM_UNAVAILABLE);
    CHECK_STATUS(lm_thread_sleep(LM_MS(10)), LM_OK);
    check_seen("01234567x");
    set_blocking(true);
    write_text("yz");
    CHECK_STATUS(lm_thread_sleep(LM_MS(10)), LM_OK);
    check_seen("yz");
}

static void write_much(void *text)
{
    size_t done;
    enum lm_status status = lm_device_write(&handle, text, strlen(text), &done);

    tell(status == LM_OK ? 'k' : '!');
    CHECK(status == LM_OK ? done == strlen(text) : done < strlen(text));
}

static void read_some(void *argument)
{
    char bytes[4];
    size_t done;
    enum lm_status status = lm_device_read(&handle, bytes, sizeof bytes, &done);

    (void)argument;
    tell(status == LM_OK ? 'k' : '!');
    for (size_t i = 0; i < done; i++) {
        tell(bytes[i]);
    }
}

static void who_waits_may_be_sent_on(void)
{
    struct lm_thread *writer;

    begin();
    (void)scene_thread(9, write_much, "0123456789abcdef");
    (void)scene_thread(9, read_some, NULL);
    set_blocking(false);
    told("!!");
    set_blocking(true);
    CHECK_STATUS(lm_thread_sleep(LM_MS(10)), LM_OK);
    check_seen("012345678"); /* the first byte left the ring at once */
    writer = scene_thread(9, write_much, "0123456789abcdef");
    CHECK_STATUS(lm_thread_abort_wait(writer), LM_OK);
    told("!");
    CHECK_STATUS(lm_thread_sleep(LM_MS(10)), LM_OK);
    check_seen("012345678");
}

static void what_comes_in_is_read(void)
{
    begin();
    (void)scene_thread(9, read_some, NULL);
    lm_host_uart_receive("hello, you there", 16);
    CHECK_STATUS(lm_thread_sleep(3 * BYTE + BYTE / 2), LM_OK);
    told("kh");
    check_state(0, 2, 0);
    read_some(NULL);
    told("kel");
    CHECK_STATUS(lm_thread_sleep(LM_MS(10)), LM_OK);
    check_state(0, RING, 16 - 3 - RING);
    read_some(NULL);
    read_some(NULL);
    told("klo, kyou ");
    (void)scene_thread(9, read_some, NULL);
    lm_host_uart_receive("x", 1);
    CHECK_STATUS(lm_thread_sleep(BYTE), LM_OK);
    told("kx");
    CHECK_STATUS(lm_device_read(&handle, seen, 0, NULL), LM_OK);
}

static void a_console_may_have_no_input(void)
{
    struct lm_console_config with = config();
    char byte;

    with.in = NULL;
    seen_count = 0;
    lm_host_uart_set_listener(listen);
    CHECK_STATUS(lm_console_create(&console, &with), LM_OK);
    CHECK_STATUS(lm_device_open(&handle, "console"), LM_OK);
    lm_host_uart_receive("x", 1);
    CHECK_STATUS(lm_device_read(&handle, &byte, 1, NULL), LM_BAD_ARGUMENT);
    write_text("yes");
    CHECK_STATUS(lm_thread_sleep(LM_MS(10)), LM_OK);
    check_seen("yes");
}

static void arguments_are_checked(void)
{
    struct lm_console_config with = config();
    struct lm_console another;

    CHECK_STATUS(lm_console_create(NULL, &with), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_console_create(&another, NULL), LM_BAD_ARGUMENT);
    with.baud = 0;
    CHECK_STATUS(lm_console_create(&another, &with), LM_BAD_ARGUMENT);
    with.baud = BAUD;
    with.out_bytes = 0;
    CHECK_STATUS(lm_console_create(&another, &with), LM_BAD_ARGUMENT);
    with.out = NULL;
    CHECK_STATUS(lm_console_create(&another, &with), LM_BAD_ARGUMENT);
    with = config();
    with.stack = NULL;
    CHECK_STATUS(lm_console_create(&another, &with), LM_BAD_ARGUMENT);
    begin();
    with = config();
    CHECK_STATUS(lm_console_create(&another, &with), LM_BAD_STATE);
    CHECK_STATUS(lm_device_control(&handle, LM_CONSOLE_GET_STATE, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_device_control(&handle, 99, &with), LM_BAD_ARGUMENT);
}

/* Threads write lines while the model changes. Each byte is sent once, and each writer's in
 * order. */

enum { WRITERS = 4, LINES = 20, LINE = 11 };

static unsigned finished;

static void write_lines(void *letter)
{
    char line[LINE];

    for (unsigned i = 0; i < LINES; i++) {
        for (unsigned k = 0; k < LINE; k++) {
            line[k] = (char)(*(const char *)letter + (int)((i * LINE + k) % 26));
        }
        CHECK_STATUS(lm_device_write(&handle, line, LINE, NULL), LM_OK);
        CHECK_STATUS(lm_thread_sleep(i * 777 % 30000), LM_OK);
    }
    finished++;
}

static void model_changes(void)
{
    static char bases[WRITERS] = {'a', 'A', 33, 33}; /* the lines of the last two mix */
    unsigned counts[2] = {0, 0};
    unsigned model = 0;

    begin();
    finished = 0;
    for (unsigned i = 0; i < WRITERS; i++) {
        (void)scene_thread(6 + i, write_lines, &bases[i]);
    }
    while (finished < WRITERS) {
        CHECK_STATUS(lm_thread_sleep(7001), LM_OK);
        model = model * 5 + 3;
        CHECK_STATUS(lm_model_set((enum lm_model)(model / 4 % 4)), LM_OK);
    }
    CHECK_STATUS(lm_device_control(&handle, LM_CONSOLE_DRAIN, NULL), LM_OK);
    CHECK_STATUS(lm_thread_sleep(BYTE), LM_OK);
    CHECK_EQUAL(seen_count, WRITERS * LINES * LINE);
    for (size_t i = 0; i < seen_count; i++) {
        for (unsigned w = 0; w < 2; w++) {
            if (seen[i] >= bases[w] && seen[i] < bases[w] + 26) {
                CHECK_EQUAL(seen[i], bases[w] + (char)(counts[w]++ % 26));
            }
        }
    }
    CHECK_EQUAL(counts[0], LINES * LINE);
    CHECK_EQUAL(counts[1], LINES * LINE);
}

int main(void)
{
    for (enum lm_model model = LM_MODEL_NONE; model < LM_MODELS; model++) {
        scene_run(model, bytes_come_at_the_baud_rate);
        scene_run(model, a_write_waits_for_room);
        scene_run(model, or_does_not);
        scene_run(model, who_waits_may_be_sent_on);
        scene_run(model, what_comes_in_is_read);
        scene_run(model, a_console_may_have_no_input);
        scene_run(model, arguments_are_checked);
        scene_run(model, model_changes);
    }
    return 0;
}
