/* SPDX-License-Identifier: Apache-2.0 */
/* The checks of limen/audit.h. Each takes O(1). Before it reads through a pointer, it compares the
 * pointer with the memory of the audited parts: a damaged pointer may point anywhere.
 *
 * Context: the kernel lock.
 */
#ifndef LIMEN_AUDIT_INTERNAL_H
#define LIMEN_AUDIT_INTERNAL_H

#include "state.h"
#include <limen/audit.h>

/* Is this the address of bytes in the audited parts or in the kernel's own data? */
bool lm_audit_knows(const struct lm_audit *audit, const void *pointer, size_t bytes);

/* Is this the address of a thread, which may be the idle one? */
bool lm_audit_is_thread(const struct lm_audit *audit, const struct lm_thread *thread);

/* Do the neighbours of a node of a list, which may be itself, refer to it? */
bool lm_audit_is_linked(const struct lm_audit *audit, const struct lm_list *node);

/* Checks the links of a started timeout, whose instant is not before the earliest one. */
enum lm_damage lm_audit_timeout(const struct lm_audit *audit,
                                const struct lm_timeout_node *timeout);

/* Check a control block. */
enum lm_damage lm_audit_thread(const struct lm_audit *audit, const struct lm_thread *thread);
enum lm_damage lm_audit_object(const struct lm_audit *audit, const struct lm_object *object);

/* A part of the kernel's own data. number: below LM_AUDIT_KERNEL_PARTS. */
enum { LM_AUDIT_KERNEL_PARTS = 1 + LM_LEVELS + LM_TIMEOUT_BUCKETS };
enum lm_damage lm_audit_kernel(const struct lm_audit *audit, unsigned number);

/* Sums over the members that do not change. A change of one bit changes the sum. */
uint32_t lm_audit_sum_of_object(const struct lm_object *object);
uint32_t lm_audit_sum_of_kernel(void);

#endif
