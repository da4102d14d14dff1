/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the model: threads, objects, and time. model.c moves threads, model_calls.c has what
 * the calls do.
 */
#ifndef MODEL_H
#define MODEL_H

#include "script.h"

/* The numbers of the interface. */
enum { OK = 0, ERROR = -1, TIMED_OUT = -2, RESOURCE = -3, PARAMETER = -4, IN_INTERRUPT = -6 };
#define FLAGS_UNKNOWN 0xFFFFFFFFU
#define FLAGS_TIMED_OUT 0xFFFFFFFEU
#define FLAGS_RESOURCE 0xFFFFFFFDU
#define FLAGS_PARAMETER 0xFFFFFFFCU
#define FLAGS_IN_INTERRUPT 0xFFFFFFFAU
#define FLAGS_ERROR 0x80000000U
enum { WAIT_ALL = 1, NO_CLEAR = 2 };
enum { STATE_INACTIVE = 0, READY = 1, RUNNING = 2, BLOCKED = 3, TERMINATED = 4 };
enum { CALL_TIME = FRACTIONS / 12 }; /* more than a call and its note take on a processor */
enum { SLICE = 5, NOBODY = 255, NO_TICK = 0x7FFFFFFF };

/* A list of threads in the order in which they are served. */
struct list {
    unsigned number;
    uint8_t who[WHOS];
};

enum waits { NOTHING, TIME, SEMAPHORE, PUT, GET, MUTEX, EVENTS, FLAGS, POOL, END, CALLBACK };

struct thread {
    int base;
    int priority;
    uint8_t state;
    bool dispatched; /* has run since it became ready */
    bool joinable;
    uint8_t joiner, joins; /* as long as the call of the other thread has not returned */
    enum waits waits;
    uint8_t object;
    uint32_t until; /* a tick */
    unsigned order; /* of what ends at the same tick */
    uint32_t a, b;  /* of the call that waits */
    uint32_t flags;
    unsigned place, part;
    uint32_t work;
    unsigned paid;
    uint32_t result;
    bool has_result; /* of the step at place */
};

struct message {
    uint32_t priority, text;
};

struct mutex {
    bool deleted;
    uint8_t owner;
    unsigned held;
    int passes;     /* a priority to its owner */
    unsigned since; /* the order of mutexes that pass on the same priority */
    struct list waiters;
};

struct timer {
    bool deleted, active;
    uint32_t due, period;
    unsigned order;
    unsigned pending;
};

struct model {
    const struct script *script;
    struct log *log;
    uint64_t now; /* in fractions of a tick */
    uint8_t running;
    bool locked, in_interrupt, is_over;
    bool is_certain, is_early;
    unsigned late;   /* fractions of a tick */
    uint32_t worked; /* since the processor was idle */
    unsigned order;
    struct list ready, timed;
    struct thread thread[WHOS];
    struct {
        bool deleted;
        uint32_t count;
        uint32_t held; /* blocks that calls have returned */
        struct list waiters;
    } semaphore[OBJECTS], pool[OBJECTS];
    struct {
        bool deleted;
        unsigned used;
        struct message message[8];
        struct list waiters;
    } queue[OBJECTS];
    struct mutex mutex[OBJECTS];
    struct {
        bool deleted;
        uint32_t flags;
        struct list waiters;
    } events[OBJECTS];
    struct timer timer[OBJECTS];
    struct list due; /* timers */
    uint8_t callback;
    unsigned restarts;
};

extern struct model model;

uint32_t tick_now(void);
void list_append(struct list *list, uint8_t who);
void list_insert(struct list *list, uint8_t who, bool before_equals);
void list_remove(struct list *list, uint8_t who);

/* Move a thread from its wait to the ready threads. */
void end_wait(uint8_t who, uint32_t result);
/* The running thread waits from now on. list: NULL if it waits for no object. */
void begin_wait(struct list *list, enum waits waits, unsigned object, uint32_t timeout,
                uint32_t result);
void leave_lists(uint8_t who);
void end_join(uint8_t who);
void take_off(uint8_t who);
void update_priority(uint8_t who);
void set_priority(uint8_t who, int priority);
void yield(void);
/* The kernel is suspended for a time. */
void sleep_for(uint32_t ticks);
void start_thread(uint8_t who);
void end_thread(uint8_t who);
void give_mutex(struct mutex *mutex);

/* May the call wait? If not, *result is that of a call that cannot be successful. */
bool may_wait(uint32_t timeout, int32_t otherwise, uint32_t *result);

/* The calls of some kinds. *waits: the call has no result yet. */
uint32_t mutex_call(const struct step *step, uint8_t who, bool *waits);
uint32_t events_call(const struct step *step, bool *waits);
uint32_t flags_call(const struct step *step, uint8_t who, bool *waits);
uint32_t thread_call(uint8_t who, const struct step *step, bool *waits);

/* All calls. text: the message that it sends. */
uint32_t do_call(uint8_t who, const struct step *step, uint32_t text, bool *waits);

#endif
