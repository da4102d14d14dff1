/* SPDX-License-Identifier: Apache-2.0 */
/* Faults on request, for `limen inject`: at one instant of virtual time an interrupt damages the
 * system, and the audit of the kernel looks at it. The environment says what happens:
 *
 *     LIMEN_FAULT=KIND:INSTANT:NUMBER:LIMIT    LIMEN_FAULT_REPORT=FILE
 *
 *   none    nothing: the run with which the others are compared
 *   flip    the bit with this number, modulo all bits of the kernel's data and of all objects
 *   jump    the clock is set forward by this number of ticks
 *   back    ... backward
 *   storm   this number of interrupts; each takes a tick, and the next begins a tick later
 *   stack   a thread has written over the end of its stack
 *   deep    the interrupt needs more stack than the thread that it interrupts has
 *
 * The simulation ends at LIMIT, and a program that computes for many seconds is stopped. Each line
 * of the report is a word and its value: `at`, the place; `before`, `after`, `idle`, the damage
 * that a round of the audit finds at once and when the processor is idle for the next time.
 *
 * Objects are found by their contents: in the static variables, with the marks of an object that
 * exists.
 */
#ifndef LIMEN_HOST_FAULTS_H
#define LIMEN_HOST_FAULTS_H

#include <limen/audit.h>
#include <limen/thread.h>

/* Start the line of the fault, if one is requested. Called when the port is initialised. The
 * libraries limen-small and limen-cores do not have it. */
void lm_host_faults_init(void) __attribute__((weak));

/* All objects that exist, in the order of their addresses. Returns: their number. */
unsigned lm_host_faults_find(struct lm_audited *parts, unsigned most);

/* The bytes of the system that may be damaged. name: where, for people. */
enum { LM_HOST_FAULT_NAME = 96 };
unsigned char *lm_host_faults_byte(const struct lm_audited *parts, unsigned count, uint64_t number,
                                   char name[LM_HOST_FAULT_NAME]);
uint64_t lm_host_faults_bytes(const struct lm_audited *parts, unsigned count);

#endif
