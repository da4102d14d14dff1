/* SPDX-License-Identifier: Apache-2.0 */
/* The results of kernel calls. Outcomes that a correct program has to expect come first. The values
 * from LM_BAD_ARGUMENT on mean that the caller is wrong; only the checked library checks for them.
 * In the libraries with trace each of them is an event, even if the program ignores it.
 *
 * For all calls of the checked libraries: a pointer to an object may be NULL, or point to memory in
 * which no object was created, to an object that was deleted, or to an object of another kind. Then
 * the call changes nothing, and
 *
 *   a call that returns a status    returns LM_BAD_OBJECT, or what its header says
 *   one that returns a value        returns 0, false or NULL
 *   one that returns nothing        does nothing
 *
 * A call returns LM_BAD_ARGUMENT if any other pointer is NULL that must not be NULL. The kernel
 * recognises objects by a mark in them, mostly one byte. So memory that has been overwritten, and
 * memory of another kind that has this byte by chance, can be taken for an object. A call that
 * creates an object only finds out whether one of the same kind exists there.
 */
#ifndef LIMEN_STATUS_H
#define LIMEN_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

enum lm_status {
    LM_OK,          /* done */
    LM_TIMEOUT,     /* the wait ended because its time had passed */
    LM_DELETED,     /* the object was deleted while the caller waited for it */
    LM_UNAVAILABLE, /* the call would have to wait, and its timeout is LM_NO_WAIT */
    LM_OVERRUN,     /* the next release had already passed: the job begins late */
    LM_ABORTED,     /* another thread ended the wait: lm_thread_abort_wait */

    LM_BAD_ARGUMENT, /* a null pointer, a size of zero, a number out of its range */
    LM_BAD_OBJECT,   /* not an object of this kind: never created, deleted, or overwritten */
    LM_BAD_CONTEXT,  /* a call that may wait in an interrupt, or while preemption is disabled */
    LM_BAD_STATE,    /* the object's state does not allow it: resume of a thread that runs ... */
    LM_NOT_OWNER,    /* the mutex belongs to another thread, or to none */
    LM_DEADLOCK,     /* the wait would close a circle of threads that wait for each other */
    LM_TOO_MANY,     /* a counter would overflow */

    LM_OWNER_DIED /* not a mistake of the caller: it has the mutex, but the user thread that had it
                   * last was ended by a fault: the data may be half written (limen/user.h) */
};

/* The name of a status, as it is written in this file. Context: any. Cost: O(1). */
const char *lm_status_name(enum lm_status status);

#ifdef __cplusplus
}
#endif

#endif
