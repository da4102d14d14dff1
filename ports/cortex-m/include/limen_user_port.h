/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the Cortex-M port that user threads need (limen/user.h), on ARMv7-M and ARMv8-M
 * mainline with an MPU (PMSAv7, PMSAv8). */
#ifndef LIMEN_USER_PORT_H
#define LIMEN_USER_PORT_H

#if __ARM_ARCH < 7
#error "User threads need an MPU and faults that return: build for ARMv7-M or ARMv8-M mainline"
#endif

#define LM_USER_REGIONS 4
#define LM_USER_PROTECTION_ON 5 /* MPU_CTRL: ENABLE, PRIVDEFENA */

#ifndef __ASSEMBLER__
#include <limen/status.h>
#include <limen_port.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The kernel stack of a user thread: the calls of the kernel, and what interrupts add. There it has
 * no floats: two frames, a context, and an alignment. */
#ifdef LM_PORT_FPU
#define LM_USER_KERNEL_STACK (256U + 32U + 48U + 32U + 8U)
#else
#define LM_USER_KERNEL_STACK LM_PORT_STACK_BYTES(256U)
#endif

struct lm_user_grant;

/* The top of the kernel stack of a user thread. It begins with the frame by which an exception
 * returns to the gate. user_switch.S knows the offsets. */
struct lm_user_context {
    uint32_t limit;                     /* r0; PSPLIM of the kernel stack, on ARMv8-M */
    const void *calls;                  /* r1: the functions, from number 0 */
    const struct lm_user_grant *grants; /* r2 */
    uint32_t grant_count;               /* r3 */
    uintptr_t frame;                    /* r12: of the thread, on its own stack */
    uint32_t loaded;                    /* lr; mode: the MPU has its regions; 0: it has not */
    uintptr_t gate;                     /* pc */
    uint32_t xpsr;
    struct {
        uint32_t base, rest; /* RBAR, and RASR or RLAR */
    } regions[LM_USER_REGIONS];
#ifdef LM_PORT_FPU
    uint32_t mode;           /* 1: without floats, 2: with floats */
    uint32_t access;         /* CPACR */
    uint32_t stack_limit;    /* PSPLIM of the thread, on ARMv8-M */
    uint32_t s16_to_s31[16]; /* of the thread, while it is not in user mode */
    uint32_t unused;
#endif
};

/* A call of the kernel by its number, with these arguments, in the registers of a function of C.
 * Context: a user thread. */
#define LM_USER_REGISTER(name) register uint32_t name __asm__(#name)

static inline enum lm_status lm_user_call_words(unsigned number, uintptr_t first, uintptr_t second)
{
    LM_USER_REGISTER(r0) = first;
    LM_USER_REGISTER(r1) = second;
    LM_USER_REGISTER(r12) = number;

    __asm__ volatile("svc #0" : "+r"(r0) : "r"(r1), "r"(r12) : "memory", "cc");
    return (enum lm_status)r0;
}

static inline enum lm_status lm_user_call_word(unsigned number, uintptr_t first)
{
    LM_USER_REGISTER(r0) = first;
    LM_USER_REGISTER(r12) = number;

    __asm__ volatile("svc #0" : "+r"(r0) : "r"(r12) : "memory", "cc");
    return (enum lm_status)r0;
}

static inline enum lm_status lm_user_call_words_long(unsigned number, uintptr_t first,
                                                     uintptr_t second, uint64_t last)
{
    LM_USER_REGISTER(r0) = first;
    LM_USER_REGISTER(r1) = second;
    LM_USER_REGISTER(r2) = (uint32_t)last;
    LM_USER_REGISTER(r3) = (uint32_t)(last >> 32);
    LM_USER_REGISTER(r12) = number;

    __asm__ volatile("svc #0" : "+r"(r0) : "r"(r1), "r"(r2), "r"(r3), "r"(r12) : "memory", "cc");
    return (enum lm_status)r0;
}

static inline enum lm_status lm_user_call_word_long(unsigned number, uintptr_t first, uint64_t last)
{
    LM_USER_REGISTER(r0) = first;
    LM_USER_REGISTER(r2) = (uint32_t)last;
    LM_USER_REGISTER(r3) = (uint32_t)(last >> 32);
    LM_USER_REGISTER(r12) = number;

    __asm__ volatile("svc #0" : "+r"(r0) : "r"(r2), "r"(r3), "r"(r12) : "memory", "cc");
    return (enum lm_status)r0;
}

static inline enum lm_status lm_user_call_long(unsigned number, uint64_t only)
{
    return lm_user_call_words(number, (uint32_t)only, (uint32_t)(only >> 32));
}

static inline enum lm_status lm_user_call_nothing(unsigned number)
{
    return lm_user_call_word(number, 0);
}

#ifdef __cplusplus
}
#endif
#endif

#endif
