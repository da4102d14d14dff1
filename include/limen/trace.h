/* SPDX-License-Identifier: Apache-2.0 */
/* The event trace: a ring of 16-byte records in memory that the program provides. The kernel writes
 * it with the lock held. The contents of the buffer are a trace file (spec/trace-format.md). The
 * libraries without trace accept the calls and record nothing.
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

/* The size of a buffer for these numbers of objects and events. */
#define LM_TRACE_BYTES(objects, events) (64U + 32U * (objects) + 16U * (events))

/* Record into the buffer from now on. Objects that were created before have no names in the trace,
 * so call it right after lm_kernel_init.
 * Requires: the buffer is an area (limen/area.h) that is aligned to 4 bytes, and is not used
 *           otherwise until lm_trace_stop.
 * Context:  any. Returns: LM_OK, LM_BAD_ARGUMENT (also: too small for one event). Cost: O(1). */
enum lm_status lm_trace_start(void *buffer, uint32_t bytes, uint32_t objects);

/* The interface whose names a reader uses for services. */
enum lm_trace_api { LM_TRACE_LIMEN, LM_TRACE_THREADX };

/* Set the interface of the program, which all traces name from the next lm_trace_start on.
 * Context: any. Cost: O(1). */
void lm_trace_set_api(enum lm_trace_api api);

/* Write the name of an object that was created before lm_trace_start into the trace.
 * Context: any. Cost: O(1). */
void lm_trace_add(const struct lm_object *object);

/* Record a service of another interface that no event of the kernel shows. number: as that
 * interface numbers its events. object may be NULL. Context: any. Cost: O(1). */
void lm_trace_service(uint16_t number, const struct lm_object *object, uint32_t value);

/* Record that a service of another interface returns an error, which is a mistake of its caller.
 * number and status: as that interface numbers them. object: NULL, or a pointer that may be wrong.
 * Context: any. Cost: O(1). */
void lm_trace_error(uint16_t number, const struct lm_object *object, uint16_t status);

/* Record an event of middleware with its four numbers, of which the first is the address of the
 * object that it is about. number: as the interface of lm_trace_service numbers its events.
 * Context: any. Cost: O(1); two records, or three if the fourth number is not 0. */
void lm_trace_middleware(uint16_t number, uint32_t first, uint32_t second, uint32_t third,
                         uint32_t fourth);

/* Enter an object of middleware in the table of the trace that is on, so that a reader shows its
 * name instead of its address. An object at the same address that is in the table is replaced; if
 * the table is full, the object has no name. type: as the interface of lm_trace_service numbers
 * them, 0 to 191. name is copied; NULL is "". Context: any.
 * Cost: O(objects), with the lock held. */
void lm_trace_middleware_object(unsigned type, uint32_t address, const char *name);

/* Classes of events, by number / 8 (spec/trace-format.md). Class 0 shows which thread runs and
 * cannot be left out. */
#define LM_TRACE_CLASS(event) (1U << (event) / 8U)

/* Leave out these classes of events from now on, except records that are the only ones to show that
 * a thread waits or is ready.
 * Context: any. Cost: O(1); the events that are recorded do not cost more. */
void lm_trace_filter(uint32_t classes);

/* Set the function that is called when the ring is full and recording continues at its beginning.
 * It gets the full trace and runs with the lock held: it may copy the trace, but must not call the
 * kernel. NULL: none.
 * Context: any. Cost: O(1). */
void lm_trace_set_notify(void (*notify)(void *buffer));

/* Stop recording; the buffer stays as it is. Context: any. Cost: O(1). */
void lm_trace_stop(void);

/* Record how many bytes of a thread's stack have never been written.
 * Context: any. Returns: LM_OK, LM_BAD_OBJECT. Cost: O(stack), without the lock. */
enum lm_status lm_trace_stack(const struct lm_thread *thread);

/* Record an event of the program. Context: any. Cost: O(1). */
void lm_trace_user(uint16_t number, uint32_t value);

#ifdef __cplusplus
}
#endif

#endif
