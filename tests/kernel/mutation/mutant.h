/* SPDX-License-Identifier: Apache-2.0 */
/* The chosen mutant, for sources that schemata.py has written. It is included before all other
 * headers, and includes none itself.
 */
#ifndef LIMEN_MUTANT_H
#define LIMEN_MUTANT_H

extern unsigned lm_mutant;          /* 0: none */
extern unsigned lm_mutant_function; /* the function that it is in */
extern unsigned char *lm_mutants_reached;

/* Is the chosen mutant in this function? While reached mutants are recorded: always true. */
#define LM_MUTATED(function)                                                                       \
    __builtin_expect(lm_mutant_function == (function) || lm_mutants_reached != (void *)0, 0)

/* Is this the chosen mutant? */
#define LM_MUTANT(number) lm_mutant_is(number)

static inline __attribute__((unused)) int lm_mutant_is(unsigned number)
{
    if (lm_mutants_reached != (void *)0) {
        lm_mutants_reached[number] = 1;
    }
    return lm_mutant == number;
}

#endif
