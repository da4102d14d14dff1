/* SPDX-License-Identifier: Apache-2.0 */
/* The functions behind the gate: they check the buffers of a call.
 * Generated from spec/calls.json: make format. */
#include "behind.h"
#include <limen/limen.h>
#include <limen/user.h>

static enum lm_status queue_send_forever(struct lm_queue *object, const void *message)
{
    if (!lm_user_may_read(message, object->message_bytes)) {
        return LM_BAD_ARGUMENT;
    }
    return (lm_queue_send_forever)(object, message);
}

static enum lm_status queue_send(struct lm_queue *object, const void *message, lm_timeout timeout)
{
    if (!lm_user_may_read(message, object->message_bytes)) {
        return LM_BAD_ARGUMENT;
    }
    return (lm_queue_send)(object, message, timeout);
}

static enum lm_status queue_send_front(struct lm_queue *object, const void *message,
                                       lm_timeout timeout)
{
    if (!lm_user_may_read(message, object->message_bytes)) {
        return LM_BAD_ARGUMENT;
    }
    return (lm_queue_send_front)(object, message, timeout);
}

static enum lm_status queue_receive_forever(struct lm_queue *object, void *message)
{
    if (!lm_user_may_write(message, object->message_bytes)) {
        return LM_BAD_ARGUMENT;
    }
    return (lm_queue_receive_forever)(object, message);
}

static enum lm_status queue_receive(struct lm_queue *object, void *message, lm_timeout timeout)
{
    if (!lm_user_may_write(message, object->message_bytes)) {
        return LM_BAD_ARGUMENT;
    }
    return (lm_queue_receive)(object, message, timeout);
}

static enum lm_status event_flags_wait(struct lm_event_flags *object,
                                       const struct lm_user_event_flags_wait_arguments *given)
{
    struct lm_user_event_flags_wait_arguments arguments;

    if (!lm_user_copy(&arguments, given, sizeof arguments)) {
        return LM_BAD_ARGUMENT;
    }
    if (!lm_user_is_place(arguments.found, sizeof *arguments.found,
                          _Alignof(__typeof__(*arguments.found)))) {
        return LM_BAD_ARGUMENT;
    }
    return (lm_event_flags_wait)(object, arguments.wanted, arguments.mode, arguments.found,
                                 arguments.timeout);
}

static enum lm_status trace_user(uint16_t number, uint32_t value)
{
    (lm_trace_user)(number, value);
    return LM_OK;
}

lm_user_function const lm_user_object_calls[15] = {
    [1] = (lm_user_function)lm_semaphore_post,
    [2] = (lm_user_function)lm_semaphore_wait_forever,
    [3] = (lm_user_function)lm_semaphore_wait,
    [4] = (lm_user_function)queue_send_forever,
    [5] = (lm_user_function)queue_send,
    [6] = (lm_user_function)queue_send_front,
    [7] = (lm_user_function)queue_receive_forever,
    [8] = (lm_user_function)queue_receive,
    [9] = (lm_user_function)lm_mutex_lock_forever,
    [10] = (lm_user_function)lm_mutex_lock,
    [11] = (lm_user_function)lm_mutex_unlock,
    [12] = (lm_user_function)lm_event_flags_set,
    [13] = (lm_user_function)lm_event_flags_clear,
    [14] = (lm_user_function)event_flags_wait,
};

lm_user_function const lm_user_plain_calls[6] = {
    [0] = (lm_user_function)lm_thread_exit,        [1] = (lm_user_function)lm_thread_yield,
    [2] = (lm_user_function)lm_thread_sleep,       [3] = (lm_user_function)lm_thread_sleep_until,
    [4] = (lm_user_function)lm_thread_wait_period, [5] = (lm_user_function)trace_user,
};

const struct lm_user_kind lm_user_kinds[] = {
    {UINT32_C(0x00000007), LM_KIND_SEMAPHORE, offsetof(struct lm_semaphore, object)},
    {UINT32_C(0x000000F8), LM_KIND_QUEUE, offsetof(struct lm_queue, object)},
    {UINT32_C(0x00000700), LM_KIND_MUTEX, offsetof(struct lm_mutex, object)},
    {UINT32_C(0x00003800), LM_KIND_EVENT_FLAGS, offsetof(struct lm_event_flags, object)},
    {0, 0, 0},
};
