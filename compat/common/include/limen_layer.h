/* SPDX-License-Identifier: Apache-2.0 */
/* The common part of the layers that give Limen the interface of another kernel: the state of the
 * kernel, the context of a call, ticks, memory, threads that end, and timers with a thread.
 *
 * One control block serves a thread in all of these layers, and its first member is the native
 * object, so that a pointer to it is also one for calls of Limen. The same holds for timers.
 *
 * Context: thread or start-up, unless a function says otherwise.
 */
#ifndef LIMEN_LAYER_H
#define LIMEN_LAYER_H

#include <limen/kernel.h>
#include <limen/notice.h>
#include <limen/semaphore.h>
#include <limen/thread.h>
#include <limen/time.h>
#include <limen/timer.h>
#include <limen_parts.h>
#include <stddef.h>

LM_LAYER_C_BEGIN

enum lm_layer_state {
    LM_LAYER_INACTIVE, /* before lm_layer_begin */
    LM_LAYER_READY,    /* before lm_layer_start */
    LM_LAYER_RUNNING,
    LM_LAYER_LOCKED,   /* no other thread runs until the running one unlocks */
    LM_LAYER_SUSPENDED /* ... and the clock may stop */
};

/* The state of this core: one of several cores may be locked. */
extern enum lm_layer_state lm_layer_states[LM_CORES];
#define LM_LAYER_STATE (lm_layer_states[LM_CORES_OR(lm_port_core(), 0)])

/* Enter the state on all cores. Context: start-up. */
static inline void lm_layer_enter_state(enum lm_layer_state state)
{
    unsigned core;

    for (core = 0; core < LM_CORES; core++) {
        lm_layer_states[core] = state;
    }
}

/* A section on data that the threads of all cores change, with interrupts off. It calls nothing of
 * the kernel. */
#if LM_CORES > 1
uint32_t lm_layer_section_begin(void);
void lm_layer_section_end(uint32_t key);
#else
#define lm_layer_section_begin() lm_interrupts_disable()
#define lm_layer_section_end(key) lm_interrupts_enable(key)
#endif

/* With several cores, objects that are created before the start are for the threads of all cores,
 * if the kernel has a shared object of this kind, and the others for the core that creates them.
 * shared, own: the two calls of the kernel that create an object. */
#define LM_LAYER_CREATE_IF(is_shared, shared, own)                                                 \
    ((void)LM_CORES_OR(((is_shared) ? (shared) : (own)), (own)))
#define LM_LAYER_CREATE(shared, own) LM_LAYER_CREATE_IF(!lm_layer_has_started(), shared, own)

/* The number of calls of lm_layer_begin. Objects of an earlier run do not exist any more. */
extern uint32_t lm_layer_run;

/* Clock ticks for each tick of the layer. */
extern uint32_t lm_layer_tick;

/* The instant of tick 0: of lm_layer_begin, or of the last lm_layer_count_from_now. */
extern uint64_t lm_layer_epoch;

/* Count ticks from now on, for an interface whose count begins with its start. Tick 0 is the last
 * multiple of the tick, where time slices end, too. Context: start-up. */
void lm_layer_count_from_now(void);

/* Initialise the kernel for this number of ticks in a second, unless another interface of the
 * program has initialised it. All interfaces of a program have the same number: a different one
 * ends the program with a message.
 * Context: start-up. */
void lm_layer_begin(uint32_t ticks_per_second);

/* A function of an interface that is called before the start, also if another interface starts the
 * kernel. NULL: there is none. */
extern void (*lm_layer_at_start)(void);

/* Start the kernel. With several cores, cmsis-rtos2-cores starts the others, too.
 * Context: start-up. Returns: as lm_kernel_start. */
void lm_layer_start(void);
void lm_layer_start_cores(void);

/* A program for several cores may define this function. Each other core calls it before its kernel
 * starts: there it can start its trace. */
void lm_layer_prepare_core(unsigned core);

/* Has the kernel been started? Context: any. */
static inline bool lm_layer_has_started(void)
{
    return LM_LAYER_STATE >= LM_LAYER_RUNNING;
}

/* Keep other threads from running, or let them run. Not nested. Requires: the state is RUNNING,
 * LOCKED or SUSPENDED. */
