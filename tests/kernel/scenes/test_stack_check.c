/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a thread that has overwritten the end of its stack is reported each time it leaves the
 * processor, in every way, and no other thread is reported. The handler may suspend or terminate
 * the thread, or end the checks.
 *
 * Method: every byte that is checked, every way to leave the processor, and every action of the
 * handler, with and without a threshold. The order in which the threads continue shows the result.
 * One more example: the terminated thread owns a mutex, and the thread that waits for it is more
 * urgent than the next one.
 */
#include "check.h"
#include "explore.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <stdio.h>
#include <string.h>

enum { CHECKED_BYTES = 8, SLICE = 10, LINE = 0, URGENCY = 1, LOG_MAX = 32, STACK_BYTES = 4096 };

enum leave { SLEEP, CALL, INTERRUPT, YIELD, SLICE_ENDS, RETURN, TERMINATE, LEAVES };
enum answer { NOTHING, CHECKS_END, SUSPEND_IT, TERMINATE_IT, ANSWERS };

LM_STACK(stack_spoiler, STACK_BYTES);
LM_STACK(stack_urgent, STACK_BYTES);
LM_STACK(stack_peer, STACK_BYTES);
LM_STACK(stack_control, STACK_BYTES);

static struct lm_thread spoiler, urgent, peer, control;
static struct lm_semaphore semaphore;
static struct lm_mutex mutex;
static struct explore explore;
static char told[LOG_MAX];
static unsigned spoilt_byte, reports;
static enum leave leave;
static enum answer answer;

static void explain(void *context)
{
    (void)context;
    fprintf(stderr, "byte %u, leave %d, answer %d; told \"%s\"; choices ", spoilt_byte, (int)leave,
            (int)answer, told);
    explore_print(&explore);
}

static void tell(const char *letter)
{
    CHECK(strlen(told) + 1 < LOG_MAX);
    strcat(told, letter);
}

static void report(struct lm_thread *thread)
{
    enum lm_status if_it_lives = reports == 0 && leave < RETURN ? LM_OK : LM_BAD_STATE;

    CHECK_SAME(thread, &spoiler);
    switch (answer) {
    case CHECKS_END:
        lm_stack_check(NULL);
        break;
    case SUSPEND_IT:
        CHECK_STATUS(lm_thread_suspend(thread), if_it_lives);
        break;
    case TERMINATE_IT:
        CHECK_STATUS(lm_thread_terminate(thread), if_it_lives);
        break;
    default:
        break;
    }
    reports++;
}

static void handle(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
}

static void leave_the_processor(void)
{
    switch (leave) {
    case SLEEP:
        CHECK_STATUS(lm_thread_sleep(1), LM_OK);
        break;
    case CALL:
        CHECK_STATUS(lm_semaphore_post(&semaphore), LM_OK);
        break;
    case INTERRUPT:
        lm_board_interrupt_raise(LINE);
        break;
    case YIELD:
        CHECK_STATUS(lm_thread_yield(), LM_OK);
        break;
    case SLICE_ENDS:
        lm_work(SLICE + 1);
        break;
    case TERMINATE:
        (void)lm_thread_terminate(&spoiler);
        CHECK(false);
        break;
    default:
        break;
    }
}

static void spoil(void *argument)
{
    (void)argument;
    ((unsigned char *)spoiler.stack)[spoilt_byte] ^= 1;
    tell("s");
    leave_the_processor();
    if (leave != RETURN) {
        tell("S");
    }
}

static void wait_and_tell(void *letter)
{
    CHECK_STATUS(lm_semaphore_wait(&semaphore, LM_FOREVER), LM_OK);
    tell(letter);
}

static void tell_once(void *letter)
{
    tell(letter);
}

static void tell_and_resume(void *letter)
{
    struct lm_thread_info info;

    tell(letter);
    lm_work(SLICE);
    CHECK_STATUS(lm_thread_get_info(&spoiler, &info), LM_OK);
    if (info.waits_for == LM_WAITS_FOR_RESUME) {
        CHECK_STATUS(lm_thread_resume(&spoiler), LM_OK);
    }
    if (leave != CALL && leave != INTERRUPT) {
        CHECK_STATUS(lm_thread_terminate(&urgent), LM_OK);
    }
}

#define CREATE(which, by, says, ...)                                                               \
    CHECK_STATUS(lm_thread_create(&(which), &(struct lm_thread_config){.name = #which,             \
                                                                       .entry = (by),              \
                                                                       .argument = (void *)(says), \
                                                                       __VA_ARGS__}),              \
                 LM_OK)

