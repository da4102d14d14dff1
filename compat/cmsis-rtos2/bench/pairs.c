/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of pairs of calls without a switch, and of round trips through a more urgent thread with
 * two switches. There is a mark at which the emulator counts. argv[1] is the case. */
#include "marks.h"
#include "rtx_os.h"
#include <limen/board.h>
#include <string.h>

#define OS(call) EXPECT(call, osOK)
#define EXPECT(call, answer)                                                                       \
    do {                                                                                           \
        if ((call) != (answer)) {                                                                  \
            fail();                                                                                \
        }                                                                                          \
    } while (0)

osRtxThread_t block_of_Thread;
osRtxThread_t partner_block;
osRtxTimer_t block_of_timer;
osRtxEventFlags_t block_of_event_flags;
osRtxMutex_t block_of_mutex;
osRtxSemaphore_t block_of_semaphore;
osRtxMemoryPool_t block_of_pool;
osRtxMessageQueue_t block_of_queue;

static osEventFlagsId_t events;
static osMutexId_t mutex;
static osSemaphoreId_t semaphore;
static osMemoryPoolId_t pool;
static osMessageQueueId_t queue;
static osThreadId_t self, partner;
static osSemaphoreId_t question, answer;
static uint32_t message[4];
static void (*chosen)(void);
static void (*chosen_answer)(void *argument);

static __attribute__((noinline, noreturn)) void fail(void)
{
    lm_board_exit(1);
}

BENCH_MARK(bench_mark)

BENCH_CASE(empty, )
BENCH_CASE(use_semaphore, OS(osSemaphoreRelease(semaphore));
           OS(osSemaphoreAcquire(semaphore, osWaitForever)))
BENCH_CASE(use_mutex, OS(osMutexAcquire(mutex, osWaitForever)); OS(osMutexRelease(mutex)))
BENCH_CASE(use_queue, OS(osMessageQueuePut(queue, message, 0, osWaitForever));
           OS(osMessageQueueGet(queue, message, NULL, osWaitForever)))
BENCH_CASE(use_event_flags, EXPECT(osEventFlagsSet(events, 1), 1);
           EXPECT(osEventFlagsWait(events, 1, 0, osWaitForever), 1))
BENCH_CASE(use_thread_flags, EXPECT(osThreadFlagsSet(self, 1), 1);
           EXPECT(osThreadFlagsWait(1, 0, osWaitForever), 1))
BENCH_CASE(ask_by_semaphore, OS(osSemaphoreRelease(question));
           OS(osSemaphoreAcquire(answer, osWaitForever)))
BENCH_CASE(ask_by_flags, EXPECT(osThreadFlagsSet(partner, 1), 0);
           EXPECT(osThreadFlagsWait(1, 0, osWaitForever), 1))
BENCH_CASE(use_pool, OS(osMemoryPoolFree(pool, osMemoryPoolAlloc(pool, osWaitForever))))

static void answer_by_semaphore(void *argument)
{
    (void)argument;
    for (;;) {
        OS(osSemaphoreAcquire(question, osWaitForever));
        OS(osSemaphoreRelease(answer));
    }
}

static void answer_by_flags(void *argument)
{
    (void)argument;
    for (;;) {
        EXPECT(osThreadFlagsWait(1, 0, osWaitForever), 1);
        EXPECT(osThreadFlagsSet(self, 1), 1);
    }
}

static const struct {
    char name[16];
    void (*run)(void);
    void (*answer)(void *argument); /* of the other thread */
} cases[] = {
    {"empty", empty, NULL},
    {"semaphore", use_semaphore, NULL},
    {"mutex", use_mutex, NULL},
    {"queue", use_queue, NULL},
    {"event_flags", use_event_flags, NULL},
    {"thread_flags", use_thread_flags, NULL},
    {"pool", use_pool, NULL},
    {"round_semaphore", ask_by_semaphore, answer_by_semaphore},
    {"round_flags", ask_by_flags, answer_by_flags},
};

static void run(void *argument)
{
    (void)argument;
    self = osThreadGetId();
    chosen();
    lm_board_exit(0);
}

static void create(void)
{
    semaphore = osSemaphoreNew(
        1, 0, &(osSemaphoreAttr_t){.cb_mem = &block_of_semaphore, .cb_size = osRtxSemaphoreCbSize});
    mutex = osMutexNew(&(osMutexAttr_t){
        .attr_bits = osMutexPrioInherit, .cb_mem = &block_of_mutex, .cb_size = osRtxMutexCbSize});
    queue = osMessageQueueNew(
        4, sizeof message,
        &(osMessageQueueAttr_t){.cb_mem = &block_of_queue, .cb_size = osRtxMessageQueueCbSize});
    events = osEventFlagsNew(
        &(osEventFlagsAttr_t){.cb_mem = &block_of_event_flags, .cb_size = osRtxEventFlagsCbSize});
    pool = osMemoryPoolNew(
        2, 16, &(osMemoryPoolAttr_t){.cb_mem = &block_of_pool, .cb_size = osRtxMemoryPoolCbSize});
    osTimerNew(run, osTimerOnce, NULL,
               &(osTimerAttr_t){.cb_mem = &block_of_timer, .cb_size = osRtxTimerCbSize});
    osThreadNew(run, NULL,
                &(osThreadAttr_t){.cb_mem = &block_of_Thread, .cb_size = osRtxThreadCbSize});
    question = osSemaphoreNew(1, 0, NULL);
    answer = osSemaphoreNew(1, 0, NULL);
    if (chosen_answer != NULL) {
        partner = osThreadNew(chosen_answer, NULL,
                              &(osThreadAttr_t){.cb_mem = &partner_block,
                                                .cb_size = osRtxThreadCbSize,
                                                .priority = osPriorityHigh});
    }
}

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (argc > 1 && strcmp(argv[1], cases[i].name) == 0) {
            chosen = cases[i].run;
            chosen_answer = cases[i].answer;
            osKernelInitialize();
            create();
            osKernelStart();
        }
    }
    lm_board_print("usage: bench-cmsis-rtos2 CASE\n");
    return 2;
}
