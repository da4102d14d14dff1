/* SPDX-License-Identifier: Apache-2.0 */
/* Any interface may start the kernel; the ticks and objects are the same for all. FIRST selects it.
 * Threads of each interface use objects of the others, and print the answer of each call. A call
 * that does not support a thread of another interface reports this.
 */
#define TX_TIMER_TICKS_PER_SECOND 1000
#include "FreeRTOS.h"
#include "cmsis_os2.h"
#include "queue.h"
#include "task.h"
#include "timers.h"
#include "tx_api.h"
#include <limen/board.h>
#include <stdio.h>
#include <string.h>

enum { THREADX, FREERTOS, CMSIS_RTOS2 };

enum { STACK_BYTES = 2048, POOL_BYTES = 256 };

static TX_SEMAPHORE signal;
static TX_MUTEX mutex;
static TX_BYTE_POOL pool;
static TX_THREAD thread;
static TX_TIMER timer;
static QueueHandle_t queue;
static QueueHandle_t member;
static QueueSetHandle_t set;
static uint32_t hook_calls;

static ULONG thread_stack[STACK_BYTES / sizeof(ULONG)];
static ULONG pool_area[POOL_BYTES / sizeof(ULONG)];

static void say(const char *what, unsigned answer)
{
    printf("%u %s %u\n", (unsigned)osKernelGetTickCount(), what, answer);
}

void vApplicationTickHook(void)
{
    hook_calls++;
}

/* FreeRTOS: the most urgent thread. */
static void run_task(void *parameter)
{
    TX_THREAD *owner = &thread;
    uint32_t message = 0;
    VOID *memory;

    (void)parameter;
    say("task is a thread of ThreadX", tx_thread_identify() != NULL);
    say("task waits for bytes", tx_byte_allocate(&pool, &memory, 16, TX_WAIT_FOREVER));
    say("task gets bytes", tx_byte_allocate(&pool, &memory, 16, TX_NO_WAIT));
    say("task gets mutex", tx_mutex_get(&mutex, TX_WAIT_FOREVER));
    (void)tx_mutex_info_get(&mutex, NULL, NULL, &owner, NULL, NULL, NULL);
    say("mutex has owner of ThreadX", owner != NULL);
    say("task gets nothing", tx_semaphore_get(&signal, 50));
    say("task puts mutex", tx_mutex_put(&mutex));
    say("task gets signal", tx_semaphore_get(&signal, TX_WAIT_FOREVER));
    say("task selects", xQueueSelectFromSet(set, portMAX_DELAY) == member);
    say("task takes", (unsigned)xQueueReceive(member, &message, 0));
    vQueueDelete(member);
    vTaskSuspend(NULL);
}

static VOID run_thread(ULONG input)
{
    uint32_t message = 0;
    TX_THREAD *owner = NULL;

    say("thread is one of CMSIS", osThreadGetId() != NULL);
    say("thread gets mutex", tx_mutex_get(&mutex, TX_WAIT_FOREVER));
    (void)tx_mutex_info_get(&mutex, NULL, NULL, &owner, NULL, NULL, NULL);
    say("mutex has this owner", owner == &thread);
    say("thread has a name", strcmp(pcTaskGetName(NULL), "thread") == 0);
    say("thread receives", (unsigned)xQueueReceive(queue, &message, portMAX_DELAY));
    say("message", message);
    say("input", (unsigned)input);
}

/* CMSIS-RTOS2: the least urgent thread. */
static void run_other(void *argument)
{
    uint32_t message = 7;

    (void)argument;
    (void)osKernelLock();
    say("locked: other gets nothing", tx_semaphore_get(&signal, 50));
    (void)osKernelUnlock();
    (void)osDelay(60);
    say("other puts signal", tx_semaphore_put(&signal));
    say("other sends", (unsigned)xQueueSend(queue, &message, 0));
    say("native send to a member", lm_queue_send(&member->native.queue, &message, LM_NO_WAIT));
    (void)osDelay(40);
    say("tick hook was called", hook_calls >= 90);
    lm_board_exit(0);
}

static VOID expire_of_threadx(ULONG input)
{
    say("timer of ThreadX", (unsigned)input);
}

static void expire_of_freertos(TimerHandle_t handle)
{
    say("timer of FreeRTOS", handle != NULL);
}

static void expire_of_cmsis(void *argument)
{
    say("timer of CMSIS-RTOS2", argument != NULL);
}

static void create_task(void)
{
    (void)xTaskCreate(run_task, "task", STACK_BYTES / sizeof(StackType_t), NULL, 7, NULL);
}

static void create_timers(void)
{
    osTimerId_t of_cmsis = osTimerNew(expire_of_cmsis, osTimerOnce, &timer, NULL);
    TimerHandle_t of_freertos = xTimerCreate("timer", 20, pdFALSE, NULL, expire_of_freertos);

    (void)tx_timer_create(&timer, (CHAR *)(uintptr_t) "timer", expire_of_threadx, 1, 10, 0,
                          TX_AUTO_ACTIVATE);
    (void)xTimerStart(of_freertos, 0);
    (void)osTimerStart(of_cmsis, 30);
}

VOID tx_application_define(VOID *first_unused_memory)
{
    (void)first_unused_memory;
    say("initialize", (unsigned)osKernelInitialize());
    say("state", (unsigned)osKernelGetState());
    say("scheduler", (unsigned)xTaskGetSchedulerState());
    (void)tx_semaphore_create(&signal, (CHAR *)(uintptr_t) "signal", 0);
    (void)tx_mutex_create(&mutex, (CHAR *)(uintptr_t) "mutex", TX_INHERIT);
    (void)tx_byte_pool_create(&pool, (CHAR *)(uintptr_t) "pool", pool_area, sizeof pool_area);
    (void)tx_thread_create(&thread, (CHAR *)(uintptr_t) "thread", run_thread, 3, thread_stack,
                           sizeof thread_stack, 5, 5, TX_NO_TIME_SLICE, TX_AUTO_START);
    (void)osThreadNew(run_other, NULL, &(osThreadAttr_t){.name = "other"});
    queue = xQueueCreate(1, sizeof(uint32_t));
    member = xQueueCreate(1, sizeof(uint32_t));
    set = xQueueCreateSet(1);
    (void)xQueueAddToSet(member, set);
    if (FIRST != FREERTOS) {
        create_task();
    }
    create_timers();
}

int main(void)
{
    if (FIRST == FREERTOS) {
        create_task();
    } else if (FIRST == CMSIS_RTOS2) {
        (void)osKernelInitialize();
    }
    tx_kernel_enter();
    return 1;
}
