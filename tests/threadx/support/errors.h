/* SPDX-License-Identifier: Apache-2.0 */
/* The errors of the last call in the trace. The trace of these programs is started again after each
 * call, so it has the errors of one call only.
 */
#ifndef SUITE_ERRORS_H
#define SUITE_ERRORS_H

#include "tx_api.h"

/* The fields of an ERROR (spec/trace-format.md). */
struct error {
    unsigned count; /* errors of the last call; the other fields describe the last one */
    unsigned interface, number, status;
};

/* The errors since the last call of this function, of this service with this result. A program that
 * starts its own trace has no errors from then on. Context: I T C R. */
struct error errors_of(const char *service, unsigned result);

#endif
