/* SPDX-License-Identifier: Apache-2.0 */
/* The life of a task: creation, end, suspension, priority, state. */
#include "limen.h"

/* Tasks with memory of the heap that have deleted themselves: they used it until then. */
static TaskHandle_t dead;

static void run(void *argument)
{
    TaskHandle_t task = argument;

    task->function(task->parameter);
    vTaskDelete(NULL);
}

TaskHandle_t lm_freertos_task_of(struct lm_thread *thread)
{
    return thread != NULL && thread->entry == run ? (TaskHandle_t)(void *)thread : NULL;
}

TaskHandle_t lm_freertos_self(void)
{
    return lm_freertos_task_of(lm_thread_self());
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

/* Requires: the memory of the block is unused. Returns: has the port a stack for it? */
static bool create(TaskHandle_t task, TaskFunction_t function, const char *name,
                   uint32_t stack_bytes, void *parameter, UBaseType_t priority)
{
    uint16_t level = (uint16_t)lm_freertos_level(priority);
    void *stack = task->stack;

    memset(task, 0, lm_freertos_options.task_bytes);
    task->stack = stack;
    task->function = function;
    task->parameter = parameter;
    task->slice = (struct lm_slice)LM_SLICE(lm_freertos_tick);
    copy_name(task, name);

    struct lm_thread_config config = {
        .name = lm_freertos_name(task),
        .entry = run,
        .argument = task,
        .priority = level,
        .threshold = lm_freertos_options.preemption ? level : 0,
        .slice = lm_freertos_options.slicing ? &task->slice : NULL,
        .suspended = true,
    };

    if (!lm_freertos_stack_take(task, stack_bytes, &config)) {
        return false;
    }
    if (lm_thread_create(&task->thread, &config) != LM_OK) {
        lm_freertos_stack_give(task);
        return false;
    }
    (void)lm_semaphore_create(&task->signal, lm_freertos_name(task), 0, LM_FIFO);
    return true;
}

static void begin(TaskHandle_t task)
{
    uint32_t key = lm_interrupts_disable();

    lm_freertos_list_add(task);
    lm_interrupts_enable(key);
    (void)lm_thread_resume(&task->thread);
}

/* One piece of the heap has the block and the stack. */
BaseType_t xTaskCreate(TaskFunction_t function, const char *name,
                       const configSTACK_DEPTH_TYPE depth, void *parameter, UBaseType_t priority,
                       TaskHandle_t *handle)
{
    uint32_t block_bytes = (lm_freertos_options.task_bytes + 15U) / 16U * 16U;
    uint32_t stack_bytes = (uint32_t)depth * sizeof(StackType_t);

    lm_freertos_begin();
    TaskHandle_t task = pvPortMalloc(block_bytes + stack_bytes);

    if (task == NULL) {
        return errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY;
    }
    memset(task, 0, sizeof *task);
    task->stack = (char *)task + block_bytes;
    if (!create(task, function, name, stack_bytes, parameter, priority)) {
        vPortFree(task);
        return errCOULD_NOT_ALLOCATE_REQUIRED_MEMORY;
    }
    task->is_dynamic = true;
    if (handle != NULL) {
        *handle = task;
    }
    begin(task);
    return pdPASS;
}

TaskHandle_t xTaskCreateStatic(TaskFunction_t function, const char *name, const uint32_t depth,
                               void *parameter, UBaseType_t priority, StackType_t *stack,
                               StaticTask_t *block)
{
    lm_freertos_begin();
    if (stack == NULL || block == NULL) {
        return NULL;
    }
    block->task.stack = stack;
    if (!create(&block->task, function, name, depth * sizeof(StackType_t), parameter, priority)) {
        return NULL;
    }
    begin(&block->task);
    return &block->task;
}

static void give_memory(TaskHandle_t task)
{
    (void)lm_thread_delete(&task->thread);
    lm_freertos_stack_give(task);
    if (task->is_dynamic) {
        vPortFree(task);
    }
}

void lm_freertos_reap(void)
{
    while (dead != NULL) {
        uint32_t key = lm_interrupts_disable();
        TaskHandle_t task = dead;

        dead = task != NULL ? task->next : NULL;
        lm_interrupts_enable(key);
        if (task != NULL) {
            give_memory(task);
        }
    }
}

void vTaskDelete(TaskHandle_t task)
{
    TaskHandle_t self = lm_freertos_self();
    TaskHandle_t target = lm_freertos_task(task);

    if (target != self) {
        lm_freertos_reap();
    }
    uint32_t key = lm_interrupts_disable();

    lm_freertos_list_remove(target);
    if (target == self && target->is_dynamic) {
        target->next = dead;
        dead = target;
    }
    lm_interrupts_enable(key);
    (void)lm_thread_terminate(&target->thread); /* of the caller: does not return */
    (void)lm_semaphore_delete(&target->signal);
    give_memory(target);
}

/* A task that waits leaves its wait, so that it gets nothing meanwhile. */
void vTaskSuspend(TaskHandle_t task)
{
    TaskHandle_t target = lm_freertos_task(task);
    uint32_t key = lm_interrupts_disable();
    struct lm_thread *thread = &target->thread;

    if (target == lm_freertos_self()) {
        lm_interrupts_enable(key);
        (void)lm_thread_suspend(thread);
        return;
    }
    (void)lm_thread_suspend(thread);
    if (thread->suspend_pending) {
        target->suspended_out = true;
        (void)lm_thread_abort_wait(thread);
    }
    lm_interrupts_enable(key);
}

bool lm_freertos_waits_again(enum lm_status status)
{
    TaskHandle_t self = status == LM_ABORTED ? lm_freertos_self() : NULL;
    bool again = self != NULL && self->suspended_out;

    if (again) {
        self->suspended_out = false;
    }
    return again;
}

void vTaskResume(TaskHandle_t task)
{
    if (eTaskGetState(task) == eSuspended) {
        (void)lm_thread_resume(&task->thread);
    }
}

BaseType_t xTaskResumeFromISR(TaskHandle_t task)
{
    BaseType_t woken = pdFALSE;

    lm_freertos_note_woken(&task->thread, &woken);
    vTaskResume(task);
    return woken;
}

BaseType_t xTaskAbortDelay(TaskHandle_t task)
{
    if (eTaskGetState(task) != eBlocked) {
        return pdFAIL;
    }
    return lm_thread_abort_wait(&task->thread) == LM_OK ? pdPASS : pdFAIL;
}

static UBaseType_t priority_of(unsigned level)
{
    unsigned last = lm_freertos_options.priorities - 1U;

    return level > last ? 0 : last - level;
}

UBaseType_t uxTaskPriorityGet(const TaskHandle_t task)
{
    return priority_of(lm_freertos_task(task)->thread.priority);
}

UBaseType_t uxTaskBasePriorityGet(const TaskHandle_t task)
{
    return priority_of(lm_freertos_task(task)->thread.base_priority);
}

void vTaskPrioritySet(TaskHandle_t task, UBaseType_t priority)
{
    unsigned level = lm_freertos_level(priority);

    (void)lm_thread_set_priority(&lm_freertos_task(task)->thread, level,
                                 lm_freertos_options.preemption ? level : 0);
}

eTaskState eTaskGetState(TaskHandle_t task)
{
    struct lm_thread_info info;

    if (task == NULL || lm_thread_get_info(&task->thread, &info) != LM_OK) {
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
    return info.waits_for == LM_WAITS_FOR_RESUME ? eSuspended : eBlocked;
}

char *pcTaskGetName(TaskHandle_t task)
{
    return lm_freertos_name(lm_freertos_task(task));
}
