/* SPDX-License-Identifier: Apache-2.0 */
/* The port for Frama-C Eva: a model in which only the analysed call happens. The analysis chooses
 * whether a thread makes the call, with or without the lock, or an interrupt, and at which
 * instant. */
#ifndef LIMEN_PORT_INLINE_H
#define LIMEN_PORT_INLINE_H

/* Who makes the call. */
struct eva_context {
    uint32_t locked;
    bool in_interrupt;
    bool comes_back; /* the call goes on after a wait */
    unsigned waits;  /* of such a call */
};

extern struct eva_context eva_context;

/* Let this thread run again, after a switch from it. */
void eva_come_back(struct lm_cpu *cpu, struct lm_thread *thread);

/* Of several cores: while this one spins, the one that has the lock frees it. */
void eva_spin(void);

#define LM_PORT_INSTANCE
#define LM_PORT_SHARED
#define LM_PORT_CALLER NULL

enum { LM_PORT_TIME_LEAPS = 1 };

/* Of each core. */
extern struct lm_kernel *const lm_the_kernels[LM_CORES];

static inline struct lm_kernel *lm_port_kernel(void)
{
    return lm_the_kernels[LM_CORES_OR(lm_port_core(), 0)];
}

static inline lm_lock_key lm_port_lock(void)
{
    lm_lock_key key = eva_context.locked;

    eva_context.locked = 1;
    return key;
}

static inline void lm_port_take_lock(void)
{
    (void)lm_port_lock();
}

static inline void lm_port_unlock(lm_lock_key key)
{
    eva_context.locked = key;
}

static inline void lm_port_check_caller(void)
{
}

static inline bool lm_port_is_locked(void)
{
    return eva_context.locked != 0;
}

static inline bool lm_port_in_interrupt(void)
{
    return eva_context.in_interrupt;
}

static inline uint32_t lm_port_stamp(void)
{
    return (uint32_t)lm_port_now();
}

static inline void lm_port_spin(void)
{
    LM_IF_CORES(eva_spin();)
}

static inline uint32_t lm_port_bit(unsigned number)
{
    return 0x80000000U >> number;
}

/* Five decisions give each result its own branch of the analysis. */
static inline unsigned lm_port_leading_zeros(uint32_t word)
{
    unsigned zeros = 0;

    if (word >> 16 == 0) {
        zeros += 16;
        word <<= 16;
    }
    if (word >> 24 == 0) {
        zeros += 8;
        word <<= 8;
    }
    if (word >> 28 == 0) {
        zeros += 4;
        word <<= 4;
    }
    if (word >> 30 == 0) {
        zeros += 2;
        word <<= 2;
    }
    return word >> 31 == 0 ? zeros + 1 : zeros;
}

static inline unsigned lm_port_first_bit(uint32_t word)
{
    return word == 0 ? 32 : lm_port_leading_zeros(word);
}

static inline void lm_port_observed(unsigned event, unsigned manner)
{
    (void)event;
    (void)manner;
}

#endif
