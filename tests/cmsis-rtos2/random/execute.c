/* SPDX-License-Identifier: Apache-2.0 */
/* The executor of scripts: each call of a script is a call of the interface. */
#include "execute.h"
#include "objects.h"
#include <limen/board.h>
#include <string.h>

struct script script;
struct log actual;
static uint32_t begin;
static bool is_over;
static unsigned restarts;

static struct {
    unsigned number;
    void *block[4];
} held[OBJECTS];

static void note(uint8_t who, const struct step *step, unsigned place, uint32_t result)
{
    uint32_t key = lm_interrupts_disable();

    if (!is_over && actual.number < ENTRIES) {
        actual.entry[actual.number++] = (struct entry){osKernelGetTickCount() - begin, who,
                                                       step->call, (uint16_t)place, result};
    }
    lm_interrupts_enable(key);
}

static uint32_t put(unsigned number, uint32_t priority, uint32_t text, uint32_t timeout)
{
    return (uint32_t)osMessageQueuePut(queues[number], &text, (uint8_t)priority, timeout);
}

static uint32_t get(unsigned number, uint32_t timeout)
{
    uint32_t text = 0;
    uint8_t priority = 0;
    osStatus_t status = osMessageQueueGet(queues[number], &text, &priority, timeout);

    return status == osOK ? MESSAGE + ((uint32_t)priority << PRIORITY_SHIFT) + text
                          : (uint32_t)status;
}

static uint32_t allocate(unsigned number, uint32_t timeout)
{
    void *block = osMemoryPoolAlloc(pools[number], timeout);
    uint32_t key = lm_interrupts_disable();

    if (block != NULL) {
        held[number].block[held[number].number++] = block;
    }
    lm_interrupts_enable(key);
    return block != NULL;
}

static uint32_t release(unsigned number)
{
    bool is_there = held[number].number != 0;
    void *block = is_there ? held[number].block[--held[number].number] : NULL;
    osStatus_t status = osMemoryPoolFree(pools[number], block);

    if (status != osOK && is_there) {
        held[number].block[held[number].number++] = block;
    }
    return (uint32_t)status;
}

/* The number of a thread. The thread of timers has no name in the interface. */
static uint32_t number_of(osThreadId_t thread)
{
    for (unsigned each = 0; each < THREADS; each++) {
        if (thread != NULL && thread == threads[each]) {
            return each;
        }
    }
    return thread != NULL ? WHO_TIMERS : 255;
}

static uint32_t call_delete(const struct step *step)
{
    unsigned number = step->object;

    switch (step->call) {
    case CALL_SEMAPHORE_DELETE:
        return (uint32_t)osSemaphoreDelete(semaphores[number]);
    case CALL_QUEUE_DELETE:
        return (uint32_t)osMessageQueueDelete(queues[number]);
    case CALL_MUTEX_DELETE:
        return (uint32_t)osMutexDelete(mutexes[number]);
    case CALL_EVENTS_DELETE:
        return (uint32_t)osEventFlagsDelete(events[number]);
    case CALL_POOL_DELETE:
        return (uint32_t)osMemoryPoolDelete(pools[number]);
    default:
        return (uint32_t)osTimerDelete(timers[number]);
    }
}

static uint32_t call_object(const struct step *step, uint32_t text)
{
    unsigned number = step->object;

    switch (step->call) {
    case CALL_SEMAPHORE_ACQUIRE:
        return (uint32_t)osSemaphoreAcquire(semaphores[number], step->a);
    case CALL_SEMAPHORE_RELEASE:
        return (uint32_t)osSemaphoreRelease(semaphores[number]);
    case CALL_SEMAPHORE_COUNT:
        return osSemaphoreGetCount(semaphores[number]);
    case CALL_QUEUE_PUT:
        return put(number, step->a, text, step->b);
    case CALL_QUEUE_GET:
        return get(number, step->a);
    case CALL_QUEUE_COUNT:
        return osMessageQueueGetCount(queues[number]);
    case CALL_QUEUE_RESET:
        return (uint32_t)osMessageQueueReset(queues[number]);
    case CALL_MUTEX_ACQUIRE:
        return (uint32_t)osMutexAcquire(mutexes[number], step->a);
    case CALL_MUTEX_RELEASE:
        return (uint32_t)osMutexRelease(mutexes[number]);
    case CALL_MUTEX_OWNER:
        return number_of(osMutexGetOwner(mutexes[number]));
    case CALL_POOL_ALLOC:
        return allocate(number, step->a);
    case CALL_POOL_FREE:
        return release(number);
    case CALL_POOL_COUNT:
        return osMemoryPoolGetCount(pools[number]);
    case CALL_TIMER_START:
        return (uint32_t)osTimerStart(timers[number], step->a);
    case CALL_TIMER_STOP:
        return (uint32_t)osTimerStop(timers[number]);
    case CALL_TIMER_RUNS:
        return osTimerIsRunning(timers[number]);
    default:
        return call_delete(step);
    }
}

