/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of user threads (limen/user_calls.h). On a board without user threads they are calls of
 * the kernel, and a handle is an index into the same table. */
#ifndef CALLS_H
#define CALLS_H

#include <limen/limen.h>

#if __has_include(<limen_user_port.h>)
#define SYSTEM_HAS_USER_THREADS 1
#include <limen/user.h>
#else
#define SYSTEM_HAS_USER_THREADS 0

typedef uint32_t lm_handle;

/* The object that the running thread was granted; NULL if the handle is none. */
void *granted_object(lm_handle handle);

static inline enum lm_status lm_user_semaphore_post(lm_handle handle)
{
    return lm_semaphore_post(granted_object(handle));
}

static inline enum lm_status lm_user_semaphore_wait(lm_handle handle, lm_timeout timeout)
{
    return lm_semaphore_wait(granted_object(handle), timeout);
}

static inline enum lm_status lm_user_queue_send(lm_handle handle, const void *message,
                                                lm_timeout timeout)
{
    return lm_queue_send(granted_object(handle), message, timeout);
}

static inline enum lm_status lm_user_queue_send_front(lm_handle handle, const void *message,
                                                      lm_timeout timeout)
{
    return lm_queue_send_front(granted_object(handle), message, timeout);
}

static inline enum lm_status lm_user_queue_receive(lm_handle handle, void *message,
                                                   lm_timeout timeout)
{
    return lm_queue_receive(granted_object(handle), message, timeout);
}

static inline enum lm_status lm_user_mutex_lock(lm_handle handle, lm_timeout timeout)
{
    return lm_mutex_lock(granted_object(handle), timeout);
}

static inline enum lm_status lm_user_mutex_unlock(lm_handle handle)
{
    return lm_mutex_unlock(granted_object(handle));
}

static inline enum lm_status lm_user_thread_exit(void)
{
    return lm_thread_terminate(lm_thread_self());
}

static inline enum lm_status lm_user_thread_yield(void)
{
    return lm_thread_yield();
}

static inline enum lm_status lm_user_thread_sleep(uint64_t ticks)
{
    return lm_thread_sleep(ticks);
}

static inline enum lm_status lm_user_thread_sleep_until(uint64_t instant)
{
    return lm_thread_sleep_until(instant);
}

static inline enum lm_status lm_user_thread_wait_period(void)
{
    return lm_thread_wait_period();
}

static inline enum lm_status lm_user_trace_user(uint16_t number, uint32_t value)
{
    lm_trace_user(number, value);
    return LM_OK;
}

enum lm_user_policy { LM_USER_END, LM_USER_RESTART, LM_USER_HALT };

enum {
    LM_MAY_POST_SEMAPHORE = 1,
    LM_MAY_WAIT_SEMAPHORE = 2,
    LM_MAY_SEND_QUEUE = 4,
    LM_MAY_RECEIVE_QUEUE = 8,
    LM_MAY_LOCK_MUTEX = 16
};

struct lm_user_grant {
    void *object;
    uint32_t rights;
};
#endif

#endif
