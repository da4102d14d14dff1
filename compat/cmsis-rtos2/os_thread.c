/* SPDX-License-Identifier: Apache-2.0 */
/* Threads. */
#include "core/link.h"
#include "os.h"
#include "os_affinity.h"

/* In programs with FreeRTOS.h a thread has all that a task has, if there is memory for it. */
uint32_t lm_freertos_task_bytes(void);
void lm_freertos_make_whole(struct lm_layer_thread *thread, struct lm_thread_config *config);
#pragma weak lm_freertos_task_bytes
#pragma weak lm_freertos_make_whole

static bool may_be_whole(const struct os_attr *attr)
{
    return os_has_freertos() && LM_IS_LINKED(lm_freertos_task_bytes) &&
           (attr->cb_mem == NULL || attr->cb_size >= lm_freertos_task_bytes());
}

static bool is_priority(osPriority_t priority)
{
    return priority >= osPriorityIdle && priority <= osPriorityISR;
}

/* The smallest stack, its unit and its alignment are those of RTX5. */
static bool is_stack(const void *stack, uint32_t bytes)
{
    if (os_has_freertos()) {
        return stack == NULL || bytes != 0;
    }
    if (stack != NULL) {
        OS_REQUIRE((uintptr_t)stack % 8 == 0 && bytes != 0, false);
    }
    return bytes == 0 || (bytes % 8 == 0 && bytes >= 72 && bytes <= 0x7FFFFFFFU);
}

static bool may_create(osThreadFunc_t func, const struct os_attr *attr, osPriority_t priority)
{
    const uint32_t both = osThreadUnprivileged | osThreadPrivileged;

    return func != NULL && (attr->attr_bits & both) != both &&
           os_may_create(attr, sizeof(osRtxThread_t)) &&
           is_stack(attr->data_mem, attr->data_size) && is_priority(priority);
}

_Static_assert(offsetof(osThreadAttr_t, stack_size) == offsetof(struct os_attr, data_size) &&
                   offsetof(osThreadAttr_t, priority) == offsetof(struct os_attr, priority),
               "struct os_attr");

/* The bytes of the stack of a thread. One of the heap may be larger than the program asks for. */
static uint32_t stack_bytes_for(const struct os_attr *attr)
{
    uint32_t bytes = attr->data_size != 0 ? attr->data_size : os_limen_options.stack_bytes;

    if (attr->data_mem != NULL) {
        return bytes;
    }
    bytes += LM_LAYER_MORE_STACK;
    return bytes > lm_layer_stack_least() ? bytes : lm_layer_stack_least();
}

osThreadId_t os_thread_new(osThreadFunc_t func, void *argument, const osThreadAttr_t *attr,
                           os_limen_take *take)
{
    const struct os_attr *given = os_attr(attr);
    osPriority_t wanted = (osPriority_t)given->priority;
    osPriority_t priority = wanted != osPriorityNone ? wanted : osPriorityNormal;

    OS_REQUIRE(may_create(func, given, priority), NULL);
    struct lm_layer_parts parts = {
        .block = given->cb_mem,
        .data = given->data_mem,
        .block_bytes = may_be_whole(given) ? lm_freertos_task_bytes() : sizeof(osRtxThread_t),
        .data_bytes = stack_bytes_for(given),
    };
    struct lm_thread_config config = {
        .name = given->name, .argument = argument, LM_PREEMPTIVE((uint16_t)LM_LEVEL_OF(priority))};

    OS_REQUIRE(os_set_core(&config, attr), NULL);
    OS_REQUIRE(os_has_freertos() || parts.data_bytes >= lm_layer_stack_least(), NULL);
    OS_REQUIRE(take(&parts), NULL);
    osRtxThread_t *thread = parts.block;

    config.stack = parts.data;
    config.stack_bytes = (uint32_t)parts.data_bytes;
    thread->function = func;
    thread->owns = parts.owns & 7U;
    thread->joinable = (given->attr_bits & osThreadJoinable) != 0;
    if (os_limen_options.robin_ticks != 0) {
        thread->slice.use = lm_slice_use_units;
        thread->slice.ticks = os_limen_options.robin_ticks;
    }
    if (parts.block_bytes != sizeof(osRtxThread_t)) {
        lm_freertos_make_whole(thread, &config);
    }
    if (!lm_layer_thread_create(thread, &config)) {
        os_give(parts.block, parts.data, parts.owns);
        return NULL;
    }
    return thread;
}

const char *osThreadGetName(osThreadId_t thread)
{
    return os_is_thread(thread) ? os_name(&thread->native.object) : NULL;
}

