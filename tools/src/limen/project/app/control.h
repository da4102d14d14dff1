/* SPDX-License-Identifier: Apache-2.0 */
/* A controller of two threads: one samples the plant every 10 ms, one computes the output. */
#ifndef CONTROL_H
#define CONTROL_H

#include <stdint.h>

/* Initialise the kernel; create both threads and their queue; start the kernel. In between, calls
 * of Limen may create more. */
void control_init(void);
void control_create(void);
void control_start(void);

/* The number of computed outputs, and the last one. */
uint32_t control_count(void);
int control_output(void);

#endif
