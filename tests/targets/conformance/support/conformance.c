/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that the conformance programs share; see conformance.h. */
#include "conformance.h"
#include <string.h>

enum { LETTERS_MAX = 64, MARK_EVENT = 2 };

static char letters[LETTERS_MAX + 1];
static size_t letter_count;

void conformance_failed(const char *file, int line, const char *condition)
{
    lm_board_printf("%s:%d: not so: %s\n", file, line, condition);
    lm_board_exit(1);
}

int conformance_run(int argc, char **argv, void (*set_up)(void))
{
    const struct lab_case only = {"", set_up};

    (void)argv;
    return lab_run(argc < 1 ? argc : 1, argv, &only, 1);
}

void mark(char letter)
{
    lm_trace_user(MARK_EVENT, (uint32_t)letter);
    if (letter_count < LETTERS_MAX) {
        letters[letter_count++] = letter;
    }
}

void told(const char *expected)
{
    letters[letter_count] = '\0';
    if (strcmp(letters, expected) != 0) {
        lm_board_printf("told %s, and should have told %s\n", letters, expected);
        lm_board_exit(1);
    }
    letter_count = 0;
}

void mark_once(void *letter)
{
    mark(*(const char *)letter);
}

void conformance_end(void)
{
    lm_board_print("conformance ok\n");
    lab_end();
}
