/* SPDX-License-Identifier: Apache-2.0 */
/* What every kernel object begins with. The control blocks are yours: static, or wherever you
 * like; the kernel allocates nothing and keeps no table. Their fields are the kernel's: read
 * them through the calls.
 */
#ifndef LIMEN_OBJECT_H
#define LIMEN_OBJECT_H

#include <limen/list.h>
#include <stdint.h>

/* The kinds, as the trace writes them. A deleted object has kind LM_KIND_NONE. */
enum lm_kind {
    LM_KIND_NONE,
    LM_KIND_THREAD,
    LM_KIND_SEMAPHORE,
    LM_KIND_MUTEX,
    LM_KIND_QUEUE,
    LM_KIND_TIMER,
    LM_KIND_EVENT_FLAGS,
    LM_KIND_BLOCK_POOL,
    LM_KIND_BYTE_POOL
};

struct lm_object {
    uint16_t kind;    /* enum lm_kind; the validity test of the checked library */
    uint16_t id;      /* 1, 2, 3 ... in the order of creation; names it in the trace: 0 again
                       * after 65,535 creations */
    const char *name; /* kept by reference; NULL is "" */
};

/* In which order waiting threads are served. */
enum lm_order {
    LM_FIFO,       /* the one that has waited longest first */
    LM_BY_PRIORITY /* the most urgent first, equals in FIFO order; insertion costs O(waiters) */
};

struct lm_wait_list {
    struct lm_list threads;
    const struct lm_object *object; /* that they wait for */
    uint8_t order;                  /* enum lm_order */
    uint8_t waits_for;              /* enum lm_waits_for */
};

#endif
