/* SPDX-License-Identifier: Apache-2.0 */
/* Assertions; see check.h. */
#include "check.h"
#include <limen/status.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local void (*explain_function)(void *);
static _Thread_local void *explain_context;

void check_explain(void (*explain)(void *context), void *context)
{
    explain_function = explain;
    explain_context = context;
}

void check_failed(const char *file, int line, const char *format, ...)
{
    void (*explain)(void *) = explain_function;
    va_list arguments;

    va_start(arguments, format);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    if (explain != NULL) {
        explain_function = NULL;
        explain(explain_context);
    }
    exit(1);
}

void check_equal_slow(const char *file, int line, const char *what, long long actual,
                      long long expected)
{
    check_failed(file, line, "%s is %lld (0x%llx), not %lld (0x%llx)", what, actual,
                 (unsigned long long)actual, expected, (unsigned long long)expected);
}

void check_same(const char *file, int line, const char *what, const void *actual,
                const void *expected)
{
    if (actual != expected) {
        check_failed(file, line, "%s is %p, not %p", what, actual, expected);
    }
}

void check_text(const char *file, int line, const char *what, const char *actual,
                const char *expected)
{
    if (strcmp(actual, expected) != 0) {
        check_failed(file, line, "%s is\n    \"%s\", not\n    \"%s\"", what, actual, expected);
    }
}

void check_status(const char *file, int line, const char *what, unsigned actual, unsigned expected)
{
    if (actual != expected) {
        check_failed(file, line, "%s answers %s, not %s", what,
                     lm_status_name((enum lm_status)actual),
                     lm_status_name((enum lm_status)expected));
    }
}
