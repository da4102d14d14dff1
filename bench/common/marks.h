/* SPDX-License-Identifier: Apache-2.0 */
/* Marks: empty functions at which the emulator counts. */
#ifndef BENCH_MARKS_H
#define BENCH_MARKS_H

/* Define a mark. Its call is part of what is measured between two marks. */
#define BENCH_MARK(name)                                                                           \
    __attribute__((noinline)) void name(void);                                                     \
    void name(void)                                                                                \
    {                                                                                              \
        __asm__ volatile("");                                                                      \
    }

enum { BENCH_ROUNDS = 20 };

/* A function that makes calls again and again, each time behind bench_mark. */
#define BENCH_CASE(name, calls)                                                                    \
    static void name(void)                                                                         \
    {                                                                                              \
        for (int i = 0; i < BENCH_ROUNDS; i++) {                                                   \
            bench_mark();                                                                          \
            calls;                                                                                 \
        }                                                                                          \
    }

#endif
