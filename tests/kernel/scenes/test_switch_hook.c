/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the functions that a program adds see each switch, with the idle thread as NULL; other
 * features that act at switches continue; a new start of the kernel forgets the functions.
 *
 * Method: two threads with slices, and one that interrupts them by its sleep. The functions write
 * the first letters of the threads, once added before the slices and once after them.
 */
#include "check.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

enum { SLICE = 10, TEXT_BYTES = 64 };

LM_STACK(stack_a, 4096);
LM_STACK(stack_b, 4096);
LM_STACK(stack_c, 4096);
static struct lm_thread a, b, c;
static struct lm_slice slice_a, slice_b;
static char first_saw[TEXT_BYTES], second_saw[TEXT_BYTES];
static struct lm_thread *current;

static void note(char *text, const struct lm_thread *thread)
{
    size_t length = strlen(text);

    CHECK(length + 1 < TEXT_BYTES);
    text[length] = thread != NULL ? thread->object.name[0] : '-';
    text[length + 1] = '\0';
}

static void see_both(struct lm_thread *from, struct lm_thread *to)
{
    CHECK(from == current);
    current = to;
    note(first_saw, to);
}

static void see_next(struct lm_thread *from, struct lm_thread *to)
{
    (void)from;
    note(second_saw, to);
}

static void work(void *pieces)
{
    for (uintptr_t i = 0; i < (uintptr_t)pieces; i++) {
        CHECK(current == lm_thread_self());
        lm_work(1);
    }
}

static void sleep_twice(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_thread_sleep(5), LM_OK);
    CHECK(current == lm_thread_self());
    CHECK_STATUS(lm_thread_sleep(40), LM_OK);
}

static void create(struct lm_thread *thread, struct lm_thread_config config)
{
    memset(thread, 0, sizeof *thread);
    CHECK_STATUS(lm_thread_create(thread, &config), LM_OK);
}

static void begin(void)
{
    lm_kernel_init();
    first_saw[0] = '\0';
    second_saw[0] = '\0';
    current = NULL;
}

static void create_all(void)
{
    slice_a = (struct lm_slice)LM_SLICE(SLICE);
    slice_b = (struct lm_slice)LM_SLICE(SLICE);
    create(&a, (struct lm_thread_config){.name = "a",
                                         LM_PREEMPTIVE(5),
                                         .entry = work,
                                         .argument = (void *)15,
                                         .slice = &slice_a,
                                         LM_USE_STACK(stack_a)});
    create(&b, (struct lm_thread_config){.name = "b",
                                         LM_PREEMPTIVE(5),
                                         .entry = work,
                                         .argument = (void *)15,
                                         .slice = &slice_b,
                                         LM_USE_STACK(stack_b)});
    create(&c, (struct lm_thread_config){
                   .name = "c", LM_PREEMPTIVE(3), .entry = sleep_twice, LM_USE_STACK(stack_c)});
}

static void each_switch_is_seen(bool hooks_come_first)
{
    struct lm_switch_hook first = {.function = see_both}, second = {.function = see_next};

    begin();
    if (!hooks_come_first) {
        create_all();
    }
    lm_switch_hook_add(&first);
    lm_switch_hook_add(&second);
    if (hooks_come_first) {
        create_all();
    }
    lm_kernel_start();
    CHECK_TEXT(first_saw, "cacabab-c-");
    CHECK_TEXT(second_saw, first_saw);
}

static void add_a_hook(void *hook)
{
    current = lm_thread_self(); /* the switch to it was not seen */
    lm_switch_hook_add(hook);
    CHECK(!lm_interrupts_are_disabled());
}

/* Nothing else has a hook at switches: no thread has a time slice. */
static void a_thread_may_add_one(void)
{
    struct lm_switch_hook hook = {.function = see_both};

    begin();
    create(&a, (struct lm_thread_config){.name = "a",
                                         LM_PREEMPTIVE(5),
                                         .entry = add_a_hook,
                                         .argument = &hook,
                                         LM_USE_STACK(stack_a)});
    create(&c, (struct lm_thread_config){.name = "c",
                                         LM_PREEMPTIVE(6),
                                         .entry = work,
                                         .argument = (void *)15,
                                         LM_USE_STACK(stack_c)});
    lm_kernel_start();
    CHECK_TEXT(first_saw, "c-");
}

static void a_new_start_forgets(void)
{
    begin();
    create(&a, (struct lm_thread_config){
                   .name = "a", LM_PREEMPTIVE(5), .entry = work, LM_USE_STACK(stack_a)});
    lm_kernel_start();
    CHECK_TEXT(first_saw, "");
}

int main(void)
{
    each_switch_is_seen(true);
    a_new_start_forgets();
    a_thread_may_add_one();
    each_switch_is_seen(false);
    return 0;
}
