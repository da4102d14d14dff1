/* SPDX-License-Identifier: Apache-2.0 */
/* The experiment of bursts.c, whose result is the reason to use unique priorities. */
#ifndef BURSTS_H
#define BURSTS_H

#include <stdint.h>

/* Create the threads: A, B and C with these priorities, D with priority 4. */
void bursts(const uint16_t priorities[]);

#endif
