/* SPDX-License-Identifier: Apache-2.0 */
/* The interface between a program for one core and beside.c, which runs it on any core. */
#ifndef BESIDE_H
#define BESIDE_H

int program_main(int argc, char **argv); /* the program is compiled with this name of main */
void initialise_program(void);           /* what it calls instead of lm_kernel_init */
void start_program(void);                /* what it calls instead of lm_kernel_start */

#endif
