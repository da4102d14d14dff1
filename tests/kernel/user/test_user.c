/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the layer of user threads refuses each area, grant, call and buffer that it has to refuse,
 * and no other; and faults have the effect that limen/user.h names.
 *
 * Method: small worlds, each as a whole, on a double of the port (port/). References are written
 * from limen/user.h and docs/user-calls.md: bytes of an arena that an area has, and a table of the
 * kinds of calls. The gates of the ports have their tests in tests/targets/isolation.
 */
#include "scene.h"
#include <limen/user.h>
#include <string.h>

enum { ARENA = 512, STACK = 128, CALLS = 14, FIRST_PLAIN = 64, PLAIN = 6, KINDS = 5 };

static struct {
    _Alignas(ARENA) unsigned char bytes[ARENA];
} arena;

static struct lm_user_thread user;
static struct lm_semaphore semaphore;
static struct lm_queue queue;
static uint64_t storage[2];
static struct lm_mutex mutex;
static struct lm_event_flags flags;

/* The kind of the object of each call. */
static const char kind_of_call[] = " sssqqqqqmmmfff";

static void create_objects(void)
{
    lm_semaphore_create(&semaphore, "semaphore", 0, LM_FIFO);
    lm_queue_create(&queue, "queue", storage, 2, sizeof storage[0], LM_FIFO);
    lm_mutex_create(&mutex, "mutex", LM_INHERIT, 0, LM_FIFO);
    lm_event_flags_create(&flags, "flags", LM_FIFO);
}

static void do_nothing(void *argument)
{
    (void)argument;
}

/* A configuration with the upper half of the arena to write to. */
static const struct lm_user_area upper_half[] = {
    {(uintptr_t)&arena.bytes[ARENA / 2], ARENA / 2, LM_USER_WRITE},
};

static struct lm_user_config configured(void (*entry)(void *))
{
    return (struct lm_user_config){
        .thread = {.name = "user",
                   LM_PREEMPTIVE(10),
                   .entry = entry,
                   .stack = &arena.bytes[ARENA / 2],
                   .stack_bytes = STACK},
        .areas = upper_half,
        .area_count = 1,
    };
}

static enum lm_status create_and_delete(const struct lm_user_config *config)
{
    enum lm_status status = lm_user_thread_create(&user, config);

    if (status == LM_OK) {
        CHECK_STATUS(lm_thread_terminate(&user.thread), LM_OK);
        CHECK_STATUS(lm_user_thread_delete(&user), LM_OK);
    }
    return status;
}

/* Areas */

static bool is_power_of_two(unsigned number)
{
    return __builtin_popcount(number) == 1;
}

/* Two areas in the arena: is the pair allowed, with a stack at this offset? */
static bool areas_are_allowed(const struct lm_user_area *areas, unsigned stack)
{
    unsigned char owners[2 * ARENA] = {0};
    bool has_stack = false;

    for (unsigned i = 0; i < 2; i++) {
        unsigned begin = (unsigned)(areas[i].base - (uintptr_t)arena.bytes);
        uint32_t access = areas[i].access;
        bool writes = access == LM_USER_WRITE || access == (LM_USER_WRITE | LM_USER_DEVICE);

        if (!is_power_of_two((unsigned)areas[i].bytes) || areas[i].bytes < 32 ||
            begin % areas[i].bytes != 0 ||
            !(writes || access == LM_USER_READ || access == LM_USER_EXECUTE)) {
            return false;
        }
        for (unsigned byte = begin; byte < begin + areas[i].bytes; byte++) {
            owners[byte]++;
        }
        has_stack |= writes && begin <= stack && stack + STACK <= begin + areas[i].bytes;
    }
    return has_stack && memchr(owners, 2, sizeof owners) == NULL;
}

static void try_areas(const struct lm_user_area *areas)
{
    static const unsigned stacks[] = {0, 16, 128, 384};
    struct lm_user_config config = configured(do_nothing);

    config.areas = areas;
    config.area_count = 2;
    config.thread.suspended = true;
    for (unsigned i = 0; i < sizeof stacks / sizeof stacks[0]; i++) {
        config.thread.stack = &arena.bytes[stacks[i]];
        CHECK_STATUS(create_and_delete(&config),
                     areas_are_allowed(areas, stacks[i]) ? LM_OK : LM_BAD_ARGUMENT);
    }
}

static struct lm_user_area area_of(unsigned number)
{
    static const unsigned bases[] = {0, 16, 32, 128, 256, 384}, sizes[] = {0, 16, 32, 48, 128, 256};
    static const uint32_t accesses[] = {LM_USER_READ,
                                        LM_USER_WRITE,
                                        LM_USER_EXECUTE,
                                        LM_USER_WRITE | LM_USER_EXECUTE,
                                        0,
                                        LM_USER_WRITE | LM_USER_DEVICE};

