/* SPDX-License-Identifier: Apache-2.0 */
/* A device for tests. Its read keeps the processor busy in a section of a kind that can be chosen,
 * and its timer interrupts at an instant that can be chosen.
 *
 *     struct lm_test_work work = {LM_TEST_SPINLOCK, .before = LM_MS(5)};
 *     uint64_t delay = LM_MS(2);
 *
 *     lm_device_control(&handle, LM_TEST_SET_WORK, &work);
 *     lm_device_control(&handle, LM_TEST_ARM, &delay);
 *     lm_device_read(&handle, NULL, 0, NULL);
 */
#ifndef LIMEN_TEST_DEVICE_H
#define LIMEN_TEST_DEVICE_H

#include <limen/device.h>
#include <limen/irq.h>
#include <limen/readers.h>
#include <limen/spinlock.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The kind of section in read, in addition to the kernel section of each call of a driver. */
enum lm_test_section {
    LM_TEST_PLAIN, /* nothing more */
    LM_TEST_SPINLOCK,
    LM_TEST_RAW_SPINLOCK,
    LM_TEST_PREEMPT_OFF,
    LM_TEST_IRQ_OFF,
    LM_TEST_READERS
};

#define LM_TEST_SECTIONS (LM_TEST_READERS + 1U)

/* Ticks before and after a preempt point, which is passed if both are not 0. */
struct lm_test_work {
    enum lm_test_section section;
    uint64_t before;
    uint64_t behind;
};

/* The instants at which interrupts were due and at which they were handled. */
struct lm_test_interrupts {
    uint32_t armed;
    uint32_t handled;
    uint64_t due;      /* the last one */
    uint64_t began;    /* its handler, in an interrupt or a thread */
    uint64_t late_max; /* sum of begun - due */
};

enum lm_test_request {
    LM_TEST_SET_WORK,      /* const struct lm_test_work *: the work of read from now on */
    LM_TEST_ARM,           /* const uint64_t *: interrupt after this number of ticks; 0: at once */
    LM_TEST_GET_INTERRUPTS /* struct lm_test_interrupts * */
};

struct lm_test_device {
    struct lm_device device;
    struct lm_irq irq;
    struct lm_spinlock lock; /* of read */
    struct lm_raw_spinlock raw_lock;
    struct lm_readers readers;
    struct lm_raw_spinlock state_lock; /* of what follows */
    struct lm_test_work work;
    struct lm_test_interrupts interrupts;
    void (*notify)(void *argument);
    void *argument;
};

struct lm_test_device_config {
    const char *name;
    unsigned urgency; /* of the interrupt */
    bool raw;         /* its handler: limen/irq.h */
    bool threaded;
    uint16_t priority; /* of its thread; LM_PREEMPTIVE and similar */
    uint16_t threshold;
    void *stack; /* LM_USE_STACK */
    uint32_t stack_bytes;
    void (*notify)(void *argument); /* called by the handler, or NULL */
    void *argument;
};

/* Add the device. There can be one at a time, because boards have one such timer. Context: start-up
 * or thread. Returns: as lm_irq_attach and lm_device_add. Cost: O(stack). */
enum lm_status lm_test_device_create(struct lm_test_device *device,
                                     const struct lm_test_device_config *config);

#ifdef __cplusplus
}
#endif

#endif
