/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that layers/user needs from a port, in addition to ports/port.h. A port with user
 * threads has a folder user, and limen_user_port.h in its folder include.
 *
 * The context of a user thread, struct lm_user_context, is the top of its kernel stack. Privileges
 * change only when an exception begins and when it returns:
 *
 *   call         the exception stores the place of the thread, and returns to the gate: privileged,
 *                thread mode, on the kernel stack. The gate looks up the handle and calls the
 *                kernel, so that a call can wait. An exception leads back.
 *   interrupt    the registers that the processor has not stored go to the kernel stack. They form
 *                the context of a call that is about to return.
 *   fault        the exception leads to a call of lm_user_faulted.
 *
 * The regions are loaded on the way to user mode, unless they are those of the thread that was the
 * last one there, on this core.
 */
#ifndef LIMEN_PORT_USER_H
#define LIMEN_PORT_USER_H

#include <limen/user.h>

/* True if the hardware can protect exactly this memory. */
bool lm_port_user_can_protect(const struct lm_user_area *area);

/* Write the regions of a thread into its context. The last area has no bytes. */
void lm_port_user_set_regions(struct lm_user_context *context, const struct lm_user_area *areas);

/* Go to user mode: call entry(argument) with the stack and the grants of the thread, and then
 * lm_user_thread_exit. From now on the protection of this core is on, and faults of user threads
 * lead to lm_user_faulted. Context: the thread, with the lock free, on its kernel stack. */
void lm_port_user_begin(struct lm_user_thread *user) __attribute__((noreturn));

/* Forget the context, whose memory may be reused. Context: the kernel lock. */
void lm_port_user_forget(struct lm_user_context *context);

#endif
