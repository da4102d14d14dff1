/* SPDX-License-Identifier: Apache-2.0 */
/* The UART of the board as a device. Written bytes go through a ring and are sent by interrupts.
 *
 *     static struct lm_console console;
 *     static unsigned char out[256];
 *     LM_STACK(stack, 512);
 *
 *     lm_console_create(&console,
 *                       &(struct lm_console_config){.name = "console", .baud = 115200,
 *                                                   .out = out, .out_bytes = sizeof out,
 *                                                   .urgency = 3, LM_PREEMPTIVE(5),
 *                                                   LM_USE_STACK(stack)});
 *
 * write takes all bytes and waits while the ring is full. If waiting is disabled, it takes as many
 * bytes as there is room for and returns LM_UNAVAILABLE unless it took all. read takes the received
 * bytes; it waits for the first byte unless waiting is disabled. Bytes that arrive while the ring
 * is full are lost and counted.
 */
#ifndef LIMEN_CONSOLE_H
#define LIMEN_CONSOLE_H

#include <limen/device.h>
#include <limen/irq.h>
#include <limen/semaphore.h>
#include <limen/spinlock.h>

#ifdef __cplusplus
extern "C" {
#endif

enum lm_console_request {
    LM_CONSOLE_SET_BLOCKING, /* const bool *: write and read may wait from now on; initially they
                              * may */
    LM_CONSOLE_GET_STATE,    /* struct lm_console_state * */
    LM_CONSOLE_DRAIN         /* wait until all written bytes are being sent; no argument */
};

struct lm_console_state {
    uint32_t to_send;  /* bytes in the transmit ring */
    uint32_t received; /* bytes that can be read */
    uint32_t lost;     /* lost bytes, which arrived while the ring was full */
};

/* A ring of bytes in memory of the program. */
struct lm_console_ring {
    unsigned char *bytes;
    uint32_t size;
    uint32_t first; /* its place */
    uint32_t count;
};

struct lm_console {
    struct lm_device device;
    struct lm_irq irq;
    struct lm_spinlock lock; /* protects the following fields except the semaphores */
    struct lm_console_ring out, in;
    uint32_t lost;
    bool never_waits;
    uint32_t writers, readers, drainers; /* threads that wait or are about to */
    struct lm_semaphore room, arrived, sent;
};

struct lm_console_config {
    const char *name;
    uint32_t baud;
    void *out; /* memory of the rings; in: NULL if input is not used */
    uint32_t out_bytes;
    void *in;
    uint32_t in_bytes;
    unsigned urgency; /* of the interrupt */
    bool threaded;    /* its handler: limen/irq.h */
    uint16_t priority;
    uint16_t threshold;
    void *stack; /* LM_USE_STACK */
    uint32_t stack_bytes;
};

/* Start the UART and add the device. There can be one, because boards have one console. Context:
 * start-up or thread. Returns: LM_OK, LM_BAD_ARGUMENT, or as lm_irq_attach and lm_device_add. Cost:
 * O(stack). */
enum lm_status lm_console_create(struct lm_console *console,
                                 const struct lm_console_config *config);

#ifdef __cplusplus
}
#endif

#endif
