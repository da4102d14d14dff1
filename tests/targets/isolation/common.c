/* SPDX-License-Identifier: Apache-2.0 */
/* The attacks that do not depend on the processor, and the memory and grants of each attacker. */
#include "attacks.h"
#include "place.h"
#include <limen/board.h>

extern char code_start[];
extern void lm_user_return(void), lm_user_gate(void), lm_port_swap(void);

AREA(consumer_area);
AREA(attack_area);
struct lm_user_thread attacker;
struct lm_semaphore forbidden;
volatile uint32_t attack_secret = 42;
static struct lm_queue attacked_queue;
static uint32_t attacked_storage[4];
static struct lm_event_flags flags;
static struct lm_mutex mutex;

const struct lm_user_grant attacker_grants[ATTACKER_HANDLES] = {
    [QUEUE] = {&attacked_queue, LM_MAY_SEND_QUEUE | LM_MAY_RECEIVE_QUEUE},
    [FORBIDDEN] = {&forbidden, LM_MAY_WAIT_SEMAPHORE},
    [FLAGS] = {&flags, LM_MAY_WAIT_EVENT_FLAGS},
    [MUTEX] = {&mutex, LM_MAY_LOCK_MUTEX},
};

void create_attacked_objects(void)
{
    lm_queue_create(&attacked_queue, "attacked", attacked_storage, 4, 4, LM_FIFO);
    lm_event_flags_create(&flags, "flags", LM_FIFO);
    lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO);
    lm_semaphore_create(&forbidden, "forbidden", 0, LM_FIFO);
}

void create_in_area(struct lm_user_thread *user, struct area *area, struct lm_user_config config)
{
    const struct lm_user_area areas[] = AREAS_OF(area);

    config.thread.argument = area;
    config.thread.stack = area->stack;
    config.thread.stack_bytes = sizeof area->stack;
    config.areas = areas;
    config.area_count = sizeof areas / sizeof areas[0];
    enum lm_status status = lm_user_thread_create(user, &config);

    if (status != LM_OK) {
        lm_board_printf("create %s: %s\n", config.thread.name, lm_status_name(status));
        lm_board_exit(1);
    }
}

/* Memory */

static void write_kernel(void *area)
{
    (void)area;
    attack_secret = 1;
}

static void read_kernel(void *argument)
{
    struct area *area = argument;

    area->data[0] = attack_secret;
}

static void write_other(void *area)
{
    (void)area;
    consumer_area.data[1] = 7;
}

static void read_other(void *argument)
{
    struct area *area = argument;

    area->data[0] = consumer_area.data[1];
}

static void write_own_kernel_stack(void *area)
{
    (void)area;
    write_to((uintptr_t)attacker.kernel_stack);
}

static void write_own_context(void *area)
{
    (void)area;
    write_to((uintptr_t)&attacker.context);
}

static void write_own_areas(void *area)
{
    (void)area;
    write_to((uintptr_t)&attacker.areas[0]);
}

static void write_object(void *area)
{
    (void)area;
    write_to((uintptr_t)&forbidden);
}

static void write_code(void *area)
{
    (void)area;
    write_to((uintptr_t)write_code & ~(uintptr_t)3);
}

static void write_behind(void *argument)
{
    write_to((uintptr_t)argument + sizeof(struct area));
}

static void write_ahead(void *argument)
{
    write_to((uintptr_t)argument - sizeof(uint32_t));
}

static void write_protection(void *area)
{
    (void)area;
    write_to(ATTACK_PROTECTION);
}

static void read_protection(void *argument)
{
    struct area *area = argument;

    area->data[0] = read_from(ATTACK_PROTECTION);
}

static void read_highest(void *argument)
{
    struct area *area = argument;

    area->data[0] = read_from(UINTPTR_MAX - 3);
}

static void overflow(void *argument)
{
    struct area *area = argument;
    volatile unsigned char big[200];

    for (unsigned i = sizeof big; i > 0; i--) {
        big[i - 1] = 1;
    }
    if (area->data[0] == 0) { /* it stays so */
        overflow(argument);
    }
    (void)big[0];
}

