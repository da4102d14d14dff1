/* SPDX-License-Identifier: Apache-2.0 */
/* RISC-V: the context that switch.S restores. switch.S explains ra. */
#ifndef LIMEN_PORT_FRAME_H
#define LIMEN_PORT_FRAME_H

#include <stdint.h>

struct frame {
    uintptr_t ra;
    uintptr_t s0;
    uintptr_t s1_to_s11[11];
    uintptr_t result; /* result of the call that has led to the switch, for a0 */
    uintptr_t unused[2];
};

#endif
