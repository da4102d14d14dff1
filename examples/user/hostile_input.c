/* SPDX-License-Identifier: Apache-2.0 */
/* A parser that trusts the lengths in its input, a logger, and a control loop. The parser and the
 * logger are user threads: each has its own memory, and the queues that it was granted. Input with
 * a false length makes the parser write outside of its memory. It begins again each time, and the
 * control loop misses no deadline. */
#include <limen/board.h>
#include <limen/limen.h>
#include <limen/user.h>
#include <string.h>

enum { LIES = 1000, TEXT_BYTES = 7, PERIOD_TICKS = LM_US(500) };

struct input {
    uint8_t length; /* of the text */
    char text[TEXT_BYTES];
};

/* All memory of the parser. The text is at the end. */
static struct {
    unsigned char stack[1024 - sizeof(struct input) - TEXT_BYTES - 1];
    struct input input;
    char text[TEXT_BYTES + 1];
} parser_memory __attribute__((aligned(1024)));

static struct {
    unsigned char stack[1024 - 16];
    char text[TEXT_BYTES + 1];
    uint32_t texts;
} logger_memory __attribute__((aligned(1024)));

static struct lm_queue inputs, texts;
static unsigned char input_places[4 * sizeof(struct input)], text_places[4 * (TEXT_BYTES + 1)];
static struct lm_user_thread parser, logger;
static struct lm_thread control, line;
LM_STACK(control_stack, 512);
LM_STACK(line_stack, 1024);
static struct lm_period period = LM_PERIOD(PERIOD_TICKS, 10 * PERIOD_TICKS, PERIOD_TICKS);
static uint32_t jobs, late;
static unsigned char trace[32768];

extern char code_start[], code_end[]; /* from the linker script */

enum { INPUTS, TEXTS };
static const struct lm_user_grant parser_grants[] = {
    [INPUTS] = {&inputs, LM_MAY_RECEIVE_QUEUE},
    [TEXTS] = {&texts, LM_MAY_SEND_QUEUE},
};
static const struct lm_user_grant logger_grants[] = {
    [INPUTS] = {&texts, LM_MAY_RECEIVE_QUEUE},
};

static void parse(void *argument)
{
    (void)argument;
    for (;;) {
        lm_user_queue_receive(INPUTS, &parser_memory.input, LM_FOREVER);

        volatile char *to = parser_memory.text;

        for (unsigned i = 0; i < parser_memory.input.length; i++) { /* the mistake */
            to[i] = parser_memory.input.text[i % TEXT_BYTES];
        }
        lm_user_queue_send(TEXTS, parser_memory.text, LM_FOREVER);
    }
}

static void log_texts(void *argument)
{
    (void)argument;
    for (;;) {
        lm_user_queue_receive(INPUTS, logger_memory.text, LM_FOREVER);
        logger_memory.texts++;
    }
}

static void control_loop(void *argument)
{
    (void)argument;
    for (;; jobs++) {
        late += lm_thread_wait_period() != LM_OK;
        lm_work(LM_US(100));
    }
}

/* Sends the inputs from outside: a correct text, and then one with a false length. */
static void send_inputs(void *argument)
{
    struct input honest = {TEXT_BYTES, "limen.."}, lie = {255, "attack!"};

    (void)argument;
    for (unsigned i = 0; i < LIES; i++) {
        lm_queue_send(&inputs, &honest, LM_FOREVER);
        lm_queue_send(&inputs, &lie, LM_FOREVER);
    }
    lm_thread_sleep(LM_MS(5));
    lm_board_printf("parser: %u faults; logger: %u texts; control loop: %s, %u late\n",
                    (unsigned)parser.faults, (unsigned)logger_memory.texts,
                    jobs > LIES / 10 ? "ran" : "did not run", (unsigned)late);
    lm_board_exit(lm_board_save("trace.limen", trace, sizeof trace));
}

static void create(struct lm_user_thread *user, const char *name, void (*entry)(void *),
                   void *memory, const struct lm_user_grant *grants, unsigned grant_count)
{
    const struct lm_user_area areas[] = {
        {(uintptr_t)code_start, (uintptr_t)(code_end - code_start), LM_USER_EXECUTE},
        {(uintptr_t)memory, sizeof parser_memory, LM_USER_WRITE},
    };
    struct lm_user_config config = {
        .thread =
            {.name = name, LM_PREEMPTIVE(10), .entry = entry, .stack = memory, .stack_bytes = 512},
        .areas = areas,
        .area_count = sizeof areas / sizeof areas[0],
        .grants = grants,
        .grant_count = grant_count,
        .policy = LM_USER_RESTART,
        .restarts = LIES,
        .restart_ticks = 1,
    };
    enum lm_status status = lm_user_thread_create(user, &config);

    if (status != LM_OK) {
        lm_board_printf("%s: %s\n", name, lm_status_name(status));
    }
}

int main(void)
{
    lm_kernel_init();
    lm_trace_start(trace, sizeof trace, 8);
    lm_queue_create(&inputs, "inputs", input_places, 4, sizeof(struct input), LM_FIFO);
    lm_queue_create(&texts, "texts", text_places, 4, TEXT_BYTES + 1, LM_FIFO);
    create(&parser, "parser", parse, &parser_memory, parser_grants, 2);
    create(&logger, "logger", log_texts, &logger_memory, logger_grants, 1);
    lm_thread_create(&control, &(struct lm_thread_config){.name = "control",
                                                          LM_PREEMPTIVE(2),
                                                          .entry = control_loop,
                                                          .period = &period,
                                                          LM_USE_STACK(control_stack)});
    lm_thread_create(&line, &(struct lm_thread_config){.name = "line",
                                                       LM_PREEMPTIVE(12),
                                                       .entry = send_inputs,
                                                       LM_USE_STACK(line_stack)});
    lm_kernel_start();
    return 0;
}
