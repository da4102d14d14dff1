/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the files of the interrupt sweep share. README.md of this folder describes the
 * method.
 *
 *   trigger   the interrupt, a number of instructions from now (boards/, and a folder for each kind
 *             of processor)
 *   service   one or a few calls of the kernel that a thread, a handler or an interrupt makes
 *   world     the objects and threads on which services act, and what each thread waits for at
 *   first
 *   trial     service A, with service B in an interrupt after a number of instructions of A
 */
#ifndef LIMEN_SWEEP_H
#define LIMEN_SWEEP_H

#include <limen/board.h>
#include <limen/limen.h>
#include <stdbool.h>
#include <stdint.h>

/* The trigger is a part of the board. Urgency as in limen/board.h. */
void trigger_prepare(unsigned urgency);
void trigger_set(uint32_t ticks);
void trigger_clear(void);

/* Ticks since trigger_set, before trigger_clear. */
uint32_t trigger_elapsed(void);

/* Ticks of the trigger in a thousand instructions. */
extern const uint32_t trigger_ticks;

/* The kinds of code that the trigger interrupts. */
enum place { IN_THREAD, IN_HANDLER, IN_OTHER_INTERRUPT };

/* For the trigger's interrupt. address: of the interrupted instruction. */
void trigger_taken(enum place place, uintptr_t address);

enum { TRIGGER_URGENCY = 1, HANDLER_LINE = 3, HANDLER_URGENCY = 3 };

/* Times, in ticks. A timeout that a trial starts expires after the two services have ended, and
 * before the quiet time ends. */
enum { SOON = 60000, PERIOD = 80000, QUIET = 200000 };

enum { STEPS = 3 };

typedef uint32_t (*step_function)(void);

/* Define a step that is one call. */
#define STEP(name, call)                                                                           \
    static uint32_t name(void)                                                                     \
    {                                                                                              \
        return (uint32_t)(call);                                                                   \
    }

/* The contexts that may make the calls of a service. */
enum users { ANY, THREADS, INTERRUPTS, USERS = 3 };

/* The part of a service on a stream. A stream has one sender and one receiver, so no interrupt is
 * on the side of the call that it interrupts. What EMPTIES a stream must not come amid a call that
 * COPIES bytes. */
enum { SENDER = 4, RECEIVER = 8, COPIES = 16, EMPTIES = 32 };

/* Calls that are made one after the other. Between them the code of the caller runs. */
struct service {
    const char *name;
    step_function steps[STEPS];
    unsigned users; /* enum users, and the part on a stream */
};

struct services {
    const struct service *table;
    unsigned count;
};

extern const struct services thread_services, object_services, memory_services, model_services,
    notice_services, priority_queue_services, stream_services;

unsigned service_count(void);
const struct service *service_at(unsigned index);
const struct service *service_named(const char *name);
enum users service_users(const struct service *service);

/* May an interrupt make the calls of B amid those of A? */
bool service_may_interrupt(const struct service *b, const struct service *a);

/* Which of the two services makes the calls. It determines which spare object is created. */
enum role { ROLE_A, ROLE_B, ROLES };
extern volatile enum role role;

/* Call a function with a pattern in the registers that a call keeps. Calls registers_changed if the
 * pattern changes. */
uint32_t registers_guard(step_function step);
void registers_changed(void);

/* Report a violation in the current trial. */
void trial_failed(const char *what);

/* Add a value to the outcome of a trial. The outcomes of two trials are compared as a whole. */
void outcome_add(const char *name, uint32_t value);

#endif
