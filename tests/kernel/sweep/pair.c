/* SPDX-License-Identifier: Apache-2.0 */
/* All trials of a pair; see pair.h.
 *
 * The oracle: each outcome has to be one that the calls give one after the other. The program does
 * not compute these outcomes but observes them: at many offsets the interrupt comes while no call
 * is in progress, before A, after it, while it waits, or while another thread runs its own code.
 * One order is missing there: B after A, but before the threads run that A releases. If A can be
 * called in a handler, that order is made there. An outcome that occurs only when the interrupt
 * comes during a call is a finding.
 */
#include "pair.h"
#include "world.h"

enum {
    OUTCOMES = 64,
    FINDINGS = 16,
    OFFSETS_MAX = 6000,
    LATE_ENOUGH = 3,
    SPARSE = 5,
    INEXACT = 3,
    INEXACT_PART = 16
};

/* All trials of a pair with the same outcome. */
struct group {
    uint32_t hash;
    uint32_t one_by_one, overlapping; /* trials */
    uint32_t first;                   /* offset of the first overlapping one */
    uint32_t address;
};

struct finding {
    uint32_t offset, delta, address;
    const char *what;
};

struct totals totals;
const char *const mode_names[MODES] = {"thread", "threshold", "handler", "twice"};

static struct group groups[OUTCOMES];
static unsigned group_count;
static struct finding findings[FINDINGS];
static unsigned finding_count;

static void find(const struct trial *trial, uint32_t address, const char *what)
{
    if (finding_count < FINDINGS) {
        findings[finding_count++] = (struct finding){trial->offset, trial->delta, address, what};
    }
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
        find(trial, outcome->address, "too many outcomes");
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

    totals.trials++;
    if (outcome.failure != NULL) {
        find(trial, outcome.address, outcome.failure);
    }
    return outcome;
}

/* The next offset. While A is in progress the interrupt comes at each instruction, elsewhere less
 * often. If it had to wait for the end of a locked section, it would come at the same place with
 * the next offsets, which are skipped. */
static uint32_t next_offset(const struct trial *trial, const struct outcome *outcome)
{
    static uint32_t constant; /* of outcome.taken */

    if (trial->offset == 1) {
        constant = outcome->taken - 1;
    }
    uint32_t waited = outcome->taken - constant - trial->offset;
    uint32_t inexact = INEXACT + waited / INEXACT_PART;
    uint32_t step = outcome->is_dull ? SPARSE : 1;

    return trial->offset + (waited > inexact && waited < OFFSETS_MAX ? waited - inexact : step);
}

static bool has_suspect(void)
{
    for (unsigned i = 0; i < group_count; i++) {
        if (groups[i].one_by_one == 0) {
            return true;
        }
    }
    return false;
}

/* B at each instruction of a handler before it calls A, and after it. */
static void count_in_handler(struct trial trial)
{
    uint32_t offset = 1;

    trial.mode = MODE_HANDLER;
    for (bool is_over = false; !is_over && offset < OFFSETS_MAX;) {
        trial.offset = offset;
        struct outcome outcome = run(&trial);

        if (!outcome.overlaps) {
            count(&trial, &outcome);
        }
        offset = next_offset(&trial, &outcome);
        is_over = outcome.a_is_over;
    }
}

static void judge(struct trial *trial)
{
    if (has_suspect() && trial->mode != MODE_HANDLER && service_users(trial->a) == ANY) {
        count_in_handler(*trial);
    }
    for (unsigned i = 0; i < group_count; i++) {
        if (groups[i].one_by_one == 0) {
            trial->offset = groups[i].first;
            find(trial, groups[i].address, "no order of the calls gives this");
        }
    }
}

