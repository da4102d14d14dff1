/* SPDX-License-Identifier: Apache-2.0 */
/* All reachable states of a small world.
 *
 * A state is that of the kernel's own memory and of the model together. Beginning with each task
 * set, every event that is possible happens to every state; the kernel and the model are compared
 * in each new state. The search ends when no state is new. So it covers sequences of events
 * of any length, while the sweeps of worlds/ cover all sequences up to some length.
 *
 * key.c defines a state. Two states that differ only in data that it leaves out count as one.
 */
#ifndef LIMEN_TESTS_REACH_H
#define LIMEN_TESTS_REACH_H

#include "worlds/world/world.h"

/* memory.c: the memory of both sides. */

enum { MEMORY_MAX = 1 << 15 };

void memory_begin(const struct world *world);

/* Copy it. Returns: the number of bytes, which does not change. */
size_t memory_save(const struct model *model, unsigned char *bytes);
void memory_load(struct model *model, const unsigned char *bytes);

/* Remember the first state; and check that the memory that is not copied is as it was then. */
void memory_remember(const struct model *model);
void memory_check(const struct model *model);

struct key {
    uint64_t low, high;
};

/* key.c: a hash of the data that determines all future events. Never 0, 0. */
struct key memory_key(const struct world *world, const struct model *model);

/* May the clock tick? The clock must not go ahead of the instant up to which timeouts are served,
 * or of the releases of periodic threads, without a limit: the number of states would not be
 * finite. */
bool memory_time_may_pass(const struct world *world, const struct model *model);

/* audit.c: the audit of the kernel (limen/audit.h) finds no damage. */
void audit_state(void);

/* store.c: the states that were found, and those that wait for their events. */

void store_begin(const unsigned char *initial, size_t bytes);

/* Was the state of this key found? */
bool store_has(struct key key);

/* Add a new state. parent: its number, and the event that led here. */
void store_add(struct key key, const unsigned char *bytes, uint32_t parent, uint16_t event);

/* The next state in the order of their discovery. Returns: false if there is none. */
bool store_take(unsigned char *bytes, uint32_t *number);

uint32_t store_count(void);

/* How the state was reached: its parent and the event. */
uint32_t store_parent(uint32_t number, uint16_t *event);

#define NO_PARENT UINT32_MAX

#endif
