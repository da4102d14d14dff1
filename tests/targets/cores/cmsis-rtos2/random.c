/* SPDX-License-Identifier: Apache-2.0 */
/* Makes random calls of CMSIS-RTOS2 on all cores, for tests/support/cmsis_cores.py, which computes
 * their results. Each thread calls once in a millisecond at most, at an offset of its own, and
 * timeouts end between the offsets: so the order of all calls is certain. It prints time, thread,
 * number of the call, its result, and what it received. The argument is a seed. */
#include "cmsis_os2.h"
#include <limen/board.h>
#include <limen/cores.h>
#include <limen/timer.h>
#include <limen_layer.h>
#include <stdlib.h>

enum { CORES = 4, THREADS = 2 * CORES, END_MS = 60, OFFSET_US = 50, BLOCKS = 2, MOST_FLAGS = 7 };

enum call {
    ACQUIRE,
    RELEASE,
    LOCK,
    UNLOCK,
    PUT,
    GET,
    ALLOCATE,
    FREE,
    SET,
    WAIT,
    CLEAR,
    SET_THREAD,
    WAIT_THREAD,
    SUSPEND,
    RESUME,
    RESET,
    COUNT,
    MOVE,
    CALLS
};

static osThreadId_t threads[THREADS];
static osSemaphoreId_t semaphores[2];
static osMutexId_t mutexes[2];
static osMessageQueueId_t queues[2];
static osMemoryPoolId_t pool;
static osEventFlagsId_t events;
static uint32_t seed = 1;

struct state {
    uint32_t random;
    unsigned number;
    void *blocks[BLOCKS];
    unsigned held;
    uint32_t extra;
};

static uint32_t below(struct state *state, uint32_t limit)
{
    state->random ^= state->random << 13;
    state->random ^= state->random >> 17;
    state->random ^= state->random << 5;
    return state->random % limit;
}

static uint64_t now_us(void)
{
    return (lm_now() - lm_layer_epoch) * 1000000U / LM_CLOCK_HZ;
}

/* Sleep until the next instant of the thread, however often another thread ends the sleep. */
static void await_turn(const struct state *state)
{
    uint64_t turn = now_us();

    do {
        if (now_us() >= turn) {
            turn = (now_us() / 1000 + 1) * 1000 + (state->number + 1) * OFFSET_US;
        }
        (void)lm_thread_sleep_until(lm_layer_epoch + turn * LM_CLOCK_HZ / 1000000U);
    } while (now_us() != turn);
}

static uint32_t timeout(struct state *state)
{
    uint32_t drawn = below(state, 8);

    return drawn == 7 ? osWaitForever : drawn;
}

static uint32_t options(struct state *state)
{
    return below(state, 2) * osFlagsWaitAll + below(state, 2) * osFlagsNoClear;
}

static osThreadId_t another(struct state *state)
{
    return threads[(state->number + 1 + below(state, THREADS - 1)) % THREADS];
}

static int32_t put(struct state *state, osMessageQueueId_t queue)
{
    uint32_t message = below(state, 1000);
    uint8_t priority = (uint8_t)below(state, 4);

    return osMessageQueuePut(queue, &message, priority, timeout(state));
}

static int32_t get(struct state *state, osMessageQueueId_t queue)
{
    uint32_t message = 0;
    uint8_t priority = 0;
    osStatus_t status = osMessageQueueGet(queue, &message, &priority, timeout(state));

    state->extra = message * 10 + priority;
    return status;
}

static int32_t allocate(struct state *state)
{
    uint32_t wait = timeout(state);

    if (state->held == BLOCKS) {
        return 2;
    }
    void *block = osMemoryPoolAlloc(pool, wait);

    if (block == NULL) {
        return 0;
    }
    state->blocks[state->held++] = block;
    return 1;
}

static int32_t count(void)
{
    return (int32_t)(osSemaphoreGetCount(semaphores[0]) + 10 * osSemaphoreGetCount(semaphores[1]) +
                     100 * osMessageQueueGetCount(queues[0]) +
                     1000 * osMessageQueueGetSpace(queues[1]) +
                     10000 * osMemoryPoolGetSpace(pool)) +
           100000 * (int32_t)osEventFlagsGet(events);
}

