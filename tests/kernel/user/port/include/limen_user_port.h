/* SPDX-License-Identifier: Apache-2.0 */
/* A double of the part of a port that user threads need (ports/port_user.h): no memory is protected
 * and user mode is a function call, so that layers/user runs on the host. A call looks up the
 * handle as the gates of the ports do. */
#ifndef LIMEN_USER_PORT_H
#define LIMEN_USER_PORT_H

#include <limen/status.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

#define LM_USER_REGIONS 4
#ifndef LM_USER_KERNEL_STACK
#define LM_USER_KERNEL_STACK 16384U
#endif

struct lm_user_area;

struct lm_user_context {
    jmp_buf begin; /* where the thread begins again */
    bool has_begun;
    unsigned regions_set; /* how often */
    unsigned forgotten;
    struct lm_user_area *areas;
};

/* A call by its number, with up to four words. Context: a user thread. */
enum lm_status lm_user_double_call(unsigned number, uintptr_t first, uintptr_t second,
                                   uintptr_t third, uintptr_t fourth);

/* Handles a fault of the running user thread, as a port does. */
void lm_user_double_fault(unsigned cause, uintptr_t address) __attribute__((noreturn));

static inline enum lm_status lm_user_call_words(unsigned number, uintptr_t first, uintptr_t second)
{
    return lm_user_double_call(number, first, second, 0, 0);
}

static inline enum lm_status lm_user_call_word(unsigned number, uintptr_t first)
{
    return lm_user_double_call(number, first, 0, 0, 0);
}

static inline enum lm_status lm_user_call_words_long(unsigned number, uintptr_t first,
                                                     uintptr_t second, uint64_t last)
{
    return lm_user_double_call(number, first, second, last, 0);
}

static inline enum lm_status lm_user_call_word_long(unsigned number, uintptr_t first, uint64_t last)
{
    return lm_user_double_call(number, first, last, 0, 0);
}

static inline enum lm_status lm_user_call_long(unsigned number, uint64_t only)
{
    return lm_user_double_call(number, only, 0, 0, 0);
}

static inline enum lm_status lm_user_call_nothing(unsigned number)
{
    return lm_user_double_call(number, 0, 0, 0, 0);
}

#endif
