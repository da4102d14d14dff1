/* SPDX-License-Identifier: Apache-2.0 */
/* A program with readers; see footprint.h. */
#include "footprint.h"
#include <limen/readers.h>

static struct lm_readers readers;

FEATURE(readers)
{
    lm_readers_create(&readers, "");
    lm_readers_leave(&readers, lm_readers_enter(&readers));
    lm_readers_synchronize(&readers);
}
