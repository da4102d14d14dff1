/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of a context switch, by its cause, and of calls that do not switch. A cycle is, in case
 *
 *   empty      in turn, nothing, and the end of a loop: the cost that the lab adds to the others
 *   call       in turn, a post, and a wait that finds the unit
 *   store      in turn, a message sent, and received
 *   own        in turn, a mutex locked, and unlocked
 *   yield      one yield, one switch
 *   raised     the same between threads with a threshold: the level of the next one rises
 *   semaphore  in turn, a post that makes a more urgent thread run, and its next wait, which
 *              switches back: one call, one switch
 *   message    the same with a message
 *   interrupt  the same, but a handler posts: an interrupt, one call, one switch; then the wait
 *   held       in turn, a post that makes a thread ready which the threshold holds off, a yield to
 *              it, and its next wait
 *   full       in turn, a message sent to a full queue, and one received from it
 *   handover   in turn, a lock of a mutex that a less urgent thread owns, and its unlock
 *   mixed      calls of all these kinds by four threads
 *
 * The host predicts times from the costs of the first ones (limen lab calibrate); mixed has none of
 * its own and shows how good the prediction is. No case has a time slice, because each switch would
 * then look for one: the end of a slice is a case of lab time-slice.
 */
#include "lab.h"

enum { CYCLES = 8, LINE = 0, ROUNDS = 4 };

static struct lm_semaphore semaphore, turn, back;
static struct lm_queue queue;
static struct lm_mutex mutex;
static uint32_t storage[4];

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
    lab_cycle();
}

static void post(void)
{
    lm_semaphore_post(&semaphore);
}

static void wait(void)
{
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

static void receive(void)
{
    uint32_t message;

    lm_queue_receive(&queue, &message, LM_FOREVER);
}

static void lock(void)
{
    lm_mutex_lock(&mutex, LM_FOREVER);
}

static void unlock(void)
{
    lm_mutex_unlock(&mutex);
}

static void post_and_wait(void)
{
    post();
    lab_cycle();
    wait();
}

static void send_and_receive(void)
{
    send();
    lab_cycle();
    receive();
}

static void lock_and_unlock(void)
{
    lock();
    lab_cycle();
    unlock();
}

static void send_and_yield(void)
{
    send();
    lab_cycle();
    yield();
}

/* The partner, which is more urgent, requests the mutex meanwhile. */
static void unlock_under_partner(void)
{
    lock();
    post();
    lab_cycle();
    unlock();
}

static void interrupt(void)
{
    lm_board_interrupt_raise(LINE);
}

static void handle(void *argument)
{
    (void)argument;
    post();
}

static void yield_always(void *argument)
{
    (void)argument;
    for (;;) {
        yield();
        lab_cycle();
    }
}

static void wait_always(void *argument)
{
    (void)argument;
    for (;;) {
        wait();
        lab_cycle();
    }
}

static void receive_always(void *argument)
{
    (void)argument;
    for (;;) {
        receive();
        lab_cycle();
    }
}

/* Less urgent than the sender, which runs as soon as there is room. */
static void make_room_always(void *argument)
{
    (void)argument;
    for (;;) {
        lab_cycle();
        receive();
    }
}

static void lock_always(void *argument)
{
    (void)argument;
    for (;;) {
        wait();
        lab_cycle();
        lock();
        lab_cycle();
        unlock();
    }
}

/* Parts of mixed: main is below. */
static void consume(void *argument)
{
    (void)argument;
    for (;;) {
        receive();
        lock();
        unlock();
    }
}

static void answer(void *argument)
{
    (void)argument;
    for (;;) {
        for (int i = 0; i < ROUNDS; i++) {
            wait();
        }
        lm_semaphore_post(&back);
    }
}

static void take_turns(void *argument)
{
    (void)argument;
    for (;;) {
        lm_semaphore_wait(&turn, LM_FOREVER);
        for (int i = 0; i < ROUNDS; i++) {
            lock();
            unlock();
            yield();
        }
    }
}

static void use_all(void)
{
    lm_semaphore_post(&turn);
    for (int i = 0; i < ROUNDS; i++) {
        lock();
        send();
        unlock();
        post();
        yield();
    }
    lm_semaphore_wait(&back, LM_FOREVER);
}

static void create_objects(uint32_t capacity)
{
    lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO);
    lm_semaphore_create(&turn, "turn", 0, LM_FIFO);
    lm_semaphore_create(&back, "back", 0, LM_FIFO);
    lm_queue_create(&queue, "queue", storage, capacity, sizeof(uint32_t), LM_FIFO);
    lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO);
    lm_board_interrupt_attach(LINE, 3, handle, NULL);
}

