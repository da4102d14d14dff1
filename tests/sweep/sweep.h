/* SPDX-License-Identifier: Apache-2.0 */
/* The interrupt sweep: what its files share. README.md of this folder says how it works.
 *
 *   trigger   the interrupt, a number of instructions from now (boards/)
 *   service   a call of the kernel, or a few, as thread, handler or interrupt makes it
 *   world     the objects and threads that services work on, and who waits for what at first
 *   trial     service A with service B in an interrupt, after a number of instructions of A
 */
#ifndef LIMEN_SWEEP_H
#define LIMEN_SWEEP_H

#include <limen/board.h>
#include <limen/limen.h>
#include <stdbool.h>
#include <stdint.h>

/* Trigger: of a board. Urgency as in limen/board.h. */
void trigger_prepare(unsigned urgency);
void trigger_set(uint32_t ticks);
void trigger_clear(void);

/* Ticks since trigger_set, before trigger_clear. */
uint32_t trigger_elapsed(void);

/* Of the clock and of the trigger, in a thousand instructions. */
extern const uint32_t trigger_ticks;

enum { TRIGGER_URGENCY = 1, HANDLER_LINE = 3, HANDLER_URGENCY = 3 };

/* Times, in ticks. Nothing that begins in a trial comes before the two services are done, and all
 * that is to come has come when the quiet ends. */
enum { SOON = 60000, PERIOD = 80000, QUIET = 200000 };

enum { STEPS = 3 };

typedef uint32_t (*step_function)(void);

/* Define a step that is one call. */
#define STEP(name, call)                                                                           \
    static uint32_t name(void)                                                                     \
    {                                                                                              \
        return (uint32_t)(call);                                                                   \
    }

/* Who may make the calls of a service. */
enum users { ANY, THREADS, INTERRUPTS };

/* Calls that are made one after the other; the user's code runs in between. */
struct service {
    const char *name;
    step_function steps[STEPS];
    enum users users;
};

struct services {
    const struct service *table;
    unsigned count;
};

extern const struct services thread_services, object_services, memory_services, model_services;

unsigned service_count(void);
const struct service *service_at(unsigned index);
const struct service *service_named(const char *name);

/* Who makes the calls of a service: it decides which spare object is created. */
enum role { ROLE_A, ROLE_B, ROLES };
extern volatile enum role role;

/* Call a function with a pattern in r4 to r11; trial_failed if it returns with another one. */
uint32_t registers_guard(step_function step);

/* Something that must never be, found in the trial that runs now. */
void trial_failed(const char *what);

/* Put a value into the outcome of a trial. Those of two trials are compared as a whole. */
void outcome_add(const char *name, uint32_t value);

#endif
