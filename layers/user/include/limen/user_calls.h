/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of user threads: what a handle allows, and a function for each call.
 * Generated from spec/calls.json: make format. */
#ifndef LIMEN_USER_CALLS_H
#define LIMEN_USER_CALLS_H

#include <limen/event_flags.h>
#include <limen/status.h>
#include <limen/time.h>
#include <limen_user_port.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An index into the grants of the thread that makes the call. */
typedef uint32_t lm_handle;

/* Rights of a grant. */
#define LM_MAY_POST_SEMAPHORE UINT32_C(0x00000001)
#define LM_MAY_WAIT_SEMAPHORE UINT32_C(0x00000006)
#define LM_MAY_SEND_QUEUE UINT32_C(0x00000038)
#define LM_MAY_RECEIVE_QUEUE UINT32_C(0x000000C0)
#define LM_MAY_LOCK_MUTEX UINT32_C(0x00000700)
#define LM_MAY_SET_EVENT_FLAGS UINT32_C(0x00001800)
#define LM_MAY_WAIT_EVENT_FLAGS UINT32_C(0x00002000)

struct lm_user_event_flags_wait_arguments {
    uint32_t wanted;
    enum lm_event_mode mode;
    uint32_t *found;
    lm_timeout timeout;
};

/* Context of all: a user thread. Returns: what the kernel's function of the same name
 * returns; LM_BAD_OBJECT: the handle is none, or lacks the right; LM_BAD_ARGUMENT: a
 * buffer is not in the regions of the thread. */
static inline enum lm_status lm_user_semaphore_post(lm_handle handle)
{
    return lm_user_call_word(1, handle);
}

static inline enum lm_status lm_user_semaphore_wait_forever(lm_handle handle)
{
    return lm_user_call_word(2, handle);
}

static inline enum lm_status lm_user_semaphore_wait(lm_handle handle, lm_timeout timeout)
{
    return lm_user_call_word_long(3, handle, timeout);
}

static inline enum lm_status lm_user_queue_send_forever(lm_handle handle, const void *message)
{
    return lm_user_call_words(4, handle, (uintptr_t)message);
}

static inline enum lm_status lm_user_queue_send(lm_handle handle, const void *message,
                                                lm_timeout timeout)
{
    return lm_user_call_words_long(5, handle, (uintptr_t)message, timeout);
}

static inline enum lm_status lm_user_queue_send_front(lm_handle handle, const void *message,
                                                      lm_timeout timeout)
{
    return lm_user_call_words_long(6, handle, (uintptr_t)message, timeout);
}

static inline enum lm_status lm_user_queue_receive_forever(lm_handle handle, void *message)
{
    return lm_user_call_words(7, handle, (uintptr_t)message);
}

static inline enum lm_status lm_user_queue_receive(lm_handle handle, void *message,
                                                   lm_timeout timeout)
{
    return lm_user_call_words_long(8, handle, (uintptr_t)message, timeout);
}

static inline enum lm_status lm_user_mutex_lock_forever(lm_handle handle)
{
    return lm_user_call_word(9, handle);
}

static inline enum lm_status lm_user_mutex_lock(lm_handle handle, lm_timeout timeout)
{
    return lm_user_call_word_long(10, handle, timeout);
}

static inline enum lm_status lm_user_mutex_unlock(lm_handle handle)
{
    return lm_user_call_word(11, handle);
}

static inline enum lm_status lm_user_event_flags_set(lm_handle handle, uint32_t bits)
{
    return lm_user_call_words(12, handle, bits);
}

static inline enum lm_status lm_user_event_flags_clear(lm_handle handle, uint32_t bits)
{
    return lm_user_call_words(13, handle, bits);
}

static inline enum lm_status lm_user_event_flags_wait(lm_handle handle, uint32_t wanted,
                                                      enum lm_event_mode mode, uint32_t *found,
                                                      lm_timeout timeout)
{
    struct lm_user_event_flags_wait_arguments arguments = {wanted, mode, found, timeout};

    return lm_user_call_words(14, handle, (uintptr_t)&arguments);
}

static inline enum lm_status lm_user_thread_exit(void)
{
    return lm_user_call_nothing(64);
}

static inline enum lm_status lm_user_thread_yield(void)
{
    return lm_user_call_nothing(65);
}

static inline enum lm_status lm_user_thread_sleep(uint64_t ticks)
{
    return lm_user_call_long(66, ticks);
}

static inline enum lm_status lm_user_thread_sleep_until(uint64_t instant)
{
    return lm_user_call_long(67, instant);
}

static inline enum lm_status lm_user_thread_wait_period(void)
{
    return lm_user_call_nothing(68);
}

static inline enum lm_status lm_user_trace_user(uint16_t number, uint32_t value)
{
    return lm_user_call_words(69, number, value);
}

#ifdef __cplusplus
}
#endif

#endif
