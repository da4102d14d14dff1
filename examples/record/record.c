/* SPDX-License-Identifier: Apache-2.0 */
/* Records the trace of a program that does not do so itself, for the pictures of
 * examples/README.md. The linker puts these functions around the calls of the program. */
#include <limen/board.h>
#include <limen/limen.h>

enum { OBJECTS = 16, EVENTS = 1024 };

static _Alignas(4) unsigned char trace[LM_TRACE_BYTES(OBJECTS, EVENTS)];

/* lm_kernel_init is a macro for the symbol of the library. */
#define JOIN_EXPANDED(prefix, symbol) prefix##symbol
#define JOIN(prefix, symbol) JOIN_EXPANDED(prefix, symbol)

void JOIN(__real_, lm_kernel_init)(void);
void JOIN(__wrap_, lm_kernel_init)(void);
_Noreturn void __real_lm_board_exit(int status);
_Noreturn void __wrap_lm_board_exit(int status);

void JOIN(__wrap_, lm_kernel_init)(void)
{
    JOIN(__real_, lm_kernel_init)();
    lm_trace_start(trace, sizeof trace, OBJECTS);
}

_Noreturn void __wrap_lm_board_exit(int status)
{
    lm_trace_stop();
    __real_lm_board_exit(lm_board_save("trace.limen", trace, sizeof trace) == 0 ? status : 1);
}
