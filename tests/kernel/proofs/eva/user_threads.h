/* SPDX-License-Identifier: Apache-2.0 */
/* What a state of user threads is about: each has calls of its own. */
#ifndef EVA_USER_THREADS_H
#define EVA_USER_THREADS_H

enum granted_kind { NO_OBJECT, USER_THREAD, SEMAPHORE, QUEUE, MUTEX, EVENT_FLAGS };

extern enum granted_kind about;

/* The object of the handle. */
extern void *granted;

#endif
