/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses the next operation at random and prefers operations that have an effect. The model
 * predicts the effect; most operations that only return an error or end the case are omitted.
 */
#ifndef LIMEN_FUZZ_GENERATE_H
#define LIMEN_FUZZ_GENERATE_H

#include "model/model.h"
#include "random.h"

/* groups: bit n: operations of this group are allowed. Cases with few kinds of objects go
 * deeper. */
struct operation generate(struct random *random, const struct model *model, uint32_t groups);

uint32_t generate_groups(struct random *random);

#endif
