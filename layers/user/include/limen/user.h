/* SPDX-License-Identifier: Apache-2.0 */
/* User threads: threads without privileges. Such a thread has its own regions of memory, and the
 * objects that it was granted. It makes calls by handles (limen/user_calls.h). A fault ends or
 * restarts the thread that has caused it, and no other one.
 *
 * Only the checked libraries, on processors with an MPU or a PMP, have them (docs/user-threads.md).
 */
#ifndef LIMEN_USER_H
#define LIMEN_USER_H

#include <limen/thread.h>
#include <limen/user_calls.h>
#include <limen_user_port.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The access to a region. LM_USER_WRITE and LM_USER_EXECUTE include LM_USER_READ; no region has
 * both. */
enum {
    LM_USER_READ = 1,
    LM_USER_WRITE = 3,
    LM_USER_EXECUTE = 5,
    LM_USER_DEVICE = 8 /* added to these: the registers of a device */
};

/* A region of memory. Its size is a power of two and at least LM_USER_REGION_MIN, and its address a
 * multiple of its size. On ARMv8-M both are multiples of LM_USER_REGION_MIN. */
struct lm_user_area {
    uintptr_t base;
    uintptr_t bytes;
    uint32_t access;
};
enum { LM_USER_REGION_MIN = 32, LM_USER_STACK_MIN = 128 };

/* An object, and the calls that a thread may make with it: LM_MAY_... . The handle is the index in
 * the table of grants. */
struct lm_user_grant {
    void *object;
    uint32_t rights;
};

enum lm_user_cause {
    LM_USER_NO_FAULT,
    LM_USER_BAD_ACCESS, /* data outside of its regions, or a write to one that it may only read */
    LM_USER_BAD_JUMP,   /* an instruction outside of its regions */
    LM_USER_BAD_STACK,  /* its stack pointer is outside of its regions */
    LM_USER_BAD_INSTRUCTION, /* an instruction that is undefined, or needs privileges */
    LM_USER_BUS_ERROR        /* the memory system has refused an access */
};

/* The last fault. address and pc are 0 if the processor does not know them. */
struct lm_user_fault {
    enum lm_user_cause cause;
    uint32_t status;   /* of the processor: CFSR and HFSR, or mcause */
    uintptr_t address; /* of the access */
    uintptr_t pc;      /* of the instruction */
};

/* The action after a fault. The mutexes of the thread go to the next waiting threads first; the
 * call of the next owner of each mutex returns LM_OWNER_DIED. */
enum lm_user_policy {
    LM_USER_END,     /* the thread is terminated */
    LM_USER_RESTART, /* it restarts restart_ticks later; after so many restarts a fault ends it */
    LM_USER_HALT     /* the program ends with the report of the board */
};

/* thread.stack is in a region that the thread may write. The grants must exist as long as the
 * thread, in memory that no user thread may write. */
struct lm_user_config {
    struct lm_thread_config thread;
    const struct lm_user_area *areas;
    unsigned area_count; /* up to LM_USER_REGIONS */
    const struct lm_user_grant *grants;
    unsigned grant_count;
    enum lm_user_policy policy;
    uint32_t restarts;
    uint64_t restart_ticks;
    bool without_floats; /* an instruction of the FPU is a fault; calls are shorter */
};

struct lm_user_thread {
    struct lm_thread thread; /* first */
    void (*entry)(void *argument);
    void *argument;
    uintptr_t stack_begin, stack_top;
    const struct lm_user_grant *grants;
    uint32_t grant_count;
    enum lm_user_policy policy;
    bool without_floats;
    uint32_t restarts_left;
    uint64_t restart_ticks;
    uint32_t faults; /* since it was created */
    struct lm_user_fault fault;
    struct lm_user_area areas[LM_USER_REGIONS + 1]; /* the last one has no bytes */
    unsigned char kernel_stack[LM_USER_KERNEL_STACK] __attribute__((aligned(LM_PORT_STACK_ALIGN)));
    struct lm_user_context context; /* at its top */
};

/* Create a thread without privileges. The calls for threads (limen/thread.h) except
 * lm_thread_delete work with user->thread. Requires: the granted objects exist; the memory of user
 * is in no region of a user thread. Context: thread, or before the start. Returns: LM_OK,
 * LM_BAD_ARGUMENT (a table that is NULL; a region that is not of this shape, or overlaps another
 * one; a stack outside of the writable ones; a right that no object of this kind has),
 * LM_BAD_OBJECT (user exists already; a granted object does not exist, or is in a region that the
 * thread may write). Cost: O(regions * grants). */
enum lm_status lm_user_thread_create(struct lm_user_thread *user,
                                     const struct lm_user_config *config);

/* lm_thread_delete for a user thread: its memory can be reused then.
 * Context: any. Returns: as lm_thread_delete. Cost: O(1). */
enum lm_status lm_user_thread_delete(struct lm_user_thread *user);

#ifdef __cplusplus
}
#endif

#endif
