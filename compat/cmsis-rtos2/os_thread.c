/* SPDX-License-Identifier: Apache-2.0 */
/* Threads. */
#include "os.h"

static bool is_thread(const osRtxThread_t *thread)
{
    return OS_IS(thread, LM_KIND_THREAD) && (!thread->has_ended || thread->joinable);
}

static bool is_priority(osPriority_t priority)
{
    return priority >= osPriorityIdle && priority <= osPriorityISR;
}

/* The smallest stack, and its unit, are those of the reference. */
static bool is_stack(const void *stack, uint32_t bytes)
{
    if (stack != NULL) {
        OS_REQUIRE((uintptr_t)stack % 8 == 0 && bytes != 0, false);
    }
    return bytes == 0 || (bytes % 8 == 0 && bytes >= 72 && bytes <= 0x7FFFFFFFU);
}

static osThreadAttr_t attributes(const osThreadAttr_t *attr)
{
    osThreadAttr_t copy = {0};

    if (attr != NULL) {
        copy = *attr;
    }
    if (copy.priority == osPriorityNone) {
        copy.priority = osPriorityNormal;
    }
    return copy;
}

static bool may_create(osThreadFunc_t func, const osThreadAttr_t *attr)
{
    const uint32_t both = osThreadUnprivileged | osThreadPrivileged;
    struct os_attr first = os_attr(attr);

    return func != NULL && (attr->attr_bits & both) != both &&
           os_may_create(&first, sizeof(osRtxThread_t)) &&
           is_stack(attr->stack_mem, attr->stack_size) && is_priority(attr->priority);
}

osThreadId_t osThreadNew(osThreadFunc_t func, void *argument, const osThreadAttr_t *attr)
{
    osThreadAttr_t given = attributes(attr);

    OS_REQUIRE(may_create(func, &given), NULL);
    struct lm_layer_parts parts = {
        .block = given.cb_mem,
        .data = given.stack_mem,
        .block_bytes = sizeof(osRtxThread_t),
        .data_bytes = given.stack_size != 0 ? given.stack_size : OS_STACK_BYTES,
    };
    struct lm_layer_thread_config config = {
        .name = given.name,
        .function = func,
        .argument = argument,
        .priority = (uint16_t)LM_LEVEL_OF(given.priority),
        .slice_ticks = OS_ROBIN_TICKS,
        .joinable = (given.attr_bits & osThreadJoinable) != 0,
    };
    lm_layer_thread_free_ended();
    OS_REQUIRE(lm_layer_parts_take(&parts), NULL);
    if (!lm_layer_thread_create(parts.block, &parts, &config)) {
        lm_layer_parts_give(parts.block, parts.data, parts.owns);
        return NULL;
    }
    return parts.block;
}

const char *osThreadGetName(osThreadId_t thread_id)
{
    osRtxThread_t *thread = thread_id;

    OS_REQUIRE(is_thread(thread), NULL);
    return os_name(&thread->native.object);
}

osThreadId_t osThreadGetId(void)
{
    return lm_layer_thread_self();
}

osThreadState_t osThreadGetState(osThreadId_t thread_id)
{
    osRtxThread_t *thread = thread_id;
    struct lm_thread_info info;

    OS_REQUIRE(!lm_layer_in_interrupt() && is_thread(thread), osThreadError);
    OS_REQUIRE(!thread->has_ended, osThreadTerminated);
    OS_REQUIRE(lm_thread_get_info(&thread->native, &info) == LM_OK, osThreadError);
    switch (info.state) {
    case LM_READY:
        return thread == osThreadGetId() ? osThreadRunning : osThreadReady;
    case LM_RUNNING:
        return osThreadRunning;
    default:
        return osThreadBlocked;
    }
}

uint32_t osThreadGetStackSize(osThreadId_t thread_id)
{
    osRtxThread_t *thread = thread_id;

    OS_REQUIRE(!lm_layer_in_interrupt() && is_thread(thread), 0);
    return thread->stack_bytes;
}

/* On the host the thread runs on a stack of another size. */
uint32_t osThreadGetStackSpace(osThreadId_t thread_id)
{
    osRtxThread_t *thread = thread_id;

    OS_REQUIRE(!lm_layer_in_interrupt() && is_thread(thread), 0);
    uint32_t unused = lm_thread_stack_unused(&thread->native);

    return unused < thread->stack_bytes ? unused : thread->stack_bytes;
}

osStatus_t osThreadSetPriority(osThreadId_t thread_id, osPriority_t priority)
{
    osRtxThread_t *thread = thread_id;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(is_thread(thread) && is_priority(priority), osErrorParameter);
    OS_REQUIRE(!thread->has_ended, osErrorResource);
    (void)lm_thread_set_priority(&thread->native, LM_LEVEL_OF(priority), LM_LEVEL_OF(priority));
    return osOK;
}

