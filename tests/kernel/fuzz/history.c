/* SPDX-License-Identifier: Apache-2.0 */
/* Writes cases to files, reads them, and shortens them; see history.h. */
#include "history.h"
#include <stdio.h>
#include <string.h>

enum { LINE_MAX = 120, ROUNDS_MAX = 4, PAIR_MAX = 8 };

_Static_assert(LINES == 3, "the first line of the file says the urgencies of three lines");

bool history_save(const struct history *history, const char *path)
{
    char text[LINE_MAX];
    FILE *file = fopen(path, "w");

    if (file == NULL) {
        perror(path);
        return false;
    }
    (void)fprintf(file, "urgencies %u %u %u\n", history->urgency[0], history->urgency[1],
                  history->urgency[2]);
    for (unsigned i = 0; i < history->count; i++) {
        operation_text(&history->operation[i], text, sizeof text);
        (void)fprintf(file, "%s\n", text);
    }
    return fclose(file) == 0;
}

/* Read the next line that is not a comment, which begins with #. */
static bool next_line(char *text, FILE *file, unsigned *number)
{
    do {
        if (fgets(text, LINE_MAX, file) == NULL) {
            return false;
        }
        ++*number;
    } while (text[0] == '#');
    return true;
}

static bool load(struct history *history, FILE *file, const char *path)
{
    char text[LINE_MAX];
    unsigned number = 0;

    if (!next_line(text, file, &number) ||
        sscanf(text, "urgencies %u %u %u", &history->urgency[0], &history->urgency[1],
               &history->urgency[2]) != 3) {
        (void)fprintf(stderr, "%s:%u: not \"urgencies N N N\"\n", path, number);
        return false;
    }
    while (next_line(text, file, &number)) {
        if (history->count == OPERATIONS_MAX ||
            !operation_parse(text, &history->operation[history->count++])) {
            (void)fprintf(stderr, "%s:%u: not an operation and four numbers, or too many\n", path,
                          number);
            return false;
        }
    }
    return true;
}

bool history_load(struct history *history, const char *path)
{
    FILE *file = fopen(path, "r");

    memset(history, 0, sizeof *history);
    if (file == NULL) {
        perror(path);
        return false;
    }
    bool loaded = load(history, file, path);

    (void)fclose(file);
    return loaded;
}

/* Remove operations in groups of this size as long as the case fails. Returns: whether any were
 * removed. */
static bool leave_out(struct history *history, unsigned chunk,
                      bool (*fails)(const struct history *history))
{
    static struct history shorter;
    bool any = false;

    for (unsigned at = 0; at + chunk <= history->count;) {
        shorter = *history;
        shorter.count -= chunk;
        memmove(&shorter.operation[at], &shorter.operation[at + chunk],
                (shorter.count - at) * sizeof shorter.operation[0]);
        if (fails(&shorter)) {
            *history = shorter;
            any = true;
        } else {
            at += chunk;
        }
    }
    return any;
}

/* Remove pairs of operations: one that raises an interrupt and one that ends it. */
static bool leave_out_pairs(struct history *history, bool (*fails)(const struct history *history))
{
    static struct history shorter;
    bool any = false;

    for (unsigned first = 0; first + 1 < history->count; first++) {
        for (unsigned second = first + 1; second < history->count && second < first + PAIR_MAX;
             second++) {
            shorter = *history;
            shorter.count = 0;
            for (unsigned i = 0; i < history->count; i++) {
                if (i != first && i != second) {
                    shorter.operation[shorter.count++] = history->operation[i];
                }
            }
            if (fails(&shorter)) {
                *history = shorter;
                any = true;
            }
        }
    }
    return any;
}

static bool simplify_number(struct history *history, uint32_t *number, uint32_t simpler,
                            bool (*fails)(const struct history *history))
{
    uint32_t old = *number;

    if (simpler >= old) {
        return false;
    }
    *number = simpler;
    if (fails(history)) {
        return true;
    }
    *number = old;
    return false;
}

static bool simplify(struct history *history, bool (*fails)(const struct history *history))
{
    bool any = false;

    for (unsigned i = 0; i < history->count; i++) {
        struct operation *o = &history->operation[i];
        uint32_t *numbers[] = {&o->b, &o->c, &o->d};

        if (o->kind < DO_THREAD_CREATE) {
            any = simplify_number(history, &o->a, 1, fails) || any;
        }
        for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
            any = simplify_number(history, numbers[n], 0, fails) ||
                  simplify_number(history, numbers[n], 1, fails) || any;
        }
    }
    return any;
}

void history_shrink(struct history *history, bool (*fails)(const struct history *history))
{
    bool any = true;

    for (int round = 0; round < ROUNDS_MAX && any; round++) {
        any = false;
        for (unsigned chunk = history->count / 2; chunk > 0; chunk /= 2) {
            any = leave_out(history, chunk, fails) || any;
        }
        any = leave_out_pairs(history, fails) || any;
        any = simplify(history, fails) || any;
    }
}
