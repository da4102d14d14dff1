/* SPDX-License-Identifier: Apache-2.0 */
/* The control block of a queue, a semaphore or a mutex of CMSIS-RTOS2 and FreeRTOS. Programs pass
 * handles of one interface to calls of the other, so both have one block, whose first member is the
 * native object. Fields belong to the libraries.
 */
#ifndef LIMEN_LAYER_QUEUE_H
#define LIMEN_LAYER_QUEUE_H

#include <limen/mutex.h>
#include <limen/priority_queue.h>
#include <limen/queue.h>
#include <limen/semaphore.h>
#include <limen_parts.h>

LM_LAYER_C_BEGIN

/* The name is that of FreeRTOS. */
struct QueueDefinition {
    union {
        struct lm_queue queue;
        struct lm_priority_queue by_priority; /* of CMSIS-RTOS2 */
        struct lm_semaphore semaphore;
        struct lm_mutex mutex;
    } native;
    uint32_t ceiling;  /* of a semaphore */
    uint32_t number;   /* of a program of FreeRTOS */
    uint8_t kind;      /* enum in limen_usual.h */
    uint8_t sends_to;  /* the kind, or KIND_WATCHED: sends of FreeRTOS have more to do */
    uint8_t owns;      /* LM_LAYER_OWNS_... */
    uint8_t is_static; /* it is the begin of a StaticQueue_t of FreeRTOS */
};

LM_LAYER_C_END

#endif
