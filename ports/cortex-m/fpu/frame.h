/* SPDX-License-Identifier: Apache-2.0 */
/* ARMv7-M and ARMv8-M mainline with FPU: the context that switch.S restores, which explains lr. */
#ifndef LIMEN_PORT_FRAME_H
#define LIMEN_PORT_FRAME_H

#include <stdint.h>

struct frame {
    uint32_t result; /* result of the call that has led to the switch, for r0 */
#if __ARM_ARCH >= 8
    uint32_t limit; /* PSPLIM */
#endif
    uint32_t r4;
    uint32_t r5_to_r11[7];
#if __ARM_ARCH >= 8
    uint32_t unused;
#endif
    uint32_t lr;
};

#endif
