/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: on two cores, in every state that can be reached, the kernels do what the model does, and
 * no thread and no unit is lost or duplicated. Its usage and its output are those of
 * proofs/reach.c. */
#include "check.h"
#include "pair.h"
#include "proofs/key.h"
#include <stdio.h>
#include <stdlib.h>

#define A(act) (1U << (act))
#define SIGNALS_OF_CORES (A(WAIT) | A(POST) | A(SERVE))

static const struct pair_world {
    const char *name;
    unsigned levels;
    unsigned acts;
    const char *events;
} worlds[] = {
    {"cores", 2, SIGNALS_OF_CORES | A(TRY) | A(YIELD) | A(POST_IN_INTERRUPT) | A(ABORT),
     "two cores: wait, post, also in an interrupt; yield; abort a wait"},
    {"cores-suspend", 1, SIGNALS_OF_CORES | A(SUSPEND) | A(RESUME) | A(ABORT),
     "two cores: wait, post; suspend, resume; abort a wait"},
    {"cores-move", 1, SIGNALS_OF_CORES | A(MOVE), "two cores: wait, post; move to the other core"},
};

enum { WORLDS = sizeof worlds / sizeof worlds[0], LEVELS_MAX = 2 };

static const struct urgency urgencies[] = {{0, 0}, {1, 0}, {1, 1}};
static const unsigned urgencies_of_levels[LEVELS_MAX + 1] = {0, 1, 3};

static struct {
    const struct pair_world *world;
    uint32_t number; /* the number of the state in which the action happens */
    struct action action;
    struct pair pair;
    unsigned char bytes[MEMORY_MAX];
    uint64_t transitions;
} search;

static void load(const unsigned char *bytes)
{
    memcpy(&search.pair, bytes, sizeof search.pair);
    kernels_load(bytes + sizeof search.pair);
}

static size_t save(unsigned char *bytes)
{
    memcpy(bytes, &search.pair, sizeof search.pair);
    return sizeof search.pair + kernels_save(bytes + sizeof search.pair);
}

/* Begins with the set of this number. Returns: false if it only reorders the threads of a core. */
static bool begin(unsigned set)
{
    struct urgency chosen[ALL];
    unsigned all = urgencies_of_levels[search.world->levels];
    unsigned before = 0;

    for (int i = 0; i < ALL; i++) {
        unsigned n = set % all;

        if (i % ON_EACH != 0 && n < before) {
            return false;
        }
        before = n;
        chosen[i] = urgencies[n];
        set /= all;
    }
    if (set != 0) {
        return false;
    }
    pair_begin(&search.pair, chosen);
    kernels_begin(chosen);
    return true;
}

static void act(const struct action *action)
{
    int caller = action->thread;
    enum status expected = pair_act(&search.pair, action);
    enum status actual = kernels_act(action);
    const struct thread *t =
        caller != NOBODY ? &search.pair.core[action->core].thread[caller] : NULL;

    if (t == NULL || t->life != WAITING || (action->act != WAIT && action->act != MOVE)) {
        CHECK_EQUAL(actual, expected);
    }
}

static void print_action(const struct action *action)
{
    static const char *const names[ACTS] = {"waits",
                                            "tries to wait",
                                            "yields",
                                            "moves",
                                            "posts",
                                            "is interrupted, and the interrupt posts",
                                            "is suspended",
                                            "is resumed",
                                            "its wait is aborted",
                                            "the inbox is served"};

    fprintf(stderr, "    core %d, thread %d: %s\n", action->core, action->thread,
            names[action->act]);
}

static void tell(uint32_t number)
{
    struct action actions[ACTIONS_MAX];
    uint16_t choice;
    uint32_t parent = store_parent(number, &choice);

    if (parent == NO_PARENT) {
        (void)begin(choice);
        for (int i = 0; i < ALL; i++) {
            const struct thread *t = &search.pair.core[i / ON_EACH].thread[i];

            fprintf(stderr, "    thread %d: priority %u, threshold %u, core %d\n", i,
                    t->base_priority, t->base_threshold, i / ON_EACH);
        }
        return;
    }
    tell(parent);
    (void)pair_actions(&search.pair, search.world->acts, actions);
    print_action(&actions[choice]);
    act(&actions[choice]);
}

static void explain(void *context)
{
    (void)context;
    check_explain(NULL, NULL); /* these actions went well before */
    fprintf(stderr, "world %s, what happened:\n", search.world->name);
    tell(search.number);
    fputs("  and now\n", stderr);
    print_action(&search.action);
}

static void reach(uint32_t parent, uint16_t choice)
{
    struct key key = {0x9e3779b97f4a7c15U, 0xc2b2ae3d27d4eb4fU};
    const struct world all = {.threads = ALL};

    kernels_compare(&search.pair);
    for (int core = 0; core < CORES; core++) {
        hash_model(&key, &all, &search.pair.core[core]);
        hash_list(&key, &search.pair.inbox[core]);
    }
    hash_list(&key, &search.pair.waiters);
    hash_number(&key, search.pair.units);
    hash(&key, search.pair.leaves, sizeof search.pair.leaves);
    kernels_hash(&key, &search.pair);
    key.high |= 1;
    if (!store_has(key)) {
        (void)save(search.bytes);
        store_add(key, search.bytes, parent, choice);
    }
}

static void begin_all(void)
{
    enum { SETS_MAX = 81 }; /* at most; begin() refuses sets that a world does not have */
    bool is_first = true;

    for (unsigned set = 0; set < SETS_MAX; set++) {
        if (!begin(set)) {
            continue;
        }
        if (is_first) {
            store_begin(search.bytes, save(search.bytes));
        }
        is_first = false;
        reach(NO_PARENT, (uint16_t)set);
    }
}

static void explore_world(const struct pair_world *world, uint32_t most)
{
    static unsigned char bytes[MEMORY_MAX];
    struct action actions[ACTIONS_MAX];

    search.world = world;
    check_explain(explain, NULL);
    begin_all();
    while (store_count() < most && store_take(bytes, &search.number)) {
        load(bytes);

        unsigned count = pair_actions(&search.pair, world->acts, actions);

        for (unsigned i = 0; i < count; i++) {
            load(bytes);
            search.action = actions[i];
            act(&actions[i]);
            reach(search.number, (uint16_t)i);
            search.transitions++;
        }
    }
    check_explain(NULL, NULL);
}

int main(int argc, char **argv)
{
    uint32_t most = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : UINT32_MAX;

    for (unsigned i = 0; argc > 1 && i < WORLDS; i++) {
        if (strcmp(argv[1], "--list") == 0) {
            puts(worlds[i].name);
        } else if (strcmp(argv[1], worlds[i].name) == 0) {
            explore_world(&worlds[i], most);
            printf("%s %d %u %u %llu %s\n", worlds[i].name, ALL, worlds[i].levels, store_count(),
                   (unsigned long long)search.transitions, worlds[i].events);
            return 0;
        }
    }
    return argc > 1 && strcmp(argv[1], "--list") == 0 ? 0 : 1;
}
