/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that the files of this library share. Each function tests its context first, and
 * then its arguments in the order of the reference. */
#ifndef LIMEN_OS_H
#define LIMEN_OS_H

#include "limen_usual.h"
#include "rtx_os.h"
#include <string.h>

#if LM_LEVELS < 56
#error "CMSIS-RTOS2 has 56 priorities: set LM_LEVELS to 56 or more"
#endif

enum { OS_TICKS_PER_SECOND = 1000, OS_ROBIN_TICKS = 5, OS_STACK_BYTES = 3072 };

#define OS_REQUIRE(condition, answer)                                                              \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            return answer;                                                                         \
        }                                                                                          \
    } while (0)

#define OS_REQUIRE_NO_ISR(answer) OS_REQUIRE(!os_in_interrupt(), answer)

/* lm_layer_in_interrupt, out of line where code has to be small. */
bool os_in_interrupt_called(void);

static inline bool os_in_interrupt(void)
{
    return LM_PORT_IS_SMALL ? os_in_interrupt_called() : lm_layer_in_interrupt();
}

/* Does the pointer point to an object of this kind? */
#define OS_IS(id, kind) ((id) != NULL && lm_object_kind(&(id)->native.object) == (kind))

static inline bool os_is_thread(const osRtxThread_t *thread)
{
    return OS_IS(thread, LM_KIND_THREAD) && (!thread->has_ended || thread->joinable);
}

/* osOK, or why the caller may not call a function that waits for this time. */
osStatus_t os_check_timeout(uint32_t timeout);

/* The result of a wait. A wait that was not possible because the kernel is locked has timed out. */
osStatus_t os_status(enum lm_status status, uint32_t timeout);

/* May the caller, which has taken the lock with this key, wait for this time? */
static inline bool os_may_wait(uint32_t timeout, lm_lock_key key)
{
    return timeout == 0 || lm_layer_is_thread(key);
}

/* Does the caller wait for ever, and may it? Then the call is the native one. */
static inline bool os_waits_for_ever(uint32_t timeout)
{
    return timeout == osWaitForever && lm_layer_may_wait();
}

/* osOK, or why the caller may not wait for this time. */
static inline osStatus_t os_check_wait(uint32_t timeout)
{
    return os_waits_for_ever(timeout) ? osOK : os_check_timeout(timeout);
}

/* The result of a call that waits for ever: most are successful. */
static inline osStatus_t os_status_forever(enum lm_status status)
{
    return __builtin_expect(status == LM_OK, 1) ? osOK : os_status(status, osWaitForever);
}

/* The name of an object, or NULL if it has none. */
static inline const char *os_name(const struct lm_object *object)
{
    const char *name = lm_object_get_name(object);

    return name != NULL && name[0] != '\0' ? name : NULL;
}

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

/* The control block of an object without data, or NULL. owns: LM_LAYER_OWNS_... of its memory. */
void *os_block(const struct os_attr *attr, size_t block_bytes, uint8_t *owns, os_limen_take *take);

/* lm_layer_parts_give in a program that allocates memory. */
#pragma weak lm_layer_parts_give

static inline void os_give(void *block, void *data, uint8_t owns)
{
    if (owns != 0) {
        lm_layer_parts_give(block, data, owns);
    }
}

/* Has the wait for flags the usual form, which needs no further check? */
static inline bool os_flags_are_usual(uint32_t flags)
{
    return flags != 0 && (flags & osFlagsError) == 0;
}

/* Do flags that are there satisfy the wait? */
static inline bool os_flags_are_there(const struct lm_notice *notice, uint32_t flags,
                                      uint32_t options)
{
    bool all = (options & osFlagsWaitAll) != 0;

    return lm_notice_is_satisfied(notice, flags, all ? LM_NOTICE_ALL : LM_NOTICE_ANY);
}

/* Take them, and free the lock. Returns: the flags that were there. */
static inline uint32_t os_flags_take(struct lm_notice *notice, uint32_t flags, uint32_t options,
                                     lm_lock_key key)
{
    return lm_notice_take_at_once(notice, flags, (options & osFlagsNoClear) != 0 ? 0 : flags, key);
}

/* The usual wait of a thread for flags that are not there. Context: the lock, which it frees. */
uint32_t os_flags_wait_forever(struct lm_notice *notice, uint32_t flags, uint32_t options);

/* Set flags, and free the lock. Requires: they are no error, and no thread waits for the notice.
 * Returns: the flags that are there now. */
static inline uint32_t os_flags_add(struct lm_notice *notice, uint32_t flags, lm_lock_key key)
{
    uint32_t value = notice->value | flags;

    lm_notice_give(notice, value, flags);
    lm_port_unlock(key);
    return value;
}

/* The same if a thread waits for it. Returns: the flags that are left. */
uint32_t os_flags_give(struct lm_notice *notice, uint32_t flags, lm_lock_key key);

/* Flags of a thread or of event flags. */
uint32_t os_flags_wait(struct lm_notice *notice, uint32_t flags, uint32_t options,
                       uint32_t timeout);

#endif
