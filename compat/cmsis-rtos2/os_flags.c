/* SPDX-License-Identifier: Apache-2.0 */
/* Flags of threads, and event flags: notices, of which each waiting thread is examined with what
 * those before it have left. */
#include "os.h"

static bool is_error(uint32_t flags)
{
    return (flags & osFlagsError) != 0;
}

/* The lock of a call on flags. With several cores a native call takes it. */
static inline lm_lock_key lock(void)
{
    return LM_CORES_OR(0, lm_lock());
}

static inline void unlock(lm_lock_key key)
{
    (void)key;
    LM_CORES_OR(, lm_port_unlock(key);)
}

static uint32_t answer(enum lm_status status, const struct lm_notice_request *wait,
                       uint32_t timeout)
{
    return status == LM_OK ? wait->found
                           : (uint32_t)os_status(status, timeout); /* errors have these numbers */
}

static struct lm_notice_request request(uint32_t flags, uint32_t options)
{
    return (struct lm_notice_request){
        .wanted = flags,
        .clear = (options & osFlagsNoClear) != 0 ? 0 : flags,
        .mode = (options & osFlagsWaitAll) != 0 ? LM_NOTICE_ALL : LM_NOTICE_ANY,
    };
}

static LM_LAYER_OTHERWISE uint32_t wait_for(struct lm_notice *notice, uint32_t flags,
                                            uint32_t options, uint32_t timeout)
{
    struct lm_notice_request wait = request(flags, options);
    lm_timeout native = os_waits_for_ever(timeout) ? LM_FOREVER : os_timeout(timeout);

    OS_REQUIRE(!is_error(flags), osFlagsErrorParameter);
    if (flags == 0 && wait.mode == LM_NOTICE_ALL) { /* satisfied by any flag, and clears none */
        wait.wanted = ~osFlagsError;
        wait.mode = LM_NOTICE_ANY;
    }
    return answer(lm_notice_wait(notice, &wait, native), &wait, timeout);
}

/* The caller is a thread. Context: the lock, which it frees. */
static LM_LAYER_OTHERWISE uint32_t wait_in(struct lm_notice *notice, uint32_t flags,
                                           uint32_t options, uint32_t timeout)
{
    bool is_there = options != osFlagsWaitAny && (notice->value & flags) != 0; /* perhaps all */

    if (!LM_LAYER_USUALLY(timeout == osWaitForever && !is_there &&
                          lm_cpu()->running->preempt_disabled == 0)) {
        lm_port_unlock(0);
        return wait_for(notice, flags, options, timeout);
    }
    struct lm_notice_request wait = request(flags, options);

    return answer(lm_notice_wait_in(notice, &wait, LM_FOREVER), &wait, osWaitForever);
}

/* The usual wait: one of the flags is there. Context: the lock with this key, which it frees. */
static inline uint32_t wait_usually(struct lm_notice *notice, uint32_t flags, uint32_t options,
                                    uint32_t timeout, lm_lock_key key)
{
    if (LM_LAYER_USUALLY(options == osFlagsWaitAny && (notice->value & flags) != 0)) {
        return lm_notice_take_at_once(notice, flags, flags, key);
    }
    if (timeout != 0) {
        return wait_in(notice, flags, options, timeout);
    }
    lm_port_unlock(key);
    return wait_for(notice, flags, options, 0);
}

/* Returns: the flags that are set, as in RTX5, because no thread has run when the call of an
 * interrupt returns. */
static LM_LAYER_OTHERWISE uint32_t serve_in_interrupt(struct lm_notice *notice, lm_lock_key key)
{
    uint32_t value = notice->value;

    (void)lm_notice_serve(notice, key);
    return value;
}

/* set with several cores. */
static LM_ONLY_SHARED uint32_t set_on_cores(struct lm_notice *notice, uint32_t flags)
{
    uint32_t value = lm_notice_value(notice) | flags;
    uint32_t left = lm_notice_signal(notice, flags);

    return lm_in_interrupt() ? value : left;
}

/* Set flags, and free the lock. Returns: the flags that the threads that wait have left, or as
 * serve_in_interrupt. */
static inline uint32_t set(struct lm_notice *notice, uint32_t flags, lm_lock_key key)
{
    LM_IF_CORES(return set_on_cores(notice, flags);)
    lm_notice_give(notice, notice->value | flags, flags);
    if (!LM_LAYER_USUALLY(notice->waiters.first == NULL)) {
        return key != 0 || lm_port_in_interrupt() ? serve_in_interrupt(notice, key)
                                                  : lm_notice_serve(notice, 0);
    }
    uint32_t value = notice->value;

    lm_port_unlock(key);
    return value;
}

static uint32_t clear(struct lm_notice *notice, uint32_t flags)
{
    uint32_t before = 0;

    OS_REQUIRE(!is_error(flags), osFlagsErrorParameter);
    (void)lm_notice_clear(notice, flags, &before);
    return before;
}

/* The flags are an error, or the pointer is not to a thread that has flags. Context: the lock with
 * this key, which it frees. */
