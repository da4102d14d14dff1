/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the files of this library share. Each function tests its context first, and
 * then its arguments in the order of the reference. */
#ifndef LIMEN_OS_H
#define LIMEN_OS_H

/* The handles, which are void pointers in programs. */
typedef struct lm_layer_thread *osThreadId_t;
typedef struct lm_layer_timer *osTimerId_t;
typedef struct os_limen_event_flags *osEventFlagsId_t;
typedef struct QueueDefinition *osMutexId_t;
typedef struct QueueDefinition *osSemaphoreId_t;
typedef struct os_limen_memory_pool *osMemoryPoolId_t;
typedef struct QueueDefinition *osMessageQueueId_t;

#include "limen_usual.h"
#include "rtx_os.h"
#include <limen/cores.h>
#include <string.h>

#if LM_LEVELS < 56
#error "CMSIS-RTOS2 has 56 priorities: set LM_LEVELS to 56 or more"
#endif

#define OS_REQUIRE(condition, answer)                                                              \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            return answer;                                                                         \
        }                                                                                          \
    } while (0)

#define OS_REQUIRE_NO_ISR(answer) OS_REQUIRE(!os_in_interrupt(), answer)

#define OS_REQUIRE_OK(check)                                                                       \
    do {                                                                                           \
        osStatus_t os_checked = (check);                                                           \
        OS_REQUIRE(os_checked == osOK, os_checked);                                                \
    } while (0)

/* Does a file of the program include FreeRTOS.h? Then the program was written for CMSIS-RTOS2 on
 * FreeRTOS, where a stack has any size and place, and each mutex inherits. */
extern const char lm_freertos_options[] __attribute__((weak));

static inline bool os_has_freertos(void)
{
    return lm_freertos_options != NULL;
}

/* lm_layer_in_interrupt, out of line where code has to be small. */
bool os_in_interrupt_called(void);

static inline bool os_in_interrupt(void)
{
    return LM_PORT_IS_SMALL ? os_in_interrupt_called() : lm_layer_in_interrupt();
}

/* Does the handle point to an object with waiting threads of this kind? The kind alone is a small
 * number, which an object of another kind may have at this place: the list of the waiting threads
 * also points to the object. The handles of usual calls are only tested for this pointer, so a
 * deletion clears it (os_forget). */
#define OS_IS(id, kind) ((id) != NULL && os_is_kind(OS_OBJECT(id), (kind)) && OS_IS_INTACT(id))
#define OS_IS_USUAL(id) ((id) != NULL && OS_IS_INTACT(id))
#define OS_IS_INTACT(id) (OS_WAITERS(id).object == OS_OBJECT(id))
#define OS_OBJECT(id) (&(id)->native.object)
#define OS_WAITERS(id) ((id)->native.waiters)

static inline bool os_is_kind(const struct lm_object *object, enum lm_kind kind)
{
    return lm_object_kind(object) == kind || lm_is_shared(object, kind);
}

/* With several cores: an object for all of them cannot be deleted. */
#define OS_REQUIRE_ONE_CORE(id) OS_REQUIRE(!lm_is_shared_any(OS_OBJECT(id)), osErrorResource)

/* Create an object for one core, or for all. */
#define OS_CREATE(attr, shared, own)                                                               \
    LM_LAYER_CREATE_IF(!lm_layer_has_started() || ((attr)->attr_bits & osLimenAllCores) != 0,      \
                       shared, own)

static inline void os_forget(struct lm_wait_list *waiters)
{
    waiters->object = NULL;
}

/* No thread that a deletion wakes runs before the handle is invalid: a call in between would take
 * the object for one that exists, and wait for it for ever. Before the start no thread waits. */
void os_begin_deletion(void);
void os_end_deletion(void);

/* Does the handle point to a thread of a layer? For each thread the kernel calls the same function.
 * It may have ended. */
static inline bool os_may_be_thread(const osRtxThread_t *thread)
{
    return thread != NULL && thread->native.entry == lm_layer_thread_run;
}

static inline bool os_is_thread(const osRtxThread_t *thread)
{
    return os_may_be_thread(thread) &&
           (lm_object_kind(OS_OBJECT(thread)) == LM_KIND_THREAD ||
            lm_thread_is_remote(&thread->native)) &&
           (!thread->has_ended || thread->joinable);
}

/* osOK, or why the caller may not call a function that is for threads only. */
osStatus_t os_check(bool is_object);

/* osOK, or why the caller may not call a function that waits for this time. */
osStatus_t os_check_timeout(uint32_t timeout);

/* Before the start no thread can wait, but a call that need not wait succeeds. */
static inline lm_timeout os_timeout(uint32_t timeout)
{
    return lm_layer_has_started() ? lm_layer_timeout(timeout) : LM_NO_WAIT;
}

/* The result of a wait. A wait that was not possible because the kernel is locked has timed out. */
osStatus_t os_status(enum lm_status status, uint32_t timeout);

/* May the caller, which has taken the lock with this key, wait for this time? */
static inline bool os_may_wait(uint32_t timeout, lm_lock_key key)
{
    return timeout == 0 || lm_layer_is_thread(key);
}

/* Does the caller wait for ever, and may it? Then the call is the native one. Where code has to be
 * small, the call with a timeout does it. */
static inline bool os_waits_for_ever(uint32_t timeout)
{
    return LM_LAYER_HAS_USUAL && timeout == osWaitForever && lm_layer_may_wait();
}

/* The result of a call that waits for ever: most are successful. */
static inline osStatus_t os_status_forever(enum lm_status status)
{
    return __builtin_expect(status == LM_OK, 1) ? osOK : os_status(status, osWaitForever);
}

/* The name of an object, or NULL if it has none. */
const char *os_name(const struct lm_object *object);

/* Give an object its kind for the calls of FreeRTOS. */
static inline void os_set_kind(struct QueueDefinition *object, uint8_t kind, uint8_t owns)
{
    object->kind = object->sends_to = kind;
    object->owns = owns;
}

/* A call that returns a property of an object, and an answer for what is not such an object. */
#define OS_GET(type, call, id, kind, property, otherwise)                                          \
    type call(id object)                                                                           \
    {                                                                                              \
        return OS_IS(object, kind) ? (property) : (otherwise);                                     \
    }
#define OS_GET_NAME(call, id, kind)                                                                \
    OS_GET(const char *, call, id, kind, os_name(OS_OBJECT(object)), NULL)

/* The fields of attributes: those of objects without data have the first four, those of objects
 * with data the next two as well, and those of threads all. */
struct __attribute__((may_alias)) os_attr {
    const char *name;
    uint32_t attr_bits;
    void *cb_mem;
    uint32_t cb_size;
    void *data_mem;
    uint32_t data_size;
    int32_t priority;
};

/* The attributes, or those of a call without any. */
extern const struct os_attr os_no_attr;

static inline const struct os_attr *os_attr(const void *attr)
{
    return attr != NULL ? attr : &os_no_attr;
}

/* May an object of this size be created with these attributes? */
bool os_may_create(const struct os_attr *attr, size_t block_bytes);

/* The control block of an object, or NULL. data_bytes: 0 if it has no data. parts: its memory. */
void *os_block(struct lm_layer_parts *parts, const struct os_attr *attr, size_t block_bytes,
               size_t data_bytes, os_limen_take *take);

/* lm_layer_parts_give in a program that allocates memory. */
#pragma weak lm_layer_parts_give

static inline void os_give(void *block, void *data, uint8_t owns)
{
    if (owns != 0) {
        lm_layer_parts_give(block, data, owns);
    }
}

#endif
