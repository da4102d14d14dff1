/* SPDX-License-Identifier: Apache-2.0 */
/* A system under test, in the model's terms. native.c is the kernel's own interface. */
#ifndef LIMEN_FUZZ_ADAPTER_H
#define LIMEN_FUZZ_ADAPTER_H

#include "model/model.h"

/* The rules of this interface where interfaces differ. */
struct rules system_rules(void);

/* Does the operation have the same meaning in this interface as in the model? If not, the case
 * omits it. */
bool system_permits(const struct model *model, const struct operation *operation);

/* The part of an answer of the model that this interface can return. */
struct answer system_answer(struct answer answer);

/* Make a new system that has only the interrupt lines. */
void system_begin(const unsigned urgency[LINES]);

/* Run the system. Returns when no more event is due. */
void system_start(void);

/* End the case: contexts that still run get no more operations, and time stops. */
void system_end(void);

/* Perform an operation in the context of the caller, except DO_RETURN. */
struct answer system_perform(const struct operation *operation);

/* Give the model the undefined results about time. */
void system_feed(struct model *model);

#endif
