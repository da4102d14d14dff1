/* SPDX-License-Identifier: Apache-2.0 */
/* A port without contexts: the test is the processor. A switch changes who the kernel believes
 * to run and returns at once, so a test calls the public API "as the running thread", and a call
 * that waits returns immediately; its status means nothing then.
 *
 * The test also makes the interrupts (null_interrupt_enter, null_interrupt_exit) and moves the
 * clock. There is one kernel for each operating system thread.
 */
#ifndef LIMEN_PORT_INLINE_H
#define LIMEN_PORT_INLINE_H

struct lm_null {
    uint64_t now;
    uint64_t alarm;
    uint32_t locked;
    unsigned depth;      /* of nested interrupts */
    bool switch_pending; /* asked for where it could not be made */
    bool deferred;       /* switches wait until the test unsets this, and null_settle */
    unsigned alarms;     /* that rang */
    unsigned prepared;   /* contexts laid by lm_port_prepare */
    /* An interrupt that comes just before the lock is taken: after so many times, 0: none. */
    unsigned at_lock;
    void (*handler)(void);
};

/* GCC takes the flags of the addition that makes the address of a variable of another model for
 * the sanitizer's test against null; GNU ld makes an instruction of it that sets none. */
#define NULL_LOCAL __attribute__((tls_model("local-exec")))

#define LM_PORT_INSTANCE NULL_LOCAL _Thread_local

extern _Thread_local struct lm_kernel lm_the_kernel NULL_LOCAL;
extern _Thread_local struct lm_null lm_null NULL_LOCAL;

/* The lock is free and something is due: ring the alarm, make the pending switch. */
void null_settle(void);

/* An interrupt begins; it ends. They nest. */
void null_interrupt_enter(void);
void null_interrupt_exit(void);

/* The clock jumps: an alarm on the way is late. */
void null_set_clock(uint64_t now);

/* The clock moves on, with a stop at each alarm on the way. */
void null_run_until(uint64_t now);

/* The lock is about to be taken: the interrupt comes, if it is its turn. */
void null_at_lock(void);

/* Time passes, and nobody notices before the next call of the kernel. */
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
    return lm_port_leading_zeros(word);
}

#endif
