/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: a call of the kernel with a wrong pointer returns an error, or the value of its header for
 * no object, leaves a record of the error, and changes nothing else.
 *
 * Method: each public function (misuse_calls.inc is made from the headers) is called with good
 * arguments of which one is wrong: NULL, a block of zeros, an object that was deleted, a living
 * object of each other kind, and, if the call makes an object, one that exists. The memory of the
 * kernel and of all objects is the same before and after. The call with good arguments only does
 * not return these errors, so that each error comes from the wrong pointer.
 */
#include "core/sched.h"
#include "state.h"
#include "trace_rows.h"
#include <limen/board.h>
#include <string.h>

/* The kinds of valid pointers; see generate_misuse.py. */
enum what {
    NO_POINTER,
    THREAD,
    SEMAPHORE,
    MUTEX,
    QUEUE,
    TIMER,
    EVENT_FLAGS,
    NOTICE,
    PRIORITY_QUEUE,
    STREAM,
    BLOCK_POOL,
    BYTE_POOL,
    SPINLOCK,
    RAW_SPINLOCK,
    DEVICE,
    HANDLE,
    READERS,
    TICK,
    CYCLIC,
    SHARED_STACK,
    IRQ,
    TIMER_THREAD,
    KINDS,
    OBJECT = KINDS,
    AREA,
    PLACE,
    BLOCK,
    MEMORY,
    FUNCTION,
    DRIVER,
    SLICE,
    BUDGET,
    THREAD_CONFIG, /* for the following kinds a block of zeros is wrong, too */
    TICK_CONFIG,
    IRQ_CONFIG,
    BUDGET_CONFIG,
    SWITCH_HOOK,
    INTERRUPT_HOOK,
    OBSERVER,
    NEW = 64 /* memory for an object of this kind */
};

#define MAKES(kind) NEW_##kind = NEW + (kind)
enum { MAKES(THREAD), MAKES(SEMAPHORE), MAKES(MUTEX), MAKES(QUEUE), MAKES(TIMER) };
enum {
    MAKES(EVENT_FLAGS),
    MAKES(NOTICE),
    MAKES(STREAM),
    MAKES(BLOCK_POOL),
    MAKES(BYTE_POOL),
    MAKES(SPINLOCK)
};
enum { MAKES(RAW_SPINLOCK), MAKES(DEVICE), MAKES(HANDLE), MAKES(READERS), MAKES(TICK) };
enum { MAKES(CYCLIC), MAKES(SHARED_STACK), MAKES(IRQ), MAKES(TIMER_THREAD) };
enum { MAKES(PRIORITY_QUEUE) };

/* One object, with room for any other one that a call may take it for. */
union slot {
    struct lm_thread thread;
    struct lm_semaphore semaphore;
    struct lm_mutex mutex;
    struct lm_queue queue;
    struct lm_timer timer;
    struct lm_event_flags flags;
    struct lm_notice notice;
    struct lm_priority_queue by_priority;
    struct lm_stream stream;
    struct lm_block_pool blocks;
    struct lm_byte_pool bytes;
    struct lm_spinlock spinlock;
    struct lm_raw_spinlock raw;
    struct lm_device device;
    struct lm_handle handle;
    struct lm_readers readers;
    struct lm_tick tick;
    struct lm_cyclic cyclic;
    struct lm_shared_stack stack;
    struct lm_irq irq;
    struct lm_timer_thread timers;
    struct lm_switch_hook switch_hook;
    struct lm_interrupt_hook interrupt_hook;
    struct lm_observer observer;
    unsigned char place[64];
};

/* The kind of an object is one byte, for which a call may take a number in another object. */
enum { AREA_BYTES = 512, STACKS = 4, URGENCY = 30 };

static struct {
    union slot of[KINDS];
    union slot fresh, zeros, place;
    struct lm_thread cyclic_thread;
    struct lm_slice slice;
    struct lm_budget budget;
    struct lm_driver driver;
    struct lm_thread_config thread_config;
    struct lm_tick_config tick_config;
    struct lm_irq_config irq_config;
    void *block, *memory;
    _Alignas(16) unsigned char area[AREA_BYTES];
    unsigned char stream_storage[16];
    _Alignas(16) unsigned char used[STACKS][AREA_BYTES];
} room;

static void nothing(void *argument)
{
    (void)argument;
}

static void hook(void)
{
}

static void told(struct lm_observer *observer)
{
    (void)observer;
}

static void note_switch(struct lm_thread *from, struct lm_thread *to)
{
    (void)from;
    (void)to;
}

static enum lm_status transfer(struct lm_device *device, void *data, size_t bytes, size_t *done)
{
    (void)device;
    (void)data;
    (void)bytes;
    (void)done;
    return LM_OK;
}

