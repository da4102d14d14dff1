/* SPDX-License-Identifier: Apache-2.0 */
/* Measures the cost of user threads, and whether others still meet their deadlines. A case is
 *
 *   calls          a thread with privileges: in turn, nothing, a post and a wait that finds the
 *                  unit, a message sent and received
 *   user-calls     the same by a user thread
 *   each-call      a thread with privileges: each call that a user thread can make (each.c)
 *   each-user-call the same by a user thread
 *   round          two threads with privileges: a post, a wait, and the answer of the other one
 *   user-round     the same by user threads
 *   alone          only a control loop
 *   harmless       the control loop, and a parser whose inputs are as long as they claim
 *   attacked       the same with inputs shorter than they claim: the parser dies each time
 */
#include "isolation.h"
#include <string.h>

enum { ROUNDS = 4, INPUTS = 1000 };
enum { PERIOD_TICKS = LM_US(500), WORK_TICKS = LM_US(100), OFFSET_TICKS = LM_MS(10) };
enum { FIRST, SECOND, QUEUE, HANDLES };

static struct memory memories[2] __attribute__((aligned(1024)));
static struct lm_user_thread users[2];
static struct lm_semaphore semaphores[2];
static struct lm_queue queue, inputs;
static uint32_t storage[4], message;
static unsigned char input_places[4 * sizeof(struct input)];
static struct lm_period period = LM_PERIOD(PERIOD_TICKS, OFFSET_TICKS, PERIOD_TICKS);
static uint32_t jobs, misses;
static uint64_t longest_start;
static bool is_lie;

extern char code_start[], code_end[]; /* from the linker script */

static const struct lm_user_grant grants[HANDLES] = {
    [FIRST] = {&semaphores[0], LM_MAY_POST_SEMAPHORE | LM_MAY_WAIT_SEMAPHORE},
    [SECOND] = {&semaphores[1], LM_MAY_POST_SEMAPHORE | LM_MAY_WAIT_SEMAPHORE},
    [QUEUE] = {&queue, LM_MAY_SEND_QUEUE | LM_MAY_RECEIVE_QUEUE},
};
static const struct lm_user_grant parser_grants[] = {{&inputs, LM_MAY_RECEIVE_QUEUE}};

void create_user(const struct user_part *part)
{
    unsigned number = part->number;
    struct memory *memory = &memories[number];
    const struct lm_user_area areas[] = {
        {(uintptr_t)code_start, (uintptr_t)(code_end - code_start), LM_USER_EXECUTE},
        {(uintptr_t)memory, sizeof *memory, LM_USER_WRITE},
    };
    struct lm_user_config config = {
        .thread = {.name = number == 0 ? "user" : "user 2",
                   LM_PREEMPTIVE(10),
                   .entry = part->entry,
                   .argument = memory,
                   .period = part->period,
                   .stack = memory->stack,
                   .stack_bytes = sizeof memory->stack},
        .areas = areas,
        .area_count = LAB_LENGTH(areas),
        .grants = part->grants,
        .grant_count = part->grant_count,
        .policy = LM_USER_RESTART,
        .restarts = INPUTS,
        .restart_ticks = 1,
    };

    if (number > 0) {
        config.thread.priority = config.thread.threshold = 9;
    }
    if (lm_user_thread_create(&users[number], &config) != LM_OK) {
        lm_board_print("a user thread has a wrong configuration\n");
        lm_board_exit(2);
    }
}

/* Runs when all others have ended or wait. The mark ends the count of the last call. */
static void end(void *argument)
{
    (void)argument;
    lab_mark();
    lab_end();
}

void create_end(void)
{
    lab_thread((struct lm_thread_config){.name = "end", LM_PREEMPTIVE(20), .entry = end});
}

/* Calls without a switch. The mark is code that a user thread may execute. */
static void make_calls(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        lab_mark();
        lab_mark();
        lm_semaphore_post(&semaphores[0]);
        lm_semaphore_wait(&semaphores[0], LM_NO_WAIT);
        lab_mark();
        lm_queue_send(&queue, &message, LM_NO_WAIT);
        lm_queue_receive(&queue, &message, LM_NO_WAIT);
    }
    lab_mark();
}

static void make_user_calls(void *argument)
{
    struct memory *memory = argument;

    for (int i = 0; i < ROUNDS; i++) {
        lab_mark();
        lab_mark();
        lm_user_semaphore_post(FIRST);
        lm_user_semaphore_wait(FIRST, LM_NO_WAIT);
        lab_mark();
        lm_user_queue_send(QUEUE, &memory->message, LM_NO_WAIT);
        lm_user_queue_receive(QUEUE, &memory->message, LM_NO_WAIT);
    }
    lab_mark();
}

