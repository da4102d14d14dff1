/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of a context switch, by its cause. A cycle is, in case
 *
 *   empty      nothing: what the lab itself adds to each of the others
 *   call       a post and a wait that finds the unit: two calls, no switch
 *   store      a message sent and received: two calls, no switch
 *   yield      one yield, one switch
 *   semaphore  in turn, a post that makes a more urgent thread run, and its next wait, which
 *              switches back: one call, one switch
 *   message    the same with a message
 *   interrupt  the same, but a handler posts: an interrupt, one call, one switch; then the wait
 */
#include "lab.h"

enum { CYCLES = 8, LINE = 0 };

static struct lm_semaphore semaphore;
static struct lm_queue queue;
static uint32_t storage[1];

static void run_cycles(void *operation)
{
    for (int cycle = 0; cycle < CYCLES; cycle++) {
        lab_cycle();
        (*(void (**)(void))operation)();
    }
    lab_cycle();
    lab_end();
}

static void nothing(void)
{
}

static void post(void)
{
    lm_semaphore_post(&semaphore);
}

static void post_and_wait(void)
{
    lm_semaphore_post(&semaphore);
    lm_semaphore_wait(&semaphore, LM_FOREVER);
}

static void yield(void)
{
    lm_thread_yield();
}

static void send(void)
{
    uint32_t message = 0;

    lm_queue_send(&queue, &message, LM_FOREVER);
}

static void send_and_receive(void)
{
    uint32_t message = 0;

    lm_queue_send(&queue, &message, LM_FOREVER);
    lm_queue_receive(&queue, &message, LM_FOREVER);
}

static void interrupt(void)
{
    lm_board_interrupt_raise(LINE);
}

static void handle(void *argument)
{
    (void)argument;
    lm_semaphore_post(&semaphore);
}

static void yield_always(void *argument)
{
    (void)argument;
    for (;;) {
        lm_thread_yield();
        lab_cycle();
    }
}

static void wait_always(void *argument)
{
    (void)argument;
    for (;;) {
        lm_semaphore_wait(&semaphore, LM_FOREVER);
        lab_cycle();
    }
}

static void receive_always(void *argument)
{
    uint32_t message;

    (void)argument;
    for (;;) {
        lm_queue_receive(&queue, &message, LM_FOREVER);
        lab_cycle();
    }
}

/* The thread that executes the operation, and one that takes part. */
static void create(void (**operation)(void), uint16_t partner_priority, void (*partner)(void *))
{
    lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO);
    lm_queue_create(&queue, "queue", storage, 1, sizeof(uint32_t), LM_FIFO);
    lm_board_interrupt_attach(LINE, 3, handle, NULL);
    if (partner != NULL) {
        lab_thread((struct lm_thread_config){
            .name = "partner", LM_PREEMPTIVE(partner_priority), .entry = partner});
    }
    lab_thread((struct lm_thread_config){
        .name = "main", LM_PREEMPTIVE(5), .entry = run_cycles, .argument = operation});
}

static void empty_case(void)
{
    static void (*operation)(void) = nothing;

    create(&operation, 0, NULL);
}

static void call_case(void)
{
    static void (*operation)(void) = post_and_wait;

    create(&operation, 0, NULL);
}

static void yield_case(void)
{
    static void (*operation)(void) = yield;

    create(&operation, 5, yield_always);
}

static void semaphore_case(void)
{
    static void (*operation)(void) = post;

    create(&operation, 4, wait_always);
}

static void interrupt_case(void)
{
    static void (*operation)(void) = interrupt;

    create(&operation, 4, wait_always);
}

static void store_case(void)
{
    static void (*operation)(void) = send_and_receive;

    create(&operation, 0, NULL);
}

static void message_case(void)
{
    static void (*operation)(void) = send;

    create(&operation, 4, receive_always);
}

int main(int argc, char **argv)
{
    static const struct lab_case cases[] = {
        {"empty", empty_case},         {"call", call_case},           {"yield", yield_case},
        {"semaphore", semaphore_case}, {"interrupt", interrupt_case}, {"store", store_case},
        {"message", message_case},
    };

    return lab_run(argc, argv, cases, LAB_LENGTH(cases));
}
