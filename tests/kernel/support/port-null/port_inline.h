/* SPDX-License-Identifier: Apache-2.0 */
/* A port without contexts: the test is the processor. A switch changes which thread is the running
 * one for the kernel, and returns at once. So a test calls the public API as the running thread. A
 * call that waits returns immediately, with blocked_result; how the wait ends is in wait_status.
 *
 * The test also makes the interrupts (null_interrupt_enter, null_interrupt_exit) and advances the
 * clock. There is one kernel for each operating system thread.
 */
#ifndef LIMEN_PORT_INLINE_H
#define LIMEN_PORT_INLINE_H

struct lm_null {
    uint64_t now;
    uint64_t alarm;
    uint32_t locked;
    unsigned depth;      /* of nested interrupts */
    bool switch_pending; /* requested where it could not be made */
    bool deferred;       /* no switches until the test clears this and calls null_settle */
    enum lm_status blocked_result;
    unsigned alarms;   /* that have expired */
    unsigned prepared; /* contexts written by lm_port_prepare */
    /* An interrupt comes just before the lock is taken for the n-th time; 0: none comes. */
    unsigned at_lock;
    void (*handler)(void);
};

/* For a variable of another model, the sanitizer's test against null uses the flags of the addition
 * that computes the address. GNU ld replaces this addition by an instruction that sets no flags. */
#define NULL_LOCAL __attribute__((tls_model("local-exec")))

#define LM_PORT_CALLER __builtin_return_address(0)
#define LM_PORT_INSTANCE NULL_LOCAL _Thread_local
#define LM_PORT_SHARED

extern _Thread_local struct lm_kernel lm_the_kernel NULL_LOCAL;
extern _Thread_local struct lm_null lm_null NULL_LOCAL;

/* The lock is free: call the alarm if it is due, and make the pending switch. */
void null_settle(void);

/* Begin and end an interrupt. Pairs nest. */
void null_interrupt_enter(void);
void null_interrupt_exit(void);

/* The clock jumps. An alarm on the way is late. */
void null_set_clock(uint64_t now);

/* The clock advances, with a stop at each alarm on the way. */
void null_run_until(uint64_t now);

/* Called before the lock is taken: the interrupt comes if this is the n-th time. */
void null_at_lock(void);

/* Time passes, and nothing happens before the next call of the kernel. */
void null_creep(uint64_t ticks);

static inline struct lm_kernel *lm_port_kernel(void)
{
    return &lm_the_kernel;
}

static inline lm_lock_key lm_port_lock(void)
{
    if (lm_null.at_lock != 0) {
        null_at_lock();
    }
    lm_lock_key key = lm_null.locked;

    lm_null.locked = 1;
    return key;
}

static inline void lm_port_take_lock(void)
{
    (void)lm_port_lock();
}

static inline void lm_port_unlock(lm_lock_key key)
{
    lm_null.locked = key;
    if (key == 0 && (lm_null.switch_pending || lm_null.now >= lm_null.alarm)) {
        null_settle();
    }
}

static inline void lm_port_check_caller(void)
{
}

static inline bool lm_port_is_locked(void)
{
    return lm_null.locked != 0;
}

static inline bool lm_port_in_interrupt(void)
{
    return lm_null.depth != 0;
}

static inline uint32_t lm_port_stamp(void)
{
    return (uint32_t)lm_null.now;
}

enum { LM_PORT_TIME_LEAPS = 1 };

static inline void lm_port_spin(void)
{
}

static inline unsigned lm_port_leading_zeros(uint32_t word)
{
    return (unsigned)__builtin_clz(word);
}

static inline uint32_t lm_port_bit(unsigned number)
{
    return 0x80000000U >> number;
}

static inline unsigned lm_port_first_bit(uint32_t word)
{
    return (unsigned)__builtin_clzll((uint64_t)word << 32 | 1ULL << 31);
}

/* The kernel's work takes no time. */
static inline void lm_port_observed(unsigned event, unsigned manner)
{
    (void)event;
    (void)manner;
}

#endif