static enum lm_status take_in(struct lm_device *device, const void *data, size_t bytes,
                              size_t *done)
{
    (void)device;
    (void)data;
    (void)bytes;
    (void)done;
    return LM_OK;
}

static enum lm_status control(struct lm_device *device, unsigned request, void *argument)
{
    (void)device;
    (void)request;
    (void)argument;
    return LM_OK;
}

/* A function of boards, which this port lacks: the test passes no line. */
void lm_board_interrupt_attach(unsigned line, unsigned urgency, void (*handler)(void *argument),
                               void *argument)
{
    (void)line;
    (void)urgency;
    (void)handler;
    (void)argument;
    CHECK(false);
}

/* Structures that a program fills. */
static void fill(void)
{
    memset(&room, 0, sizeof room);
    room.driver = (struct lm_driver){.read = transfer, .write = take_in, .control = control};
    room.thread_config = (struct lm_thread_config){
        .entry = nothing, LM_PREEMPTIVE(URGENCY), .stack = room.area, .stack_bytes = AREA_BYTES};
    room.tick_config = (struct lm_tick_config){.length = 10};
    room.irq_config = (struct lm_irq_config){.line = LM_IRQ_NO_LINE,
                                             .handler = nothing,
                                             LM_PREEMPTIVE(URGENCY),
                                             .stack = room.area,
                                             .stack_bytes = AREA_BYTES};
}

static enum lm_status create_thread(struct lm_thread *thread, unsigned number, bool suspended)
{
    struct lm_thread_config config = room.thread_config;

    config.stack = room.used[number];
    config.suspended = suspended;
    return lm_thread_create(thread, &config);
}

