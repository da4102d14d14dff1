/* SPDX-License-Identifier: Apache-2.0 */
/* Lockstep: whoever runs in the system under test takes the next operation, tells the model, does
 * it, and says what came of it; at each of these moments both sides have to be in the same state.
 */
#ifndef LIMEN_FUZZ_DRIVER_H
#define LIMEN_FUZZ_DRIVER_H

#include "history.h"

/* Run the case. A difference is printed and ends the process. */
void driver_run(struct history *history);

#endif