static void create_objects(void)
{
    lm_semaphore_create(&semaphores[0], "first", 0, LM_FIFO);
    lm_semaphore_create(&semaphores[1], "second", 0, LM_FIFO);
    lm_queue_create(&queue, "queue", storage, LAB_LENGTH(storage), sizeof message, LM_FIFO);
    create_end();
}

static void calls(void)
{
    create_objects();
    lab_thread((struct lm_thread_config){.name = "caller", LM_PREEMPTIVE(10), .entry = make_calls});
}

static void user_calls(void)
{
    create_objects();
    create_user(&(struct user_part){0, make_user_calls, grants, HANDLES, NULL});
}

/* Rounds with two switches. */
static void ask(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        lab_mark();
        lm_semaphore_post(&semaphores[0]);
        lm_semaphore_wait_forever(&semaphores[1]);
    }
    lab_mark();
}

static void answer(void *argument)
{
    (void)argument;
    for (;;) {
        lm_semaphore_wait_forever(&semaphores[0]);
        lm_semaphore_post(&semaphores[1]);
    }
}

static void user_ask(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        lab_mark();
        lm_user_semaphore_post(FIRST);
        lm_user_semaphore_wait_forever(SECOND);
    }
    lab_mark();
}

static void user_answer(void *argument)
{
    (void)argument;
    for (;;) {
        lm_user_semaphore_wait_forever(FIRST);
        lm_user_semaphore_post(SECOND);
    }
}

static void make_round(void)
{
    create_objects();
    lab_thread((struct lm_thread_config){.name = "ask", LM_PREEMPTIVE(10), .entry = ask});
    lab_thread((struct lm_thread_config){.name = "answer", LM_PREEMPTIVE(9), .entry = answer});
}

static void user_round(void)
{
    create_objects();
    create_user(&(struct user_part){0, user_ask, grants, HANDLES, NULL});
    create_user(&(struct user_part){1, user_answer, grants, HANDLES, NULL});
}

/* A control loop beside a parser. */
static void control(void *argument)
{
    (void)argument;
    for (;; jobs++) {
        misses += lm_thread_wait_period() != LM_OK;
        uint64_t start = lm_now() - period.releaser.release;

        longest_start = start > longest_start ? start : longest_start;
        lm_work(WORK_TICKS);
    }
}

static void parse(void *argument)
{
    struct memory *memory = argument;

    for (;;) {
        lm_user_queue_receive(0, &memory->input, LM_FOREVER);

        volatile char *to = memory->text;

        for (unsigned i = 0; i < memory->input.length; i++) { /* the mistake */
            to[i] = memory->input.text[i % TEXT_BYTES];
        }
    }
}

static void print_results(void)
{
    lab_result("deaths", users[0].faults);
    lab_result("jobs", jobs);
    lab_result("misses", misses);
    lab_result("longest_start", longest_start);
    lab_end();
}

static void send(void *argument)
{
    const struct input input = {is_lie ? 255 : TEXT_BYTES, "attack!"};

    (void)argument;
    for (unsigned i = 0; i < INPUTS; i++) {
        lm_queue_send(&inputs, &input, LM_FOREVER);
    }
    lm_thread_sleep(LM_MS(20));
    print_results();
}

static void wait_alone(void *argument)
{
    (void)argument;
    lm_thread_sleep(LM_MS(150));
    print_results();
}

static void create_control(void (*entry)(void *))
{
    lab_thread((struct lm_thread_config){
        .name = "control", LM_PREEMPTIVE(2), .entry = control, .period = &period});
    lab_thread((struct lm_thread_config){.name = "line", LM_PREEMPTIVE(12), .entry = entry});
}

static void alone(void)
{
    create_control(wait_alone);
}

static void harmless(void)
{
    lm_queue_create(&inputs, "inputs", input_places, 4, sizeof(struct input), LM_FIFO);
    create_user(&(struct user_part){0, parse, parser_grants, LAB_LENGTH(parser_grants), NULL});
    create_control(send);
}

static void attacked(void)
{
    is_lie = true;
    harmless();
}

int main(int argc, char **argv)
{
    static const struct lab_case cases[] = {
        {"calls", calls},         {"user-calls", user_calls},
        {"each-call", each_call}, {"each-user-call", each_user_call},
        {"round", make_round},    {"user-round", user_round},
        {"alone", alone},         {"harmless", harmless},
        {"attacked", attacked},
    };

    return lab_run(argc, argv, cases, LAB_LENGTH(cases));
}
