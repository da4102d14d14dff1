/* SPDX-License-Identifier: Apache-2.0 */
/* The objects and threads of a script, as they are in the interface. */
#ifndef OBJECTS_H
#define OBJECTS_H

#include "cmsis_os2.h"
#include "execute.h"
#include "rtx_os.h"

extern osThreadId_t threads[THREADS];
extern osSemaphoreId_t semaphores[OBJECTS];
extern osMessageQueueId_t queues[OBJECTS];
extern osMutexId_t mutexes[OBJECTS];
extern osEventFlagsId_t events[OBJECTS];
extern osMemoryPoolId_t pools[OBJECTS];
extern osTimerId_t timers[OBJECTS];

/* The functions of threads and timers; the argument is their number. */
void run_thread(void *argument);
void run_timer(void *argument);

void create_objects(void);
void create_thread(unsigned number);

/* Delete what the script has not deleted, and end the program if memory is missing. */
void delete_all(void);

#endif