/* Jumps */

static void run_data(void *argument)
{
    struct area *area = argument;

    jump_to((uintptr_t)&area->data[0] | ATTACK_CODE_BIT);
}

static void run_nothing(void *area)
{
    (void)area;
    jump_to(ATTACK_NOTHING | ATTACK_CODE_BIT);
}

static void run_end_of_gate(void *area)
{
    (void)area;
    lm_user_return();
}

static void run_gate(void *area)
{
    (void)area;
    lm_user_gate();
}

static void run_swap(void *area)
{
    (void)area;
    lm_port_swap();
}

static void call_kernel(void *area)
{
    (void)area;
    lm_semaphore_post(&forbidden);
}

static void call_terminate(void *area)
{
    (void)area;
    lm_thread_terminate(&attacker.thread);
}

static void end(void *area)
{
    (void)area;
}

/* Calls */

static void unknown_numbers(void *argument)
{
    static const unsigned numbers[] = {0, 15, 31, 32, 33, 63, 70, 128, 255};

    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        note(argument, lm_user_call_words(numbers[i], QUEUE, 0));
    }
}

/* Only the lowest byte counts: 0x101 is a post, and so on. */
static void huge_numbers(void *argument)
{
    static const unsigned numbers[] = {0x101, 0x80000001, 0xFFFFFF02, 0x40000003};

    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        note(argument, lm_user_call_words(numbers[i], QUEUE, 0));
    }
}

static void unknown_handles(void *argument)
{
    static const uint32_t handles[] = {ATTACKER_HANDLES, 100,        0x1FFFFFFF, 0x20000000,
                                       0x20000001,       0x40000000, 0x80000000, 0xFFFFFFFF};

    for (unsigned i = 0; i < sizeof handles / sizeof handles[0]; i++) {
        note(argument, lm_user_semaphore_post(handles[i]));
        note(argument, lm_user_queue_send(handles[i], argument, LM_NO_WAIT));
    }
}

static void addresses_as_handles(void *argument)
{
    note(argument, lm_user_semaphore_post((lm_handle)(uintptr_t)&forbidden));
    note(argument, lm_user_semaphore_post((lm_handle)(uintptr_t)argument));
    note(argument, lm_user_semaphore_post((lm_handle)(uintptr_t)code_start));
    note(argument, lm_user_mutex_lock((lm_handle)(uintptr_t)&attacker, LM_NO_WAIT));
}

static void missing_rights(void *argument)
{
    uint32_t found;

    note(argument, lm_user_semaphore_post(FORBIDDEN));
    note(argument, lm_user_semaphore_post(QUEUE));
    note(argument, lm_user_semaphore_wait(QUEUE, LM_NO_WAIT));
    note(argument, lm_user_mutex_lock(FORBIDDEN, LM_NO_WAIT));
    note(argument, lm_user_mutex_unlock(FLAGS));
    note(argument, lm_user_queue_receive(FORBIDDEN, argument, LM_NO_WAIT));
    note(argument, lm_user_queue_send(MUTEX, argument, LM_NO_WAIT));
    note(argument, lm_user_event_flags_set(FORBIDDEN, 1));
    note(argument, lm_user_event_flags_wait(QUEUE, 1, LM_ANY, &found, LM_NO_WAIT));
}

/* Buffers */

static void receive_into(void *argument, uintptr_t address)
{
    note(argument, lm_user_queue_receive(QUEUE, (void *)address, LM_NO_WAIT));
    note(argument, lm_user_queue_receive_forever(QUEUE, (void *)address));
}

static void send_from(void *argument, uintptr_t address)
{
    note(argument, lm_user_queue_send(QUEUE, (const void *)address, LM_NO_WAIT));
    note(argument, lm_user_queue_send_forever(QUEUE, (const void *)address));
    note(argument, lm_user_queue_send_front(QUEUE, (const void *)address, LM_NO_WAIT));
}

static void buffers_of_kernel(void *argument)
{
    receive_into(argument, (uintptr_t)&attack_secret);
    receive_into(argument, (uintptr_t)&attacker.context);
    send_from(argument, (uintptr_t)&attack_secret);
    send_from(argument, (uintptr_t)&forbidden);
}

