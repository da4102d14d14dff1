/* SPDX-License-Identifier: Apache-2.0 */
/* The attacks with the FPU: floats.c. */
#ifndef ISOLATION_FLOATS_H
#define ISOLATION_FLOATS_H

#ifdef __ARM_FP
void look_at_floats(void *area);
void keep_floats(void *area);
void use_floats(void *area);
void open_fpu(void *area);
void store_floats_later(void *area);
void store_floats_elsewhere(void *area);
void call_with_half_frame(void *area);

#define FLOAT_ATTACKS                                                                              \
    {"look at floats", look_at_floats, ENDS, LM_OK, 1},                                            \
        {"keep floats", keep_floats, ENDS, LM_OK, 10},                                             \
        {"floats without access", use_floats, LM_USER_BAD_INSTRUCTION, LM_OK, WITHOUT_FLOATS},     \
        {"open the FPU", open_fpu, LM_USER_BUS_ERROR, LM_OK, WITHOUT_FLOATS},                      \
        {"store floats later", store_floats_later, LM_USER_BUS_ERROR, LM_OK, 0},                   \
        {"store floats elsewhere", store_floats_elsewhere, LM_USER_BUS_ERROR, LM_OK, 0},           \
        {"call with half a frame", call_with_half_frame, LM_USER_BAD_STACK, LM_OK, 0},
#else
#define FLOAT_ATTACKS
#endif

#endif
