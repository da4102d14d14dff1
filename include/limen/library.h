/* SPDX-License-Identifier: Apache-2.0 */
/* The library that a program is compiled for, as far as the layout of its objects depends on it:
 * fields that only counters use are not in the objects of a library that does not count,
 * limen-small has objects without names and numbers, and limen-cores has threads that know their
 * core.
 *
 * LM_COUNTED is 1 for the libraries that count, LM_SMALL is 1 for limen-small, and both are 0 for
 * the others. LM_CORES is the number of cores of limen-cores, and 1 for the others. CMake defines
 * them for each program that links one of these libraries; without CMake they are options of the
 * compiler. The linker refuses a program that is compiled for another layout, or with another
 * LM_LEVELS or LM_CLOCK_HZ: see lm_kernel_init.
 */
#ifndef LIMEN_LIBRARY_H
#define LIMEN_LIBRARY_H

#ifndef LM_COUNTED
#define LM_COUNTED 0
#endif
#ifndef LM_SMALL
#define LM_SMALL 0
#endif
#ifndef LM_CORES
#define LM_CORES 1
#endif

/* LM_IF_COUNTED(text): the text, a member with its semicolon or an expression, only in a library
 * that counts. LM_COUNTED_OR(text, other): the text in a library that counts, and the other text
 * elsewhere. */
#if LM_COUNTED
#define LM_IF_COUNTED(...) __VA_ARGS__
#define LM_COUNTED_OR(text, other) text
#else
#define LM_IF_COUNTED(...)
#define LM_COUNTED_OR(text, other) other
#endif

/* LM_SMALL_OR(text, other): the text in limen-small, and the other text elsewhere. */
#if LM_SMALL
#define LM_SMALL_OR(text, other) text
#else
#define LM_SMALL_OR(text, other) other
#endif
#define LM_UNLESS_SMALL(text) LM_SMALL_OR(, text)

/* LM_CORES_OR(text, other): the text in limen-cores, and the other text elsewhere. */
#if LM_CORES > 1
#define LM_CORES_OR(text, other) text
#else
#define LM_CORES_OR(text, other) other
#endif
#define LM_IF_CORES(text) LM_CORES_OR(text, )

#endif
