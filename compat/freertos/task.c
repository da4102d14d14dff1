/* SPDX-License-Identifier: Apache-2.0 */
/* The life of a task: creation, end, suspension, priority, state. */
#include "core/link.h"
#include "limen.h"

/* See core/link.h. */
#pragma weak lm_layer_thread_free_ended
#pragma weak lm_freertos_shrink
#pragma weak lm_freertos_reent_end
#pragma weak vTaskDelete
#pragma weak lm_freertos_looker_leave
#pragma weak xTaskGetIdleTaskHandle
int osKernelInitialize(void); /* in programs of CMSIS-RTOS2 only */
#pragma weak osKernelInitialize

enum { CMSIS_PRIORITIES = 56 };

void lm_layer_task_returned(void)
{
    lm_freertos_require(false); /* a task has to delete itself */
    if (LM_IS_LINKED(vTaskDelete)) {
        vTaskDelete(NULL);
    }
}

/* Removes a task from the objects that refer to it. */
void lm_layer_task_leaves(struct lm_layer_thread *thread)
{
    TaskHandle_t task = (TaskHandle_t)(void *)thread;

    if (task->looker != NULL) {
        lm_freertos_looker_leave(task->looker);
    }
    if (LM_IS_LINKED(lm_freertos_shrink)) {
        lm_freertos_shrink(task);
    }
    if (LM_IS_LINKED(lm_freertos_reent_end)) {
        lm_freertos_reent_end(task);
    }
}

TaskHandle_t lm_freertos_task_of(struct lm_thread *thread)
{
    return lm_freertos_is_whole(lm_layer_thread_of(thread)) ? (TaskHandle_t)(void *)thread : NULL;
}

TaskHandle_t lm_freertos_self(void)
{
    return lm_layer_has_started() ? lm_freertos_task_of(lm_cpu()->running) : NULL;
}

TaskHandle_t xTaskGetCurrentTaskHandle(void)
{
    return (TaskHandle_t)(void *)lm_thread_self();
}

/* The priority that is level 0. In a program for CMSIS-RTOS2 on FreeRTOS, which has 56 priorities,
 * tasks and threads of equal numbers are equal, and 0 and 1 are one level. */
static unsigned highest(const struct lm_layer_thread *thread)
{
    bool is_of_cmsis = thread->native.entry == lm_layer_thread_run && !thread->is_task;
    bool is_numbered_alike =
        LM_IS_LINKED(osKernelInitialize) && lm_freertos_options.priorities == CMSIS_PRIORITIES;

    return is_of_cmsis || is_numbered_alike ? CMSIS_PRIORITIES
                                            : lm_freertos_options.priorities - 1U;
}

static unsigned priority_of(const struct lm_layer_thread *thread, unsigned level)
{
    unsigned top = highest(thread);

    return level > top ? 0 : top - level;
}

static unsigned level_of(const struct lm_layer_thread *thread, UBaseType_t priority)
{
    unsigned level = priority_of(thread, (unsigned)priority); /* both count from the other end */

    return level < LM_LEVELS ? level : LM_LEVELS - 1U;
}

static void copy_name(TaskHandle_t task, const char *name)
{
    uint32_t room = lm_freertos_options.name_bytes - 1U;
    char *copy = lm_freertos_name(task);

    for (uint32_t i = 0; i < room && name != NULL && name[i] != '\0'; i++) {
        copy[i] = name[i];
    }
}

uint32_t lm_freertos_task_bytes(void)
{
    return lm_freertos_options.task_bytes;
}

void lm_freertos_make_whole(struct lm_layer_thread *thread, struct lm_thread_config *config)
{
    static uint32_t created;
    TaskHandle_t task = (TaskHandle_t)(void *)thread;

    task->number = ++created;
    copy_name(task, config->name);
    config->counters = lm_freertos_counters(task);
    thread->is_whole = true;
    if (lm_freertos_options.extend != NULL) {
        lm_freertos_options.extend(task);
    }
}

bool lm_freertos_task_create(TaskHandle_t task, TaskFunction_t function, const char *name,
                             void *parameter, UBaseType_t priority, struct lm_layer_area stack)
{
    uint16_t level = (uint16_t)level_of(&task->thread, priority);
    struct lm_thread_config config = {
        .name = name,
        .argument = parameter,
        .priority = level,
        .threshold = lm_freertos_options.preemption ? level : 0,
        .stack = stack.start,
        .stack_bytes = stack.bytes,
    };

    lm_freertos_require(priority < lm_freertos_options.priorities);
    lm_freertos_make_whole(&task->thread, &config);
    config.name = lm_freertos_name(task);
    task->thread.function = function;
    task->thread.is_task = true;
    task->thread.slice.use = lm_freertos_options.slice;
    task->thread.slice.ticks = 1;
    return lm_layer_thread_create(&task->thread, &config);
}

