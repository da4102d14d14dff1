/* SPDX-License-Identifier: Apache-2.0 */
/* The world of the tests of user threads: an arena, whose upper half a thread may write, and
 * objects. */
#ifndef LIMEN_TESTS_USER_WORLD_H
#define LIMEN_TESTS_USER_WORLD_H

#include "scene.h"
#include <limen/user.h>
#include <string.h>

enum { ARENA = 512, STACK = 128 };
enum { OBJECTS = 16, RECORDS = 64, RECORD_BYTES = 16 };
enum { TRACE_WORDS = LM_TRACE_BYTES(OBJECTS, RECORDS) / sizeof(uint32_t) };

struct arena {
    _Alignas(ARENA) unsigned char bytes[ARENA];
};

extern struct arena arena;
extern struct lm_user_thread user;
extern struct lm_semaphore semaphore;
extern struct lm_queue queue;
extern uint64_t storage[2];
extern struct lm_mutex mutex;
extern struct lm_event_flags flags;
extern uint32_t trace_buffer[TRACE_WORDS];
extern const struct lm_user_area upper_half[1];

/* Once for each kernel. */
void create_objects(void);

/* A thread of priority 10, whose stack is at the begin of the upper half. */
struct lm_user_config configured(void (*entry)(void *));

/* Create a suspended thread, and delete it. Returns: the answer of the creation. */
enum lm_status create_and_delete(struct lm_user_config config);

void do_nothing(void *argument);

/* The number of trace records of this event with these numbers. The reader is written only from
 * spec/trace-format.md. */
unsigned count_records(unsigned event, unsigned a, uint32_t b);

#endif
