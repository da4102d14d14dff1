/* SPDX-License-Identifier: Apache-2.0 */
/* What the states of several cores share. */
#ifndef EVA_SEVERAL_H
#define EVA_SEVERAL_H

#include <limen/object.h>

struct lm_thread;

/* What a state is about: each has calls of its own. */
enum several_kind {
    NO_SHARED_OBJECT,
    SHARED_SEMAPHORE,
    SHARED_QUEUE,
    SHARED_MUTEX,
    SHARED_FLAGS,
    SHARED_POOL,
    REMOTE_THREAD,
    INBOX
};

/* Two threads of the other core. */
extern struct lm_thread remote, other_remote;

/* What the state is about. */
extern enum several_kind about;

/* The other core has the shared lock. */
void let_other_core_lock(void);

/* Let the thread wait for a shared object. */
void wait_shared(struct lm_thread *thread, struct lm_wait_list *list, void *data);

/* Begin a shape. */
void begin_shared_semaphore(unsigned shape);
void begin_shared_queue(unsigned shape);
void begin_shared_mutex(unsigned shape);
void begin_shared_flags(unsigned shape);
void begin_shared_pool(unsigned shape);
void begin_remote_thread(unsigned shape);
void begin_inbox(unsigned shape);

#endif