static void buffers_of_others(void *argument)
{
    receive_into(argument, (uintptr_t)&consumer_area.data[1]);
    send_from(argument, (uintptr_t)&consumer_area.data[1]);
}

static void buffers_that_wrap(void *argument)
{
    for (uintptr_t offset = 1; offset <= 4; offset++) {
        send_from(argument, UINTPTR_MAX - offset + 1);
        receive_into(argument, UINTPTR_MAX - offset + 1);
    }
}

static void buffers_across_ends(void *argument)
{
    uintptr_t begin = (uintptr_t)argument, end_of_area = begin + sizeof(struct area);

    for (uintptr_t offset = 1; offset <= 3; offset++) {
        send_from(argument, end_of_area - offset);
        receive_into(argument, end_of_area - offset);
        send_from(argument, begin - offset);
        receive_into(argument, begin - offset);
    }
}

static void null_buffers(void *argument)
{
    receive_into(argument, 0);
    note(argument, lm_user_call_words(14, FLAGS, 0));
}

static void buffers_for_reading(void *argument)
{
    receive_into(argument, (uintptr_t)buffers_for_reading & ~(uintptr_t)3);
    receive_into(argument, (uintptr_t)common_attacks);
}

/* Structures */

static void structures_of_kernel(void *argument)
{
    struct area *area = argument;

    note(area, lm_user_call_words(14, FLAGS, (uintptr_t)&attack_secret));
    note(area, lm_user_call_words(14, FLAGS, (uintptr_t)area + sizeof *area - 4));
    note(area, lm_user_call_words(14, FLAGS, UINTPTR_MAX - 3));
}

static void places_of_kernel(void *argument)
{
    struct area *area = argument;
    uintptr_t places[] = {(uintptr_t)&attack_secret, (uintptr_t)area + sizeof *area - 2,
                          (uintptr_t)&area->data[0] + 1, UINTPTR_MAX - 1,
                          (uintptr_t)common_attacks & ~(uintptr_t)3};

    for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++) {
        note(area, lm_user_event_flags_wait(FLAGS, 1, LM_ANY, (uint32_t *)places[i], LM_NO_WAIT));
    }
}

/* The answer of a call goes to the frame of the caller, which the message has overwritten. */
static void message_over_own_frame(void *argument)
{
    unsigned char *here = __builtin_frame_address(0);

    (void)argument;
    for (unsigned i = 0; i < 96; i += 4) {
        lm_user_queue_receive(QUEUE, here - i, LM_NO_WAIT);
    }
    for (;;) {
    }
}

/* Mutexes, and waits */

static void mutex_of_nobody(void *argument)
{
    note(argument, lm_user_mutex_unlock(MUTEX));
}

static void lock_for_ever(void *argument)
{
    (void)argument;
    while (lm_user_mutex_lock(MUTEX, LM_FOREVER) == LM_OK) {
    }
    for (;;) {
    }
}

static void odd_timeouts(void *argument)
{
    static const lm_timeout timeouts[] = {1, LM_UNTIL(0), LM_UNTIL(1), LM_UNTIL_FLAG};

    for (unsigned i = 0; i < sizeof timeouts / sizeof timeouts[0]; i++) {
        note(argument, lm_user_semaphore_wait(FORBIDDEN, timeouts[i]));
    }
}

static void sleep_for_ages(void *argument)
{
    (void)argument;
    lm_user_thread_sleep(UINT64_MAX - 1);
    lm_user_thread_sleep(UINT64_MAX >> 1);
    for (;;) {
    }
}

static void yield_for_ever(void *argument)
{
    (void)argument;
    for (;;) {
        lm_user_thread_yield();
    }
}

static void spin(void *argument)
{
    (void)argument;
    for (;;) {
    }
}