TaskHandle_t xTaskCreateStatic(TaskFunction_t function, const char *name, const uint32_t depth,
                               void *parameter, UBaseType_t priority, StackType_t *stack,
                               StaticTask_t *block)
{
    struct lm_layer_area area = {stack, depth * (uint32_t)sizeof(StackType_t)};

    if (stack == NULL || block == NULL) {
        return NULL;
    }
    lm_freertos_begin();
    if (LM_IS_LINKED(lm_layer_thread_free_ended)) {
        lm_layer_thread_free_ended();
    }
    memset(block, 0, lm_freertos_options.task_bytes);
    return lm_freertos_task_create(&block->task, function, name, parameter, priority, area)
               ? &block->task
               : NULL;
}

/* A task that waits leaves its wait, so that it gets nothing while it is suspended. */
void vTaskSuspend(TaskHandle_t task)
{
    TaskHandle_t target = lm_freertos_task(task);
    uint32_t key;

    if (target == xTaskGetCurrentTaskHandle() && !lm_in_interrupt()) {
        (void)lm_thread_suspend(&target->thread.native);
        return;
    }
    key = lm_interrupts_disable();
    if (lm_layer_thread_of(&target->thread.native) != NULL &&
        target->thread.look == MAY_LOOK_AGAIN && eTaskGetState(target) == eBlocked) {
        target->thread.look = LOOKS_AGAIN;
    }
    (void)lm_thread_suspend_now(&target->thread.native);
    lm_interrupts_enable(key);
}

void vTaskResume(TaskHandle_t task)
{
    if (eTaskGetState(task) == eSuspended) {
        (void)lm_thread_resume(&task->thread.native);
    }
}

BaseType_t xTaskResumeFromISR(TaskHandle_t task)
{
    BaseType_t woken = pdFALSE;

    if (eTaskGetState(task) == eSuspended) {
        lm_freertos_note_woken(&task->thread.native, &woken);
        (void)lm_thread_resume(&task->thread.native);
    }
    return woken;
}

BaseType_t xTaskAbortDelay(TaskHandle_t task)
{
    return eTaskGetState(task) == eBlocked && lm_thread_abort_wait(&task->thread.native) == LM_OK;
}

UBaseType_t uxTaskPriorityGet(const TaskHandle_t task)
{
    const struct lm_layer_thread *thread = &lm_freertos_task(task)->thread;

    return priority_of(thread, thread->native.priority);
}

UBaseType_t uxTaskBasePriorityGet(const TaskHandle_t task)
{
    const struct lm_layer_thread *thread = &lm_freertos_task(task)->thread;

    return priority_of(thread, thread->native.base_priority);
}

/* The priority that a task has changes nothing: it keeps its place. A task that lowers its own
 * priority goes behind those that have the new one. What it inherits does not count. */
void vTaskPrioritySet(TaskHandle_t task, UBaseType_t priority)
{
    TaskHandle_t target = lm_freertos_task(task);
    unsigned level = level_of(&target->thread, priority);
    bool lowers =
        target == xTaskGetCurrentTaskHandle() && level > target->thread.native.base_priority;

    lm_freertos_require(priority < lm_freertos_options.priorities);
    if (level == target->thread.native.base_priority) {
        return;
    }
    (void)lm_thread_set_priority(&target->thread.native, level,
                                 lm_freertos_options.preemption ? level : 0);
    if (lowers && lm_freertos_options.preemption) {
        vPortYield();
    }
}

eTaskState eTaskGetState(TaskHandle_t task)
{
    struct lm_thread_info info;

    if (task == NULL || lm_thread_get_info(&task->thread.native, &info) != LM_OK) {
        return eDeleted;
    }
    if (info.state == LM_RUNNING) {
        return eRunning;
    }
    if (info.state == LM_READY) {
        return eReady;
    }
    if (info.state == LM_TERMINATED) {
        return eDeleted;
    }
    if (info.waits_for == LM_WAITS_FOR_RESUME) {
        return eSuspended;
    }
    return LM_IS_LINKED(xTaskGetIdleTaskHandle) && task == xTaskGetIdleTaskHandle() ? eReady
                                                                                    : eBlocked;
}

BaseType_t xTaskGetStaticBuffers(TaskHandle_t task, StackType_t **stack, StaticTask_t **block)
{
    TaskHandle_t target = lm_freertos_task(task);

    *stack = lm_layer_stack_area(&target->thread).start;
    *block = (StaticTask_t *)(void *)target;
    return (target->thread.owns & LM_LAYER_OWNS_BLOCK) == 0;
}

char *pcTaskGetName(TaskHandle_t task)
{
    TaskHandle_t target = lm_freertos_task(task);

    return lm_freertos_own(target) != NULL
               ? lm_freertos_name(target)
               : (char *)(uintptr_t)lm_object_get_name(&target->thread.native.object);
}

UBaseType_t uxTaskGetStackHighWaterMark(TaskHandle_t task)
{
    return lm_thread_stack_unused(&lm_freertos_task(task)->thread.native) / sizeof(StackType_t);
}
