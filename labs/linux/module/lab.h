/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-only */
/* The two parts of the module. Each is a character device that module.c creates and removes. */
#ifndef LIMEN_LAB_H
#define LIMEN_LAB_H

/* /dev/limen-section: a driver whose read() keeps the CPU busy inside the kernel.
 *
 *   write  "SECTION WORK_MS CHECK_MS": the work of read(). SECTION is a name out of section.c;
 *          work ends WORK_MS after read() began, with a checkpoint at CHECK_MS.
 *   read   do the work; returns its duration in microseconds, as a decimal number
 */
int limen_section_begin(void);
void limen_section_end(void);

/* /dev/limen-interrupt: raises an interrupt of the "edu" device of QEMU and reports when it was
 * handled.
 *
 *   write  anything: raise the interrupt now
 *   read   "DELAY_US hard|thread PRIORITY TASK": from raise to handler, -1 if that has not run; and
 *          where the handler ran
 *
 * Without the device, or without its interrupt, opening fails with ENXIO.
 */
int limen_interrupt_begin(void);
void limen_interrupt_end(void);

#endif
