/* SPDX-License-Identifier: Apache-2.0 */
/* Switches between two bare stacks, without a kernel: what measurements of the host are compared
 * with, in the same run. */
#ifndef LIMEN_BENCH_BARE_H
#define LIMEN_BENCH_BARE_H

/* The wall clock, in seconds. */
double wall_seconds(void);

/* How many seconds this many switches take. */
double bare_seconds(int switches);

#endif