/* The thread that executes the operation, and one that takes part. */
static void create(void (**operation)(void), uint16_t partner_priority, void (*partner)(void *))
{
    create_objects(1);
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

static void store_case(void)
{
    static void (*operation)(void) = send_and_receive;

    create(&operation, 0, NULL);
}

static void own_case(void)
{
    static void (*operation)(void) = lock_and_unlock;

    create(&operation, 0, NULL);
}

static void yield_case(void)
{
    static void (*operation)(void) = yield;

    create(&operation, 5, yield_always);
}

static void raised_case(void)
{
    static void (*operation)(void) = yield;

    create_objects(1);
    lab_thread(
        (struct lm_thread_config){.name = "partner", LM_THRESHOLD(5, 3), .entry = yield_always});
    lab_thread((struct lm_thread_config){
        .name = "main", LM_THRESHOLD(5, 3), .entry = run_cycles, .argument = &operation});
}

static void semaphore_case(void)
{
    static void (*operation)(void) = post;

    create(&operation, 4, wait_always);
}

static void message_case(void)
{
    static void (*operation)(void) = send;

    create(&operation, 4, receive_always);
}

static void interrupt_case(void)
{
    static void (*operation)(void) = interrupt;

    create(&operation, 4, wait_always);
}

static void held_case(void)
{
    static void (*operation)(void) = send_and_yield;

    create_objects(1);
    lab_thread(
        (struct lm_thread_config){.name = "partner", LM_PREEMPTIVE(4), .entry = receive_always});
    lab_thread((struct lm_thread_config){
        .name = "main", LM_THRESHOLD(5, 3), .entry = run_cycles, .argument = &operation});
}

static void full_case(void)
{
    static void (*operation)(void) = send;

    create(&operation, 6, make_room_always);
}

static void handover_case(void)
{
    static void (*operation)(void) = unlock_under_partner;

    create(&operation, 4, lock_always);
}

static void mixed_case(void)
{
    static void (*operation)(void) = use_all;

    create_objects(ROUNDS);
    lab_thread((struct lm_thread_config){.name = "consumer", LM_PREEMPTIVE(4), .entry = consume});
    lab_thread((struct lm_thread_config){.name = "answer", LM_PREEMPTIVE(6), .entry = answer});
    lab_thread((struct lm_thread_config){.name = "turns", LM_PREEMPTIVE(5), .entry = take_turns});
    lab_thread((struct lm_thread_config){
        .name = "main", LM_PREEMPTIVE(5), .entry = run_cycles, .argument = &operation});
}

int main(int argc, char **argv)
{
    static const struct lab_case cases[] = {
        {"empty", empty_case},         {"call", call_case},
        {"store", store_case},         {"own", own_case},
        {"yield", yield_case},         {"raised", raised_case},
        {"semaphore", semaphore_case}, {"message", message_case},
        {"interrupt", interrupt_case}, {"held", held_case},
        {"full", full_case},           {"handover", handover_case},
        {"mixed", mixed_case},
    };

    return lab_run(argc, argv, cases, LAB_LENGTH(cases));
}
