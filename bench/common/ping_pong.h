/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads that wake each other, for the programs that measure it alone and in a crowd. */
#ifndef BENCH_PING_PONG_H
#define BENCH_PING_PONG_H

/* Requires: the kernel is initialised. */
void bench_ping_pong_init(unsigned rounds);

/* The entries of the threads. bench_ping calls bench_mark before each round, and ends the program
 * after the last one. */
void bench_ping(void *argument);
void bench_pong(void *argument);

/* The program defines it, with BENCH_MARK. */
void bench_mark(void);

#endif
