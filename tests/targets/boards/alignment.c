/* SPDX-License-Identifier: Apache-2.0 */
/* The initial stack pointer of a thread has the alignment of the procedure call standard for every
 * end of a stack: the stack is refused, or its end is rounded. */
#include <limen/board.h>
#include <limen/limen.h>

#ifdef __riscv
enum { ALIGNMENT = 16 };
#else
enum { ALIGNMENT = 8 };
#endif

enum { ROOM = 512 };

static _Alignas(LM_PORT_STACK_ALIGN) unsigned char stack[LM_PORT_STACK_BYTES(ROOM) + ALIGNMENT];
static struct lm_thread runner, tried;
LM_STACK(runner_stack, ROOM);
static unsigned refused, aligned, misaligned;

static __attribute__((noinline)) void look(void *argument)
{
    uintptr_t at_call = (uintptr_t)__builtin_dwarf_cfa();

    (void)argument;
    aligned += at_call % ALIGNMENT == 0;
    misaligned += at_call % ALIGNMENT != 0;
}

static void run(void *argument)
{
    const struct lm_thread_config of_stack = {
        .name = "tried", LM_PREEMPTIVE(4), .entry = look, .stack = stack};
    struct lm_thread_config config = of_stack;

    (void)argument;
    for (unsigned more = 0; more < ALIGNMENT; more++) {
        config.stack_bytes = LM_PORT_STACK_BYTES(ROOM) + more;
        if (lm_thread_create(&tried, &config) == LM_OK) {
            (void)lm_thread_delete(&tried);
        } else {
            refused++;
        }
    }
    lm_board_printf("%u aligned or refused, %u misaligned\n", aligned + refused, misaligned);
    lm_board_exit(aligned > 0 && misaligned == 0 ? 0 : 1);
}

int main(void)
{
    lm_kernel_init();
    (void)lm_thread_create(
        &runner, &(struct lm_thread_config){
                     .name = "runner", LM_PREEMPTIVE(5), .entry = run, LM_USE_STACK(runner_stack)});
    lm_kernel_start();
    return 1;
}
