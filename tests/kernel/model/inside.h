/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the parts of the model share. */
#ifndef LIMEN_MODEL_INSIDE_H
#define LIMEN_MODEL_INSIDE_H

#include "model.h"

/* schedule.c */
void count(struct model *model, int thread, enum counter counter); /* NOBODY: for the system only */
void make_ready(struct model *model, int thread);
void take_from_ready(struct model *model, int thread);
void requeue(struct model *model, int thread);               /* the thread gives up its level */
void lower(struct model *model, int thread, unsigned level); /* it stays ahead of its peers */
void refresh(struct model *model); /* its effective priority may have changed */
void dispatch(struct model *model);
void set_slice(struct model *model, int thread, uint32_t ticks);
void end_slice(struct model *model);
unsigned own_threshold(const struct thread *thread);
unsigned more_urgent(unsigned a, unsigned b);
/* The end of a locked section: switch, now or later. */
void unlock(struct model *model);

/* wait.c */
void list_insert(struct model *model, struct object *object, int thread);
void list_remove(struct list *list, int thread);
void list_prioritize(const struct model *model, struct list *list);
struct object *waits_for(struct model *model, int thread); /* NULL: for no object */
uint64_t instant_of(const struct model *model, uint32_t timeout);
uint64_t expiry_of(const struct model *model, uint64_t instant);
void begin_wait(struct model *model, enum wait wait, int object);
void begin_wait_until(struct model *model, enum wait wait, int object, uint64_t instant);
/* Wait for an object, unless the timeout or the context forbids it. Returns: OK, or the reason why
 * not. */
enum status wait_for(struct model *model, enum wait wait, int object, uint32_t timeout);
void leave_wait(struct model *model, int thread);
void end_wait(struct model *model, int thread, enum status status, uint32_t value);
void stop_thread(struct model *model, int thread);

/* time.c */
bool serve_alarm(struct model *model, struct frame *frame); /* false: all is done */
unsigned urgency(const struct model *model);
bool alarm_may_come(const struct model *model);
/* Are due events handled before the switch? */
bool is_end_of_instant(const struct model *model);

/* Is the alarm due on a port that does not let the running thread complete its calls first? */
bool alarm_is_prompt(const struct model *model);
void work(struct model *model, struct activity *activity);

/* model.c */
struct activity *current(struct model *model);

/* objects.c */
struct object *object_at(struct model *model, enum group group, int number);
struct object *object_find(struct model *model, enum group group, uint32_t number); /* or NULL */
void go_on_deleting(struct model *model, struct activity *activity);

/* Begin a long call: other threads do not run from its first step to its last one. */
void begin_long_call(struct model *model, struct activity *activity);
void end_long_call(struct model *model, struct activity *activity);
bool is_in_long_call(const struct model *model, int thread);

/* context.c, threads.c, mutexes.c, memory.c, spinlocks.c */
void allow_preemption(struct model *model); /* again, unless something else prevents it */
void terminate(struct model *model, int thread, bool returned);
void terminate_now(struct model *model, struct activity *activity); /* ENDS */
void release_mutexes(struct model *model, int thread);
bool has_wanted_mutexes(struct model *model, int thread);    /* or several */
void note_urgency(struct model *model, struct mutex *mutex); /* its waiters may have changed */
enum status lock_mutex(struct model *model, int number, uint32_t timeout);
void give_up(struct model *model, struct mutex *mutex);
bool closes_circle(const struct model *model, int mutex, int thread);
bool serve_bytes(struct model *model, int pool);
void give_bytes(struct model *model, struct activity *activity); /* GIVES */
void go_on_flushing(struct model *model, struct activity *activity);
void go_on_setting(struct model *model, struct activity *activity);
void take_spin(struct model *model, int spin, enum hold hold);
void release_spins(struct model *model, int thread);

/* Operations: each returns an answer, or makes the running thread wait. */
struct answer perform_context(struct model *model, const struct operation *operation);
struct answer perform_thread(struct model *model, const struct operation *operation);
struct answer perform_timer(struct model *model, const struct operation *operation);
struct answer perform_section(struct model *model, const struct operation *operation);
struct answer perform_spin(struct model *model, const struct operation *operation);
struct answer perform_object(struct model *model, const struct operation *operation);

/* Operations on an object that exists, except those that all objects have; and its creation, which
 * returns whether the arguments are valid. */
struct answer perform_semaphore(struct model *model, const struct operation *operation);
struct answer perform_mutex(struct model *model, const struct operation *operation);
struct answer perform_queue(struct model *model, const struct operation *operation);
struct answer perform_flags(struct model *model, const struct operation *operation);
struct answer perform_blocks(struct model *model, const struct operation *operation);
struct answer perform_bytes(struct model *model, const struct operation *operation);

enum status create_semaphore(struct model *model, const struct operation *operation);
enum status create_mutex(struct model *model, const struct operation *operation);
enum status create_queue(struct model *model, const struct operation *operation);
enum status create_flags(struct model *model, const struct operation *operation);
enum status create_blocks(struct model *model, const struct operation *operation);
enum status create_bytes(struct model *model, const struct operation *operation);

static inline struct activity new_activity(enum place place, int number)
{
    return (struct activity){.step = BEGINS, .place = place, .number = number};
}

static inline struct answer plain(enum status status)
{
    return (struct answer){.status = status};
}

/* The head of a new object. */
static inline struct object new_object(const struct operation *operation)
{
    return (struct object){.exists = true, .by_priority = operation->c == 1};
}

#endif
