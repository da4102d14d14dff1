/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the report of a fault that are the same on all processors.
 *
 * The cause of the fault may have overwritten any data, so a pointer is only followed if it points
 * to memory. A fault of the report itself ends the program.
 */
#include "common.h"
#include "processor.h"
#include <limen/thread.h>

/* From sections.ld. */
extern char memory_start[], memory_end[], code_start[], code_end[];

extern volatile uint32_t main_stack_pattern;

enum { NAME_MAX_BYTES = 32 };

static const uint32_t main_stack_intact = 0xEFEFEFEFU;

void board_mark_main_stack(void)
{
    main_stack_pattern = main_stack_intact;
}

bool board_main_stack_is_used_up(void)
{
    return main_stack_pattern != main_stack_intact;
}

static bool is_between(const void *address, size_t bytes, const char *start, const char *end)
{
    uintptr_t first = (uintptr_t)address;

    return first >= (uintptr_t)start && first <= (uintptr_t)end && (uintptr_t)end - first >= bytes;
}

bool board_is_memory(const void *address, size_t bytes)
{
    return is_between(address, bytes, memory_start, memory_end);
}

bool board_is_code(const void *address, size_t bytes)
{
    return is_between(address, bytes, code_start, code_end);
}

void board_begin_report(void)
{
    /* A variable with another value has been overwritten. */
    enum { REPORTING = 0x5AFE0001, ENDING };
    static volatile uint32_t state;
    uint32_t before = state;

    if (before == REPORTING) {
        state = ENDING;
        lm_board_exit(3);
    }
    while (before == ENDING) {
        processor_wait();
    }
    state = REPORTING;
}

static bool is_thread(const struct lm_thread *thread)
{
    return (uintptr_t)thread % sizeof(void *) == 0 && board_is_memory(thread, sizeof *thread) &&
           (LM_SMALL || lm_object_kind(&thread->object) == LM_KIND_THREAD);
}

/* True if the end of its stack is overwritten, or the stack pointer is outside. A job on a shared
 * stack has another upper end. */
static bool is_used_up(const struct lm_thread *thread, uintptr_t stack_pointer)
{
    uintptr_t end = (uintptr_t)lm_thread_stack_end(thread);
    bool is_its_own = lm_thread_stack_end(thread) == thread->stack;

    if (!board_is_memory(lm_thread_stack_end(thread), 1) || stack_pointer < end ||
        (is_its_own && stack_pointer > end + thread->stack_bytes)) {
        return true;
    }
    return lm_thread_stack_unused(thread) == 0;
}

static void print_name(const struct lm_thread *thread)
{
    const char *name = lm_object_get_name(&thread->object);

    for (unsigned i = 0; i < NAME_MAX_BYTES; i++, name++) {
        bool is_readable = board_is_memory(name, 1) || board_is_code(name, 1);

        if (!is_readable || *name < ' ' || *name > '~') {
            return;
        }
        lm_board_printf("%c", *name);
    }
}

void board_print_thread(uintptr_t stack_pointer)
{
    const struct lm_thread *thread = lm_thread_self();

    if (thread == NULL) {
        lm_board_print("in the idle thread\n");
    } else if (is_thread(thread)) {
        lm_board_print("in thread ");
        if (LM_SMALL) { /* it has no name */
            lm_board_printf("%08lx", (unsigned long)(uintptr_t)thread);
        } else {
            print_name(thread);
        }
        lm_board_print(is_used_up(thread, stack_pointer) ? "; its stack is used up\n" : "\n");
    } else {
        lm_board_printf("in a thread whose control block at %08lx is overwritten; a stack is used "
                        "up\n",
                        (unsigned long)(uintptr_t)thread);
    }
}

void board_print_used_up(uintptr_t stack_pointer)
{
    const struct lm_thread *thread = lm_thread_self();

    if (thread != NULL && is_thread(thread) && is_used_up(thread, stack_pointer)) {
        lm_board_print("the stack of thread ");
        print_name(thread);
        lm_board_print(" is used up\n");
    }
}
