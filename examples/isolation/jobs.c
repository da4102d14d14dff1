/* SPDX-License-Identifier: Apache-2.0 */
/* The jobs of system.toml. The parser trusts its input: a false length makes it write outside of
 * its memory, and a step of 0 makes it spin. */
#include "handles.h"
#include <limen/board.h>

enum { TEXT_BYTES = 5 };

struct input {
    uint16_t length; /* of the text */
    uint8_t step;
    char text[TEXT_BYTES];
};

/* The memory of the parser, behind its stack. */
struct parser {
    struct input input;
    char text[8];
};

void parse(void *memory);
void log_text(void *memory);
void send_input(void *memory);

void parse(void *memory)
{
    struct parser *own = memory;

    while (lm_user_queue_receive(PARSER_INPUTS, &own->input, LM_NO_WAIT) == LM_OK) {
        volatile char *to = own->text;

        to[own->input.length] = '\0';
        for (unsigned i = 0; i < own->input.length; i += own->input.step) {
            to[i] = own->input.text[i];
        }
        lm_user_queue_send(PARSER_TEXTS, own->text, LM_NO_WAIT);
    }
}

void log_text(void *memory)
{
    char *text = memory;

    while (lm_user_queue_receive(LOGGER_TEXTS, text, LM_NO_WAIT) == LM_OK) {
        lm_user_trace_user(1, (uint32_t)text[0]);
    }
}

/* Sends the inputs from outside; without user threads, only the correct ones. */
void send_input(void *memory)
{
    static const struct input inputs[] = {
        {TEXT_BYTES, 1, "limen"}, {4096, 1, "attac"}, {TEXT_BYTES, 1, "limen"}, {1, 0, "attac"}};
    static unsigned number;
    const struct input *next = &inputs[SYSTEM_HAS_USER_THREADS ? number++ % 4 : 0];

    (void)memory;
    (void)lm_queue_send(&queues[QUEUE_INPUTS], next, LM_NO_WAIT);
}
