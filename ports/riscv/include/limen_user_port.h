/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the RISC-V port that user threads need (limen/user.h): U-mode with PMP. */
#ifndef LIMEN_USER_PORT_H
#define LIMEN_USER_PORT_H

#include <limen/status.h>
#include <limen_port.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LM_USER_REGIONS 4

/* The kernel stack of a user thread: the calls of the kernel, and what interrupts add. */
#define LM_USER_KERNEL_STACK LM_PORT_STACK_BYTES(512U)

struct lm_user_grant;

/* The top of the kernel stack of a user thread. user_switch.S knows the offsets. */
struct lm_user_context {
    uintptr_t ra, t0_to_t6[7], a0_to_a7[8]; /* of the thread, when an interrupt has left it */
    uintptr_t pc, sp, gp;                   /* of the thread */
    uintptr_t is_loaded;                    /* the PMP has its regions */
    const void *calls;                      /* the functions, from number 0 */
    const struct lm_user_grant *grants;
    uintptr_t grant_count;
    uintptr_t kernel_gp, kernel_traps, kernel_scratch; /* gp, mtvec and mscratch of the kernel */
    uintptr_t user_traps;                              /* mtvec while the thread runs */
    uintptr_t addresses[LM_USER_REGIONS];              /* pmpaddr */
    uintptr_t settings;                                /* pmpcfg */
    uintptr_t tp;        /* of the thread, while others are loaded; or while it is in the kernel */
    uintptr_t kernel_tp; /* of one of several harts */
    uintptr_t unused[2];
};

/* A call of the kernel by its number, with these arguments, in the registers of a function of C.
 * It clears what a function may change. Context: a user thread. */
#define LM_USER_REGISTER(name, value) register uintptr_t name __asm__(#name) = (uintptr_t)(value)
#define LM_USER_CLOBBERS "memory", "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a4", "a5", "a6"

static inline enum lm_status lm_user_call_four(unsigned number, uintptr_t first, uintptr_t second,
                                               uintptr_t third, uintptr_t fourth)
{
    LM_USER_REGISTER(a0, first);
    LM_USER_REGISTER(a1, second);
    LM_USER_REGISTER(a2, third);
    LM_USER_REGISTER(a3, fourth);
    LM_USER_REGISTER(a7, number);

    __asm__ volatile("ecall"
                     : "+r"(a0), "+r"(a1), "+r"(a2), "+r"(a3), "+r"(a7)
                     :
                     : LM_USER_CLOBBERS);
    return (enum lm_status)a0;
}

static inline enum lm_status lm_user_call_three(unsigned number, uintptr_t first, uintptr_t second,
                                                uintptr_t third)
{
    LM_USER_REGISTER(a0, first);
    LM_USER_REGISTER(a1, second);
    LM_USER_REGISTER(a2, third);
    LM_USER_REGISTER(a7, number);

    __asm__ volatile("ecall" : "+r"(a0), "+r"(a1), "+r"(a2), "+r"(a7) : : LM_USER_CLOBBERS, "a3");
    return (enum lm_status)a0;
}

static inline enum lm_status lm_user_call_words(unsigned number, uintptr_t first, uintptr_t second)
{
    LM_USER_REGISTER(a0, first);
    LM_USER_REGISTER(a1, second);
    LM_USER_REGISTER(a7, number);

    __asm__ volatile("ecall" : "+r"(a0), "+r"(a1), "+r"(a7) : : LM_USER_CLOBBERS, "a2", "a3");
    return (enum lm_status)a0;
}

static inline enum lm_status lm_user_call_word(unsigned number, uintptr_t first)
{
    LM_USER_REGISTER(a0, first);
    LM_USER_REGISTER(a7, number);

    __asm__ volatile("ecall" : "+r"(a0), "+r"(a7) : : LM_USER_CLOBBERS, "a1", "a2", "a3");
    return (enum lm_status)a0;
}

static inline enum lm_status lm_user_call_nothing(unsigned number)
{
    return lm_user_call_word(number, 0);
}

/* A number of 64 bits takes one register or two. */
#if __riscv_xlen == 64
static inline enum lm_status lm_user_call_words_long(unsigned number, uintptr_t first,
                                                     uintptr_t second, uint64_t last)
{
    return lm_user_call_three(number, first, second, last);
}

static inline enum lm_status lm_user_call_word_long(unsigned number, uintptr_t first, uint64_t last)
{
    return lm_user_call_words(number, first, last);
}

static inline enum lm_status lm_user_call_long(unsigned number, uint64_t only)
{
    return lm_user_call_word(number, only);
}
#else
static inline enum lm_status lm_user_call_words_long(unsigned number, uintptr_t first,
                                                     uintptr_t second, uint64_t last)
{
    return lm_user_call_four(number, first, second, (uint32_t)last, (uint32_t)(last >> 32));
}

static inline enum lm_status lm_user_call_word_long(unsigned number, uintptr_t first, uint64_t last)
{
    return lm_user_call_three(number, first, (uint32_t)last, (uint32_t)(last >> 32));
}

static inline enum lm_status lm_user_call_long(unsigned number, uint64_t only)
{
    return lm_user_call_words(number, (uint32_t)only, (uint32_t)(only >> 32));
}
#endif

#ifdef __cplusplus
}
#endif

#endif
