/* SPDX-License-Identifier: Apache-2.0 */
/* The life of a task: creation, end, suspension, priority, state. */
#include "limen.h"

void lm_freertos_task_run(void *argument)
{
    lm_freertos_self()->function(argument);
    lm_freertos_require(false); /* a task has to delete itself */
    vTaskDelete(NULL);
}

bool lm_freertos_is_task(const struct lm_layer_thread *thread)
{
    return thread != NULL && thread->function == lm_freertos_task_run;
}

TaskHandle_t lm_freertos_self(void)
{
    struct lm_layer_thread *thread = lm_layer_thread_self();

    return lm_freertos_is_task(thread) ? (TaskHandle_t)(void *)thread : NULL;
}

TaskHandle_t xTaskGetCurrentTaskHandle(void)
{
    return (TaskHandle_t)(void *)lm_thread_self();
}

static void copy_name(TaskHandle_t task, const char *name)
{
    uint32_t room = lm_freertos_options.name_bytes - 1U;
    char *copy = lm_freertos_name(task);

    for (uint32_t i = 0; i < room && name != NULL && name[i] != '\0'; i++) {
        copy[i] = name[i];
    }
}

/* The handle is set before the task runs, which may be before the call returns. */
static bool create(struct lm_layer_parts *parts, TaskFunction_t function, const char *name,
                   void *parameter, UBaseType_t priority, TaskHandle_t *handle)
{
    static uint32_t created;
    TaskHandle_t task = parts->block;
    unsigned level = lm_freertos_level(priority);

    lm_freertos_require(priority < lm_freertos_options.priorities);
    task->function = function;
    task->number = ++created;
    copy_name(task, name);
    (void)lm_semaphore_create(&task->signal, lm_freertos_name(task), 0, LM_FIFO);
    for (unsigned i = 0; i + 1U < lm_freertos_options.notices; i++) {
        (void)lm_notice_create(lm_freertos_notices(task) + i, lm_freertos_name(task));
    }
    if (handle != NULL) {
        *handle = task;
    }
    if (!lm_layer_thread_create(&task->thread, parts,
                                &(struct lm_layer_thread_config){
                                    .name = lm_freertos_name(task),
                                    .function = lm_freertos_task_run,
                                    .argument = parameter,
                                    .priority = (uint16_t)level,
                                    .slice_ticks = lm_freertos_options.slicing,
                                    .counters = lm_freertos_counters(task),
                                })) {
        lm_layer_parts_give(parts->block, parts->data, parts->owns);
        return false;
    }
    if (!lm_freertos_options.preemption) {
        (void)lm_thread_set_threshold(&task->thread.native, 0, NULL);
    }
    return true;
}

BaseType_t xTaskCreate(TaskFunction_t function, const char *name,
                       const configSTACK_DEPTH_TYPE depth, void *parameter, UBaseType_t priority,
                       TaskHandle_t *handle)
{
    struct lm_layer_parts parts = {.block_bytes = lm_freertos_options.task_bytes,
                                   .data_bytes = (size_t)depth * sizeof(StackType_t)};

    lm_freertos_begin();
    return lm_layer_parts_take(&parts) &&
                   create(&parts, function, name, parameter, priority, handle)
               ? pdPASS
               : errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY;
}

TaskHandle_t xTaskCreateStatic(TaskFunction_t function, const char *name, const uint32_t depth,
                               void *parameter, UBaseType_t priority, StackType_t *stack,
                               StaticTask_t *block)
{
    struct lm_layer_parts parts = {.block = block,
                                   .data = stack,
                                   .block_bytes = lm_freertos_options.task_bytes,
                                   .data_bytes = (size_t)depth * sizeof(StackType_t)};

    lm_freertos_begin();
    lm_layer_thread_free_ended();
    return stack != NULL && block != NULL && lm_layer_parts_take(&parts) &&
                   create(&parts, function, name, parameter, priority, NULL)
               ? &block->task
               : NULL;
}