static int32_t wait(struct state *state, bool own)
{
    uint32_t flags = 1 + below(state, MOST_FLAGS), how = options(state), limit = timeout(state);

    return (int32_t)(own ? osThreadFlagsWait(flags, how, limit)
                         : osEventFlagsWait(events, flags, how, limit));
}

static int32_t make(struct state *state, enum call call)
{
    unsigned which = below(state, 2);

    switch (call) {
    case ACQUIRE:
        return osSemaphoreAcquire(semaphores[which], timeout(state));
    case RELEASE:
        return osSemaphoreRelease(semaphores[which]);
    case LOCK:
        return osMutexAcquire(mutexes[which], timeout(state));
    case UNLOCK:
        return osMutexRelease(mutexes[which]);
    case PUT:
        return put(state, queues[which]);
    case GET:
        return get(state, queues[which]);
    case ALLOCATE:
        return allocate(state);
    case FREE:
        return state->held > 0 ? osMemoryPoolFree(pool, state->blocks[--state->held]) : 2;
    case SET:
        return (int32_t)osEventFlagsSet(events, 1 + below(state, MOST_FLAGS));
    case WAIT:
        return wait(state, false);
    case CLEAR:
        return (int32_t)osEventFlagsClear(events, 1 + below(state, MOST_FLAGS));
    case SET_THREAD: {
        osThreadId_t thread = another(state);

        return (int32_t)osThreadFlagsSet(thread, 1 + below(state, MOST_FLAGS));
    }
    case WAIT_THREAD:
        return wait(state, true);
    case SUSPEND:
        return below(state, 3) == 0 ? osThreadSuspend(another(state)) : 2;
    case RESUME:
        return osThreadResume(another(state));
    case RESET:
        return below(state, 4) == 0 ? osMessageQueueReset(queues[which]) : 2;
    case COUNT:
        return count();
    default:
        return osThreadSetAffinityMask(osThreadGetId(), 1U << below(state, CORES));
    }
}

static void run(void *argument)
{
    unsigned number = (unsigned)(uintptr_t)argument;
    struct state state = {.random = seed * 2654435761U + number * 40503U + 1, .number = number};

    for (;;) {
        await_turn(&state);
        state.extra = 0;
        enum call call = (enum call)below(&state, CALLS);
        int32_t result = make(&state, call);

        lm_board_printf("%llu %u %d %d %u\n", (unsigned long long)now_us(), number, (int)call,
                        (int)result, (unsigned)state.extra);
    }
}

static void finish(void *argument)
{
    (void)argument;
    lm_board_exit(0);
}

int main(int arguments, char **argument)
{
    static struct lm_timer end;

    if (arguments > 1) {
        seed = (uint32_t)strtoul(argument[1], NULL, 10);
    }
    osKernelInitialize();
    semaphores[0] = osSemaphoreNew(2, 1, NULL);
    semaphores[1] = osSemaphoreNew(1, 0, NULL);
    mutexes[0] = osMutexNew(NULL);
    mutexes[1] = osMutexNew(&(osMutexAttr_t){.attr_bits = osMutexRecursive});
    for (unsigned i = 0; i < 2; i++) {
        queues[i] = osMessageQueueNew(2, sizeof(uint32_t), NULL);
    }
    pool = osMemoryPoolNew(BLOCKS, 16, NULL);
    events = osEventFlagsNew(NULL);
    for (unsigned i = 0; i < THREADS; i++) {
        threads[i] = osThreadNew(run, (void *)(uintptr_t)i,
                                 &(osThreadAttr_t){.stack_size = 1024,
                                                   .priority = (osPriority_t)(8 + i),
                                                   .affinity_mask = 1U << i / 2});
    }
    lm_timer_create(&end, "end", finish, NULL);
    lm_timer_start(&end, END_MS * LM_CLOCK_HZ / 1000U, 0);
    return osKernelStart();
}
