/* SPDX-License-Identifier: Apache-2.0 */
/* The console: see limen/console.h.
 *
 * The rings are accessed with the lock: by a thread that writes or reads, or by the interrupt
 * handler, which alone sends and receives. A thread that has to wait marks itself as waiting before
 * it unlocks. The side that makes progress possible gives it one unit, and the thread checks again.
 */
#include "hardware.h"
#include <limen/console.h>

static void ring_put(struct lm_console_ring *ring, unsigned char byte)
{
    uint32_t place = ring->first + ring->count;

    ring->bytes[place < ring->size ? place : place - ring->size] = byte;
    ring->count++;
}

static unsigned char ring_first(const struct lm_console_ring *ring)
{
    return ring->bytes[ring->first];
}

static void ring_drop(struct lm_console_ring *ring)
{
    ring->first = ring->first + 1 < ring->size ? ring->first + 1 : 0;
    ring->count--;
}

/* Move bytes from the ring to the UART while it has room. Requires: the lock. */
static void send(struct lm_console *console)
{
    while (console->out.count > 0 && board_uart_put(ring_first(&console->out))) {
        ring_drop(&console->out);
    }
}

/* Requires: the lock. */
static void receive(struct lm_console *console)
{
    unsigned char byte;

    while (board_uart_get(&byte)) {
        if (console->in.count < console->in.size) {
            ring_put(&console->in, byte);
        } else {
            console->lost++;
        }
    }
}

/* Release the threads that need not wait any longer. Requires: the lock. */
static uint32_t take_waiting(uint32_t *waiting, bool may_go_on)
{
    uint32_t count = may_go_on ? *waiting : 0;

    *waiting -= count;
    return count;
}

static void let_go(struct lm_semaphore *semaphore, uint32_t count)
{
    while (count-- > 0) {
        (void)lm_semaphore_post(semaphore);
    }
}

/* Wait for the UART, and release the threads whose wait is satisfied. Frees the lock. */
static void go_on(struct lm_console *console, uint32_t key)
{
    board_uart_listen(console->out.count > 0, console->in.size > 0);

    uint32_t writers = take_waiting(&console->writers, console->out.count < console->out.size);
    uint32_t readers = take_waiting(&console->readers, console->in.count > 0);
    uint32_t drainers = take_waiting(&console->drainers, console->out.count == 0);

    lm_spinlock_unlock_irq(&console->lock, key);
    let_go(&console->room, writers);
    let_go(&console->arrived, readers);
    let_go(&console->sent, drainers);
}

static void handle(void *argument)
{
    struct lm_console *console = argument;

    uint32_t key = lm_spinlock_lock_irq(&console->lock);

    receive(console);
    send(console);
    go_on(console, key);
}

/* The thread will handle it. */
static void acknowledge(void *argument)
{
    (void)argument;
    board_uart_listen(false, false);
}

static enum lm_status write(struct lm_device *device, const void *data, size_t bytes, size_t *done)
{
    struct lm_console *console = device->context;
    const unsigned char *next = data;
    enum lm_status status = LM_OK;

    while (*done < bytes && status == LM_OK) {
        uint32_t key = lm_spinlock_lock_irq(&console->lock);

        while (*done < bytes && console->out.count < console->out.size) {
            ring_put(&console->out, next[(*done)++]);
        }
        bool waits = *done < bytes && !console->never_waits;

        console->writers += waits;
        status = *done == bytes || waits ? LM_OK : LM_UNAVAILABLE;
        go_on(console, key);
        if (waits) {
            status = lm_semaphore_wait(&console->room, LM_FOREVER);
        }
    }
    return status;
}

static enum lm_status read(struct lm_device *device, void *data, size_t bytes, size_t *done)
{
    struct lm_console *console = device->context;
    unsigned char *next = data;
    enum lm_status status = console->in.size > 0 ? LM_OK : LM_BAD_ARGUMENT;

