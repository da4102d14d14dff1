/* SPDX-License-Identifier: Apache-2.0 */
/* A switch by a call. */
#ifndef LIMEN_PORT_SWITCH_H
#define LIMEN_PORT_SWITCH_H

void lm_port_switch_thread(struct lm_cpu *cpu, struct lm_thread *from);

#endif