    return (struct lm_user_area){(uintptr_t)arena.bytes + bases[number % 6], sizes[number / 6 % 6],
                                 accesses[number / 36]};
}

static void pairs_of_areas(void)
{
    for (unsigned first = 0; first < 6 * 36; first++) {
        for (unsigned second = 0; second < 6 * 36; second++) {
            try_areas((struct lm_user_area[]){area_of(first), area_of(second)});
        }
    }
}

/* Grants */

static const struct {
    void *object;
    char kind;
} objects[KINDS] = {
    {&semaphore, 's'}, {&queue, 'q'}, {&mutex, 'm'}, {&flags, 'f'}, {NULL, ' '},
};

/* The only kind of the calls in a set of rights, or 0. */
static char kind_of_rights(uint32_t rights)
{
    char kind = 0;

    for (unsigned call = 1; call <= 32; call++) {
        if ((rights >> (call - 1) & 1U) != 0) {
            char wanted = call <= CALLS ? kind_of_call[call] : '?';

            if (wanted == '?' || (kind != 0 && kind != wanted)) {
                return 0;
            }
            kind = wanted;
        }
    }
    return kind;
}

static void try_rights(uint32_t rights)
{
    struct lm_user_config config = configured(do_nothing);
    char wanted = kind_of_rights(rights);

    config.thread.suspended = true;
    for (unsigned i = 0; i < KINDS; i++) {
        const struct lm_user_grant grants[] = {
            {&semaphore, LM_MAY_WAIT_SEMAPHORE},
            {objects[i].object, rights},
        };

        config.grants = grants;
        config.grant_count = 2;
        CHECK_STATUS(create_and_delete(&config), wanted == 0                 ? LM_BAD_ARGUMENT
                                                 : wanted == objects[i].kind ? LM_OK
                                                                             : LM_BAD_OBJECT);
    }
}

static void rights(void)
{
    for (uint32_t set = 0; set < UINT32_C(1) << (CALLS + 1); set++) {
        try_rights(set);
    }
    for (unsigned bit = CALLS; bit < 32; bit++) {
        try_rights(UINT32_C(1) << bit);
        try_rights(UINT32_C(1) << bit | 1U);
    }
}

/* An object at each offset of the arena, whose upper half the thread may write. */
static void places_of_objects(void)
{
    struct lm_user_config config = configured(do_nothing);

    config.thread.suspended = true;
    for (unsigned offset = 0; offset + sizeof semaphore <= ARENA; offset += _Alignof(max_align_t)) {
        struct lm_semaphore *moved = (struct lm_semaphore *)(void *)&arena.bytes[offset];
        const struct lm_user_grant grants[] = {{moved, LM_MAY_POST_SEMAPHORE}};
        bool is_exposed = offset + sizeof *moved > ARENA / 2;

        memset(arena.bytes, 0, sizeof arena.bytes);
        CHECK_STATUS(lm_semaphore_create(moved, "moved", 0, LM_FIFO), LM_OK);
        config.grants = grants;
        config.grant_count = 1;
        config.thread.stack = &arena.bytes[ARENA / 2];
        CHECK_STATUS(create_and_delete(&config), is_exposed ? LM_BAD_OBJECT : LM_OK);
        CHECK_STATUS(lm_semaphore_delete(moved), LM_OK);
    }
}

/* Calls */

enum { GRANTS = 5 };
static const struct lm_user_grant every_grant[GRANTS] = {
    {&semaphore, LM_MAY_POST_SEMAPHORE | LM_MAY_WAIT_SEMAPHORE},
    {&queue, LM_MAY_SEND_QUEUE | LM_MAY_RECEIVE_QUEUE},
    {&mutex, LM_MAY_LOCK_MUTEX},
    {&flags, LM_MAY_SET_EVENT_FLAGS | LM_MAY_WAIT_EVENT_FLAGS},
    {&semaphore, LM_MAY_POST_SEMAPHORE},
};

/* In user mode: numbers that are no call of this handle are refused. */
static void make_refused_calls(void *argument)
{
    (void)argument;
    for (unsigned handle = 0; handle < GRANTS + 2; handle++) {
        for (unsigned number = 0; number < 300; number++) {
            bool is_plain = number - FIRST_PLAIN < PLAIN;
            bool is_call = number >= 1 && number <= CALLS;
            bool has_right = is_call && handle < GRANTS &&
                             (every_grant[handle].rights >> (number - 1) & 1U) != 0;

            if (!has_right && !is_plain) {
                CHECK_STATUS(lm_user_double_call(number, handle, 0, 0, 0),
                             is_call ? LM_BAD_OBJECT : LM_BAD_ARGUMENT);
            }
        }
    }
    CHECK_EQUAL(lm_semaphore_count(&semaphore), 0);
}

