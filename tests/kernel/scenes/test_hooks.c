/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the functions that a program sets surround each interrupt handler, and each wait of the
 * idle processor, in their order; a new start of the kernel forgets them.
 *
 * Method: a thread raises an interrupt that another one interrupts, and sleeps. The functions write
 * a text.
 */
#include "check.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

enum { TEXT_BYTES = 64 };

LM_STACK(stack, 4096);
static struct lm_thread thread;
static char text[TEXT_BYTES];

static void note(char letter)
{
    size_t length = strlen(text);

    CHECK(length + 1 < TEXT_BYTES);
    text[length] = letter;
    text[length + 1] = '\0';
}

static void enter(void)
{
    CHECK(lm_in_interrupt());
    note('(');
}

static void leave(void)
{
    CHECK(lm_in_interrupt());
    note(')');
}

static void enter_inner(void)
{
    note('<');
}

static void leave_inner(void)
{
    note('>');
}

static void before_wait(void)
{
    CHECK(lm_interrupts_are_disabled() && lm_thread_self() == NULL && !lm_in_interrupt());
    note('[');
}

static void after_wait(void)
{
    CHECK(lm_interrupts_are_disabled() && lm_thread_self() == NULL && !lm_in_interrupt());
    note(']');
}

static void handle_inner(void *argument)
{
    (void)argument;
    note('i');
}

static void handle_outer(void *argument)
{
    (void)argument;
    note('o');
    lm_board_interrupt_raise(1);
}

static void run(void *argument)
{
    (void)argument;
    note('a');
    lm_board_interrupt_attach(0, 5, handle_outer, NULL);
    lm_board_interrupt_attach(1, 3, handle_inner, NULL);
    lm_board_interrupt_raise(0);
    note('b');
    CHECK_STATUS(lm_thread_sleep(5), LM_OK);
    note('c');
    CHECK_STATUS(lm_thread_sleep(5), LM_OK);
    note('d');
}

static void begin(void)
{
    lm_kernel_init();
    memset(&thread, 0, sizeof thread);
    text[0] = '\0';
    CHECK_STATUS(lm_thread_create(&thread, &(struct lm_thread_config){.name = "thread",
                                                                      LM_PREEMPTIVE(5),
                                                                      .entry = run,
                                                                      LM_USE_STACK(stack)}),
                 LM_OK);
}

static void handlers_and_waits_are_surrounded(void)
{
    static struct lm_interrupt_hook hook = {.enter = enter, .exit = leave};

    begin();
    lm_interrupt_hook_add(&hook);
    lm_idle_hook_set(before_wait, after_wait);
    lm_kernel_start();
    CHECK_TEXT(text, "a(o(i))b[]()c[]()d");
}

static void a_new_start_forgets(void)
{
    begin();
    lm_kernel_start();
    CHECK_TEXT(text, "aoibcd");
}

static void the_first_hook_surrounds_the_second(void)
{
    static struct lm_interrupt_hook outer = {.enter = enter, .exit = leave};
    static struct lm_interrupt_hook inner = {.enter = enter_inner, .exit = leave_inner};

    begin();
    lm_interrupt_hook_add(&outer);
    lm_interrupt_hook_add(&inner);
    lm_kernel_start();
    CHECK_TEXT(text, "a(<o(<i>)>)b(<>)c(<>)d");
}

/* The clock has not counted: the sleep ends as if it had. */
static uint64_t until;

static void begin_sleep(void)
{
    until = lm_idle_until();
    lm_board_interrupt_raise(0);
}

static void end_sleep(void)
{
    CHECK(lm_now() == 0); /* the interrupt has ended the wait */
    lm_idle_make_up(until);
}

static void handle_nothing(void *argument)
{
    (void)argument;
}

static void sleep_once(void *argument)
{
    lm_board_interrupt_attach(0, 2, handle_nothing, NULL);
    CHECK_STATUS(lm_thread_sleep(5), LM_OK);
    *(uint64_t *)argument = lm_now();
}

static void time_goes_on_behind_a_sleep(void)
{
    uint64_t end = 0;

    lm_kernel_init();
    CHECK_STATUS(lm_thread_create(&thread, &(struct lm_thread_config){.name = "thread",
                                                                      LM_PREEMPTIVE(5),
                                                                      .entry = sleep_once,
                                                                      .argument = &end,
                                                                      LM_USE_STACK(stack)}),
                 LM_OK);
    lm_idle_hook_set(begin_sleep, end_sleep);
    lm_kernel_start();
    CHECK(until == 5 && end == 5);
}

static void add_in_thread(void *argument)
{
    static struct lm_interrupt_hook hook = {.enter = enter, .exit = leave};

    lm_interrupt_hook_add(&hook);
    CHECK(!lm_interrupts_are_disabled());
    *(bool *)argument = true;
}

static void a_thread_may_add_them(void)
{
    bool ran = false;

    lm_kernel_init();
    CHECK_STATUS(lm_thread_create(&thread, &(struct lm_thread_config){.name = "thread",
                                                                      LM_PREEMPTIVE(5),
                                                                      .entry = add_in_thread,
                                                                      .argument = &ran,
                                                                      LM_USE_STACK(stack)}),
                 LM_OK);
    lm_kernel_start();
    CHECK(ran);
}

int main(void)
{
    a_thread_may_add_them();
    time_goes_on_behind_a_sleep();
    handlers_and_waits_are_surrounded();
    a_new_start_forgets();
    the_first_hook_surrounds_the_second();
    return 0;
}