static uint32_t call_flags(const struct step *step)
{
    osEventFlagsId_t object = events[step->object % OBJECTS];

    switch (step->call) {
    case CALL_EVENTS_SET:
        return osEventFlagsSet(object, step->a);
    case CALL_EVENTS_CLEAR:
        return osEventFlagsClear(object, step->a);
    case CALL_EVENTS_GET:
        return osEventFlagsGet(object);
    case CALL_EVENTS_WAIT:
        return osEventFlagsWait(object, step->a & 0xFFFF, step->a >> 16, step->b);
    case CALL_FLAGS_SET:
        return osThreadFlagsSet(threads[step->object], step->a);
    case CALL_FLAGS_CLEAR:
        return osThreadFlagsClear(step->a);
    case CALL_FLAGS_GET:
        return osThreadFlagsGet();
    default:
        return osThreadFlagsWait(step->a & 0xFFFF, step->a >> 16, step->b);
    }
}

/* An identifier of a thread that exists must not be reused. */
static uint32_t start_again(unsigned number)
{
    if (lm_in_interrupt()) {
        return (uint32_t)osErrorISR;
    }
    if (osThreadGetState(threads[number]) != osThreadError || restarts == RESTARTS) {
        return NOT_THERE;
    }
    restarts++;
    create_thread(number);
    return osOK;
}

static uint32_t call_thread(const struct step *step)
{
    osThreadId_t thread = threads[step->object % THREADS];

    switch (step->call) {
    case CALL_SUSPEND:
        return (uint32_t)osThreadSuspend(thread);
    case CALL_RESUME:
        return (uint32_t)osThreadResume(thread);
    case CALL_TERMINATE:
        return (uint32_t)osThreadTerminate(thread);
    case CALL_JOIN:
        return (uint32_t)osThreadJoin(thread);
    case CALL_DETACH:
        return (uint32_t)osThreadDetach(thread);
    case CALL_NEW:
        return start_again(step->object);
    case CALL_SET_PRIORITY:
        return (uint32_t)osThreadSetPriority(thread, (osPriority_t)step->a);
    case CALL_GET_PRIORITY:
        return (uint32_t)osThreadGetPriority(thread);
    default:
        return (uint32_t)osThreadGetState(thread);
    }
}

/* A board works by a loop of about the length: the lengths of a measured one, which was to take 16
 * ticks. */
static uint64_t nominal, measured;

void execute_measure(void)
{
    uint64_t instant = lm_now();

    nominal = 16 * (osKernelGetSysTimerFreq() / osKernelGetTickFreq());
    lm_work(nominal);
    measured = lm_now() - instant;
}

static uint32_t work(uint32_t fractions)
{
    lm_work(nominal * nominal * fractions / (16 * FRACTIONS * measured));
    return 0;
}

static uint32_t call(const struct step *step, uint32_t text)
{
    switch (step->call) {
    case CALL_WORK:
        return work(step->a + 1);
    case CALL_DELAY:
        return (uint32_t)osDelay(step->a);
    case CALL_DELAY_UNTIL:
        return (uint32_t)osDelayUntil(osKernelGetTickCount() + step->a - 3);
    case CALL_YIELD:
        return (uint32_t)osThreadYield();
    case CALL_LOCK:
        return (uint32_t)osKernelLock();
    case CALL_UNLOCK:
        return (uint32_t)osKernelUnlock();
    case CALL_RESTORE_LOCK:
        return (uint32_t)osKernelRestoreLock((int32_t)step->a);
    case CALL_SLEEP:
        (void)osKernelSuspend(); /* its result is a bound */
        osKernelResume(step->a);
        return 0;
    case CALL_RAISE:
        lm_board_interrupt_raise(step->object);
        return 0;
    default:
        if (step->call >= CALL_EVENTS_SET && step->call <= CALL_FLAGS_WAIT &&
            step->call != CALL_EVENTS_DELETE) {
            return call_flags(step);
        }
        return step->call > CALL_TIMER_DELETE ? call_thread(step) : call_object(step, text);
    }
}

static void take_steps(uint8_t who, const struct steps *steps, unsigned offset, uint32_t text)
{
    for (unsigned place = 0; place < steps->number && !is_over; place++) {
        const struct step *step = &steps->step[place];
        uint32_t result = call(step, text + place);

        if (step->call != CALL_WORK) {
            note(who, step, offset + place, result);
        }
    }
}

static unsigned number_from(const void *argument)
{
    return (unsigned)(uintptr_t)argument;
}

void run_thread(void *argument)
{
    unsigned number = number_from(argument);

    (void)osDelayUntil(begin); /* all threads begin at one tick, except those that begin again */
    take_steps((uint8_t)number, &script.steps[number], 0, number << 8);
}

void run_timer(void *argument)
{
    unsigned number = number_from(argument);

    take_steps(WHO_TIMERS, &script.timer[number], 16 * number, (WHO_TIMERS << 8) + 16 * number);
}

static void run_handler(void *argument)
{
    unsigned number = number_from(argument);

    take_steps(WHO_INTERRUPT, &script.handler[number], 16 * number, 0xF00);
}

void execute_script(void)
{
    memset(held, 0, sizeof held);
    actual.number = restarts = 0;
    is_over = false;
    begin = osKernelGetTickCount() + 8;
    create_objects();
    for (unsigned each = 0; each < script.threads; each++) {
        create_thread(each);
    }
    (void)osDelayUntil(begin + LENGTH);
    is_over = true;
    delete_all();
}

void execute_attach(void)
{
    for (unsigned each = 0; each < HANDLERS; each++) {
        lm_board_interrupt_attach(each, 2, run_handler, (void *)(uintptr_t)each);
    }
}
