/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios: systems of ThreadX threads as text; see scenario.h. */
#include "scenario.h"
#include "suite.h"
#include <stddef.h>
#include <string.h>

enum { WORD_BYTES = 24, TICKS_MAX = 60, FLAG = 1 };

static struct actor {
    TX_THREAD *thread;
    const char *words;
    char name[WORD_BYTES];
} actors[SCENARIO_THREADS];

static TX_MUTEX mutexes[3];        /* m, n, o */
static TX_SEMAPHORE semaphores[3]; /* a, b, c */
static TX_EVENT_FLAGS_GROUP group;
static ULONG start;
static const char *of_interrupt;

/* Read the next word of the text, or an empty one. Returns: the text after it. */
static const char *next_word(const char *text, char *word)
{
    size_t length = 0;

    while (*text == ' ') {
        text++;
    }
    while (*text != ' ' && *text != '\0') {
        if (length < WORD_BYTES - 1) {
            word[length++] = *text;
        }
        text++;
    }
    word[length] = '\0';
    return text;
}

static unsigned number(const char *text)
{
    unsigned value = 0;

    for (; *text >= '0' && *text <= '9'; text++) {
        value = value * 10 + (unsigned)(*text - '0');
    }
    return value;
}

/* p or p/p. */
static void two_numbers(const char *text, unsigned *first, unsigned *second)
{
    const char *slash = strchr(text, '/');

    *first = number(text);
    *second = slash == NULL ? *first : number(slash + 1);
}

static TX_THREAD *actor_named(const char *name)
{
    size_t length = strcspn(name, "=");

    for (size_t i = 0; i < SCENARIO_THREADS; i++) {
        if (strlen(actors[i].name) == length && strncmp(actors[i].name, name, length) == 0) {
            return actors[i].thread;
        }
    }
    NEVER("a thread that the scenario does not have");
    return TX_NULL;
}

/* Verbs on threads. */
static void do_with_thread(const char *verb, const char *object)
{
    TX_THREAD *thread = actor_named(object);
    const char *value = strchr(object, '=') == NULL ? "" : strchr(object, '=') + 1;
    unsigned first, second;
    UINT old, priority, threshold;

    two_numbers(value, &first, &second);
    if (strcmp(verb, "resume") == 0 || strcmp(verb, "again") == 0) {
        EQUAL(TX_SUCCESS, tx_thread_resume(thread));
    } else if (strcmp(verb, "suspend") == 0) {
        EQUAL(TX_SUCCESS, tx_thread_suspend(thread));
    } else if (strcmp(verb, "terminate") == 0) {
        EQUAL(TX_SUCCESS, tx_thread_terminate(thread));
    } else if (strcmp(verb, "abort") == 0) {
        EQUAL(TX_SUCCESS, tx_thread_wait_abort(thread));
    } else if (strcmp(verb, "priority") == 0) {
        EQUAL(TX_SUCCESS, tx_thread_priority_change(thread, first, &old));
    } else if (strcmp(verb, "threshold") == 0) {
        EQUAL(TX_SUCCESS, tx_thread_preemption_change(thread, first, &old));
    } else if (strcmp(verb, "is") == 0) {
        EQUAL(first, thread->tx_thread_priority);
        EQUAL(second, thread->tx_thread_preempt_threshold);
    } else {
        CHECK(strcmp(verb, "base") == 0);
        EQUAL(TX_SUCCESS, tx_thread_info_get(thread, TX_NULL, TX_NULL, TX_NULL, &priority,
                                             &threshold, TX_NULL, TX_NULL, TX_NULL));
        EQUAL(first, priority);
        EQUAL(second, threshold);
    }
}

static void put_all(void)
{
    for (const char *letter = of_interrupt; *letter != '\0'; letter++) {
        EQUAL(TX_SUCCESS, tx_semaphore_put(&semaphores[*letter - 'a']));
    }
}

/* Verbs on mutexes and semaphores. Returns: false for another verb. */
static int do_with_object(const char *verb, const char *object)
{
    TX_MUTEX *mutex = &mutexes[object[0] >= 'm' && object[0] <= 'o' ? object[0] - 'm' : 0];
    TX_SEMAPHORE *semaphore =
        &semaphores[object[0] >= 'a' && object[0] <= 'c' ? object[0] - 'a' : 0];

    if (strcmp(verb, "lock") == 0) {
        EQUAL(TX_SUCCESS, tx_mutex_get(mutex, TX_WAIT_FOREVER));
    } else if (strcmp(verb, "lock-deleted") == 0) {
        EQUAL(TX_DELETED, tx_mutex_get(mutex, TX_WAIT_FOREVER));
    } else if (strcmp(verb, "lock-timeout") == 0) {
        EQUAL(TX_NOT_AVAILABLE, tx_mutex_get(mutex, number(object + 2)));
    } else if (strcmp(verb, "unlock") == 0) {
        EQUAL(TX_SUCCESS, tx_mutex_put(mutex));
    } else if (strcmp(verb, "delete") == 0) {
        EQUAL(TX_SUCCESS, tx_mutex_delete(mutex));
    } else if (strcmp(verb, "get") == 0) {
        EQUAL(TX_SUCCESS, tx_semaphore_get(semaphore, TX_WAIT_FOREVER));
    } else if (strcmp(verb, "put") == 0) {
        EQUAL(TX_SUCCESS, tx_semaphore_put(semaphore));
    } else if (strcmp(verb, "interrupt") == 0) {
        of_interrupt = object;
        in_interrupt(put_all);
    } else {
        return 0;
    }
    return 1;
}

