/* SPDX-License-Identifier: Apache-2.0 */
/* All trials of a pair of services, and the verdict. */
#ifndef LIMEN_SWEEP_PAIR_H
#define LIMEN_SWEEP_PAIR_H

#include "trial.h"

struct totals {
    uint32_t pairs, trials, findings;
};

extern struct totals totals;
extern const char *const mode_names[MODES];

/* The first trial of a pair. where: the number of a world. */
struct trial pair_trial(enum mode mode, unsigned where, const struct service *a,
                        const struct service *b);

/* Print one line for the pair and one for each finding. */
void pair_sweep(struct trial trial);

/* Run one trial and print everything that can be seen at its end. */
void pair_show(struct trial trial);

#endif
