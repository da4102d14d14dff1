/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a stack may have any size from the minimum on, also one that is not a multiple of the
 * alignment. Its thread begins, is preempted by an interrupt, waits, and ends. Its variables are
 * aligned, and the memory after the stack is not written.
 */
#include "conformance.h"
#include <string.h>

enum { BYTES = LM_PORT_STACK_BYTES(512), ODD = 2 * LM_PORT_STACK_ALIGN, MARKED = 0x5A };

static _Alignas(LM_PORT_STACK_ALIGN) unsigned char area[BYTES + 2 * ODD];
static struct lm_thread odd;

/* The compiler relies on the alignment of the stack pointer, and would compute the answer. */
static bool is_aligned(const volatile uint64_t *variable)
{
    uintptr_t address = (uintptr_t)variable;

    __asm__ volatile("" : "+r"(address));
    return address % _Alignof(uint64_t) == 0;
}

static void work(void *argument)
{
    volatile uint64_t variable = 1;

    (void)argument;
    CHECK(is_aligned(&variable));
    mark('a');
    lm_work(LM_MS(2));
    mark('b');
    CHECK(lm_thread_sleep(LM_MS(1)) == LM_OK);
    variable++;
    CHECK(variable == 2);
    mark('c');
}

static bool is_marked(size_t from)
{
    bool marked = true;

    for (size_t i = from; i < sizeof area; i++) {
        marked = marked && area[i] == MARKED;
    }
    return marked;
}

static void live(uint32_t bytes)
{
    memset(area, MARKED, sizeof area);
    CHECK(lm_thread_create(&odd, &(struct lm_thread_config){.name = "odd",
                                                            LM_PREEMPTIVE(9),
                                                            .entry = work,
                                                            .stack = area,
                                                            .stack_bytes = bytes}) == LM_OK);
    CHECK(lm_thread_sleep(LM_MS(1)) == LM_OK);
    told("a"); /* it was preempted */
    CHECK(lm_thread_sleep(LM_MS(5)) == LM_OK);
    told("bc");
    CHECK(lm_thread_stack_is_intact(&odd));
    CHECK(is_marked(bytes));
    CHECK(lm_thread_delete(&odd) == LM_OK);
}

static void watch(void *argument)
{
    (void)argument;
    for (uint32_t more = 0; more < 16; more++) {
        live(BYTES + more);
    }
    conformance_end();
}

static void set_up(void)
{
    lab_thread((struct lm_thread_config){.name = "watch", LM_PREEMPTIVE(5), .entry = watch});
}

int main(int argc, char **argv)
{
    return conformance_run(argc, argv, set_up);
}
