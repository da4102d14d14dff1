/* SPDX-License-Identifier: Apache-2.0 */
/* The random actions of a user thread. The part of a processor is in its folder. */
#ifndef ISOLATION_RANDOM_H
#define ISOLATION_RANDOM_H

#include <limen/limen.h>
#include <limen/user.h>

enum { RANDOM_HANDLES = 6, RANDOM_REGISTERS = 16 };

/* All memory of the attackers, who may overwrite it. */
struct random_area {
    unsigned char stacks[2][512];
    uint32_t registers[2][RANDOM_REGISTERS];
    uint32_t state[2];
    uint32_t actions[2];
    uint32_t data[256 - 2 * RANDOM_REGISTERS - 4];
};
extern struct random_area random_area;

/* The entry function; argument: the number of the thread. It goes on here after each action. */
void random_begin(void *argument);

/* Load all registers and make a call; with the first one as stack pointer. Load all and jump there.
 * Then begin again as the thread with this number. */
void random_call(const uint32_t *registers, uintptr_t number) __attribute__((noreturn));
void random_call_on(const uint32_t *registers, uintptr_t number) __attribute__((noreturn));
void random_jump(const uint32_t *registers, uintptr_t number) __attribute__((noreturn));

#endif