void lm_layer_set_state(enum lm_layer_state state);

/* Does the caller run in an interrupt, or with interrupts disabled? Context: any. Inline on the
 * Cortex-M, because most calls use it. */
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
static inline bool lm_layer_is_masked(void)
{
    uint32_t exception, primask, basepri = 0;

    __asm__ volatile("mrs %0, ipsr" : "=r"(exception));
    __asm__ volatile("mrs %0, primask" : "=r"(primask));
#if __ARM_ARCH_ISA_THUMB == 2
    __asm__ volatile("mrs %0, basepri" : "=r"(basepri));
#endif
    return (exception | primask | basepri) != 0;
}
#else
static inline bool lm_layer_is_masked(void)
{
    return lm_in_interrupt() || lm_interrupts_are_disabled();
}
#endif

/* Is the caller an interrupt, or a thread that has disabled interrupts? Before the start interrupts
 * are off. Context: any. */
static inline bool lm_layer_in_interrupt(void)
{
    return lm_layer_is_masked() && (lm_layer_has_started() || lm_in_interrupt());
}

/* May the caller wait for ever? */
static inline bool lm_layer_may_wait(void)
{
    return LM_LAYER_STATE == LM_LAYER_RUNNING && !lm_layer_is_masked();
}

/* Ticks since lm_layer_epoch; 0 before the start. Context: any. */
uint64_t lm_layer_ticks(void);

/* The tick boundary that is this number of ticks away. Context: any. */
uint64_t lm_layer_instant(uint32_t ticks);

/* A timeout in ticks: 0 for none, UINT32_MAX for ever, else up to a tick boundary. A call that must
 * not wait because the kernel is locked gets LM_NO_WAIT. Context: any. */
lm_timeout lm_layer_timeout(uint32_t ticks);

/* The heap of the layers, for objects for which the program provides no memory. A program that
 * needs another size has LM_LAYER_HEAP(bytes) in one of its files. */
struct lm_layer_heap_area {
    void *area;
    size_t bytes;
};
extern const struct lm_layer_heap_area lm_layer_heap_area;

#define LM_LAYER_HEAP(heap_bytes)                                                                  \
    static uint64_t lm_layer_heap_words[((heap_bytes) + 7U) / 8U];                                 \
    const struct lm_layer_heap_area lm_layer_heap_area = {lm_layer_heap_words,                     \
                                                          sizeof lm_layer_heap_words}

/* A program that gives all objects their memory has this in one of its files, and no heap. A
 * creation without memory then fails. Programs of FreeRTOS do not need it. */
#define LM_LAYER_WITHOUT_HEAP                                                                      \
    void *lm_layer_allocate(size_t bytes)                                                          \
    {                                                                                              \
        (void)bytes;                                                                               \
        return NULL;                                                                               \
    }                                                                                              \
    void lm_layer_free(void *memory)                                                               \
    {                                                                                              \
        (void)memory;                                                                              \
    }                                                                                              \
    bool lm_layer_parts_take(struct lm_layer_parts *parts)                                         \
    {                                                                                              \
        return lm_layer_parts_given(parts);                                                        \
    }                                                                                              \
    void lm_layer_parts_give(void *block, void *data, uint8_t owns)                                \
    {                                                                                              \
        (void)block;                                                                               \
        (void)data;                                                                                \
        (void)owns;                                                                                \
    }                                                                                              \
    const struct lm_layer_heap_area lm_layer_heap_area = {NULL, 0}

/* Returns: NULL if the heap has too little memory, and for 0 bytes. */
void *lm_layer_allocate(size_t bytes);
void lm_layer_free(void *memory);

/* Use another area as well, or only such areas if that is called before the first allocation. */
void lm_layer_heap_add(void *area, size_t bytes);

/* The heap, which the first allocation begins otherwise. The free bytes, and the free pieces.
 * Requires: the heap has begun. Context of heap_free: no other thread uses the heap. */
void lm_layer_heap_begin(void);
size_t lm_layer_heap_left(void);
struct lm_byte_pool_free_info lm_layer_heap_free(void);

/* The memory of an object: its control block, and its data if it has any. A part that is NULL comes
 * from the heap. */
