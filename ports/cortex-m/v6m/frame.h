/* SPDX-License-Identifier: Apache-2.0 */
/* ARMv6-M: the context that switch.S restores. switch.S explains lr. */
#ifndef LIMEN_PORT_FRAME_H
#define LIMEN_PORT_FRAME_H

#include <stdint.h>

struct frame {
    uint32_t r8_to_r11[4];
    uint32_t result; /* result of the call that has led to the switch, for r0 */
    uint32_t r4;
    uint32_t r5_to_r7[3];
    uint32_t lr;
};

#endif
