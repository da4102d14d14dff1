/* SPDX-License-Identifier: Apache-2.0 */
/* The objects of a random program, and how a task or the handler makes one of its calls. */
#ifndef RANDOM_CALLS_H
#define RANDOM_CALLS_H

#include "FreeRTOS.h"

#include "event_groups.h"
#include "message_buffer.h"
#include "queue.h"
#include "script.h"
#include "semphr.h"
#include "stream_buffer.h"
#include "timers.h"

enum {
    LOG_MAX = 4 * TASKS_MAX * CALLS_MAX,
    STREAM_BYTES = 8,
    BUFFER_BYTES = 24,
    TRIGGER = 2,
    MEMBER_LENGTH = 2
};

extern struct script script;
extern QueueHandle_t queues[QUEUES];
extern SemaphoreHandle_t semaphores[SEMAPHORES], mutexes[MUTEXES];
extern EventGroupHandle_t group;
extern QueueSetHandle_t set;
extern QueueHandle_t members[MEMBERS];
extern StreamBufferHandle_t streams[STREAMS];
extern TimerHandle_t timers[TIMERS];
extern TaskHandle_t tasks[TASKS_MAX];
extern TickType_t begin, last[TASKS_MAX];

/* What each call answered. */
struct entry {
    TickType_t tick;
    long answer, value;
    uint8_t task, call;
};
extern struct entry entries[LOG_MAX];
extern unsigned used;

/* What a task executes: the calls after the last one that it has begun. */
void run_task(void *parameter);

/* By calls of FreeRTOS in tasks/, by those of CMSIS-RTOS2 in threads/: create a task; create the
 * semaphores and the mutexes. */
void start_task(unsigned task);
void create_locks(void);

/* Make the call at this place of the list of a task, and store its answer. */
void make_call(unsigned task, unsigned place);

/* The same for a callback, in the timer task; nothing when the program is over. */
void run_callback(unsigned place);
extern bool is_over;

/* The handler of the interrupt, which makes the calls behind the one that raised it. */
void handle_calls(void *argument);

#endif