static void sweep_once(struct trial *trial)
{
    unsigned late = 0;
    uint32_t before = 0; /* offset of the previous trial */
    bool was_dull = false;

    trial->offset = 1;
    while (trial->offset < OFFSETS_MAX && late < LATE_ENOUGH && finding_count == 0) {
        struct outcome outcome = run(trial);

        if (was_dull && !outcome.is_dull && trial->offset > before + 1) {
            trial->offset = before + 1; /* the change may be at an offset that was left out */
            was_dull = false;
            continue;
        }
        count(trial, &outcome);
        late += outcome.came_late;
        was_dull = outcome.is_dull;
        before = trial->offset;
        trial->offset = next_offset(trial, &outcome);
    }
    if (finding_count == 0) {
        judge(trial);
    }
}

/* The service of the second interrupt: for each trial another one of those that switch threads. */
static const struct service *second_service(const struct trial *trial)
{
    static const char *const names[] = {
        "suspend_resume_caller", "resume_fresh",      "terminate_restart_caller",
        "caller_20_8",           "suspend_waiter",    "caller_3",
        "abort_caller",          "semaphore_post",    "suspend_caller",
        "resume_caller",         "caller_threshold_0"};
    static const struct service *services[sizeof names / sizeof *names];
    unsigned index = (trial->offset + trial->delta) % (sizeof names / sizeof *names);

    if (services[index] == NULL) {
        services[index] = service_named(names[index]);
    }
    return services[index];
}

/* Two interrupts a short time apart. Their outcome is not compared, because not all orders of three
 * calls are tried. */
static void sweep_twice(struct trial *trial)
{
    enum { OFFSET_STEP = 5, OFFSET_END = 110, DELTA_STEP = 3, DELTA_END = 130 };

    for (trial->offset = 1; trial->offset < OFFSET_END; trial->offset += OFFSET_STEP) {
        for (trial->delta = 1 + trial->offset % DELTA_STEP;
             trial->delta < DELTA_END && finding_count == 0; trial->delta += DELTA_STEP) {
            trial->c = second_service(trial);
            (void)run(trial);
        }
    }
}

static void print_pair(const char *kind, const struct trial *trial)
{
    lm_board_printf("%s %s %u %s %s", kind, mode_names[trial->mode], trial->world, trial->a->name,
                    trial->b->name);
}

static void print_findings(const struct trial *trial)
{
    for (unsigned i = 0; i < finding_count; i++) {
        print_pair("finding", trial);
        lm_board_printf(" %u %u: at %x: %s\n", (unsigned)findings[i].offset,
                        (unsigned)findings[i].delta, (unsigned)findings[i].address,
                        findings[i].what);
    }
}

struct trial pair_trial(enum mode mode, unsigned where, const struct service *a,
                        const struct service *b)
{
    return (struct trial){.mode = mode,
                          .threshold = mode == MODE_THRESHOLD ? CALLER_THRESHOLD : CALLER_PRIORITY,
                          .world = where,
                          .a = a,
                          .b = b};
}

void pair_sweep(struct trial trial)
{
    uint32_t before = totals.trials;

    group_count = finding_count = 0;
    print_pair("pair", &trial); /* first, because a wrong kernel may not reach the end */
    if (trial.mode == MODE_TWICE) {
        sweep_twice(&trial);
    } else {
        sweep_once(&trial);
    }
    lm_board_printf(": %u trials, %u outcomes\n", (unsigned)(totals.trials - before), group_count);
    print_findings(&trial);
    totals.pairs++;
    totals.findings += finding_count;
}

void pair_show(struct trial trial)
{
    trial.c = second_service(&trial);
    struct outcome outcome = trial_run(&trial, true);

    static const char *const places[] = {"in a thread", "in the handler", "in another interrupt"};

    lm_board_printf("at %x, %s, %s: outcome %x\n", (unsigned)outcome.address, places[outcome.place],
                    outcome.overlaps ? "in a call" : "in no call", (unsigned)outcome.hash);
    if (outcome.failure != NULL) {
        lm_board_printf("%s\n", outcome.failure);
    }
}