static void create_memory(void)
{
    CHECK_STATUS(lm_queue_create(&room.of[QUEUE].queue, "", room.used[2], 4, 4, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_priority_queue_create(&room.of[PRIORITY_QUEUE].by_priority, "",
                                          room.used[2] + 128, 4, 4, LM_FIFO),
                 LM_OK);
    CHECK_STATUS(
        lm_block_pool_create(&room.of[BLOCK_POOL].blocks, "", room.used[2] + 16, 64, 16, LM_FIFO),
        LM_OK);
    CHECK_STATUS(lm_block_allocate(&room.of[BLOCK_POOL].blocks, &room.block, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_byte_pool_create(&room.of[BYTE_POOL].bytes, "", room.used[3], 384, LM_FIFO),
                 LM_OK);
    CHECK_STATUS(lm_byte_allocate(&room.of[BYTE_POOL].bytes, &room.memory, 8, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(
        lm_shared_stack_init(&room.of[SHARED_STACK].stack, room.used[2] + 256, AREA_BYTES / 2),
        LM_OK);
}

static void create_layers(void)
{
    CHECK_STATUS(lm_spinlock_create(&room.of[SPINLOCK].spinlock, ""), LM_OK);
    CHECK_STATUS(lm_raw_spinlock_create(&room.of[RAW_SPINLOCK].raw, ""), LM_OK);
    CHECK_STATUS(lm_device_add(&room.of[DEVICE].device, "device", &room.driver, NULL), LM_OK);
    CHECK_STATUS(lm_device_open(&room.of[HANDLE].handle, "device"), LM_OK);
    CHECK_STATUS(lm_readers_create(&room.of[READERS].readers, ""), LM_OK);
    CHECK_STATUS(lm_tick_create(&room.of[TICK].tick, &room.tick_config), LM_OK);
    CHECK_STATUS(create_thread(&room.cyclic_thread, 1, true), LM_OK);
    CHECK_STATUS(lm_tick_attach(&room.of[TICK].tick, &room.of[CYCLIC].cyclic, &room.cyclic_thread),
                 LM_OK);
    CHECK_STATUS(lm_irq_attach(&room.of[IRQ].irq, &room.irq_config), LM_OK);
    CHECK_STATUS(lm_timer_thread_create(&room.of[TIMER_THREAD].timers, &room.thread_config), LM_OK);
}

/* One living object of each kind. Thread 0 runs. */
static void create(void)
{
    begin();
    fill();
    CHECK_STATUS(create_thread(&room.of[THREAD].thread, 0, false), LM_OK);
    CHECK_STATUS(lm_semaphore_create(&room.of[SEMAPHORE].semaphore, "", 1, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_mutex_create(&room.of[MUTEX].mutex, "", LM_INHERIT, 0, LM_FIFO), LM_OK);
    CHECK_STATUS(lm_timer_create(&room.of[TIMER].timer, "", nothing, NULL), LM_OK);
    CHECK_STATUS(lm_event_flags_create(&room.of[EVENT_FLAGS].flags, "", LM_FIFO), LM_OK);
    CHECK_STATUS(lm_notice_create(&room.of[NOTICE].notice, ""), LM_OK);
    CHECK_STATUS(lm_stream_create(&room.of[STREAM].stream, "", room.stream_storage,
                                  sizeof room.stream_storage, 1),
                 LM_OK);
    create_memory();
    create_layers();
    room.of[0].place[0] = 0;
    seen = written();
}

/* Does the list contain a call for it? */
static bool end(enum what kind)
{
    union slot *slot = &room.of[kind];

    switch (kind) {
    case THREAD:
        return lm_thread_terminate(&slot->thread) + lm_thread_delete(&slot->thread) == 0;
    case SEMAPHORE:
        return lm_semaphore_delete(&slot->semaphore) == LM_OK;
    case MUTEX:
        return lm_mutex_delete(&slot->mutex) == LM_OK;
    case QUEUE:
        return lm_queue_delete(&slot->queue) == LM_OK;
    case TIMER:
        return lm_timer_delete(&slot->timer) == LM_OK;
    case EVENT_FLAGS:
        return lm_event_flags_delete(&slot->flags) == LM_OK;
    case STREAM:
        return lm_stream_delete(&slot->stream) == LM_OK;
    case NOTICE:
        return lm_notice_delete(&slot->notice) == LM_OK;
    case PRIORITY_QUEUE:
        return lm_queue_delete(&slot->by_priority.queue) == LM_OK;
    case BLOCK_POOL:
        return lm_block_pool_delete(&slot->blocks) == LM_OK;
    case BYTE_POOL:
        return lm_byte_pool_delete(&slot->bytes) == LM_OK;
    case DEVICE:
        return end(HANDLE) && lm_device_remove(&slot->device) == LM_OK;
    case HANDLE:
        return lm_device_close(&slot->handle) == LM_OK;
    case TICK:
        return lm_timer_delete(&slot->tick.timer) == LM_OK;
    default:
        return false;
    }
}

/* The calls. */

enum returns { STATUS, VALUE, NOTHING };

#define FUNCTION(pointer) ((pointer) != NULL ? nothing : NULL)
#define ANSWER_STATUS(call) return call
#define ANSWER_VALUE(call) return (uintptr_t)(call)
#define ANSWER_NOTHING(call)                                                                       \
    do {                                                                                           \
        call;                                                                                      \
        return 0;                                                                                  \
    } while (0)

/* A lock of the _irq calls. Returns: whether it was taken. */
static uint32_t let_in(uint32_t key)
{
    lm_irq_on(key);
    return key;
}
#define LET_IN(call) let_in(call)

#define CALL(name, returns, call, ...)                                                             \
    static uintptr_t make_##name(void *const p[])                                                  \
    {                                                                                              \
        ANSWER_##returns(call);                                                                    \
    }
#include "misuse_calls.inc"
#undef CALL

enum { POINTERS = 3 };

static const struct call {
    const char *name;
    uintptr_t (*make)(void *const p[]);
    enum returns returns;
    unsigned char what[POINTERS];
} calls[] = {
#define CALL(name, returns, call, ...) {#name, make_##name, returns, {__VA_ARGS__}},
#include "misuse_calls.inc"
#undef CALL
};

enum { CALLS = sizeof calls / sizeof calls[0] };

static void *good(unsigned what)
{
    static struct lm_switch_hook switch_hook = {.function = note_switch};
    static struct lm_budget_config budget_config = {.ticks = 10, .period = 100};
    static struct lm_interrupt_hook interrupt_hook = {.enter = hook, .exit = hook};
    static struct lm_observer observer = {.object = &room.of[SEMAPHORE].semaphore.object,
                                          .told = told};
    void *const others[] = {
        [OBJECT] = &room.of[SEMAPHORE].semaphore.object,
        [AREA] = room.area,
        [PLACE] = &room.place,
        [BLOCK] = room.block,
        [MEMORY] = room.memory,
        [FUNCTION] = &room.place,
        [DRIVER] = &room.driver,
        [SLICE] = &room.slice,
        [BUDGET] = &room.budget,
        [BUDGET_CONFIG] = &budget_config,
        [THREAD_CONFIG] = &room.thread_config,
        [TICK_CONFIG] = &room.tick_config,
        [IRQ_CONFIG] = &room.irq_config,
        [SWITCH_HOOK] = &switch_hook,
        [INTERRUPT_HOOK] = &interrupt_hook,
        [OBSERVER] = &observer,
    };

    if (what >= NEW) {
        return &room.fresh;
    }
    return what < KINDS ? &room.of[what] : others[what];
}

/* The current trial, for the message of a failure. */
static const struct call *now;
static unsigned wrong_pointer;
static const char *wrong;

static void explain(void *context)
{
    (void)context;
    printf("%s, pointer %u: %s\n", now->name, wrong_pointer, wrong);
}

static uintptr_t make(void *pointer)
{
    void *p[POINTERS];

    for (unsigned i = 0; i < POINTERS; i++) {
        p[i] = now->what[i] != NO_POINTER ? good(now->what[i]) : NULL;
    }
    p[wrong_pointer] = pointer;
    return now->make(p);
}

/* Has an error been recorded since the last look? If the status is an error, the record must
 * contain it. */
static bool is_recorded(uintptr_t answer)
{
    bool found = false;

    for (unsigned i = seen; i < written(); i++) {
        struct row row = row_of(i);

        found =
            found || (row.event == LM_EVENT_ERROR && (now->returns != STATUS || row.b == answer));
    }
    return found;
}

/* The call with this pointer answers an error, and nothing is different. */
static void check_wrong(void *pointer, const char *words)
{
    static unsigned char objects[sizeof room], kernel[sizeof(struct lm_kernel)];
    static unsigned char others[sizeof threads];

    wrong = words;
    seen = written();
    memcpy(objects, &room, sizeof room);
    memcpy(kernel, lm_kernel(), sizeof kernel);
    memcpy(others, threads, sizeof others);

    uintptr_t answer = make(pointer);

    if (now->returns == STATUS) {
        CHECK(answer >= LM_BAD_ARGUMENT && answer <= LM_TOO_MANY);
    } else {
        CHECK_EQUAL(answer, 0);
    }
    CHECK(is_recorded(answer));
    CHECK_EQUAL(lm_null.locked, 0);
    CHECK_EQUAL(memcmp(objects, &room, sizeof room), 0);
    CHECK_EQUAL(memcmp(kernel, lm_kernel(), sizeof kernel), 0);
    CHECK_EQUAL(memcmp(others, threads, sizeof others), 0);
    CHECK(lm_sched_is_consistent(lm_cpu()));
    CHECK(lm_timeout_is_consistent(&lm_cpu()->timeouts));
}

/* With good arguments the call may be refused for other reasons: the state, the context. */
static void check_good(void)
{
    wrong = "nothing is wrong";
    create();

    uintptr_t answer = make(good(now->what[wrong_pointer]));

    CHECK(now->returns != STATUS || (answer != LM_BAD_ARGUMENT && answer != LM_BAD_OBJECT));
}

/* Does the other begin with an object of this kind? Spinlocks of both kinds are one kind. */
static bool begins_with(unsigned what, unsigned other)
{
    return (what == THREAD && (other == IRQ || other == TIMER_THREAD)) ||
           (what == SPINLOCK && other == RAW_SPINLOCK) ||
           (what == RAW_SPINLOCK && other == SPINLOCK);
}

static void check_object(unsigned what)
{
    static const char *const others[KINDS] = {
        "",           "a thread",       "a semaphore",
        "a mutex",    "a queue",        "a timer",
        "flags",      "a notice",       "a queue by priority",
        "a stream",   "a block pool",   "bytes",
        "a spinlock", "a raw one",      "a device",
        "a handle",   "readers",        "a tick",
        "a cyclic",   "a shared stack", "an interrupt",
        "timers",
    };

    for (unsigned other = 1; other < KINDS; other++) {
        if (other != what && !begins_with(what, other)) {
            create();
            check_wrong(&room.of[other], others[other]);
        }
    }
    create();
    if (end((enum what)what)) {
        check_wrong(&room.of[what], "deleted");
    }
}

static void check_pointer(unsigned what)
{
    create();
    check_wrong(NULL, "NULL");
    if (what < NEW && (what <= OBJECT || what >= THREAD_CONFIG)) {
        create();
        check_wrong(&room.zeros, "zeros");
    }
    if (what < KINDS) {
        check_object(what);
    } else if (what == OBJECT) {
        create();
        CHECK(end(SEMAPHORE));
        check_wrong(good(OBJECT), "deleted");
    } else if (what >= NEW && what != NEW_SHARED_STACK && what != NEW_HANDLE) {
        create();
        check_wrong(&room.of[what - NEW], "exists");
    }
    check_good();
}

int main(void)
{
    unsigned pointers = 0;

    check_explain(explain, NULL);
    for (unsigned i = 0; i < CALLS; i++) {
        now = &calls[i];
        for (wrong_pointer = 0; wrong_pointer < POINTERS; wrong_pointer++) {
            if (now->what[wrong_pointer] != NO_POINTER) {
                check_pointer(now->what[wrong_pointer]);
                pointers++;
            }
        }
    }
    CHECK(pointers > CALLS);
    return 0;
}