struct lm_layer_parts {
    void *block;
    void *data;
    size_t block_bytes;
    size_t data_bytes; /* 0: none */
    uint8_t owns;      /* which of them come from the heap: LM_LAYER_OWNS_... */
};

enum { LM_LAYER_OWNS_BLOCK = 1, LM_LAYER_OWNS_DATA = 2, LM_LAYER_OWNS_STACK = 4 };

/* Bytes that a stack of the heap has more than the program asks for, which measured its stacks with
 * another kernel: calls of the layers need up to so many more, above all with trace. */
enum { LM_LAYER_MORE_STACK = 96 };

/* Give back the parts that come from the heap. */
void lm_layer_parts_give(void *block, void *data, uint8_t owns);

/* Take a node out of a list of nodes that have the member next, if it is in it. *first is the list.
 * With interrupts off. */
#define LM_LAYER_UNLINK(first, node)                                                               \
    do {                                                                                           \
        __typeof__(*(first)) *lm_layer_link = (first);                                             \
        while (*lm_layer_link != NULL && *lm_layer_link != (node)) {                               \
            lm_layer_link = &(*lm_layer_link)->next;                                               \
        }                                                                                          \
        if (*lm_layer_link != NULL) {                                                              \
            *lm_layer_link = (*lm_layer_link)->next;                                               \
        }                                                                                          \
    } while (0)

/* Threads. */
struct lm_layer_thread {
    struct lm_thread native;
    struct lm_notice notice;      /* its own flags */
    struct lm_layer_thread *next; /* in the list of threads, or of those that are to be freed */
    void (*function)(void *argument);
    struct lm_slice slice;
    uint8_t edges;     /* bytes before and behind its stack: see lm_layer_stack_area */
    unsigned owns : 3; /* LM_LAYER_OWNS_... */
    unsigned joinable : 1;
    unsigned is_joined : 1;  /* a thread waits for its end, and frees it */
    unsigned is_joining : 1; /* it does that for the thread native.wait_data */
    unsigned is_task : 1;    /* of FreeRTOS */
    unsigned is_whole : 1;   /* its block is the begin of a StaticTask_t of FreeRTOS */
    bool has_ended;
    uint8_t look; /* in a call of FreeRTOS that waits: how the wait ends */
    LM_IF_CORES(struct lm_layer_thread *joins;) /* if is_joining: in place of native.wait_data */
    LM_IF_CORES(bool is_freed;)                 /* the thread of its core that ends it frees it */
};

/* All threads of the layers that have not ended, the newest first: only programs that look at them
 * have this list. With interrupts off. */
struct lm_layer_thread *lm_layer_threads(void);
void lm_layer_thread_list(struct lm_layer_thread *thread);
void lm_layer_thread_unlist(struct lm_layer_thread *thread);

/* Create a thread. It may run before the call returns. thread: 0 but for its function and owns, its
 * slice if it has one, and joinable. config: its name, argument, priority, threshold, core and
 * counters, and the area for its stack. A thread of another core begins its slice there. Returns:
 * false if the system has no memory for its stack, or the area is too small. */
bool lm_layer_thread_create(struct lm_layer_thread *thread, struct lm_thread_config *config);

/* The entry function of all of them. Its argument is the thread. */
void lm_layer_thread_run(void *argument);

/* The thread of a layer, or NULL if it is not one. */
static inline struct lm_layer_thread *lm_layer_thread_of(struct lm_thread *native)
{
    bool is_own = native != NULL && native->entry == lm_layer_thread_run;

    return is_own ? (struct lm_layer_thread *)(void *)native : NULL;
}

/* The calling thread; the interrupted one in an interrupt. NULL if it is not one of a layer.
 * Context: any. Inline, because each call on the own flags uses it. */
static inline struct lm_layer_thread *lm_layer_thread_self(void)
{
    return lm_layer_has_started() ? lm_layer_thread_of(lm_thread_self()) : NULL;
}

/* End a thread. The memory of one that is not joinable is freed later. Does not return if it is the
 * calling thread. */
void lm_layer_thread_end(struct lm_layer_thread *thread);

/* A task of FreeRTOS has returned from its function; a thread with a whole block ends, by a call of
 * any interface. Only programs with tasks contain these. */
