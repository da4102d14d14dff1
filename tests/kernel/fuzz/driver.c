/* SPDX-License-Identifier: Apache-2.0 */
/* Lockstep; see driver.h. */
#include "driver.h"
#include "adapter.h"
#include "generate.h"
#include "model/kernel/parts.h"
#include "model/snapshot.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_MAX = 100, LENGTH_MIN = 20 };

static struct model model;
static struct history *history;
static struct random chance;
static unsigned position; /* of the next operation */
static unsigned limit;    /* of operations to generate */
static uint32_t groups;   /* of operations */
static bool over;

static void place_text(enum place place, int number, char *text)
{
    static const char *const places[] = {"start-up", "thread %d", "line %d", "timer %d", "the end"};

    (void)sprintf(text, places[place], number);
}

static _Noreturn void fail(const char *what)
{
    printf("at operation %u, time %llu: %s\n", position, (unsigned long long)model.now, what);
    (void)fflush(stdout);
    _exit(1);
}

static void moment_text(const struct expectation *e, char *text)
{
    char place[TEXT_MAX];

    place_text(e->place, e->number, place);
    if (e->answers) {
        (void)sprintf(text, "%s is answered %s, %u", place, status_name(e->answer.status),
                      e->answer.value);
    } else {
        (void)sprintf(text, "%s begins", place);
    }
}

/* The context that continues, and its answer, have to be those that the model expects. */
static void check_moment(const struct expectation *actual, const struct operation *operation)
{
    struct expectation *e = &model.expect;

    e->answer = system_answer(e->answer);
    char expected[TEXT_MAX * 2];
    char found[TEXT_MAX * 2];
    char text[TEXT_MAX * 5];

    if (e->answers && e->answer.value == ANY_VALUE &&
        model_accept(&model, operation, actual->answer.value)) {
        e->answer.value = actual->answer.value;
    }
    if (actual->place != e->place || actual->number != e->number || actual->answers != e->answers ||
        actual->answer.status != e->answer.status || actual->answer.value != e->answer.value) {
        moment_text(actual, found);
        moment_text(e, expected);
        (void)sprintf(text, "%s; by the model %s", found, expected);
        fail(text);
    }
}

static void check_state(void)
{
    const char *complaint = parts_complaint();
    char text[TEXT_MAX * 10];

    if (complaint != NULL) {
        fail(complaint);
    }
    if (!snapshot_is_same(&model, text, sizeof text)) {
        fail(text);
    }
}

static void tell(const char *what)
{
    char place[TEXT_MAX];

    if (history->tell) {
        place_text(model.expect.place, model.expect.number, place);
        printf("%6llu  %-10s %s\n", (unsigned long long)model.now, place, what);
        (void)fflush(stdout);
    }
}

/* operation: the one that has been performed, or NULL. */
static void arrive(enum place place, int number, const struct operation *operation,
                   const struct answer *answer)
{
    struct expectation actual = {.place = place, .number = number, .answers = answer != NULL};

    if (over) {
        return;
    }
    if (answer != NULL) {
        actual.answer = *answer;
    }
    check_moment(&actual, operation);
    check_state();
    history->checks++;
    if (answer != NULL && history->tell) {
        char text[TEXT_MAX];

        (void)sprintf(text, "    %s, %u", status_name(answer->status), answer->value);
        tell(text);
    }
}

/* Get the next operation that is defined in this state. Returns: false if there is none. */
static bool take(struct operation *operation)
{
    while (position < history->count || (history->generate && history->count < limit)) {
        if (position == history->count) {
            history->operation[history->count++] = generate(&chance, &model, groups);
        }
        *operation = history->operation[position++];
        if (model_permits(&model, operation) && system_permits(&model, operation)) {
            return true;
        }
    }
    return false;
}

/* Returns: false if the context has to return. */
static bool next(struct operation *operation)
{
    char text[TEXT_MAX];

    if (!over && !take(operation)) {
        over = true;
        system_end();
    }
    if (over) {
        return false;
    }
    operation_text(operation, text, sizeof text);
    tell(text);
    system_feed(&model);
    if (model.served > model.now || model.last_alarm > model.now) {
        fail("timeouts have expired before their time");
    }
    (void)model_perform(&model, operation);
    model_run(&model);
    return operation->kind != DO_RETURN;
}

void driver_context(enum place place, int number)
{
    struct operation operation;

    arrive(place, number, NULL, NULL);
    while (next(&operation)) {
        struct answer answer = system_perform(&operation);

        arrive(place, number, &operation, &answer);
    }
}

void driver_run(struct history *new_history)
{
    history = new_history;
    chance = random_from(history->seed, history->number);
    position = 0;
    over = false;
    limit = LENGTH_MIN + random_below(&chance, OPERATIONS_MAX - LENGTH_MIN);
    groups = generate_groups(&chance);
    model_init(&model, system_rules());
    if (history->generate) {
        history->count = 0;
    }
    for (int i = 0; i < LINES; i++) {
        if (history->generate) {
            history->urgency[i] = random_below(&chance, 4);
        }
        model.urgency[i] = history->urgency[i];
    }
    system_begin(model.urgency);
    driver_context(START_UP, 0);
    if (!over) {
        system_start();
        arrive(AT_END, 0, NULL, NULL);
    }
}
