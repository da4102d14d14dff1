/* SPDX-License-Identifier: Apache-2.0 */
/* A system under test, in the model's terms. native.c is the kernel's own interface. */
#ifndef LIMEN_FUZZ_ADAPTER_H
#define LIMEN_FUZZ_ADAPTER_H

#include "model/model.h"

/* What of the model is meant by this interface. */
struct rules system_rules(void);

/* Has the operation the same meaning in this interface as in the model? Else it is left out. */
bool system_permits(const struct model *model, const struct operation *operation);

/* As much of an answer of the model as this interface can tell. */
struct answer system_answer(struct answer answer);

/* Make a new system, with nothing in it but the lines of interrupts. */
void system_begin(const unsigned urgency[LINES]);

/* Run it; returns when nothing can happen any more. */
void system_start(void);

/* The case is over: what still runs will not be asked any more, and time stops. */
void system_end(void);

/* Do what the operation says, in the context of the caller; not for DO_RETURN. */
struct answer system_perform(const struct operation *operation);

/* Feed the model what is not defined about time. */
void system_feed(struct model *model);

#endif
