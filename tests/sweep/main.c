/* SPDX-License-Identifier: Apache-2.0 */
/* The interrupt sweep of a board; README.md says what it does.
 *
 *   sweep list                                  the services
 *   sweep MODE WORLD A B/STRIDE                 A with each STRIDE-th service, from the B-th one on
 *   sweep MODE WORLD A NAME [OFFSET [DELTA]]    A with one service; one trial in full
 *
 * MODE: thread, threshold, handler, twice. The status is 1 if something was found.
 */
#include "trial.h"
#include <string.h>

enum { OUTCOMES = 48, OFFSETS_MAX = 4000, LATE_ENOUGH = 3 };

/* All trials of a pair that ended the same. */
struct group {
    uint32_t hash;
    uint32_t one_by_one, overlapping; /* trials */
    uint32_t first;                   /* offset of the first overlapping one */
    uint32_t address;
};

static struct group groups[OUTCOMES];
static unsigned group_count;
static unsigned trials, pairs, findings;
static int argument_count;
static char **arguments;
static const char *const mode_names[MODES] = {"thread", "threshold", "handler", "twice"};

LM_STACK(stack, 2048);
static struct lm_thread thread;

static unsigned number(const char *text)
{
    unsigned value = 0;

    while (*text >= '0' && *text <= '9') {
        value = value * 10 + (unsigned)(*text++ - '0');
    }
    return value;
}

static void print_pair(const struct trial *trial)
{
    lm_board_printf("%s %u %s %s", mode_names[trial->mode], trial->world, trial->a->name,
                    trial->b->name);
}

static void report(const struct trial *trial, const struct outcome *outcome, const char *what)
{
    findings++;
    lm_board_printf("finding ");
    print_pair(trial);
    lm_board_printf(" %u %u: at %x: %s\n", (unsigned)trial->offset, (unsigned)trial->delta,
                    (unsigned)outcome->address, what);
}

static struct group *group_of(uint32_t hash)
{
    for (unsigned i = 0; i < group_count; i++) {
        if (groups[i].hash == hash) {
            return &groups[i];
        }
    }
    if (group_count == OUTCOMES) {
        return NULL;
    }
    groups[group_count] = (struct group){.hash = hash};
    return &groups[group_count++];
}

static void count(const struct trial *trial, const struct outcome *outcome)
{
    struct group *group = group_of(outcome->hash);

    if (group == NULL) {
        report(trial, outcome, "too many outcomes");
    } else if (!outcome->overlaps) {
        group->one_by_one++;
    } else if (group->overlapping++ == 0) {
        group->first = trial->offset;
        group->address = outcome->address;
    }
}

static struct outcome run(const struct trial *trial)
{
    struct outcome outcome = trial_run(trial, false);

    trials++;
    if (outcome.failure != NULL) {
        report(trial, &outcome, outcome.failure);
    }
    return outcome;
}

/* An outcome that no order of the calls gives, one after the other. */
static void judge(struct trial *trial)
{
    for (unsigned i = 0; i < group_count; i++) {
        if (groups[i].one_by_one == 0) {
            trial->offset = groups[i].first;
            report(trial, &(struct outcome){.address = groups[i].address}, "no order gives this");
        }
    }
}

static void sweep_once(struct trial *trial)
{
    unsigned late = 0;

    group_count = 0;
    for (trial->offset = 1; trial->offset < OFFSETS_MAX && late < LATE_ENOUGH; trial->offset++) {
        struct outcome outcome = run(trial);

        count(trial, &outcome);
        late += outcome.came_late;
        if (outcome.failure != NULL) {
            return;
        }
    }
    judge(trial);
}

/* The outcome is not compared, since the orders of three calls are not all tried. */
static void sweep_twice(struct trial *trial)
{
    enum { OFFSET_STEP = 5, OFFSET_END = 110, DELTA_STEP = 3, DELTA_END = 130 };

    for (trial->offset = 1; trial->offset < OFFSET_END; trial->offset += OFFSET_STEP) {
        for (trial->delta = 1 + trial->offset % DELTA_STEP; trial->delta < DELTA_END;
             trial->delta += DELTA_STEP) {
            if (run(trial).failure != NULL) {
                return;
            }
        }
    }
}

static void sweep(struct trial *trial)
{
    unsigned before = trials;

    if (trial->mode == MODE_TWICE) {
        sweep_twice(trial);
    } else {
        sweep_once(trial);
    }
    pairs++;
    if (argument_count > 5) {
        return;
    }
    lm_board_printf("pair ");
    print_pair(trial);
    lm_board_printf(" %u trials, %u outcomes\n", trials - before, group_count);
}

static void list(void)
{
    for (unsigned i = 0; i < service_count(); i++) {
        lm_board_printf("%s %s\n", service_at(i)->name,
                        service_at(i)->threads_only ? "thread" : "any");
    }
}

/* All that goes with A from the first one on, in strides. */
static void sweep_strides(struct trial *trial, const char *first_and_stride)
{
    unsigned first = number(first_and_stride);
    unsigned stride = number(strchr(first_and_stride, '/') + 1);
    unsigned any = 0;

    for (unsigned i = 0; i < service_count(); i++) {
        trial->b = service_at(i);
        if (!trial->b->threads_only && any++ % stride == first) {
            sweep(trial);
        }
    }
}

static void show(struct trial *trial)
{
    trial->offset = number(arguments[5]);
    trial->delta = argument_count > 6 ? number(arguments[6]) : 1;
    struct outcome outcome = trial_run(trial, true);

    lm_board_printf("at %x, exception %u, %s: %x %s\n", (unsigned)outcome.address,
                    (unsigned)outcome.exception, outcome.overlaps ? "overlaps" : "one by one",
                    (unsigned)outcome.hash, outcome.failure != NULL ? outcome.failure : "");
}

static enum mode mode_named(const char *name)
{
    unsigned mode = 0;

    while (mode + 1 < MODES && strcmp(mode_names[mode], name) != 0) {
        mode++;
    }
    return (enum mode)mode;
}

static void work(void)
{
    struct trial trial = {.mode = mode_named(arguments[1]),
                          .world = number(arguments[2]),
                          .a = service_named(arguments[3])};

    trial_init();
    if (strchr(arguments[4], '/') != NULL) {
        sweep_strides(&trial, arguments[4]);
        return;
    }
    trial.b = service_named(arguments[4]);
    if (argument_count > 5) {
        show(&trial);
    } else {
        sweep(&trial);
    }
}

static void master(void *argument)
{
    (void)argument;
    if (argument_count < 5) {
        list();
    } else {
        work();
        lm_board_printf("end %u pairs %u trials %u findings\n", pairs, trials, findings);
    }
    lm_board_exit(findings != 0);
}

int main(int argc, char **argv)
{
    argument_count = argc;
    arguments = argv;
    lm_kernel_init();
    (void)lm_thread_create(
        &thread, &(struct lm_thread_config){
                     .name = "master", LM_PREEMPTIVE(30), .entry = master, LM_USE_STACK(stack)});
    lm_kernel_start();
    return 0;
}
