/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: an interrupt at each instruction of the gate, of its return path and of a user thread
 * changes no register, and finds no instruction that runs with privileges on the stack of a user
 * thread.
 *
 * Method: a user thread makes calls, with patterns in the registers. An interrupt checks the code
 * that it interrupts, and wakes a more urgent user thread, so that the processor leaves the first
 * one at this place. The time of the interrupt grows by one tick, which is less than an
 * instruction. The program prints how many places of the gate were interrupted.
 */
#include "sweep.h"
#include "place.h"
#include <limen/board.h>

enum { ROUNDS = 3000, STEP_TICKS = 1, PAUSE_TICKS = 3000, PLACES = 512 };
enum { OWN, WAKE, QUEUE, BACK, HANDLES };

struct memory {
    unsigned char stack[512];
    volatile uint32_t calls, mistakes;
    uint32_t message[126];
};
static struct memory caller_memory __attribute__((aligned(1024)));
static struct memory other_memory __attribute__((aligned(1024)));
static struct lm_user_thread caller, other;
static struct lm_semaphore own, wake, back;
static struct lm_queue queue;
static uint32_t storage[2];
static struct lm_timer timer;
static struct lm_thread boss;
LM_STACK(boss_stack, 1024);
static uint32_t violations, interrupts, in_user;
static bool was_at[PLACES]; /* of the gate, in half words */

extern void lm_user_gate(void);

static const struct lm_user_grant grants[HANDLES] = {
    [OWN] = {&own, LM_MAY_POST_SEMAPHORE | LM_MAY_WAIT_SEMAPHORE},
    [WAKE] = {&wake, LM_MAY_WAIT_SEMAPHORE},
    [QUEUE] = {&queue, LM_MAY_SEND_QUEUE | LM_MAY_RECEIVE_QUEUE},
    [BACK] = {&back, LM_MAY_POST_SEMAPHORE},
};

/* Numbers of calls: post, wait, send, receive, yield, and those that are refused. */
static void make_calls(void *argument)
{
    struct memory *memory = argument;
    const struct {
        uint32_t number, handle;
        void *buffer;
        enum lm_status answer;
    } calls[] = {{1, OWN, NULL, LM_OK},
                 {3, OWN, NULL, LM_OK},
                 {5, QUEUE, memory->message, LM_OK},
                 {8, QUEUE, memory->message, LM_OK},
                 {65, 0, NULL, LM_OK},
                 {1, QUEUE, NULL, LM_BAD_OBJECT},
                 {3, OWN, NULL, LM_UNAVAILABLE},
                 {200, 0, NULL, LM_BAD_ARGUMENT}};

    for (;;) {
        for (unsigned i = 0; i < sizeof calls / sizeof calls[0]; i++) {
            uint32_t answer = call_with_patterns(calls[i].number, calls[i].handle, calls[i].buffer);

            memory->mistakes += answer != (uint32_t)calls[i].answer;
            memory->calls++;
        }
    }
}

static void answer_calls(void *argument)
{
    struct memory *memory = argument;

    for (;;) {
        memory->mistakes += call_with_patterns(2, WAKE, NULL) != LM_OK;
        memory->mistakes += call_with_patterns(1, BACK, NULL) != LM_OK;
        memory->calls++;
    }
}

static bool is_in(const struct memory *memory, uintptr_t address)
{
    return address - (uintptr_t)memory <= sizeof *memory;
}

static void interrupt(void *argument)
{
    struct look seen = look();
    uintptr_t place = (seen.pc - ((uintptr_t)lm_user_gate & ~(uintptr_t)1)) / 2;

    (void)argument;
    interrupts++;
    if (seen.is_thread && seen.has_privileges) {
        violations +=
            is_in(&caller_memory, seen.stack_pointer) || is_in(&other_memory, seen.stack_pointer);
        if (place < PLACES) {
            was_at[place] = true;
        }
    }
    in_user += seen.is_thread && !seen.has_privileges;
    lm_semaphore_post(&wake);
}

/* The same regions have other numbers in each thread. */
static void create(struct lm_user_thread *user, struct memory *memory, void (*entry)(void *),
                   uint16_t priority)
{
    const struct lm_user_area code = {ATTACK_CODE, ATTACK_CODE_BYTES, LM_USER_EXECUTE};
    const struct lm_user_area data = {(uintptr_t)memory, sizeof *memory, LM_USER_WRITE};
    const struct lm_user_area areas[][2] = {{code, data}, {data, code}};

    lm_user_thread_create(user,
                          &(struct lm_user_config){.thread = {.name = "user",
                                                              LM_PREEMPTIVE(priority),
                                                              .entry = entry,
                                                              .argument = memory,
                                                              .stack = memory->stack,
                                                              .stack_bytes = sizeof memory->stack},
                                                   .areas = areas[memory == &other_memory],
                                                   .area_count = 2,
                                                   .grants = grants,
                                                   .grant_count = HANDLES});
}

static void manage(void *argument)
{
    unsigned places = 0;

    (void)argument;
    create(&caller, &caller_memory, make_calls, 10);
    create(&other, &other_memory, answer_calls, 8);
    for (unsigned i = 0; i < ROUNDS; i++) {
        lm_timer_start(&timer, 500 + i * STEP_TICKS, 0);
        lm_thread_sleep(PAUSE_TICKS + 500 + i * STEP_TICKS);
    }
    for (unsigned i = 0; i < PLACES; i++) {
        places += was_at[i];
    }
    lm_board_printf("violations %u, mistakes %u, faults %u, lost %u, in user %u, places %u\n",
                    (unsigned)violations,
                    (unsigned)(caller_memory.mistakes + other_memory.mistakes),
                    (unsigned)(caller.faults + other.faults),
                    (unsigned)(interrupts - lm_semaphore_count(&back)), (unsigned)in_user, places);
    lm_board_exit(0);
}

int main(void)
{
    lm_kernel_init();
    lm_semaphore_create(&own, "own", 0, LM_FIFO);
    lm_semaphore_create(&wake, "wake", 0, LM_FIFO);
    lm_semaphore_create(&back, "back", 0, LM_FIFO);
    lm_queue_create(&queue, "queue", storage, 2, 4, LM_FIFO);
    lm_timer_create(&timer, "timer", interrupt, NULL);
    lm_thread_create(
        &boss, &(struct lm_thread_config){
                   .name = "boss", LM_PREEMPTIVE(2), .entry = manage, LM_USE_STACK(boss_stack)});
    lm_kernel_start();
    return 0;
}
