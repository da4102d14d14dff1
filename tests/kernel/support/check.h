/* SPDX-License-Identifier: Apache-2.0 */
/* Assertions that say where they failed and with which values, and end the program. */
#ifndef LIMEN_TESTS_CHECK_H
#define LIMEN_TESTS_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#define CHECK(condition) check_true(__FILE__, __LINE__, #condition, (condition))
#define CHECK_EQUAL(actual, expected)                                                              \
    check_equal(__FILE__, __LINE__, #actual, (long long)(actual), (long long)(expected))
#define CHECK_SAME(actual, expected)                                                               \
    check_same(__FILE__, __LINE__, #actual, (const void *)(actual), (const void *)(expected))
#define CHECK_TEXT(actual, expected) check_text(__FILE__, __LINE__, #actual, actual, expected)

/* A call of the kernel returns this status. A failure prints both by name. */
#define CHECK_STATUS(actual, expected) check_status(__FILE__, __LINE__, #actual, actual, expected)

_Noreturn void check_failed(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void check_equal_slow(const char *file, int line, const char *what, long long actual,
                      long long expected);
void check_same(const char *file, int line, const char *what, const void *actual,
                const void *expected);
void check_text(const char *file, int line, const char *what, const char *actual,
                const char *expected);
void check_status(const char *file, int line, const char *what, unsigned actual, unsigned expected);

/* Set the function that is called once when a check of this operating system thread fails. It
 * prints what led to the failure. */
void check_explain(void (*explain)(void *context), void *context);

static inline void check_true(const char *file, int line, const char *what, bool condition)
{
    if (!condition) {
        check_failed(file, line, "%s is false", what);
    }
}

static inline void check_equal(const char *file, int line, const char *what, long long actual,
                               long long expected)
{
    if (actual != expected) {
        check_equal_slow(file, line, what, actual, expected);
    }
}

#endif
