/* SPDX-License-Identifier: Apache-2.0 */
/* Switches between two bare stacks; see bare.h. */
#include "bare.h"
#include <stdint.h>
#include <time.h>

enum { STACK_BYTES = 16384, REGISTERS = 8 };

void bare_switch(void **save, void *load);

static void *main_context, *other_context;
static _Alignas(16) unsigned char other_stack[STACK_BYTES];

double wall_seconds(void)
{
    struct timespec now;

    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void switch_back(void)
{
    for (;;) {
        bare_switch(&other_context, main_context);
    }
}

double bare_seconds(int switches)
{
    void **top = (void **)(void *)(other_stack + STACK_BYTES);

    top[-2] = (void *)(uintptr_t)switch_back;
    other_context = top - REGISTERS;

    double start = wall_seconds();

    for (int i = 0; i < switches / 2; i++) {
        bare_switch(&main_context, other_context);
    }
    return wall_seconds() - start;
}
