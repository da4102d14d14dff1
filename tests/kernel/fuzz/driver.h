/* SPDX-License-Identifier: Apache-2.0 */
/* Lockstep: the running context of the system under test takes the next operation, gives it to the
 * model, performs it, and compares the answers. After each operation both sides have to be in the
 * same state.
 */
#ifndef LIMEN_FUZZ_DRIVER_H
#define LIMEN_FUZZ_DRIVER_H

#include "history.h"

/* Run the case. A difference is printed and ends the process. */
void driver_run(struct history *history);

#endif