static void run(uint16_t threshold)
{
    static struct lm_slice slice = LM_SLICE(SLICE);

    told[0] = '\0';
    reports = 0;
    lm_kernel_init();
    lm_stack_check(NULL); /* there were none */
    lm_stack_check(report);
    lm_board_interrupt_attach(LINE, URGENCY, handle, NULL);
    CHECK_STATUS(lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO), LM_OK);
    CREATE(urgent, wait_and_tell, "h", LM_PREEMPTIVE(1), LM_USE_STACK(stack_urgent));
    CREATE(spoiler, spoil, NULL, LM_THRESHOLD(5, threshold), LM_USE_STACK(stack_spoiler),
           .slice = leave == SLICE_ENDS ? &slice : NULL);
    CREATE(peer, tell_once, "p", LM_PREEMPTIVE(5), LM_USE_STACK(stack_peer));
    CREATE(control, tell_and_resume, "c", LM_PREEMPTIVE(9), LM_USE_STACK(stack_control));
    lm_kernel_start();
}

/* s: the thread overwrites the end and leaves; S: it continues; h: the urgent thread; p: the peer;
 * c: the least urgent thread, which resumes it. */
static const char *expected_scenario(void)
{
    static const char *const goes_on[LEAVES] = {"spcS", "shSpc", "shSpc", "spSc",
                                                "spSc", "spc",   "spc"};
    static const char *const stopped[LEAVES] = {"spcS", "shpcS", "shpcS", "spcS",
                                                "spcS", "spc",   "spc"};
    static const char *const ended[LEAVES] = {"spc", "shpc", "shpc", "spc", "spc", "spc", "spc"};

    return answer == SUSPEND_IT     ? stopped[leave]
           : answer == TERMINATE_IT ? ended[leave]
                                    : goes_on[leave];
}

/* It leaves once more, when it returns, unless it has ended. */
static unsigned expected_reports(void)
{
    return leave >= RETURN || answer == TERMINATE_IT || answer == CHECKS_END ? 1 : 2;
}

static void every_way_to_leave(void)
{
    while (explore_next(&explore)) {
        spoilt_byte = explore_choose(&explore, CHECKED_BYTES);
        leave = (enum leave)explore_choose(&explore, LEAVES);
        answer = (enum answer)explore_choose(&explore, ANSWERS);
        /* With a raised level no slice ends. */
        bool is_raised = leave != SLICE_ENDS && explore_choose(&explore, 2) == 1;

        run(is_raised ? 3 : 5);
        CHECK_TEXT(told, expected_scenario());
        CHECK_EQUAL(reports, expected_reports());
    }
    printf("%llu runs\n", (unsigned long long)explore.runs);
}

static void lock_spoil_and_sleep(void *argument)
{
    (void)argument;
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_FOREVER), LM_OK);
    CHECK_STATUS(lm_thread_start(&urgent), LM_OK);
    *(unsigned char *)spoiler.stack = 0;
    CHECK_STATUS(lm_thread_sleep(1), LM_OK);
    CHECK(false);
}

static void lock_and_tell(void *letter)
{
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_FOREVER), LM_OK);
    tell(letter);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
}

static void the_next_one_is_chosen_after_the_answer(void)
{
    struct lm_counters counters = {0};

    told[0] = '\0';
    reports = 0;
    leave = SLEEP;
    answer = TERMINATE_IT;
    lm_kernel_init();
    lm_stack_check(report);
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO), LM_OK);
    CREATE(spoiler, lock_spoil_and_sleep, NULL, LM_PREEMPTIVE(5), LM_USE_STACK(stack_spoiler));
    CREATE(urgent, lock_and_tell, "u", LM_PREEMPTIVE(2), LM_USE_STACK(stack_urgent),
           .suspended = true);
    CREATE(peer, tell_once, "p", LM_COOPERATIVE(5), LM_USE_STACK(stack_peer),
           .counters = &counters);
    lm_kernel_start();
    CHECK_TEXT(told, "up");
    CHECK_EQUAL(counters.runs, 1); /* it was dispatched only once */
    CHECK_EQUAL(reports, 1);
}

int main(int argc, char **argv)
{
    check_explain(explain, NULL);
    if (argc > 1) {
        explore_replay(&explore, argv[1]);
    }
    every_way_to_leave();
    the_next_one_is_chosen_after_the_answer();
    return 0;
}