void lm_layer_task_returned(void);
void lm_layer_task_leaves(struct lm_layer_thread *thread);

/* A thread that waits for the end of another one ends. Only programs with osThreadJoin contain
 * this. */
void lm_layer_join_leaves(struct lm_layer_thread *thread);

/* The first part of the end of a thread of this core, after which no other thread of this core runs
 * until it has ended. */
void lm_layer_thread_leave(struct lm_layer_thread *thread);

/* Free the memory of a thread that has ended. Returns: false if other cores still use the thread,
 * and the caller cannot wait for them: it is freed later. */
bool lm_layer_thread_free(struct lm_layer_thread *thread);

/* In the notice of a thread of several cores: it has ended. No flag of a program is this bit. */
#define LM_LAYER_HAS_ENDED 0x80000000U

/* Only libraries for several cores have these. End a thread of another core; tell the thread that
 * joins this one; begin to run; delete the native thread. Returns: false if cores still use the
 * thread, and the caller cannot wait for them. */
void lm_layer_thread_end_remote(struct lm_layer_thread *thread);
void lm_layer_thread_tell_end(struct lm_layer_thread *thread);
void lm_layer_thread_begin(struct lm_layer_thread *thread);
bool lm_layer_thread_delete(struct lm_layer_thread *thread);

/* The memory of a thread that ends itself is freed later: by the next call of free_ended. Only
 * programs that allocate memory contain these two. */
void lm_layer_thread_free_later(struct lm_layer_thread *thread);
void lm_layer_thread_free_ended(void);
extern struct lm_layer_thread *lm_layer_ended; /* those whose memory is not free yet */

/* The stack of a thread for the area that the program gave, which depends on the target (ports/).
 * On a board it is this area. Returns: false if it is too small, or the system has no memory. */
struct lm_layer_stack {
    void *start;
    uint32_t bytes;
    bool is_area; /* else it is memory of the system, which lm_layer_stack_give gives back */
};
bool lm_layer_stack_take(struct lm_layer_stack *stack, void *area, uint32_t bytes);
void lm_layer_stack_give(const struct lm_thread *thread);

/* The bytes that are enough for every call of CMSIS-RTOS2, with its switches. A thread with less
 * might write below its stack. */
uint32_t lm_layer_stack_least(void);

/* The area that the program or the heap gave for the stack of a thread. */
struct lm_layer_area {
    void *start;
    uint32_t bytes;
};
struct lm_layer_area lm_layer_stack_area(const struct lm_layer_thread *thread);

/* Objects that are due, in their order, each once, with the number of calls that a thread has to
 * make for it. *last: the last one of the list, or NULL. With interrupts off. */
struct lm_layer_due {
    struct lm_layer_due *next; /* the first one follows the last one */
    uint32_t pending;
};

/* One more call. Cost: O(1). */
void lm_layer_due_add(struct lm_layer_due **last, struct lm_layer_due *due);

/* One call of the first object, which goes to the end if it has more. Returns: NULL if none is due.
 * Cost: O(1). */
struct lm_layer_due *lm_layer_due_take(struct lm_layer_due **last);

/* Forget the calls of an object. Cost: O(objects that are due). */
void lm_layer_due_forget(struct lm_layer_due **last, struct lm_layer_due *due);

/* Timers whose functions a thread calls. */
struct lm_layer_timer {
    struct lm_timer native;
    struct lm_layer_due due;
    uint32_t period_ticks;
    void (*function)(void *argument);
    void *argument;
    bool active;
    bool periodic;
    uint8_t owns;
};

/* Create the thread of timers, unless it exists. Returns: false if the stack is too small. */
bool lm_layer_timer_thread_begin(uint16_t priority, void *stack, uint32_t stack_bytes);

/* native.function of each timer. */
void lm_layer_timer_expire(void *timer);

void lm_layer_timer_start(struct lm_layer_timer *timer, uint32_t ticks);

/* Start the timers for which lm_layer_timer_start was called before the start. Only programs with
 * timers contain this. */
void lm_layer_timers_at_start(void);

/* Stop the timer and forget its pending calls. */
void lm_layer_timer_stop(struct lm_layer_timer *timer);

LM_LAYER_C_END

#endif
