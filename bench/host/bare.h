/* SPDX-License-Identifier: Apache-2.0 */
/* Switches between two bare stacks, without a kernel: the reference of measurements on the host in
 * the same run. */
#ifndef LIMEN_BENCH_BARE_H
#define LIMEN_BENCH_BARE_H

/* The wall clock, in seconds. */
double wall_seconds(void);

/* The seconds that this number of switches takes. */
double bare_seconds(int switches);

#endif
