/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a thread has its own stack and begins at its top each time it starts. A call returns the
 * size of its unused part. Stack and control block can be used again.
 *
 * Method: threads put a known number of bytes on their stacks, return, are terminated deep in
 * calls, and are restarted or replaced. A controlling thread of the least urgent priority checks
 * them.
 */
#include "check.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <string.h>

enum { ROOM = 24576, FRAME = 1024, FRAMES = 16, STACK_BYTES = LM_PORT_STACK_BYTES(ROOM) };

LM_STACK(stack, ROOM);
LM_STACK(stack_control, ROOM);
static struct lm_thread thread;
static struct lm_thread control;
static struct lm_semaphore go;
static unsigned begun, ended;
static uintptr_t first_frame;

/* Uses at least FRAME bytes of stack for each count, and waits at the deepest point. */
static __attribute__((noinline)) unsigned dig(unsigned count, bool waits)
{
    volatile unsigned char frame[FRAME];

    memset((unsigned char *)frame, (int)count, sizeof frame);
    if (count > 1) {
        return dig(count - 1, waits) + frame[count];
    }
    if (waits) {
        CHECK_STATUS(lm_semaphore_wait(&go, LM_FOREVER), LM_OK);
    }
    return frame[0];
}

static uint32_t used(void)
{
    return STACK_BYTES - lm_thread_stack_unused(&thread);
}

static enum lm_thread_state state(void)
{
    struct lm_thread_info info;

    CHECK_STATUS(lm_thread_get_info(&thread, &info), LM_OK);
    return info.state;
}

/* Goes deeper for each post of go. */
static void dig_deeper(void *argument)
{
    (void)argument;
    for (unsigned count = 1; count <= FRAMES; count++) {
        CHECK_STATUS(lm_semaphore_wait(&go, LM_FOREVER), LM_OK);
        CHECK(dig(count, false) > 0);
    }
}

/* Begins, waits deep in its stack, and returns. */
static void dig_and_return(void *argument)
{
    volatile unsigned char here = 0;

    CHECK_SAME(argument, &begun);
    CHECK(first_frame == 0 || first_frame == (uintptr_t)&here);
    first_frame = (uintptr_t)&here;
    begun++;
    CHECK(dig(FRAMES, true) > 0);
    ended++;
}

static void count_end(void *argument)
{
    CHECK_SAME(argument, &ended);
    ended++;
}

static void create(void (*entry)(void *), void *argument, uint16_t priority)
{
    struct lm_thread_config config = {.name = "thread",
                                      LM_PREEMPTIVE(priority),
                                      .entry = entry,
                                      .argument = argument,
                                      LM_USE_STACK(stack)};

    begun = 0;
    ended = 0;
    first_frame = 0;
    CHECK_STATUS(lm_thread_create(&thread, &config), LM_OK);
}

static void remove_thread(void)
{
    CHECK_EQUAL(state(), LM_TERMINATED);
    CHECK_STATUS(lm_thread_delete(&thread), LM_OK);
    CHECK_STATUS(lm_thread_resume(&thread), LM_BAD_OBJECT);
}

static void what_was_used_grows_with_the_depth_and_stays(void)
{
    create(dig_deeper, NULL, 5);
    uint32_t before = used();

    CHECK(before > 0 && before < STACK_BYTES - FRAMES * FRAME);
    for (uint32_t count = 1; count <= FRAMES; count++) {
        CHECK_STATUS(lm_semaphore_post(&go), LM_OK);
        uint32_t now = used();

        CHECK(now >= before && now >= count * FRAME && now < STACK_BYTES);
        CHECK(count < 4 || now >= before + FRAME); /* before that, other calls went deeper */
        before = now;
    }
    remove_thread();
}

static void a_thread_that_never_ran_has_used_next_to_nothing(void)
{
    create(dig_deeper, NULL, LM_LEVELS - 1); /* behind the controlling thread */
    CHECK(used() > 0 && used() <= 256);
    CHECK_STATUS(lm_thread_terminate(&thread), LM_OK);
    CHECK(used() <= 256);
    remove_thread();
}

static void a_thread_that_returns_is_terminated(void)
{
    create(count_end, &ended, 5);
    CHECK_EQUAL(ended, 1);
    CHECK_EQUAL(state(), LM_TERMINATED);
    CHECK_STATUS(lm_thread_terminate(&thread), LM_BAD_STATE);
    CHECK_STATUS(lm_thread_suspend(&thread), LM_BAD_STATE);
    CHECK_EQUAL(ended, 1);
    remove_thread();
}

static void a_restart_begins_at_the_entry_with_the_whole_stack(void)
{
    create(dig_and_return, &begun, 5);
    for (unsigned n = 1; n <= 50; n++) {
        CHECK_EQUAL(begun, n);
        CHECK_STATUS(lm_thread_restart(&thread), LM_BAD_STATE);
        if (n % 2 == 0) { /* ends by itself, or deep in its calls */
            CHECK_STATUS(lm_semaphore_post(&go), LM_OK);
        } else {
            CHECK_STATUS(lm_thread_terminate(&thread), LM_OK);
        }
        CHECK_EQUAL(ended, n / 2);
        CHECK_EQUAL(state(), LM_TERMINATED);
        CHECK_STATUS(lm_thread_restart(&thread), LM_OK);
    }
    CHECK_STATUS(lm_semaphore_post(&go), LM_OK);
    remove_thread();
}

static void stack_and_control_block_can_be_used_again(void)
{
    for (unsigned n = 0; n < 50; n++) {
        create(dig_and_return, &begun, 5);
        CHECK_EQUAL(begun, 1);
        CHECK(used() > FRAMES * FRAME);
        CHECK_STATUS(lm_thread_terminate(&thread), LM_OK);
        CHECK_EQUAL(ended, 0);
        remove_thread();

        create(count_end, &ended, 7);
        CHECK_EQUAL(ended, 1);
        CHECK(used() < FRAMES * FRAME); /* a fresh one, though it is the same memory */
        remove_thread();
    }
}

static void check_all(void *argument)
{
    CHECK_STATUS(lm_semaphore_create(&go, "go", 0, LM_FIFO), LM_OK);
    what_was_used_grows_with_the_depth_and_stays();
    a_thread_that_never_ran_has_used_next_to_nothing();
    a_thread_that_returns_is_terminated();
    a_restart_begins_at_the_entry_with_the_whole_stack();
    stack_and_control_block_can_be_used_again();
    *(bool *)argument = true;
}

int main(void)
{
    bool done = false;
    struct lm_thread_config config = {.name = "control",
                                      LM_PREEMPTIVE(LM_LEVELS - 2),
                                      .entry = check_all,
                                      .argument = &done,
                                      LM_USE_STACK(stack_control)};

    lm_kernel_init();
    CHECK_STATUS(lm_thread_create(&control, &config), LM_OK);
    lm_kernel_start();
    CHECK(done);
    return 0;
}
