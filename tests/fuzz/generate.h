/* SPDX-License-Identifier: Apache-2.0 */
/* The next operation by chance, so that something happens: the model is asked what would come of
 * it, and most of what only gets an error or ends everything is left out.
 */
#ifndef LIMEN_FUZZ_GENERATE_H
#define LIMEN_FUZZ_GENERATE_H

#include "model/model.h"
#include "random.h"

/* groups: bit n: operations of that group are wanted. Cases that are about few kinds of objects go
 * deeper. */
struct operation generate(struct random *random, const struct model *model, uint32_t groups);

uint32_t generate_groups(struct random *random);

#endif
