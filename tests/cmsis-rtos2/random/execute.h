/* SPDX-License-Identifier: Apache-2.0 */
/* Execute scripts with calls of CMSIS-RTOS2. */
#ifndef EXECUTE_H
#define EXECUTE_H

#include "script.h"

/* The script that is executed, and the notes of its last execution. */
extern struct script script;
extern struct log actual;

/* Attach the interrupts. Before the start. */
void execute_attach(void);

/* Measure how long work is. The caller is the most urgent thread. */
void execute_measure(void);

/* Execute the script. The caller is the most urgent thread, and no object of a script exists. */
void execute_script(void);

#endif
