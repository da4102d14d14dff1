/* SPDX-License-Identifier: Apache-2.0 */
/* Nothing runs on the stacks of this port: they may be tiny. */
#ifndef LIMEN_PORT_PUBLIC_H
#define LIMEN_PORT_PUBLIC_H

#define LM_PORT_STACK_ALIGN 8
#define LM_PORT_STACK_MIN 16
#define LM_PORT_STACK_BYTES(bytes) (((bytes) + LM_PORT_STACK_MIN + 7U) / 8U * 8U)

#endif