#pragma weak lm_freertos_leave_group

/* Removes a task that ends from the objects that refer to it. A thread of another layer has a
 * shorter block. */
static void leave(TaskHandle_t task)
{
    if (!lm_freertos_is_task(&task->thread)) {
        return;
    }
    if (task->meets != NULL) {
        lm_freertos_leave_group(task);
    }
    (void)lm_semaphore_delete(&task->signal);
    for (unsigned i = 0; i + 1U < lm_freertos_options.notices; i++) {
        (void)lm_notice_delete(lm_freertos_notices(task) + i);
    }
}

/* No other task runs until the task has ended: neither the idle task, which frees the memory of the
 * caller, nor a task whose wait for its signal ends here. */
void vTaskDelete(TaskHandle_t task)
{
    TaskHandle_t target = lm_freertos_task(task);
    bool runs = lm_layer_state == LM_LAYER_RUNNING;

    if (runs) {
        (void)lm_preempt_disable();
    }
    leave(target);
    if (&target->thread.native == lm_thread_self()) {
        lm_freertos_idle_expects();
    }
    lm_layer_thread_end(&target->thread); /* of the caller: does not return */
    if (runs) {
        (void)lm_preempt_enable();
    }
}

/* A task that waits leaves its wait, so that it gets nothing while it is suspended. */
void vTaskSuspend(TaskHandle_t task)
{
    TaskHandle_t target = lm_freertos_task(task);
    uint32_t key;

    if (target == lm_freertos_self() && !lm_in_interrupt()) {
        (void)lm_thread_suspend(&target->thread.native);
        return;
    }
    key = lm_interrupts_disable();
    if (lm_freertos_is_task(&target->thread) && target->look == MAY_LOOK_AGAIN &&
        eTaskGetState(target) == eBlocked) {
        target->look = LOOKS_AGAIN;
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

    lm_freertos_note_woken(&task->thread.native, &woken);
    vTaskResume(task);
    return woken;
}

BaseType_t xTaskAbortDelay(TaskHandle_t task)
{
    if (eTaskGetState(task) != eBlocked) {
        return pdFAIL;
    }
    return lm_thread_abort_wait(&task->thread.native) == LM_OK ? pdPASS : pdFAIL;
}

static UBaseType_t priority_of(unsigned level)
{
    unsigned last = lm_freertos_options.priorities - 1U;

    return level > last ? 0 : last - level;
}

UBaseType_t uxTaskPriorityGet(const TaskHandle_t task)
{
    return priority_of(lm_freertos_task(task)->thread.native.priority);
}

UBaseType_t uxTaskBasePriorityGet(const TaskHandle_t task)
{
    return priority_of(lm_freertos_task(task)->thread.native.base_priority);
}

/* A task that lowers its own priority goes behind those that have the new one. */
void vTaskPrioritySet(TaskHandle_t task, UBaseType_t priority)
{
    TaskHandle_t target = lm_freertos_task(task);
    unsigned level = lm_freertos_level(priority);
    bool lowers = target == lm_freertos_self() && level > target->thread.native.priority;

    lm_freertos_require(priority < lm_freertos_options.priorities);
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
    return task == xTaskGetIdleTaskHandle() ? eReady : eBlocked;
}

BaseType_t xTaskGetStaticBuffers(TaskHandle_t task, StackType_t **stack, StaticTask_t **block)
{
    TaskHandle_t target = lm_freertos_task(task);

    *stack = target->thread.stack;
    *block = (StaticTask_t *)(void *)target;
    return (target->thread.owns & LM_LAYER_OWNS_BLOCK) == 0;
}

char *pcTaskGetName(TaskHandle_t task)
{
    TaskHandle_t target = lm_freertos_task(task);

    if (target != NULL && lm_freertos_is_task(&target->thread)) {
        return lm_freertos_name(target);
    }
    target = target != NULL ? target : xTaskGetCurrentTaskHandle();
    return (char *)(uintptr_t)lm_object_get_name(&target->thread.native.object);
}