osThreadId_t osThreadGetId(void)
{
    return lm_layer_thread_self();
}

/* The state of a thread of another core, as it was a moment ago. One that was preempted counts as
 * one that runs. */
static osThreadState_t state_there(const osRtxThread_t *thread)
{
    unsigned state = *(const volatile uint8_t *)&thread->native.state;

    if (state == LM_STATE_BLOCKED) {
        return osThreadBlocked;
    }
    return state == LM_STATE_DISPATCHED ? osThreadRunning : osThreadReady;
}

osThreadState_t osThreadGetState(osThreadId_t thread)
{
    struct lm_thread_info info;

    OS_REQUIRE(os_check(os_is_thread(thread)) == osOK, osThreadError);
    OS_REQUIRE(!thread->has_ended, osThreadTerminated);
    if (lm_thread_is_remote(&thread->native)) {
        return state_there(thread);
    }
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

/* The bytes for which the program has asked. */
static uint32_t stack_bytes(const osRtxThread_t *thread)
{
    return lm_layer_stack_area(thread).bytes -
           ((thread->owns & LM_LAYER_OWNS_DATA) != 0 ? LM_LAYER_MORE_STACK : 0U);
}

uint32_t osThreadGetStackSize(osThreadId_t thread)
{
    return os_check(os_is_thread(thread)) == osOK ? stack_bytes(thread) : 0;
}

/* On the host the thread runs on a stack of another size. */
uint32_t osThreadGetStackSpace(osThreadId_t thread)
{
    OS_REQUIRE(os_check(os_is_thread(thread)) == osOK, 0);
    uint32_t unused = lm_thread_stack_unused(&thread->native);
    uint32_t bytes = stack_bytes(thread);

    return unused < bytes ? unused : bytes;
}

/* The priority that a thread has does not move it behind its equals. */
osStatus_t osThreadSetPriority(osThreadId_t thread, osPriority_t priority)
{
    OS_REQUIRE_OK(os_check(os_is_thread(thread)));
    OS_REQUIRE(is_priority(priority), osErrorParameter);
    OS_REQUIRE(!thread->has_ended, osErrorResource);
    if (thread->native.base_priority != LM_LEVEL_OF(priority)) {
        (void)lm_thread_set_priority(&thread->native, LM_LEVEL_OF(priority), LM_LEVEL_OF(priority));
    }
    return osOK;
}

osPriority_t osThreadGetPriority(osThreadId_t thread)
{
    OS_REQUIRE(os_check(os_is_thread(thread)) == osOK && !thread->has_ended, osPriorityError);
    return (osPriority_t)(56 - (int)thread->native.priority);
}

osStatus_t osThreadYield(void)
{
    OS_REQUIRE_NO_ISR(osErrorISR);
    OS_REQUIRE(LM_LAYER_STATE >= LM_LAYER_RUNNING, osError);
    if (LM_LAYER_STATE == LM_LAYER_RUNNING) {
        (void)lm_thread_yield();
    }
    return osOK;
}

osStatus_t osThreadSuspend(osThreadId_t thread)
{
    OS_REQUIRE_OK(os_check(os_is_thread(thread)));
    OS_REQUIRE(!thread->has_ended, osErrorResource);
    OS_REQUIRE(LM_LAYER_STATE == LM_LAYER_RUNNING || thread != osThreadGetId(), osErrorResource);
    (void)lm_thread_suspend_now(&thread->native);
    return osOK;
}

/* It also ends a wait, whose call then returns as if it had timed out. */
osStatus_t osThreadResume(osThreadId_t thread)
{
    OS_REQUIRE_OK(os_check(os_is_thread(thread)));
    OS_REQUIRE(osThreadGetState(thread) == osThreadBlocked, osErrorResource);
    if (lm_thread_resume(&thread->native) != LM_OK) {
        (void)lm_thread_abort_wait(&thread->native);
    }
    return osOK;
}

static bool is_locked_for(const osRtxThread_t *thread)
{
    return LM_LAYER_STATE != LM_LAYER_RUNNING && thread == osThreadGetId();
}

void osThreadExit(void)
{
    osRtxThread_t *thread = osThreadGetId();

    for (;;) {
        if (thread != NULL && !os_in_interrupt() && !is_locked_for(thread)) {
            lm_layer_thread_end(thread);
        }
    }
}

osStatus_t osThreadTerminate(osThreadId_t thread)
{
    OS_REQUIRE_OK(os_check(os_is_thread(thread)));
    OS_REQUIRE(!thread->has_ended, osErrorResource);
    if (!is_locked_for(thread)) {
        lm_layer_thread_end(thread);
    }
    return osOK;
}