static LM_LAYER_OTHERWISE uint32_t refuse(const osRtxThread_t *thread, uint32_t flags,
                                          lm_lock_key key)
{
    unlock(key);
    return os_is_thread(thread) && !is_error(flags) ? osFlagsErrorResource : osFlagsErrorParameter;
}

uint32_t osThreadFlagsSet(osThreadId_t thread, uint32_t flags)
{
    lm_lock_key key = lock();

    bool is_right = thread != NULL && !thread->has_ended && !is_error(flags);

    if (__builtin_expect(is_right && os_may_be_thread(thread), 1)) {
        return set(&thread->notice, flags, key);
    }
    return refuse(thread, flags, key);
}

uint32_t osThreadFlagsClear(uint32_t flags)
{
    osThreadId_t thread = osThreadGetId();

    OS_REQUIRE_NO_ISR(osFlagsErrorISR);
    OS_REQUIRE(thread != NULL, osFlagsErrorUnknown);
    return clear(&thread->notice, flags);
}

uint32_t osThreadFlagsGet(void)
{
    osThreadId_t thread = osThreadGetId();

    return thread == NULL || os_in_interrupt() ? 0 : lm_notice_value(&thread->notice);
}

static LM_LAYER_OTHERWISE uint32_t wait(uint32_t flags, uint32_t options, uint32_t timeout)
{
    osThreadId_t thread = osThreadGetId();

    OS_REQUIRE_NO_ISR(osFlagsErrorISR);
    OS_REQUIRE(thread != NULL, osFlagsErrorUnknown);
    return wait_for(&thread->notice, flags, options, timeout);
}

uint32_t osThreadFlagsWait(uint32_t flags, uint32_t options, uint32_t timeout)
{
    lm_lock_key key = lm_layer_lock();
    osThreadId_t thread = lm_layer_usual_self(key);

    if (LM_LAYER_USUALLY(thread != NULL && flags != 0 && !is_error(flags))) {
        return wait_usually(&thread->notice, flags, options, timeout, key);
    }
    lm_layer_unlock(key);
    return wait(flags, options, timeout);
}

osEventFlagsId_t os_event_flags_new(const osEventFlagsAttr_t *attr, os_limen_take *take)
{
    const struct os_attr *given = os_attr(attr);
    struct lm_layer_parts parts;
    osEventFlagsId_t object = os_block(&parts, given, sizeof *object, 0, take);

    OS_REQUIRE(object != NULL, NULL);
    object->owns = parts.owns;
    OS_CREATE(given, lm_notice_create_shared(&object->native, given->name),
              lm_notice_create(&object->native, given->name));
    return object;
}

OS_GET_NAME(osEventFlagsGetName, osEventFlagsId_t, LM_KIND_NOTICE)
OS_GET(uint32_t, osEventFlagsGet, osEventFlagsId_t, LM_KIND_NOTICE,
       lm_notice_value(&object->native), 0)

uint32_t osEventFlagsSet(osEventFlagsId_t object, uint32_t flags)
{
    lm_lock_key key = lock();

    bool is_object = LM_CORES_OR(OS_IS(object, LM_KIND_NOTICE), OS_IS_USUAL(object));

    if (__builtin_expect(is_object && !is_error(flags), 1)) {
        return set(&object->native, flags, key);
    }
    unlock(key);
    return osFlagsErrorParameter;
}

uint32_t osEventFlagsClear(osEventFlagsId_t object, uint32_t flags)
{
    OS_REQUIRE(OS_IS(object, LM_KIND_NOTICE), osFlagsErrorParameter);
    return clear(&object->native, flags);
}

static LM_LAYER_OTHERWISE uint32_t wait_any(osEventFlagsId_t object, uint32_t flags,
                                            uint32_t options, uint32_t timeout)
{
    osStatus_t context = os_check_timeout(timeout);

    OS_REQUIRE(context == osOK, (uint32_t)context); /* the same numbers as osFlagsError... */
    OS_REQUIRE(OS_IS(object, LM_KIND_NOTICE), osFlagsErrorParameter);
    return wait_for(&object->native, flags, options, timeout);
}

uint32_t osEventFlagsWait(osEventFlagsId_t object, uint32_t flags, uint32_t options,
                          uint32_t timeout)
{
    lm_lock_key key = lm_layer_lock();

    if (LM_LAYER_USUALLY(os_may_wait(timeout, key) && OS_IS_USUAL(object) && flags != 0 &&
                         !is_error(flags))) {
        return wait_usually(&object->native, flags, options, timeout, key);
    }
    lm_layer_unlock(key);
    return wait_any(object, flags, options, timeout);
}

osStatus_t osEventFlagsDelete(osEventFlagsId_t object)
{
    OS_REQUIRE_OK(os_check(OS_IS(object, LM_KIND_NOTICE)));
    OS_REQUIRE_ONE_CORE(object);
    os_begin_deletion();
    (void)lm_notice_delete(&object->native);
    os_forget(&object->native.waiters);
    os_give(object, NULL, object->owns);
    os_end_deletion();
    return osOK;
}