/* Verbs with times. Returns: false for another verb. */
static int do_with_time(const char *verb, const char *object)
{
    if (strcmp(verb, "sleep") == 0) {
        EQUAL(TX_SUCCESS, tx_thread_sleep(number(object)));
    } else if (strcmp(verb, "work") == 0) {
        spend(number(object));
    } else if (strcmp(verb, "at") == 0) {
        EQUAL(number(object), tx_time_get() - start);
    } else {
        return 0;
    }
    return 1;
}

static void do_word(char *word)
{
    char *colon = strchr(word, ':');
    ULONG flags;

    if (colon != NULL) {
        *colon = '\0';
        if (!do_with_object(word, colon + 1) && !do_with_time(word, colon + 1)) {
            do_with_thread(word, colon + 1);
        }
    } else if (strcmp(word, "relinquish") == 0) {
        tx_thread_relinquish();
    } else if (strcmp(word, "wait") == 0) {
        EQUAL(TX_SUCCESS, tx_event_flags_get(&group, FLAG, TX_OR, &flags, TX_WAIT_FOREVER));
    } else if (strcmp(word, "set") == 0) {
        EQUAL(TX_SUCCESS, tx_event_flags_set(&group, FLAG, TX_OR));
    } else {
        say(word);
    }
}

static VOID act(ULONG input)
{
    (void)input;
    const char *words = NULL;
    char word[WORD_BYTES];

    for (size_t i = 0; i < SCENARIO_THREADS; i++) {
        if (actors[i].thread == tx_thread_identify()) {
            words = actors[i].words;
        }
    }
    for (words = next_word(words, word); word[0] != '\0'; words = next_word(words, word)) {
        do_word(word);
    }
}

static void create_actor(struct actor *actor, const char *line)
{
    char numbers[WORD_BYTES];
    unsigned priority, threshold;

    actor->words = next_word(next_word(line, actor->name), numbers);
    two_numbers(numbers, &priority, &threshold);
    actor->thread = worker(actor->name, act, priority, threshold);
}

/* Another thread resumes it. */
static int is_resumed(const struct scenario *scenario, const struct actor *actor)
{
    char wanted[WORD_BYTES + 8] = "resume:";
    char word[WORD_BYTES];

    strcat(wanted, actor->name);
    for (size_t i = 0; i < SCENARIO_THREADS && scenario->threads[i] != NULL; i++) {
        if (&actors[i] == actor) {
            continue;
        }
        for (const char *text = next_word(scenario->threads[i], word); word[0] != '\0';
             text = next_word(text, word)) {
            if (strcmp(word, wanted) == 0) {
                return 1;
            }
        }
    }
    return 0;
}

static void create_objects(void)
{
    for (UINT i = 0; i < 3; i++) {
        EQUAL(TX_SUCCESS,
              tx_mutex_create(&mutexes[i], "mutex", i < 2 ? TX_INHERIT : TX_NO_INHERIT));
        EQUAL(TX_SUCCESS, tx_semaphore_create(&semaphores[i], "semaphore", 0));
    }
    EQUAL(TX_SUCCESS, tx_event_flags_create(&group, "group"));
}

static void delete_objects(void)
{
    for (UINT i = 0; i < 3; i++) {
        if (mutexes[i].tx_mutex_id != TX_CLEAR_ID) { /* the scenario has not deleted it */
            EQUAL(TX_SUCCESS, tx_mutex_delete(&mutexes[i]));
        }
        EQUAL(TX_SUCCESS, tx_semaphore_delete(&semaphores[i]));
    }
    EQUAL(TX_SUCCESS, tx_event_flags_delete(&group));
}

static int all_completed(void)
{
    for (size_t i = 0; i < SCENARIO_THREADS && actors[i].thread != NULL; i++) {
        UINT state = state_of(actors[i].thread);

        if (state != TX_COMPLETED && state != TX_TERMINATED) {
            return 0;
        }
    }
    return 1;
}

/* Main holds all others off while it makes the threads ready. Then they run. */
static void happen(const struct scenario *scenario)
{
    TX_THREAD *self = tx_thread_identify();
    UINT old;

    memset(actors, 0, sizeof actors);
    create_objects();
    EQUAL(TX_SUCCESS, tx_thread_sleep(1));
    EQUAL(TX_SUCCESS, tx_thread_priority_change(self, 0, &old));
    for (size_t i = 0; i < SCENARIO_THREADS && scenario->threads[i] != NULL; i++) {
        create_actor(&actors[i], scenario->threads[i]);
    }
    for (size_t i = 0; i < SCENARIO_THREADS && scenario->threads[i] != NULL; i++) {
        if (!is_resumed(scenario, &actors[i])) {
            EQUAL(TX_SUCCESS, tx_thread_resume(actors[i].thread));
        }
    }
    start = tx_time_get();
    EQUAL(TX_SUCCESS, tx_thread_priority_change(self, TX_MAX_PRIORITIES - 1, &old));
    for (UINT i = 0; i < TICKS_MAX && !all_completed(); i++) {
        EQUAL(TX_SUCCESS, tx_thread_sleep(1));
    }
    CHECK(all_completed());
    suite_told(scenario->name, 0, scenario->order);
    retire_all();
    delete_objects();
}

void scenarios(const struct scenario *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        happen(&list[i]);
    }
}