const struct attack common_attacks[] = {
    {"write to the kernel", write_kernel, LM_USER_BAD_ACCESS, LM_OK, 0},
    {"read the kernel", read_kernel, LM_USER_BAD_ACCESS, LM_OK, 0},
    {"write to another thread", write_other, LM_USER_BAD_ACCESS, LM_OK, 0},
    {"read another thread", read_other, LM_USER_BAD_ACCESS, LM_OK, 0},
    {"write to its kernel stack", write_own_kernel_stack, LM_USER_BAD_ACCESS, LM_OK, 0},
    {"write to its context", write_own_context, LM_USER_BAD_ACCESS, LM_OK, 0},
    {"write to its regions", write_own_areas, LM_USER_BAD_ACCESS, LM_OK, 0},
    {"write to an object", write_object, LM_USER_BAD_ACCESS, LM_OK, 0},
    {"write to the code", write_code, LM_USER_BAD_ACCESS, LM_OK, 0},
    {"write behind its region", write_behind, LM_USER_BAD_ACCESS, LM_OK, 0},
    {"write ahead of its region", write_ahead, LM_USER_BAD_ACCESS, LM_OK, 0},
    {"write to the protection", write_protection, ATTACK_PROTECTION_CAUSE, LM_OK, 0},
    {"read the protection", read_protection, ATTACK_PROTECTION_CAUSE, LM_OK, 0},
    {"read the highest address", read_highest, LM_USER_BAD_ACCESS, LM_OK, 0},
    {"overflow its stack", overflow, ATTACK_OVERFLOW, LM_OK, 0},
    {"run its data", run_data, LM_USER_BAD_JUMP, LM_OK, 0},
    {"run no memory", run_nothing, LM_USER_BAD_JUMP, LM_OK, 0},
    {"run the end of the gate", run_end_of_gate, ATTACK_GATE, LM_OK, 0},
    {"run the gate", run_gate, ATTACK_GATE, LM_OK, 0},
    {"run the switch", run_swap, LM_USER_BAD_ACCESS, LM_OK, 0},
    {"call the kernel", call_kernel, ATTACK_GATE, LM_OK, 0},
    {"call the end of threads", call_terminate, ATTACK_GATE, LM_OK, 0},
    {"return", end, ENDS, LM_OK, 0},
    {"unknown numbers", unknown_numbers, ENDS, LM_BAD_ARGUMENT, 9},
    {"numbers above a byte", huge_numbers, ENDS, ATTACK_HUGE_ANSWER, 4},
    {"unknown handles", unknown_handles, ENDS, LM_BAD_OBJECT, 16},
    {"addresses as handles", addresses_as_handles, ENDS, LM_BAD_OBJECT, 4},
    {"missing rights", missing_rights, ENDS, LM_BAD_OBJECT, 9},
    {"buffers of the kernel", buffers_of_kernel, ENDS, LM_BAD_ARGUMENT, 10},
    {"buffers of others", buffers_of_others, ENDS, LM_BAD_ARGUMENT, 5},
    {"buffers that wrap", buffers_that_wrap, ENDS, LM_BAD_ARGUMENT, 20},
    {"buffers across ends", buffers_across_ends, ENDS, LM_BAD_ARGUMENT, 30},
    {"null buffers", null_buffers, ENDS, LM_BAD_ARGUMENT, 3},
    {"buffers for reading", buffers_for_reading, ENDS, LM_BAD_ARGUMENT, 4},
    {"structures of the kernel", structures_of_kernel, ENDS, LM_BAD_ARGUMENT, 3},
    {"places of the kernel", places_of_kernel, ENDS, LM_BAD_ARGUMENT, 5},
    {"message over its frame", message_over_own_frame, SPINS, LM_OK, 0},
    {"unlock a mutex of nobody", mutex_of_nobody, ENDS, LM_NOT_OWNER, 1},
    {"lock for ever", lock_for_ever, SPINS, LM_OK, 0},
    {"odd timeouts", odd_timeouts, ENDS, LM_TIMEOUT, 4},
    {"sleep for ages", sleep_for_ages, SPINS, LM_OK, 0},
    {"yield for ever", yield_for_ever, SPINS, LM_OK, 0},
    {"spin", spin, SPINS, LM_OK, 0},
};
const unsigned common_attack_count = sizeof common_attacks / sizeof common_attacks[0];
