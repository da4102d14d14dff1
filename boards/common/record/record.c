/* SPDX-License-Identifier: Apache-2.0 */
/* limen::record: records the trace of a program that does not do so itself, from lm_kernel_init on,
 * and saves its last events when the program ends. The linker puts these functions around the calls
 * of the program and of its libraries. cmake/record.cmake has the sizes.
 */
#include <limen/board.h>
#include <limen/limen.h>
#include <stdbool.h>
#include <stdlib.h>

static _Alignas(4) unsigned char trace[LM_TRACE_BYTES(LIMEN_RECORD_OBJECTS, LIMEN_RECORD_EVENTS)];
static bool is_saved;

/* lm_kernel_init is a macro for the symbol of the library. */
#define JOIN_EXPANDED(prefix, symbol) prefix##symbol
#define JOIN(prefix, symbol) JOIN_EXPANDED(prefix, symbol)

void JOIN(__real_, lm_kernel_init)(void);
void JOIN(__wrap_, lm_kernel_init)(void);
_Noreturn void __real_lm_board_exit(int status);
_Noreturn void __wrap_lm_board_exit(int status);

static bool save(void)
{
    bool saves = !is_saved;

    is_saved = true;
    lm_trace_stop();
    return !saves || lm_board_save("trace.limen", trace, sizeof trace) == 0;
}

#ifdef __unix__
/* A program of the host may also return from main, or call exit. */
static void save_at_exit(void)
{
    (void)save();
}
#endif

void JOIN(__wrap_, lm_kernel_init)(void)
{
    JOIN(__real_, lm_kernel_init)();
    is_saved = false;
    (void)lm_trace_start(trace, sizeof trace, LIMEN_RECORD_OBJECTS);
#ifdef __unix__
    (void)atexit(save_at_exit);
#endif
}

_Noreturn void __wrap_lm_board_exit(int status)
{
    __real_lm_board_exit(save() ? status : 1);
}
