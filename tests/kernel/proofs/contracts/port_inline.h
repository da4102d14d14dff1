/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of a port that the headers with contracts need, for a prover. lm_bit is the bit
 * that the port has chosen for a number. The contracts about words of bits hold for any choice, and
 * bits.smt2 proves the consequences of the choice of the ports. */
#ifndef LIMEN_PORT_INLINE_H
#define LIMEN_PORT_INLINE_H

#define LM_PORT_INSTANCE
#define LM_PORT_SHARED

extern struct lm_kernel lm_the_kernel;

/*@ assigns \nothing;
    ensures \result == &lm_the_kernel; */
struct lm_kernel *lm_port_kernel(void);

/*@ axiomatic Bits { logic integer lm_bit(integer number); } */

/*@ requires number < 32;
    assigns \nothing;
    ensures \result == lm_bit(number); */
uint32_t lm_port_bit(unsigned number);

/*@ assigns \nothing; */
unsigned lm_port_first_bit(uint32_t word);

/*@ assigns \nothing; */
unsigned lm_port_leading_zeros(uint32_t word);

/*@ assigns \nothing; */
uint32_t lm_port_stamp(void);

uint64_t lm_port_now(void);

enum { LM_PORT_TIME_LEAPS = 1 };

#endif
