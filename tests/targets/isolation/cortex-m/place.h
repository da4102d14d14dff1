/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses of the boards with a Cortex-M, and what differs there. */
#ifndef ISOLATION_PLACE_H
#define ISOLATION_PLACE_H

#include <limen/user.h>

enum {
    ATTACK_CODE = 0,
    ATTACK_CODE_BYTES = 1 << 22,
    RANDOM_CODE_BYTES = 1 << 15, /* the code of the kernel, and more */
    ATTACK_CODE_BIT = 1,         /* of the address of an instruction */
    ATTACK_NOTHING = 0x60000000, /* no memory */
    ATTACK_PROTECTION_CAUSE = LM_USER_BUS_ERROR,
    ATTACK_OVERFLOW = LM_USER_BAD_STACK, /* the frame of the fault does not fit */
    ATTACK_GATE = LM_USER_BAD_ACCESS,    /* it reads what only the kernel may */
    ATTACK_HUGE_ANSWER = LM_BAD_OBJECT
};
#define ATTACK_PROTECTION 0xE000ED94U /* MPU_CTRL */

#define ATTACK_HUGE_ANSWER LM_BAD_OBJECT

#endif
