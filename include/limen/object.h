/* SPDX-License-Identifier: Apache-2.0 */
/* The head of every kernel object. The program provides the control blocks, as static variables or
 * anywhere else: the kernel allocates nothing and keeps no table. The fields belong to the kernel;
 * the program reads them through the calls.
 */
#ifndef LIMEN_OBJECT_H
#define LIMEN_OBJECT_H

#include <limen/library.h>
#include <limen/list.h>
#include <limen_port.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

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
    LM_KIND_BYTE_POOL,
    LM_KIND_SPINLOCK,
    LM_KIND_DEVICE,
    LM_KIND_STREAM,
    LM_KIND_NOTICE
};

#define LM_KINDS (LM_KIND_NOTICE + 1U)

/* Events of an object, or of all objects of its kind. The libraries that count fill the counters;
 * in the others all counters are 0. */
struct lm_object_counters {
    uint32_t given;           /* posts, sends, sets and clears, unlocks, releases, starts */
    uint32_t taken;           /* successful waits, receives, locks, allocations */
    uint32_t waits;           /* calls that had to wait, except sends */
    uint32_t waits_for_space; /* sends that had to wait */
    uint32_t refused;         /* sends to a full queue without waiting */
    uint32_t timeouts;
    uint32_t inversions;   /* mutex: waits for a less urgent owner */
    uint32_t inheritances; /* mutex: the owner's priority was raised */
    uint32_t searched;     /* byte pool: pieces examined to find one */
    uint32_t merges;
    uint32_t splits;
    uint32_t expirations; /* timer */
    uint32_t restarts;    /* timer: it continues with its next period */
    uint32_t stops;
};

/* The structure is empty in limen-small, which neither checks objects nor records them. */
struct lm_object {
    LM_UNLESS_SMALL(uint8_t kind;)     /* enum lm_kind; the validity test of the checked library.
                                        * In limen-cores with the number of its core:
                                        * LM_KIND_HERE */
    LM_UNLESS_SMALL(uint8_t epoch;)    /* of lm_kernel_init; one of an earlier epoch is not valid */
    LM_UNLESS_SMALL(uint16_t id;)      /* 1, 2, 3 ... in the order of creation, by which the trace
                                        * names it; 0 again after 65,535 creations */
    LM_UNLESS_SMALL(const char *name;) /* kept by reference; NULL is "" */
    LM_IF_COUNTED(struct lm_object_counters *counters;) /* or NULL */
    LM_SMALL_OR(__extension__ uint8_t nothing[0];, )
};

/* The stored kind of an object has the number of its core in the upper bits. A call for the objects
 * of one core compares all bits, and so refuses the objects of other cores. */
#define LM_KIND_BITS 4
#define LM_KIND_SHARED 0x80U
#define LM_KIND_MASK LM_CORES_OR(((1U << LM_KIND_BITS) - 1), 0xFFU)
#define LM_KIND_HERE LM_CORES_OR((lm_port_core() << LM_KIND_BITS), 0U)

/* Context: any. Cost: O(1). Returns: kind, number or name of the object; in limen-small
 * LM_KIND_NONE, 0 and "". In limen-cores the kind of a shared object, and of one of another core,
 * is none of enum lm_kind. */
static inline enum lm_kind lm_object_kind(const struct lm_object *object)
{
    (void)object;
    return LM_SMALL_OR(LM_KIND_NONE, (enum lm_kind)(object->kind ^ LM_KIND_HERE));
}

static inline uint16_t lm_object_id(const struct lm_object *object)
{
    (void)object;
    return LM_SMALL_OR(0, object->id);
}

static inline const char *lm_object_get_name(const struct lm_object *object)
{
    (void)object;
    return LM_SMALL_OR("", object->name);
}

/* A level in a control block. limen-small has at most 255 levels. */
typedef LM_SMALL_OR(uint8_t, uint16_t) lm_level;

/* Attach counters to an object, and set them to zero. The object is a member of the control block:
 * lm_object_attach_counters(&queue.object, &counters). NULL: stop counting.
 * Context: any. Cost: O(1). */
void lm_object_attach_counters(struct lm_object *object, struct lm_object_counters *counters);

/* The sum over all objects of a kind since lm_kernel_init. Context: any. Cost: O(1). */
struct lm_object_counters lm_kernel_object_counters(enum lm_kind kind);

/* The order in which waiting threads are served. */
enum lm_order {
    LM_FIFO,       /* the one that has waited longest first */
    LM_BY_PRIORITY /* the most urgent first, equals in FIFO order; insertion costs O(waiters) */
};

struct lm_thread;

struct lm_wait_list {
    struct lm_thread *first; /* the thread to serve next, or NULL. The waiting threads form a
                              * circle */
    LM_UNLESS_SMALL(const struct lm_object *object;) /* the object for which they wait */
    uint16_t count;                                  /* of threads */
    uint8_t waits_for;                /* enum lm_waits_for: what its threads wait for */
    uint8_t order;                    /* enum lm_order, or LM_MIXED in kernel/core/wait_list.h */
    LM_IF_CORES(struct lm_list mark;) /* of a shared object: kernel/cores/cores.h, C6 */
};

/* The waiting threads, as the get_info calls report them. */
struct lm_waiters_info {
    struct lm_thread *first; /* to be served, or NULL */
    uint32_t count;
};

#ifdef __cplusplus
}
#endif

#endif
