/* SPDX-License-Identifier: Apache-2.0 */
/* The error record of the last call, if the call was wrong. The trace of these programs is
 * started again after each call, so it has the errors of one call only.
 */
#ifndef SUITE_ERRORS_H
#define SUITE_ERRORS_H

#include "tx_api.h"

/* The fields of ERROR, as spec/trace-format.md defines them. */
struct error {
    unsigned count; /* of the last call; the rest is of its last error */
    unsigned interface, number, status;
};

/* The errors since the last call of this function, of this service with this result. A program that
 * has its own trace has none from then on. Context: I T C R. */
struct error errors_of(const char *service, unsigned result);

#endif
