/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the creation of a user thread refuses exactly the configurations that limen/user.h forbids.
 *
 * Method: small worlds, each complete, on a double of the port (port/). References are written
 * from limen/user.h and docs/user-calls.md: bytes of an arena that an area has, and a table of the
 * kinds of calls.
 */
#include "world.h"
#include <stddef.h>

enum { CALLS = 14, KINDS = 5, AREAS_MAX = 4 };

/* The kind of the object of each call. */
static const char kind_of_call[] = " sssqqqqqmmmfff";

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
    for (unsigned i = 0; i < sizeof stacks / sizeof stacks[0]; i++) {
        config.thread.stack = &arena.bytes[stacks[i]];
        CHECK_STATUS(create_and_delete(config),
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

    for (unsigned i = 0; i < KINDS; i++) {
        const struct lm_user_grant grants[] = {
            {&semaphore, LM_MAY_WAIT_SEMAPHORE},
            {objects[i].object, rights},
        };

        config.grants = grants;
        config.grant_count = 2;
        CHECK_STATUS(create_and_delete(config), wanted == 0                 ? LM_BAD_ARGUMENT
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

    for (unsigned offset = 0; offset + sizeof semaphore <= ARENA; offset += _Alignof(max_align_t)) {
        struct lm_semaphore *moved = (struct lm_semaphore *)(void *)&arena.bytes[offset];
        const struct lm_user_grant grants[] = {{moved, LM_MAY_POST_SEMAPHORE}};
        bool is_exposed = offset + sizeof *moved > ARENA / 2;

        memset(arena.bytes, 0, sizeof arena.bytes);
        CHECK_STATUS(lm_semaphore_create(moved, "moved", 0, LM_FIFO), LM_OK);
        config.grants = grants;
        config.grant_count = 1;
        config.thread.stack = &arena.bytes[ARENA / 2];
        CHECK_STATUS(create_and_delete(config), is_exposed ? LM_BAD_OBJECT : LM_OK);
        CHECK_STATUS(lm_semaphore_delete(moved), LM_OK);
    }
}

/* Creates a user thread with these areas and grants in addition to the configured ones. */
static enum lm_status create_with(const struct lm_user_area *areas, unsigned area_count,
                                  const struct lm_user_grant *grants, unsigned grant_count)
{
    struct lm_user_config config = configured(do_nothing);

    config.areas = areas;
    config.area_count = area_count;
    config.grants = grants;
    config.grant_count = grant_count;
    return create_and_delete(config);
}

static void exposed_objects(void)
{
    static _Alignas(64) struct {
        unsigned char before[64 - offsetof(struct lm_semaphore, object)];
        struct lm_semaphore semaphore;
        unsigned char behind[64];
    } other;
    const struct lm_user_grant grants[] = {{&other.semaphore, LM_MAY_POST_SEMAPHORE}};
    const uintptr_t base = (uintptr_t)&other & ~(uintptr_t)63;
    struct lm_user_area areas[] = {upper_half[0], {base, 64, LM_USER_WRITE}};

    CHECK_STATUS(lm_semaphore_create(&other.semaphore, "other", 0, LM_FIFO), LM_OK);
    CHECK_STATUS(create_with(areas, 2, grants, 1), LM_BAD_OBJECT);
    CHECK_STATUS(create_with(areas, 1, grants, 1), LM_OK); /* the second one is not there */
    areas[1].access = LM_USER_READ;
    CHECK_STATUS(create_with(areas, 2, grants, 1), LM_OK);
    areas[1] = (struct lm_user_area){((uintptr_t)&user + 64) & ~(uintptr_t)31, 32, LM_USER_WRITE};
    CHECK_STATUS(create_with(areas, 2, NULL, 0), LM_BAD_OBJECT);
    CHECK_STATUS(lm_semaphore_delete(&other.semaphore), LM_OK);
}

/* An object of another kind, where the head of a semaphore would be. */
static void objects_of_another_kind(void)
{
    const struct lm_user_grant grants[] = {
        {(char *)&mutex.object - offsetof(struct lm_semaphore, object), LM_MAY_POST_SEMAPHORE},
    };

    CHECK_STATUS(create_with(upper_half, 1, grants, 1), LM_BAD_OBJECT);
}

static void overlap_of_the_last_two(void)
{
    const struct lm_user_area areas[] = {
        upper_half[0],
        {(uintptr_t)arena.bytes, 128, LM_USER_READ},
        {(uintptr_t)arena.bytes + 64, 64, LM_USER_READ},
    };

    CHECK_STATUS(create_with(areas, 3, NULL, 0), LM_BAD_ARGUMENT);
}

/* The sum of address and size of a region that ends with the address space is 0. */
static void overlap_at_the_end_of_memory(void)
{
    const uintptr_t half = UINTPTR_MAX / 2 + 1;
    const struct lm_user_area areas[] = {
        upper_half[0],
        {half, half, LM_USER_READ},
        {UINTPTR_MAX - 31, 32, LM_USER_READ},
    };
    const struct lm_user_area other_way[] = {areas[0], areas[2], areas[1]};

    CHECK_STATUS(create_with(areas, 2, NULL, 0), LM_OK);
    CHECK_STATUS(create_with(areas, 3, NULL, 0), LM_BAD_ARGUMENT);
    CHECK_STATUS(create_with(other_way, 2, NULL, 0), LM_OK);
    CHECK_STATUS(create_with(other_way, 3, NULL, 0), LM_BAD_ARGUMENT);
}

static void other_mistakes(void)
{
    const struct lm_user_area areas[AREAS_MAX + 1] = {
        upper_half[0],
        {(uintptr_t)arena.bytes, 32, LM_USER_READ},
        {(uintptr_t)arena.bytes + 32, 32, LM_USER_READ},
        {(uintptr_t)arena.bytes + 64, 32, LM_USER_READ},
        {(uintptr_t)arena.bytes + 96, 32, LM_USER_READ},
    };
    struct lm_user_config config = configured(do_nothing);

    CHECK_STATUS(lm_user_thread_create(NULL, &config), LM_BAD_ARGUMENT);
    CHECK_STATUS(lm_user_thread_create(&user, NULL), LM_BAD_ARGUMENT);
    CHECK_STATUS(create_and_delete(configured(NULL)), LM_BAD_ARGUMENT);
    CHECK_STATUS(create_with(NULL, 1, NULL, 0), LM_BAD_ARGUMENT);
    CHECK_STATUS(create_with(areas, 1, NULL, 1), LM_BAD_ARGUMENT);
    CHECK_STATUS(create_with(areas, AREAS_MAX, NULL, 0), LM_OK);
    CHECK_STATUS(create_with(areas, AREAS_MAX + 1, NULL, 0), LM_BAD_ARGUMENT);
    config.thread.stack_bytes = STACK - 1;
    CHECK_STATUS(create_and_delete(config), LM_BAD_ARGUMENT);
    config = configured(do_nothing);
    config.policy = LM_USER_HALT;
    CHECK_STATUS(create_and_delete(config), LM_OK);
    config.policy = (enum lm_user_policy)(LM_USER_HALT + 1);
    CHECK_STATUS(create_and_delete(config), LM_BAD_ARGUMENT);
}

/* A created thread has its configuration, and no state of an earlier thread in the same memory. */
static void what_is_created(void)
{
    const struct lm_user_area areas[] = {upper_half[0], {(uintptr_t)arena.bytes, 32, LM_USER_READ}};
    struct lm_user_config config = configured(do_nothing), other = configured(do_nothing);
    unsigned regions_set, forgotten;

    config.thread.suspended = true;
    config.thread.argument = &arena;
    config.thread.stack_bytes = STACK + 7;
    config.areas = areas;
    memset(&user, 0xA5, sizeof user);
    memset(&user.thread, 0, sizeof user.thread);
    user.context.regions_set = user.context.forgotten = 0;
    CHECK_STATUS(lm_user_thread_create(&user, &config), LM_OK);
    regions_set = user.context.regions_set;
    forgotten = user.context.forgotten;
    CHECK_EQUAL(regions_set, 1);
    CHECK_SAME(user.argument, &arena);
    CHECK_SAME((void *)user.stack_top, &arena.bytes[ARENA / 2 + STACK]);
    CHECK(user.thread.stack_bytes > config.thread.stack_bytes); /* its kernel stack */
    CHECK_EQUAL(user.fault.cause, LM_USER_NO_FAULT);
    CHECK_EQUAL(user.fault.address, 0);
    CHECK_EQUAL(user.faults, 0);
    for (unsigned i = 1; i <= AREAS_MAX; i++) {
        CHECK_EQUAL(user.areas[i].bytes, 0);
        CHECK_EQUAL(user.areas[i].base, 0);
    }
    other.policy = LM_USER_HALT;
    CHECK_STATUS(lm_user_thread_create(&user, &other), LM_BAD_OBJECT); /* it exists */
    CHECK_EQUAL(user.policy, LM_USER_END);
    CHECK_STATUS(lm_user_thread_delete(&user), LM_BAD_STATE);
    CHECK_EQUAL(user.context.forgotten, forgotten);
    CHECK_STATUS(lm_thread_terminate(&user.thread), LM_OK);
    CHECK_STATUS(lm_user_thread_delete(&user), LM_OK);
    CHECK_EQUAL(user.context.forgotten, forgotten + 1);
    CHECK_STATUS(lm_user_thread_delete(&user), LM_BAD_OBJECT);
    CHECK_STATUS(lm_user_thread_delete(NULL), LM_BAD_OBJECT);
}

static void play(void)
{
    create_objects();
    pairs_of_areas();
    rights();
    places_of_objects();
    exposed_objects();
    objects_of_another_kind();
    overlap_of_the_last_two();
    overlap_at_the_end_of_memory();
    other_mistakes();
    what_is_created();
}

int main(void)
{
    scene_run(LM_MODEL_FULL, play);
    return 0;
}
