/* SPDX-License-Identifier: Apache-2.0 */
/* The attacks with the two states of an ARMv8-M: secure.c. */
#ifndef ISOLATION_SECURE_H
#define ISOLATION_SECURE_H

#if __ARM_ARCH >= 8
void jump_to_non_secure(void *area);
void call_non_secure(void *area);
void jump_to_nothing_non_secure(void *area);
void return_from_non_secure(void *area);
void push_below(void *area);
void store_floats_in_kernel(void *area);
void drop_floats(void *area);

#ifdef __ARM_FP
#define STORE_ATTACKS                                                                              \
    {"store floats in the kernel", store_floats_in_kernel, LM_USER_BAD_ACCESS, LM_OK, 0},          \
        {"drop floats", drop_floats, SPINS, LM_OK, 0},
#else
#define STORE_ATTACKS
#endif

#define SECURE_ATTACKS                                                                             \
    {"jump to the non-secure state", jump_to_non_secure, LM_USER_BAD_JUMP, LM_OK, 0},              \
        {"call the non-secure state", call_non_secure, LM_USER_BAD_JUMP, LM_OK, 0},                \
        {"jump to nothing there", jump_to_nothing_non_secure, LM_USER_BAD_JUMP, LM_OK, 0},         \
        {"return from the non-secure state", return_from_non_secure, LM_USER_BAD_JUMP, LM_OK, 0},  \
        {"push below its stack", push_below, LM_USER_BAD_STACK, LM_OK, 0}, STORE_ATTACKS
#else
#define SECURE_ATTACKS
#endif

#endif