osPriority_t osThreadGetPriority(osThreadId_t thread_id)
{
    osRtxThread_t *thread = thread_id;

    OS_REQUIRE(!lm_layer_in_interrupt() && is_thread(thread) && !thread->has_ended,
               osPriorityError);
    return (osPriority_t)(56 - (int)thread->native.priority);
}

osStatus_t osThreadYield(void)
{
    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(lm_layer_state >= LM_LAYER_RUNNING, osError);
    if (lm_layer_state == LM_LAYER_RUNNING) {
        (void)lm_thread_yield();
    }
    return osOK;
}

osStatus_t osThreadSuspend(osThreadId_t thread_id)
{
    osRtxThread_t *thread = thread_id;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(is_thread(thread), osErrorParameter);
    OS_REQUIRE(!thread->has_ended, osErrorResource);
    OS_REQUIRE(lm_layer_state == LM_LAYER_RUNNING || thread != osThreadGetId(), osErrorResource);
    (void)lm_thread_suspend_now(&thread->native);
    return osOK;
}

/* It also ends a wait, whose call then returns as if it had timed out. */
osStatus_t osThreadResume(osThreadId_t thread_id)
{
    osRtxThread_t *thread = thread_id;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(is_thread(thread), osErrorParameter);
    OS_REQUIRE(osThreadGetState(thread) == osThreadBlocked, osErrorResource);
    if (lm_thread_resume(&thread->native) != LM_OK) {
        (void)lm_thread_abort_wait(&thread->native);
    }
    return osOK;
}

osStatus_t osThreadDetach(osThreadId_t thread_id)
{
    osRtxThread_t *thread = thread_id;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(is_thread(thread), osErrorParameter);
    OS_REQUIRE(thread->joinable, osErrorResource);
    uint32_t key = lm_interrupts_disable(); /* after this section its end frees it */
    bool has_ended = thread->has_ended;

    thread->joinable = false;
    lm_interrupts_enable(key);
    if (has_ended) {
        lm_layer_thread_free(thread);
    }
    return osOK;
}

/* The thread is joinable until the end of the join, so that its memory stays. */
osStatus_t osThreadJoin(osThreadId_t thread_id)
{
    osRtxThread_t *thread = thread_id;
    lm_timeout timeout = lm_layer_state == LM_LAYER_RUNNING ? LM_FOREVER : LM_NO_WAIT;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(is_thread(thread), osErrorParameter);
    OS_REQUIRE(thread->joinable && thread != osThreadGetId() && !thread->is_joined,
               osErrorResource);
    thread->is_joined = true;
    if (lm_thread_join(&thread->native, timeout) != LM_OK) {
        thread->is_joined = false;
        return osErrorResource;
    }
    lm_layer_thread_free(thread);
    return osOK;
}

static bool is_locked_for(const osRtxThread_t *thread)
{
    return lm_layer_state != LM_LAYER_RUNNING && thread == osThreadGetId();
}

void osThreadExit(void)
{
    osRtxThread_t *thread = osThreadGetId();

    for (;;) {
        if (thread != NULL && !lm_layer_in_interrupt() && !is_locked_for(thread)) {
            lm_layer_thread_end(thread);
        }
    }
}

osStatus_t osThreadTerminate(osThreadId_t thread_id)
{
    osRtxThread_t *thread = thread_id;

    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(is_thread(thread), osErrorParameter);
    OS_REQUIRE(!thread->has_ended, osErrorResource);
    if (!is_locked_for(thread)) {
        lm_layer_thread_end(thread);
    }
    return osOK;
}

/* Put up to this number of threads into the array, or only count them. Interrupts are off for a
 * time that grows with the number of threads. */
static uint32_t list(osThreadId_t *array, uint32_t items)
{
    uint32_t count = 0;
    uint32_t key = lm_interrupts_disable();

    for (osRtxThread_t *each = lm_layer_threads; each != NULL && count < items; each = each->next) {
        if (array != NULL) {
            array[count] = each;
        }
        count++;
    }
    lm_interrupts_enable(key);
    return count;
}

uint32_t osThreadGetCount(void)
{
    return lm_layer_in_interrupt() ? 0 : list(NULL, UINT32_MAX);
}

uint32_t osThreadEnumerate(osThreadId_t *thread_array, uint32_t array_items)
{
    return thread_array == NULL || lm_layer_in_interrupt() ? 0 : list(thread_array, array_items);
}
