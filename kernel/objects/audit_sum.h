/* SPDX-License-Identifier: Apache-2.0 */
/* Sums over variables; see audit.h. */
#ifndef LIMEN_AUDIT_SUM_H
#define LIMEN_AUDIT_SUM_H

#include <stddef.h>
#include <stdint.h>

/* Adds the bytes of a variable to a sum. The size of the variable is a multiple of a word. A
 * rotation and an exclusive or lose no bit, so that each changed bit changes the sum. */
#define LM_AUDIT_SUM(sum, variable) lm_audit_sum((sum), &(variable), sizeof(variable))

uint32_t lm_audit_sum(uint32_t sum, const void *variable, size_t bytes);

#endif
