/* SPDX-License-Identifier: Apache-2.0 */
/* The UART of the host. A byte is on the line for ten bit times, and the UART has room for the next
 * one after that. A received byte waits until it is read, and so do the bytes after it.
 *
 * Unless a test is the other end, stdout gets each byte as soon as the UART has it, so that a
 * program that ends loses none, and the input is stdin. In virtual time the port reads a byte when
 * both the processor and the line are idle, and time does not advance before a byte comes: the
 * trace does not depend on the moment at which it was typed. In real time the UART polls stdin
 * every few milliseconds. If the environment has LIMEN_TYPE, its lines are typed instead of stdin,
 * each one from its instant on. */
#define _POSIX_C_SOURCE 200809L
#include "hardware.h"
#include "host.h"
#include <errno.h>
#include <limen/host_uart.h>
#include <limen/kernel.h>
#include <limen/time.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = LM_HOST_FIRST_DEVICE, BITS = 10, CHUNK = 256 };
static const uint64_t look_every = LM_MS(10); /* in real time */
_Static_assert((unsigned)LINE == (unsigned)BOARD_UART_INTERRUPT, "as the trace numbers it");

static LM_HOST_OWN struct {
    struct lm_irq *irq;
    uint64_t byte_ticks;
    uint64_t sent_at; /* UINT64_MAX: the line is idle */
    uint64_t comes_at;
    uint64_t looks_at; /* for typed bytes, in real time */
    unsigned char on_line;
    unsigned char came;
    bool has_come;
    bool for_room;
    bool for_input;
    const char *typed;
    size_t typed_count;
    uint64_t typed_from; /* the instant at which the first of them begins, at the earliest */
    const char *script;  /* the lines of LIMEN_TYPE that follow; NULL: it is not set */
    bool has_other_end;  /* a test or LIMEN_TYPE types, and not stdin */
    bool has_ended;      /* stdin */
    char chunk[CHUNK];   /* of stdin */
    void (*listen)(unsigned char byte);
} uart = {.sent_at = UINT64_MAX, .comes_at = UINT64_MAX, .looks_at = UINT64_MAX};

static bool requests(void)
{
    return (uart.for_room && uart.sent_at == UINT64_MAX) || (uart.for_input && uart.has_come);
}

/* The next event is due when a byte has been sent or arrives; at once if there is a request. */
static void look_ahead(bool requested)
{
    uint64_t next = uart.sent_at < uart.comes_at ? uart.sent_at : uart.comes_at;

    next = next < uart.looks_at ? next : uart.looks_at;
    lm_host_device_start(LINE, requested ? lm_now() : next);
}

static bool may_receive(void)
{
    return !uart.has_come && uart.comes_at == UINT64_MAX && uart.byte_ticks != 0;
}

static bool takes_stdin(void)
{
    return uart.for_input && !uart.has_other_end && !uart.has_ended && may_receive();
}

/* Rounded up, so that no line is too early. */
static uint64_t ticks_of(unsigned long long nanoseconds)
{
    const uint64_t second = 1000000000U;
    uint64_t part = nanoseconds % second * LM_CLOCK_HZ;

    return nanoseconds / second * LM_CLOCK_HZ + (part + second - 1) / second;
}

/* LIMEN_TYPE is lines NANOSECONDS:TEXT, each with its end, which is typed, too. */
static void take_line(void)
{
    if (uart.typed_count > 0 || uart.script == NULL || *uart.script == '\0') {
        return;
    }
    char *colon;
    unsigned long long nanoseconds = strtoull(uart.script, &colon, 10);
    const char *end = strchr(uart.script, '\n');

    if (*uart.script < '0' || *uart.script > '9' || *colon != ':' || end == NULL) {
        (void)fprintf(stderr, "LIMEN_TYPE: '%s' does not begin with a line NANOSECONDS:TEXT\n",
                      uart.script);
        exit(2);
    }
    uart.typed = colon + 1;
    uart.typed_count = (size_t)(end - colon);
    uart.typed_from = ticks_of(nanoseconds);
    uart.script = end + 1;
}

