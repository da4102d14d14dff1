/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that layers/user needs from a port, in addition to ports/port.h. A port with user
 * threads has a folder user, and limen_user_port.h in its folder include.
 *
 * The context of a user thread, struct lm_user_context, is the top of its kernel stack. Privileges
 * change only when an exception begins and when it returns:
 *
 *   call         the exception stores where the thread was, and returns to the gate: privileged,
 *                thread mode, on the kernel stack. The gate looks up the handle and calls the
 *                kernel, so that a call can wait. An exception leads back.
 *   interrupt    what the processor has not stored goes to the kernel stack. The context that is
 *                left there is that of a call that is about to return.
 *   fault        a call that the thread did not mean: of lm_user_faulted.
 *
 * The regions are loaded on the way to user mode, unless they are those of the thread that was the
 * last one there, on this core.
 */
#ifndef LIMEN_PORT_USER_H
#define LIMEN_PORT_USER_H

#include <limen/user.h>

/* Can the hardware protect exactly this memory? */
bool lm_port_user_can_protect(const struct lm_user_area *area);

/* Enter the regions of a thread. The last area has no bytes. */
void lm_port_user_set_regions(struct lm_user_context *context, const struct lm_user_area *areas);

/* Begin in user mode: entry(argument), with the stack and the grants of the thread, and at the end
 * lm_user_thread_exit. From then on the protection of this core is on, and faults of user threads
 * come to lm_user_faulted. Context: the thread, with the lock free, on its kernel stack. */
void lm_port_user_begin(struct lm_user_thread *user) __attribute__((noreturn));

/* The memory of the context may be used for something else. Context: the kernel lock. */
void lm_port_user_forget(struct lm_user_context *context);

#endif
