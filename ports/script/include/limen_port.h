/* SPDX-License-Identifier: Apache-2.0 */
/* What a program needs to know of the script port: its threads have no stacks. A thread keeps the
 * size that its configuration states, for the trace; no byte of it exists. */
#ifndef LIMEN_PORT_PUBLIC_H
#define LIMEN_PORT_PUBLIC_H

#define LM_PORT_STACK_ALIGN 1
#define LM_PORT_STACK_MIN 0
#define LM_PORT_STACK_BYTES(bytes) (bytes)

#endif