/* The instant at which the next typed byte has arrived, if the line is idle. */
static uint64_t next_arrival(void)
{
    uint64_t now = lm_now();

    return (now > uart.typed_from ? now : uart.typed_from) + uart.byte_ticks;
}

static void await_input(void)
{
    take_line();
    if (uart.typed_count > 0 && may_receive() && (uart.has_other_end || lm_host.real)) {
        uart.comes_at = next_arrival();
    }
    bool looks = lm_host.real && takes_stdin() && uart.typed_count == 0;

    uart.looks_at = looks ? lm_now() + look_every : UINT64_MAX;
}

/* Requires: no byte of the chunk is left. */
static void read_stdin(void)
{
    ssize_t count;

    do {
        count = read(STDIN_FILENO, uart.chunk, sizeof uart.chunk);
    } while (count < 0 && errno == EINTR);
    uart.has_ended = count <= 0;
    uart.typed = uart.chunk;
    uart.typed_count = count > 0 ? (size_t)count : 0;
}

static void look(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};

    (void)fflush(stdout); /* a prompt need not end a line */
    if (takes_stdin() && poll(&input, 1, 0) > 0) {
        read_stdin();
    }
    await_input();
}

/* Called when the processor is idle, in virtual and in real time. */
static void ask(void)
{
    if (lm_host.real || !takes_stdin() || uart.sent_at != UINT64_MAX) {
        return;
    }
    if (uart.typed_count == 0) {
        (void)fflush(stdout);
        read_stdin();
    }
    if (uart.typed_count > 0) {
        uart.comes_at = lm_now() + uart.byte_ticks;
        look_ahead(false);
    }
}

static void finish_sending(void)
{
    uart.sent_at = UINT64_MAX;
    if (uart.listen != NULL) {
        uart.listen(uart.on_line);
    }
}

static void finish_receiving(void)
{
    uart.comes_at = UINT64_MAX;
    uart.came = (unsigned char)*uart.typed++;
    uart.typed_count--;
    uart.has_come = true;
}

static void handle(void *argument)
{
    uint64_t now = lm_now();

    (void)argument;
    if (now >= uart.sent_at) {
        finish_sending();
    }
    if (now >= uart.comes_at) {
        finish_receiving();
    }
    if (now >= uart.looks_at) {
        look();
    }
    if (requests()) {
        lm_irq_serve(uart.irq);
    }
    uint32_t key = lm_interrupts_disable();

    look_ahead(requests());
    lm_interrupts_enable(key);
}

void board_uart_start(uint32_t baud, unsigned urgency, struct lm_irq *irq)
{
    uart.irq = irq;
    uart.byte_ticks = ((uint64_t)LM_CLOCK_HZ * BITS + baud - 1) / baud;
    uart.sent_at = UINT64_MAX;
    uart.comes_at = UINT64_MAX;
    uart.has_come = false;
    uart.script = getenv("LIMEN_TYPE");
    uart.has_other_end = uart.has_other_end || uart.script != NULL;
    lm_host.lines[LINE].urgency = urgency;
    lm_host.lines[LINE].handler = handle;
    lm_host.ask = ask;
    await_input();
    look_ahead(false);
}

bool board_uart_put(unsigned char byte)
{
    if (uart.sent_at != UINT64_MAX) {
        return false;
    }
    if (uart.listen == NULL) {
        (void)putchar(byte);
    }
    uart.on_line = byte;
    uart.sent_at = lm_now() + uart.byte_ticks;
    return true;
}

bool board_uart_get(unsigned char *byte)
{
    if (!uart.has_come) {
        return false;
    }
    *byte = uart.came;
    uart.has_come = false;
    await_input();
    return true;
}

void board_uart_listen(bool for_room, bool for_input)
{
    uart.for_room = for_room;
    uart.for_input = for_input;
    await_input();
    look_ahead(requests());
}

void lm_host_uart_receive(const char *bytes, size_t count)
{
    uint32_t key = lm_interrupts_disable();

    uart.has_other_end = true;
    uart.typed = bytes;
    uart.typed_count = count;
    await_input();
    look_ahead(requests());
    lm_interrupts_enable(key);
}

void lm_host_uart_set_listener(void (*listen)(unsigned char byte))
{
    uart.listen = listen;
}
