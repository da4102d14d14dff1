/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the model need of each other. */
#ifndef LIMEN_FUZZ_INSIDE_H
#define LIMEN_FUZZ_INSIDE_H

#include "model.h"

/* scheduling.c */
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
uint64_t instant_of(const struct model *model, uint32_t timeout);
void begin_wait(struct model *model, enum wait wait, int object);
void begin_wait_until(struct model *model, enum wait wait, int object, uint64_t instant);
/* In the line of an object, unless the timeout forbids it. Returns: false then. */
bool wait_in_line(struct model *model, enum wait wait, int object, uint32_t timeout);
void leave_wait(struct model *model, int thread);
void end_wait(struct model *model, int thread, enum status status, uint32_t value);
void stop_thread(struct model *model, int thread);
void tell_all_deleted(struct model *model, struct line *line);

/* threads.c */
void release_job(struct model *model, int thread);
enum status terminate(struct model *model, int thread);

/* Operations: each answers, or makes the running thread wait. */
struct answer perform_self(struct model *model, const struct operation *operation);
struct answer perform_thread(struct model *model, const struct operation *operation);
struct answer perform_semaphore(struct model *model, const struct operation *operation);
struct answer perform_queue(struct model *model, const struct operation *operation);

static inline struct answer plain(enum status status)
{
    return (struct answer){.status = status};
}

#endif
