/* SPDX-License-Identifier: Apache-2.0 */
/* The size that a feature adds to a program. The programs are linked and measured, but not run.
 *
 * Each feature has a file of its own, which uses it as an application would. A program consists of
 * main.c, which has threads alone, and the files of its features: a file that names all features
 * would take what they need into each program (kernel/core/link.h). */
#ifndef LIMEN_FOOTPRINT_H
#define LIMEN_FOOTPRINT_H

/* No code calls it: the linker's options name it, in cmake/programs.cmake. */
#define FEATURE(name)                                                                              \
    void use_##name(void);                                                                         \
    void use_##name(void)

#endif
