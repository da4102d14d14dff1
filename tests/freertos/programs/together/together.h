/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of tasks that check each other, and run at the same time. */
#ifndef TOGETHER_H
#define TOGETHER_H

#include "FreeRTOS.h"
#include "event_groups.h"
#include "message_buffer.h"
#include "queue.h"
#include "semphr.h"
#include "task.h"
#include "timers.h"

enum { WORDS = 256 };

/* A group counts its rounds. A failed check marks the group permanently. */
struct group {
    const char *name;
    void (*begin)(void);
    void (*tick)(void); /* in the tick hook, or NULL */
    volatile unsigned rounds;
};

extern struct group exchange, poll, guard, counters, dynamic, births, deadlines, sets, notices,
    rendezvous, bytes, inheritance, mailbox;

/* Context: any. */
void expect(struct group *group, int condition, int line);
#define EXPECT(group, condition) expect(&(group), (condition), __LINE__)

static inline TaskHandle_t start(TaskFunction_t function, const char *name, UBaseType_t priority,
                                 void *parameter)
{
    TaskHandle_t task = NULL;

    configASSERT(xTaskCreate(function, name, WORDS, parameter, priority, &task) == pdPASS);
    return task;
}

#endif