    while (*done == 0 && bytes > 0 && status == LM_OK) {
        uint32_t key = lm_spinlock_lock_irq(&console->lock);

        while (*done < bytes && console->in.count > 0) {
            next[(*done)++] = ring_first(&console->in);
            ring_drop(&console->in);
        }
        bool waits = *done == 0 && !console->never_waits;

        console->readers += waits;
        status = *done > 0 || waits ? LM_OK : LM_UNAVAILABLE;
        go_on(console, key);
        if (waits) {
            status = lm_semaphore_wait(&console->arrived, LM_FOREVER);
        }
    }
    return status;
}

static enum lm_status drain(struct lm_console *console)
{
    enum lm_status status = LM_OK;
    bool waits = true;

    while (waits && status == LM_OK) {
        uint32_t key = lm_spinlock_lock_irq(&console->lock);

        waits = console->out.count > 0;
        console->drainers += waits;
        go_on(console, key);
        if (waits) {
            status = lm_semaphore_wait(&console->sent, LM_FOREVER);
        }
    }
    return status;
}

/* If the setting forbids waiting, threads that wait check again. */
static void set_blocking(struct lm_console *console, bool blocking)
{
    uint32_t key = lm_spinlock_lock_irq(&console->lock);

    console->never_waits = !blocking;

    uint32_t writers = take_waiting(&console->writers, !blocking);
    uint32_t readers = take_waiting(&console->readers, !blocking);

    lm_spinlock_unlock_irq(&console->lock, key);
    let_go(&console->room, writers);
    let_go(&console->arrived, readers);
}

static void tell(struct lm_console *console, struct lm_console_state *state)
{
    uint32_t key = lm_spinlock_lock_irq(&console->lock);

    *state = (struct lm_console_state){
        .to_send = console->out.count, .received = console->in.count, .lost = console->lost};
    lm_spinlock_unlock_irq(&console->lock, key);
}

static enum lm_status control(struct lm_device *device, unsigned request, void *argument)
{
    struct lm_console *console = device->context;

    if (request == LM_CONSOLE_DRAIN) {
        return drain(console);
    }
    if (argument == NULL) {
        return LM_BAD_ARGUMENT;
    }
    switch (request) {
    case LM_CONSOLE_SET_BLOCKING:
        set_blocking(console, *(const bool *)argument);
        return LM_OK;
    case LM_CONSOLE_GET_STATE:
        tell(console, argument);
        return LM_OK;
    default:
        return LM_BAD_ARGUMENT;
    }
}

static enum lm_status attach(struct lm_console *console, const struct lm_console_config *config)
{
    return lm_irq_attach(&console->irq,
                         &(struct lm_irq_config){.name = config->name,
                                                 .line = LM_IRQ_NO_LINE,
                                                 .handler = handle,
                                                 .argument = console,
                                                 .acknowledge = acknowledge,
                                                 .threaded = config->threaded,
                                                 .priority = config->priority,
                                                 .threshold = config->threshold,
                                                 .stack = config->stack,
                                                 .stack_bytes = config->stack_bytes});
}

enum lm_status lm_console_create(struct lm_console *console, const struct lm_console_config *config)
{
    static const struct lm_driver driver = {.read = read, .write = write, .control = control};

    if (console == NULL || config == NULL || config->baud == 0 || config->out == NULL ||
        config->out_bytes == 0) {
        return LM_BAD_ARGUMENT;
    }
    *console = (struct lm_console){
        .out = {.bytes = config->out, .size = config->out_bytes},
        .in = {.bytes = config->in, .size = config->in != NULL ? config->in_bytes : 0},
    };
    (void)lm_spinlock_create(&console->lock, config->name);
    (void)lm_semaphore_create(&console->room, config->name, 0, LM_FIFO);
    (void)lm_semaphore_create(&console->arrived, config->name, 0, LM_FIFO);
    (void)lm_semaphore_create(&console->sent, config->name, 0, LM_FIFO);

    enum lm_status status = lm_device_add(&console->device, config->name, &driver, console);

    if (status != LM_OK) {
        return status;
    }
    status = attach(console, config);
    if (status != LM_OK) {
        (void)lm_device_remove(&console->device);
        return status;
    }
    uint32_t key = lm_spinlock_lock_irq(&console->lock);

    board_uart_start(config->baud, config->urgency, &console->irq);
    board_uart_listen(false, console->in.size > 0);
    lm_spinlock_unlock_irq(&console->lock, key);
    return LM_OK;
}
