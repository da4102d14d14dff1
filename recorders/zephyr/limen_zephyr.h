/* SPDX-License-Identifier: Apache-2.0 */
/* A recorder for Zephyr (one core, CONFIG_TRACING_USER) that writes Limen's trace format.
 *
 * Compile limen_zephyr.c and ../common/limen_recorder.c with the application, and with both folders
 * for their includes; call limen_zephyr_start() where the trace shall begin. The kernel is not
 * changed: the functions here take the place of its weak ones for user tracing.
 */
#ifndef LIMEN_ZEPHYR_H
#define LIMEN_ZEPHYR_H

#include "limen_recorder.h"

/* Starts to record, in a thread. What exists already gets an entry when an event names it; objects
 * of Zephyr have no names: limen_add(&lock, LIMEN_KIND_MUTEX, 0, 0, "lock") gives one. */
void limen_zephyr_start(void);

#endif
