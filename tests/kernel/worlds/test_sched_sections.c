/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: under each of the preemption models, kernel sections, preempt points and spinlocks behave
 * as spec/semantics.md says, together with everything that changes the state of threads, and also
 * if the model changes meanwhile. A wrong use of a spinlock changes nothing and is reported.
 *
 * Method: as in test_sched_exhaustive.c. Wrong uses are tried in each state (world/misuse.c).
 */
#include "world/world.h"

enum { TICKS = INTERRUPTS | E(PREEMPT_TICK) };

enum {
    VOLUNTARY = 1U << MODEL_VOLUNTARY,
    RAISED = 1U << MODEL_NONE | VOLUNTARY,
    RT = 1U << MODEL_RT,
    LAZY = 1U << MODEL_LAZY,
    EACH = (1U << MODELS) - 1,
};

static const struct world worlds[] = {
    {"sections", 3, 1, 3, .models = EACH, .border = 1, .events = TURNS | SECTIONS, .depth = 4,
     .depth_long = 6},
    {"section-set", 3, 1, 3, .models = RAISED, .events = E(START) | SECTIONS | E(SET) | INTERRUPTS,
     .befores = 1, .before = {{EVENT_SECTION_ENTER, {.kind = DO_SECTION_ENTER}}}, .depth = 3,
     .depth_long = 4},
    {"section-waits", 3, 1, 2, .models = RAISED, .ticks = 1,
     .events = E(START) | SECTIONS | SIGNALS | E(TERMINATE) | E(TICK), .semaphores = 1,
     .semaphore = {{0, false}}, .befores = 1,
     .before = {{EVENT_SECTION_ENTER, {.kind = DO_SECTION_ENTER}}}, .depth = 4, .depth_long = 5},
    {"section-wakes", 2, 1, 3, .models = RAISED, .events = INTERRUPTS | SIGNALS | E(SET) | SECTIONS,
     .semaphores = 1, .semaphore = {{0, false}}, .befores = 4,
     .before = {{EVENT_SECTION_ENTER, {.kind = DO_SECTION_ENTER}},
                {EVENT_WAIT, {.kind = DO_SEMAPHORE_WAIT, .d = FOREVER}},
                {EVENT_START, {.kind = DO_THREAD_START, .a = 1}},
                {EVENT_ENTER, {.kind = DO_RAISE}}},
     .depth = 3, .depth_long = 4},
    {"section-slices", 2, 1, 2, .models = EACH, .slice = 1,
     .events = TURNS | SECTIONS | E(TICK) | DISABLES | E(MODEL_SET), .depth = 4, .depth_long = 6},
    {"points", 3, 1, 3, .models = VOLUNTARY, .events = TURNS | SECTIONS | INTERRUPTS, .befores = 1,
     .before = {{EVENT_SECTION_ENTER, {.kind = DO_SECTION_ENTER}}}, .depth = 4, .depth_long = 6},
    {"gave-way", 3, 1, 3, .models = VOLUNTARY,
     .events = E(START) | STOPS | E(PREEMPT_POINT) | E(SET) | LOCKS | INTERRUPTS, .mutexes = 1,
     .mutex = {{INHERIT, 0, false}}, .befores = 3,
     .before = {{EVENT_SECTION_ENTER, {.kind = DO_SECTION_ENTER}},
                {EVENT_START, {.kind = DO_THREAD_START, .a = 1}},
                {EVENT_PREEMPT_POINT, {.kind = DO_PREEMPT_POINT}}},
     .depth = 3, .depth_long = 4},
    {"spinlocks", 3, 1, 3, .models = EACH, .events = E(START) | STOPS | SPINLOCKS | INTERRUPTS,
     .spins = 2, .raw = {false, true}, .depth = 4, .depth_long = 6},
    {"spin-mutexes", 3, 1, 3, .models = RT,
     .events = E(START) | SPINLOCKS | E(TERMINATE) | E(MODEL_SET), .spins = 2, .befores = 1,
     .before = {{EVENT_SPIN_LOCK, {.kind = DO_SPIN_LOCK}}}, .depth = 4, .depth_long = 5},
    {"lazy", 3, 1, 3, .models = LAZY, .border = 1, .events = TURNS | SECTIONS | TICKS, .befores = 1,
     .before = {{EVENT_SECTION_ENTER, {.kind = DO_SECTION_ENTER}}}, .depth = 4, .depth_long = 6},
    {"lazy-set", 3, 1, 3, .models = LAZY, .border = 1,
     .events = E(START) | SECTIONS | E(SET) | TICKS | LIVES, .befores = 1,
     .before = {{EVENT_SECTION_ENTER, {.kind = DO_SECTION_ENTER}}}, .depth = 3, .depth_long = 4},
    {"lazy-ticked", 3, 1, 3, .models = LAZY, .border = 1,
     .events = E(START) | STOPS | E(SET) | LOCKS | TICKS, .mutexes = 1,
     .mutex = {{INHERIT, 0, false}}, .befores = 4,
     .before = {{EVENT_SECTION_ENTER, {.kind = DO_SECTION_ENTER}},
                {EVENT_ENTER, {.kind = DO_RAISE}},
                {EVENT_START, {.kind = DO_THREAD_START, .a = 1}},
                {EVENT_PREEMPT_TICK, {.kind = DO_PREEMPT_TICK}}},
     .depth = 3, .depth_long = 4},
    {"lazy-waits", 3, 1, 2, .models = LAZY, .border = 1, .ticks = 1,
     .events = E(START) | SECTIONS | SIGNALS | E(TICK) | TICKS, .semaphores = 1,
     .semaphore = {{0, false}}, .befores = 1,
     .before = {{EVENT_SECTION_ENTER, {.kind = DO_SECTION_ENTER}}}, .depth = 4, .depth_long = 5},
    {"lazy-slices", 2, 1, 3, .models = LAZY, .border = 1, .slice = 1,
     .events = TURNS | SECTIONS | E(TICK) | DISABLES | TICKS, .befores = 1,
     .before = {{EVENT_SECTION_ENTER, {.kind = DO_SECTION_ENTER}}}, .depth = 4, .depth_long = 5},
    {"lazy-locks", 3, 1, 3, .models = LAZY, .border = 2,
     .events = E(START) | SECTIONS | SPINLOCKS | DISABLES | TICKS, .spins = 1, .depth = 4,
     .depth_long = 6},
    {"drivers", 3, 1, 2, .models = VOLUNTARY | RT,
     .events = TURNS | SECTIONS | SPINLOCKS | DISABLES | LIVES | E(MODEL_SET), .spins = 1,
     .depth = 4, .depth_long = 5},
};

/* The least number of runs of the quick and of the long form. */
enum { PROMISED = 2000000, PROMISED_LONG = 30000000 };

int main(int argc, char **argv)
{
    return worlds_explore(worlds, sizeof worlds / sizeof worlds[0], PROMISED, PROMISED_LONG, argc,
                          argv);
}
