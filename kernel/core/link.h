/* SPDX-License-Identifier: Apache-2.0 */
/* Decides which parts of the kernel the linker takes into a program. The linker takes a source file
 * if a file that it has taken names one of its functions, and of that file the functions that can
 * be reached.
 *
 * Therefore a file that each program contains uses a weak reference to a function that only some
 * programs need:
 *
 *     #pragma weak lm_thread_give_back
 *     if (LM_IS_LINKED(lm_thread_give_back)) { ... }
 *
 * A weak reference does not take a file into a program. The file without which the function is
 * never needed does: it calls a function of the same file, or names this function by LM_LINK. The
 * test is not needed for a function that is only reached after such a call.
 */
#ifndef LIMEN_LINK_H
#define LIMEN_LINK_H

#include <stdbool.h>
#include <stddef.h>

/* Does the program contain the function, whose reference is weak? */
#define LM_IS_LINKED(function) lm_is_linked((void (*)(void))(function))

static inline bool lm_is_linked(void (*function)(void))
{
    return function != NULL; /* in a function, so that no compiler warns that this is true */
}

/* A program with this file contains the function, too. The constant itself is in no program that
 * is linked with --gc-sections, because no code uses it. */
#define LM_LINK(function)                                                                          \
    static void (*const link_##function)(void) __attribute__((used)) = (void (*)(void))(function)

/* Before a call that has another definition in programs with observers (with_observers.c), which
 * calls this one by its second name. LM_PLAIN_CALL declares that name. */
#define LM_OBSERVABLE(call)                                                                        \
    extern __typeof__(call) call __attribute__((weak));                                            \
    extern __typeof__(call) call##_plain __attribute__((weak, alias(#call)))

#define LM_PLAIN_CALL(call) extern __typeof__(call) call##_plain

#endif
