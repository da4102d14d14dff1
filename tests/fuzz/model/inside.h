/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the model need of each other. */
#ifndef LIMEN_FUZZ_INSIDE_H
#define LIMEN_FUZZ_INSIDE_H

#include "model.h"

/* scheduling.c */
void count(struct model *model, int thread, enum counter counter); /* NOBODY: of all only */
int next_thread(const struct model *model);
bool is_ready(const struct model *model, int thread);
void make_ready(struct model *model, int thread);
void take_from_ready(struct model *model, int thread);
void requeue(struct model *model, int thread); /* it gives its level up */
void refresh(struct model *model);             /* what is in force may have changed */
void dispatch(struct model *model);
void set_slice(struct model *model, int thread, uint32_t ticks);
void end_slice(struct model *model);
/* The end of a locked section: switch, now or later. */
void unlock(struct model *model);

/* waiting.c */
struct line *line_of(struct model *model, enum wait wait, int object);
void line_insert(struct model *model, struct line *line, int thread);
void line_remove(struct line *line, int thread);
void line_prioritize(const struct model *model, struct line *line);
uint64_t instant_of(const struct model *model, uint32_t timeout);
uint64_t expiry_of(const struct model *model, uint64_t instant);
void begin_wait(struct model *model, enum wait wait, int object);
void begin_wait_until(struct model *model, enum wait wait, int object, uint64_t instant);
/* In the line of an object, unless the timeout forbids it. Returns: OK or what forbids it. */
enum status wait_in_line(struct model *model, enum wait wait, int object, uint32_t timeout);
void leave_wait(struct model *model, int thread);
void end_wait(struct model *model, int thread, enum status status, uint32_t value);
void stop_thread(struct model *model, int thread);

/* time.c */
bool ring(struct model *model, struct frame *frame); /* false: all is done */
uint64_t next_timeout(const struct model *model);
uint64_t next_alarm(const struct model *model);
unsigned urgency(const struct model *model);
bool alarm_may_come(const struct model *model);
/* What is due now happens before the switch. */
bool is_end_of_instant(const struct model *model);
void work(struct model *model, struct activity *activity);

/* model.c */
struct activity *current(struct model *model);
void push(struct context *context, enum step step, enum place place, int number, unsigned offs);
void pop(struct model *model);
void tell(struct model *model, enum step how, enum group group, int object);

/* deleting.c */
void delete_object(struct model *model, enum group group, int number);
void go_on_deleting(struct model *model, struct activity *activity);

/* threads.c, mutexes.c, memory.c */
void enable_preemption(struct model *model);
void terminate(struct model *model, int thread, bool returned);
void release_mutexes(struct model *model, int thread);
bool serve_bytes(struct model *model, int pool);

/* Operations: each answers, or makes the running thread wait. */
struct answer perform_context(struct model *model, const struct operation *operation);
struct answer perform_thread(struct model *model, const struct operation *operation);
struct answer perform_semaphore(struct model *model, const struct operation *operation);
struct answer perform_mutex(struct model *model, const struct operation *operation);
struct answer perform_queue(struct model *model, const struct operation *operation);
struct answer perform_flags(struct model *model, const struct operation *operation);
struct answer perform_blocks(struct model *model, const struct operation *operation);
struct answer perform_bytes(struct model *model, const struct operation *operation);
struct answer perform_timer(struct model *model, const struct operation *operation);

static inline struct answer plain(enum status status)
{
    return (struct answer){.status = status};
}

#endif