/* Buffers of 8 bytes: the areas are read, write, read and write, one behind the other. */
static const struct lm_user_area four_areas[] = {
    {(uintptr_t)&arena.bytes[0], 128, LM_USER_READ},
    {(uintptr_t)&arena.bytes[128], 128, LM_USER_WRITE},
    {(uintptr_t)&arena.bytes[256], 128, LM_USER_WRITE},
    {(uintptr_t)&arena.bytes[384], 64, LM_USER_EXECUTE},
};

static bool has(intptr_t begin, unsigned bytes, bool to_write)
{
    intptr_t end = begin + bytes;

    return (begin >= 128 && end <= 256) || (begin >= 256 && end <= 384) ||
           (!to_write && ((begin >= 0 && end <= 128) || (begin >= 384 && end <= 448)));
}

static void use_buffer(intptr_t offset)
{
    void *buffer = (void *)((intptr_t)arena.bytes + offset);
    bool reads = has(offset, sizeof storage[0], false),
         writes = has(offset, sizeof storage[0], true);

    CHECK_STATUS(lm_user_queue_send(1, buffer, LM_NO_WAIT), reads ? LM_OK : LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_user_queue_send_front(1, buffer, LM_NO_WAIT), reads ? LM_OK : LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_user_queue_receive(1, buffer, LM_NO_WAIT), !writes ? LM_BAD_ARGUMENT
                                                               : reads ? LM_OK
                                                                       : LM_UNAVAILABLE);
    CHECK_STATUS(lm_queue_flush(&queue), LM_OK);
}

/* The arguments are a structure, and a place in it that may be missing. */
static void use_structure(intptr_t offset, intptr_t place)
{
    struct lm_user_event_flags_wait_arguments *at = (void *)((intptr_t)arena.bytes + offset);
    uint32_t *found = place < 0 ? NULL : (uint32_t *)(void *)&arena.bytes[place];
    struct lm_user_event_flags_wait_arguments arguments = {1, LM_ANY, found, LM_NO_WAIT};
    bool is_read = has(offset, sizeof arguments, false);
    bool is_place = place < 0 || (place % 4 == 0 && has(place, sizeof *found, true));

    memcpy(at, &arguments, sizeof arguments);
    CHECK_STATUS(lm_user_call_words(14, 3, (uintptr_t)at),
                 is_read && is_place ? LM_UNAVAILABLE : LM_BAD_ARGUMENT);
}

static void use_buffers(void *argument)
{
    (void)argument;
    for (intptr_t offset = -16; offset < ARENA; offset++) {
        use_buffer(offset);
    }
    for (unsigned back = 0; back < 16; back++) { /* the end of the address space */
        use_buffer((intptr_t)(UINTPTR_MAX - back - (uintptr_t)arena.bytes));
    }
    for (intptr_t offset = 0; offset < ARENA - 64; offset += 8) {
        for (intptr_t place = -1; place < ARENA; place++) {
            if (place < offset - 8 || place > offset + 64) {
                use_structure(offset, place);
            }
        }
    }
}

static void run_in_user_mode(void (*entry)(void *), const struct lm_user_area *areas,
                             unsigned area_count)
{
    struct lm_user_config config = configured(entry);

    config.areas = areas;
    config.area_count = area_count;
    config.grants = every_grant;
    config.grant_count = GRANTS;
    config.thread.stack = (void *)areas[area_count > 1].base;
    CHECK_STATUS(lm_user_thread_create(&user, &config), LM_OK);
    CHECK(lm_user_double_is_on);
    CHECK_EQUAL(user.faults, 0);
    CHECK_STATUS(lm_user_thread_delete(&user), LM_OK); /* it is more urgent, and has ended */
}

static void calls(void)
{
    run_in_user_mode(make_refused_calls, upper_half, 1);
    run_in_user_mode(use_buffers, four_areas, 4);
}

/* Faults */

static unsigned lives;
static unsigned locks; /* how often each mutex */
static struct lm_mutex second;
static const struct lm_user_grant mutex_grants[] = {
    {&mutex, LM_MAY_LOCK_MUTEX},
    {&second, LM_MAY_LOCK_MUTEX},
    {&semaphore, LM_MAY_WAIT_SEMAPHORE},
};

static void lock_and_fault(void *argument)
{
    (void)argument;
    lives++;
    for (unsigned i = 0; i < locks; i++) {
        CHECK_STATUS(lm_user_mutex_lock(0, LM_NO_WAIT),
                     lives > 1 && i == 0 ? LM_OWNER_DIED : LM_OK);
        CHECK_STATUS(lm_user_mutex_lock(1, LM_NO_WAIT),
                     lives > 1 && i == 0 ? LM_OWNER_DIED : LM_OK);
    }
    lm_user_semaphore_wait(2, LM_FOREVER);
    lm_user_double_fault(LM_USER_BAD_ACCESS, 77);
}

