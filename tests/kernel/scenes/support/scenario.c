/* SPDX-License-Identifier: Apache-2.0 */
/* The interpreter of scenarios; see scenario.h. */
#include "scenario.h"
#include "check.h"
#include "driver.h"
#include <limen/board.h>
#include <limen/limen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 24, TOLD_MAX = 200, STACK_BYTES = 8192, LETTERS = 26, LINE = 0, URGENCY = 1 };

struct actor {
    struct lm_thread thread;
    char name[WORD_MAX];
    const char *line; /* the rest of it */
};

static const struct scenario *scenario;
static struct actor actors[SCENARIO_THREADS];
static _Alignas(
    LM_PORT_STACK_ALIGN) unsigned char stacks[SCENARIO_THREADS][LM_PORT_STACK_BYTES(STACK_BYTES)];
static struct lm_mutex mutexes[LETTERS];
static struct lm_semaphore semaphores[LETTERS];
static const char *raised; /* letters of the semaphores that the interrupt posts */
static char told[TOLD_MAX];

static void explain(void *context)
{
    (void)context;
    fprintf(stderr, "in the scenario \"%s\", which told \"%s\" so far\n", scenario->name, told);
}

static void tell(const char *word)
{
    CHECK(strlen(told) + strlen(word) + 2 < TOLD_MAX);
    if (told[0] != '\0') {
        strcat(told, " ");
    }
    strcat(told, word);
}

/* The next word of a line. Returns: false at its end. */
static bool next_word(const char **line, char *word)
{
    size_t length;

    *line += strspn(*line, " ");
    length = strcspn(*line, " ");
    CHECK(length < WORD_MAX);
    memcpy(word, *line, length);
    word[length] = '\0';
    *line += length;
    return length > 0;
}

/* "priority/threshold". A missing threshold is the priority. */
static void read_urgency(const char *text, unsigned *priority, unsigned *threshold)
{
    char *end;

    *priority = (unsigned)strtoul(text, &end, 10);
    *threshold = *end == '/' ? (unsigned)strtoul(end + 1, &end, 10) : *priority;
    CHECK_TEXT(end, "");
}

/* The operand of a verb: NAME, NAME=VALUE or a number. */
struct operand {
    char name[WORD_MAX];
    const char *value;
};

static struct lm_thread *thread_of(const struct operand *operand)
{
    for (int i = 0; i < SCENARIO_THREADS; i++) {
        if (strcmp(actors[i].name, operand->name) == 0) {
            return &actors[i].thread;
        }
    }
    check_failed(__FILE__, __LINE__, "unknown thread %s", operand->name);
}

static struct lm_mutex *mutex_of(const struct operand *operand)
{
    return &mutexes[operand->name[0] - 'a'];
}

static struct lm_semaphore *semaphore_of(char letter)
{
    return &semaphores[letter - 'a'];
}

static uint64_t number(const char *text)
{
    char *end;
    uint64_t value = strtoull(text, &end, 10);

    CHECK(end != text && *end == '\0');
    return value;
}

static enum lm_status do_start(const struct operand *operand)
{
    return lm_thread_start(thread_of(operand));
}

static enum lm_status do_suspend(const struct operand *operand)
{
    return lm_thread_suspend(thread_of(operand));
}

static enum lm_status do_resume(const struct operand *operand)
{
    return lm_thread_resume(thread_of(operand));
}

static enum lm_status do_yield(const struct operand *operand)
{
    (void)operand;
    return lm_thread_yield();
}

static enum lm_status do_disable(const struct operand *operand)
{
    (void)operand;
    return lm_preempt_disable();
}

static enum lm_status do_enable(const struct operand *operand)
{
    (void)operand;
    return lm_preempt_enable();
}

static enum lm_status do_set(const struct operand *operand)
{
    unsigned priority;
    unsigned threshold;

    read_urgency(operand->value, &priority, &threshold);
    return lm_thread_set_priority(thread_of(operand), priority, threshold);
}

static enum lm_status do_threshold(const struct operand *operand)
{
    return lm_thread_set_threshold(thread_of(operand), (unsigned)number(operand->value), NULL);
}

static enum lm_status do_is(const struct operand *operand)
{
    struct lm_thread_info info;
    char in_force[WORD_MAX];

    CHECK_STATUS(lm_thread_get_info(thread_of(operand), &info), LM_OK);
    (void)snprintf(in_force, sizeof in_force, "%u/%u", info.priority, info.threshold);
    CHECK_TEXT(in_force, operand->value);
    return LM_OK;
}

static enum lm_status do_lock(const struct operand *operand)
{
    return lm_mutex_lock(mutex_of(operand), LM_FOREVER);
}

static enum lm_status do_lock_timeout(const struct operand *operand)
{
    CHECK_STATUS(lm_mutex_lock(mutex_of(operand), number(operand->value)), LM_TIMEOUT);
    return LM_OK;
}

static enum lm_status do_lock_deleted(const struct operand *operand)
{
    CHECK_STATUS(lm_mutex_lock(mutex_of(operand), LM_FOREVER), LM_DELETED);
    return LM_OK;
}

static enum lm_status do_unlock(const struct operand *operand)
{
    return lm_mutex_unlock(mutex_of(operand));
}

static enum lm_status do_delete(const struct operand *operand)
{
    return lm_mutex_delete(mutex_of(operand));
}

static enum lm_status do_wait(const struct operand *operand)
{
    return lm_semaphore_wait(semaphore_of(operand->name[0]), LM_FOREVER);
}

