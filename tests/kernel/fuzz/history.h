/* SPDX-License-Identifier: Apache-2.0 */
/* A case as data: the operations of one run of the driver. */
#ifndef LIMEN_FUZZ_HISTORY_H
#define LIMEN_FUZZ_HISTORY_H

#include "model/model.h"

enum { OPERATIONS_MAX = 600 };

struct history {
    uint64_t seed;
    uint64_t number; /* of the case */
    uint64_t checks; /* moments at which both sides were compared, so far */
    bool generate;   /* else replay */
    bool tell;       /* print the operations */
    unsigned urgency[LINES];
    unsigned count;
    struct operation operation[OPERATIONS_MAX];
};

/* Write and read a case as a text file. Returns: false, with a message on stderr, on an error. */
bool history_save(const struct history *history, const char *path);
bool history_load(struct history *history, const char *path);

/* Make a failing case shorter and simpler as long as it fails. fails runs a case. */
void history_shrink(struct history *history, bool (*fails)(const struct history *history));

#endif
