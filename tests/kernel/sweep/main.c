/* SPDX-License-Identifier: Apache-2.0 */
/* The interrupt sweep of a board, which README.md describes.
 *
 *   sweep list                      the services
 *   sweep MODE WORLD A B            the services A of threads or handlers, with B in an interrupt
 *   sweep MODE WORLD A B OFFSET [DELTA]
 *                                   one trial, in full
 *
 * MODE   thread, threshold, handler, twice: trial.h
 * WORLD  a number; all: those in which both services have an effect; one: one of these
 * A, B   the name of a service; or FIRST/STRIDE: each STRIDE-th service, from number FIRST on;
 *        for B also FIRST+/STRIDE: the same, from FIRST plus the number of A on
 *
 * The exit status is 1 if there is a finding.
 */
#include "pair.h"
#include "world.h"
#include <string.h>

/* The services that an argument selects. */
struct choice {
    const struct service *service; /* only this one, unless it is NULL */
    unsigned first, stride;
    bool moves;
};

static int argument_count;
static char **arguments;
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

static struct choice choice_of(const char *text)
{
    const char *slash = strchr(text, '/');

    if (slash == NULL) {
        return (struct choice){.service = service_named(text)};
    }
    return (struct choice){NULL, number(text), number(slash + 1), slash[-1] == '+'};
}

static bool is_chosen(const struct choice *choice, const struct service *service, unsigned index,
                      unsigned shift)
{
    if (choice->service != NULL) {
        return service == choice->service;
    }
    return (index + choice->stride - (choice->moves ? shift : 0) % choice->stride) %
               choice->stride ==
           choice->first;
}

static enum mode mode_named(const char *name)
{
    unsigned mode = 0;

    while (mode + 1 < MODES && strcmp(mode_names[mode], name) != 0) {
        mode++;
    }
    return (enum mode)mode;
}

/* Sweep a pair in the worlds that the argument selects. salt: differs from pair to pair. */
static void sweep_worlds(const struct service *a, const struct service *b, unsigned salt)
{
    enum mode mode = mode_named(arguments[1]);
    const char *wanted = arguments[2];
    unsigned fitting[WORLDS];
    unsigned count = world_choose(a, b, fitting);

    if (strcmp(wanted, "all") == 0) {
        for (unsigned i = 0; i < count; i++) {
            pair_sweep(pair_trial(mode, fitting[i], a, b));
        }
    } else {
        unsigned where = strcmp(wanted, "one") == 0 ? fitting[salt % count] : number(wanted);

        pair_sweep(pair_trial(mode, where, a, b));
    }
}

static void sweep_a(const struct service *a, unsigned index)
{
    struct choice choice = choice_of(arguments[4]);
    unsigned any = 0;

    for (unsigned i = 0; i < service_count(); i++) {
        const struct service *b = service_at(i);

        if (service_users(b) != THREADS && is_chosen(&choice, b, any++, index) &&
            service_may_interrupt(b, a)) {
            sweep_worlds(a, b, index + i);
        }
    }
}

static void sweep(void)
{
    struct choice choice = choice_of(arguments[3]);
    enum users others = mode_named(arguments[1]) == MODE_HANDLER ? THREADS : INTERRUPTS;
    unsigned fitting = 0;

    for (unsigned i = 0; i < service_count(); i++) {
        const struct service *a = service_at(i);

        if (service_users(a) != others && is_chosen(&choice, a, fitting++, 0)) {
            sweep_a(a, i);
        }
    }
    lm_board_printf("end: %u pairs, %u trials, %u findings\n", (unsigned)totals.pairs,
                    (unsigned)totals.trials, (unsigned)totals.findings);
}

static void show(void)
{
    struct trial trial = pair_trial(mode_named(arguments[1]), number(arguments[2]),
                                    service_named(arguments[3]), service_named(arguments[4]));

    trial.offset = number(arguments[5]);
    trial.delta = argument_count > 6 ? number(arguments[6]) : 1;
    pair_show(trial);
}

static void list(void)
{
    for (unsigned i = 0; i < service_count(); i++) {
        lm_board_printf("%s %s\n", service_at(i)->name,
                        service_users(service_at(i)) == THREADS ? "threads" : "any");
    }
}

static void master(void *argument)
{
    (void)argument;
    if (argument_count < 5) {
        list();
    } else {
        trial_init();
        if (argument_count > 5) {
            show();
        } else {
            sweep();
        }
    }
    lm_board_exit(totals.findings != 0);
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