static void restarts(void)
{
    struct lm_user_config config = configured(lock_and_fault);
    struct lm_thread_info info;

    config.grants = mutex_grants;
    config.grant_count = 3;
    for (unsigned allowed = 0; allowed < 4; allowed++) {
        for (locks = 0; locks < 3; locks++) {
            lives = 0;
            config.policy = allowed == 0 ? LM_USER_END : LM_USER_RESTART;
            config.restarts = allowed;
            config.restart_ticks = 10;
            CHECK_STATUS(lm_user_thread_create(&user, &config), LM_OK);
            for (unsigned life = 1; life <= allowed + 1; life++) {
                CHECK_EQUAL(lives, life);
                lm_semaphore_post(&semaphore);
                CHECK_EQUAL(user.faults, life);
                CHECK_EQUAL(user.fault.address, 77);
                CHECK_EQUAL(user.fault.cause, LM_USER_BAD_ACCESS);
                CHECK_SAME(lm_mutex_owner(&mutex), NULL);
                CHECK_SAME(lm_mutex_owner(&second), NULL);
                lm_thread_sleep(9);
                CHECK_EQUAL(lives, life);
                lm_thread_sleep(1);
            }
            CHECK_EQUAL(lives, allowed + 1);
            lm_thread_get_info(&user.thread, &info);
            CHECK_EQUAL(info.state, LM_TERMINATED);
            CHECK_STATUS(lm_user_thread_delete(&user), LM_OK);
            CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), locks > 0 ? LM_OWNER_DIED : LM_OK);
            CHECK_STATUS(lm_mutex_lock(&second, LM_NO_WAIT), locks > 0 ? LM_OWNER_DIED : LM_OK);
            CHECK_STATUS(lm_mutex_unlock(&second), LM_OK);
            CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
        }
    }
}

/* Waiting threads get the mutex, in their order, and only the first one learns. */
static struct lm_thread waiters[2];
static enum lm_status answers[2];
static unsigned order[2], ended;

static void wait_for_mutex(void *argument)
{
    unsigned number = (unsigned)(uintptr_t)argument;

    answers[number] = lm_mutex_lock(&mutex, LM_FOREVER);
    order[ended++] = number;
    lm_mutex_unlock(&mutex);
}

static void hand_over(enum lm_protocol protocol)
{
    struct lm_user_config config = configured(lock_and_fault);

    CHECK_STATUS(lm_mutex_delete(&mutex), LM_OK);
    CHECK_STATUS(lm_mutex_create(&mutex, "mutex", protocol, 5, LM_BY_PRIORITY), LM_OK);
    config.grants = mutex_grants;
    config.grant_count = 3;
    lives = 0;
    locks = 2;
    ended = 0;
    CHECK_STATUS(lm_user_thread_create(&user, &config), LM_OK);
    for (unsigned i = 0; i < 2; i++) {
        lm_thread_create(&waiters[i], &(struct lm_thread_config){.name = "waiter",
                                                                 LM_PREEMPTIVE((uint16_t)(9 - i)),
                                                                 .entry = wait_for_mutex,
                                                                 .argument = (void *)(uintptr_t)i,
                                                                 .stack = scene_stack(),
                                                                 .stack_bytes = SCENE_STACK_BYTES});
    }
    CHECK_SAME(lm_mutex_owner(&mutex), &user.thread);
    lm_semaphore_post(&semaphore);
    CHECK_EQUAL(ended, 2);
    CHECK_EQUAL(order[0], 1); /* the more urgent one */
    CHECK_STATUS(answers[1], LM_OWNER_DIED);
    CHECK_STATUS(answers[0], LM_OK);
    CHECK_SAME(lm_mutex_owner(&mutex), NULL);
    CHECK_STATUS(lm_mutex_lock(&mutex, LM_NO_WAIT), LM_OK);
    CHECK_STATUS(lm_mutex_unlock(&mutex), LM_OK);
    CHECK_STATUS(lm_mutex_lock(&second, LM_NO_WAIT), LM_OWNER_DIED);
    CHECK_STATUS(lm_mutex_unlock(&second), LM_OK);
    CHECK_STATUS(lm_user_thread_delete(&user), LM_OK);
    for (unsigned i = 0; i < 2; i++) {
        CHECK_STATUS(lm_thread_delete(&waiters[i]), LM_OK);
    }
}

static void faults(void)
{
    lm_mutex_create(&second, "second", LM_CEILING, 5, LM_FIFO);
    restarts();
    hand_over(LM_PLAIN);
    hand_over(LM_INHERIT);
    hand_over(LM_CEILING);
}

static void play(void)
{
    create_objects();
    pairs_of_areas();
    rights();
    places_of_objects();
    calls();
    faults();
}

int main(void)
{
    scene_run(LM_MODEL_FULL, play);
    return 0;
}
