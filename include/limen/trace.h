/* SPDX-License-Identifier: Apache-2.0 */
/* The event trace: a ring of 16-byte records in memory that you provide, written by the kernel
 * with the lock held. The buffer itself is a trace file (spec/trace-format.md). The libraries
 * without trace accept the calls and record nothing.
 */
#ifndef LIMEN_TRACE_H
#define LIMEN_TRACE_H

#include <limen/object.h>
#include <limen/status.h>
#include <limen/thread.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of a buffer for a number of objects and of events. */
#define LM_TRACE_BYTES(objects, events) (64U + 32U * (objects) + 16U * (events))

/* Record into the buffer from now on. Objects that were created before get no names, so call
 * it right after lm_kernel_init.
 * Requires: buffer is aligned to 4 bytes and stays.
 * Context:  any. Returns: LM_OK, LM_BAD_ARGUMENT (too small for one event). Cost: O(1). */
enum lm_status lm_trace_start(void *buffer, uint32_t bytes, uint32_t objects);

/* Whose names for services a reader shall use. */
enum lm_trace_api { LM_TRACE_LIMEN, LM_TRACE_THREADX };

/* Say in the traces from the next lm_trace_start on that the program uses another interface.
 * Context: any. Cost: O(1). */
void lm_trace_set_api(enum lm_trace_api api);

/* Name an object in the trace that was created before lm_trace_start.
 * Context: any. Cost: O(1). */
void lm_trace_add(const struct lm_object *object);

/* Record a service of another interface that no event of the kernel tells; number: as that
 * interface counts its events; object may be NULL. Context: any. Cost: O(1). */
void lm_trace_service(uint16_t number, const struct lm_object *object, uint32_t value);

/* Classes of events, by number / 8 (spec/trace-format.md). Class 0 cannot be left out: who runs. */
#define LM_TRACE_CLASS(event) (1U << (event) / 8U)

/* Leave out these classes of events, from now on.
 * Context: any. Cost: O(1), and none for the events that are recorded. */
void lm_trace_filter(uint32_t classes);

/* Have a function called when the ring is full and starts over, with the trace that is full so far,
 * within the lock: it may copy, and call nothing of the kernel. NULL: none.
 * Context: any. Cost: O(1). */
void lm_trace_set_notify(void (*notify)(void *buffer));

/* Stop recording; the buffer stays as it is. Context: any. Cost: O(1). */
void lm_trace_stop(void);

/* Record how much of a thread's stack was never written so far.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(stack), without the lock. */
enum lm_status lm_trace_stack(const struct lm_thread *thread);

/* Record an event of the program. Context: any. Cost: O(1). */
void lm_trace_user(uint16_t number, uint32_t value);

#ifdef __cplusplus
}
#endif

#endif
