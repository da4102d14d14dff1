/* SPDX-License-Identifier: Apache-2.0 */
/* The code behind the gate: it runs privileged, in thread mode, on the kernel stack of the caller,
 * with the lock free. */
#ifndef LIMEN_USER_BEHIND_H
#define LIMEN_USER_BEHIND_H

#include "port_user.h"
#include "state.h"
#include <limen/user.h>
#include <limen/user_numbers.h>
#include <stddef.h>
#include <string.h>

typedef void (*lm_user_function)(void);

/* The functions of calls by number: of those with a handle from 1, of those without a handle from
 * LM_USER_FIRST_PLAIN, with which the second table begins. */
extern lm_user_function const lm_user_object_calls[LM_USER_OBJECT_CALLS + 1];
extern lm_user_function const lm_user_plain_calls[LM_USER_PLAIN_CALLS];

/* The rights for the objects of a kind, and the offset of the member object. The last entry has no
 * rights. */
struct lm_user_kind {
    uint32_t rights;
    enum lm_kind kind;
    size_t head;
};
extern const struct lm_user_kind lm_user_kinds[];

/* The caller. Requires: it is a user thread. */
static inline struct lm_user_thread *lm_user_self(void)
{
    return (struct lm_user_thread *)(void *)lm_cpu()->running;
}

/* Is the whole buffer in one region with this access? Cost: O(regions). */
static inline bool lm_user_has(const struct lm_user_thread *user, uintptr_t base, uintptr_t bytes,
                               uint32_t access)
{
    const struct lm_user_area *area = user->areas;

    for (; area->bytes != 0; area++) {
        uintptr_t offset = base - area->base;

        if (offset < area->bytes && bytes <= area->bytes - offset) {
            return (area->access & access) == access;
        }
    }
    return false;
}

static inline bool lm_user_may_read(const void *buffer, uintptr_t bytes)
{
    return lm_user_has(lm_user_self(), (uintptr_t)buffer, bytes, LM_USER_READ);
}

static inline bool lm_user_may_write(const void *buffer, uintptr_t bytes)
{
    return lm_user_has(lm_user_self(), (uintptr_t)buffer, bytes, LM_USER_WRITE);
}

/* May a call write its result there? NULL stands for no result. */
static inline bool lm_user_is_place(const void *place, uintptr_t bytes, uintptr_t align)
{
    return place == NULL || ((uintptr_t)place % align == 0 && lm_user_may_write(place, bytes));
}

/* Copy arguments out of the memory of the caller, once. The copy is by words, so the arguments must
 * be aligned to a word. Returns: are they aligned, and may the caller read them? */
static inline bool lm_user_copy(void *to, const void *from, uintptr_t bytes)
{
    if ((uintptr_t)from % sizeof(uint32_t) != 0 || !lm_user_may_read(from, bytes)) {
        return false;
    }
    memcpy(to, __builtin_assume_aligned(from, sizeof(uint32_t)), bytes);
    return true;
}

/* The result of a call whose number is not valid, or whose handle lacks the right. */
enum lm_status lm_user_refuse(uint32_t number);

/* End the caller. For the table of calls. */
enum lm_status lm_thread_exit(void);

/* Called by the port for a fault of the caller in user mode. Does not return. */
void lm_user_faulted(const struct lm_user_fault *fault) __attribute__((noreturn));

#endif