static enum lm_status do_post(const struct operand *operand)
{
    return lm_semaphore_post(semaphore_of(operand->name[0]));
}

static void handle(void *argument)
{
    (void)argument;
    for (; *raised != '\0'; raised++) {
        CHECK_STATUS(lm_semaphore_post(semaphore_of(*raised)), LM_OK);
    }
}

static enum lm_status do_raise(const struct operand *operand)
{
    raised = operand->name;
    lm_board_interrupt_raise(LINE);
    return LM_OK;
}

static enum lm_status do_work(const struct operand *operand)
{
    lm_work(number(operand->name));
    return LM_OK;
}

static enum lm_status do_sleep(const struct operand *operand)
{
    return lm_thread_sleep(number(operand->name));
}

static enum lm_status do_at(const struct operand *operand)
{
    CHECK_EQUAL(lm_now(), number(operand->name));
    return LM_OK;
}

static enum lm_status do_driver(const struct operand *operand)
{
    return driver_do(operand->name);
}

static const struct verb {
    const char *name;
    enum lm_status (*act)(const struct operand *operand);
} verbs[] = {
    {"start", do_start},
    {"suspend", do_suspend},
    {"resume", do_resume},
    {"yield", do_yield},
    {"disable", do_disable},
    {"enable", do_enable},
    {"set", do_set},
    {"threshold", do_threshold},
    {"is", do_is},
    {"lock", do_lock},
    {"lock-timeout", do_lock_timeout},
    {"lock-deleted", do_lock_deleted},
    {"unlock", do_unlock},
    {"delete", do_delete},
    {"wait", do_wait},
    {"post", do_post},
    {"raise", do_raise},
    {"work", do_work},
    {"sleep", do_sleep},
    {"at", do_at},
    {"driver", do_driver},
};

/* Execute the word. Returns: false if it does not begin with a verb. */
static bool act(const char *word)
{
    size_t length = strcspn(word, ":");
    struct operand operand = {.value = ""};

    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strlen(verbs[i].name) == length && memcmp(verbs[i].name, word, length) == 0) {
            const char *rest = word + length + (word[length] == ':');
            size_t end = strcspn(rest, "=");

            memcpy(operand.name, rest, end);
            operand.value = rest + end + (rest[end] == '=');
            CHECK_STATUS(verbs[i].act(&operand), LM_OK);
            return true;
        }
    }
    return false;
}

static void play(void *argument)
{
    struct actor *actor = argument;
    char word[WORD_MAX];

    while (next_word(&actor->line, word)) {
        if (!act(word)) {
            CHECK(strchr(word, ':') == NULL);
            tell(word);
        }
    }
}

/* Does another thread start this one? */
static bool is_started(const char *name)
{
    char word[WORD_MAX];
    char wanted[WORD_MAX + sizeof "start:"];

    (void)snprintf(wanted, sizeof wanted, "start:%s", name);
    for (int i = 0; i < SCENARIO_THREADS && scenario->threads[i] != NULL; i++) {
        const char *line = scenario->threads[i];

        while (next_word(&line, word)) {
            if (strcmp(word, wanted) == 0) {
                return true;
            }
        }
    }
    return false;
}

static void create(struct actor *actor, const char *line, unsigned char *stack)
{
    char urgency[WORD_MAX];
    unsigned priority;
    unsigned threshold;

    actor->line = line;
    CHECK(next_word(&actor->line, actor->name) && next_word(&actor->line, urgency));
    read_urgency(urgency, &priority, &threshold);
    struct lm_thread_config config = {
        .name = actor->name,
        LM_THRESHOLD((uint16_t)priority, (uint16_t)threshold),
        .entry = play,
        .argument = actor,
        .stack = stack,
        .stack_bytes = sizeof stacks[0],
        .suspended = is_started(actor->name),
    };
    CHECK_STATUS(lm_thread_create(&actor->thread, &config), LM_OK);
}

static void check(const char *model)
{
    lm_kernel_init();
    told[0] = '\0';
    lm_board_interrupt_attach(LINE, URGENCY, handle, NULL);
    for (int i = 0; i < LETTERS; i++) {
        CHECK_STATUS(lm_mutex_create(&mutexes[i], "mutex", LM_INHERIT, 0, LM_BY_PRIORITY), LM_OK);
        CHECK_STATUS(lm_semaphore_create(&semaphores[i], "semaphore", 0, LM_FIFO), LM_OK);
    }
    driver_init();
    CHECK_STATUS(driver_do(model), LM_OK);
    memset(actors, 0, sizeof actors);
    for (int i = 0; i < SCENARIO_THREADS && scenario->threads[i] != NULL; i++) {
        create(&actors[i], scenario->threads[i], stacks[i]);
    }
    lm_kernel_start();
    CHECK_TEXT(told, scenario->order);
    for (int i = 0; i < SCENARIO_THREADS && scenario->threads[i] != NULL; i++) {
        struct lm_thread_info info;

        CHECK_STATUS(lm_thread_get_info(&actors[i].thread, &info), LM_OK);
        CHECK_EQUAL(info.state, LM_TERMINATED); /* no thread waits for ever */
    }
}

void scenario_check(const struct scenario *checked, const char *model)
{
    scenario = checked;
    check_explain(explain, NULL);
    check(model);
    check_explain(NULL, NULL);
}

void scenario_check_all(const struct scenario *scenarios, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        scenario_check(&scenarios[i], "full");
    }
}
