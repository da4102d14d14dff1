/* SPDX-License-Identifier: Apache-2.0 */
/* The creation of user threads. A user thread is a thread of the kernel on a kernel stack of its
 * own, whose entry function goes to user mode. */
#include "behind.h"
#include "core/door.h"
#include "cores/shared.h"
#include "objects/thread.h"

/* With differences: the end of a region that ends with the address space is 0. */
static bool overlap(uintptr_t a, uintptr_t a_bytes, uintptr_t b, uintptr_t b_bytes)
{
    return b - a < a_bytes || a - b < b_bytes;
}

/* Does a region that the thread may write overlap this memory? */
static bool is_exposed(const struct lm_user_config *config, const void *memory, uintptr_t bytes)
{
    for (unsigned i = 0; i < config->area_count; i++) {
        const struct lm_user_area *area = &config->areas[i];

        if ((area->access & LM_USER_WRITE) == LM_USER_WRITE &&
            overlap(area->base, area->bytes, (uintptr_t)memory, bytes)) {
            return true;
        }
    }
    return false;
}

static bool area_is_valid(const struct lm_user_area *area)
{
    uint32_t access = area->access & ~(uint32_t)LM_USER_DEVICE;

    return lm_port_user_can_protect(area) &&
           (access == LM_USER_READ || access == LM_USER_WRITE || access == LM_USER_EXECUTE);
}

/* Is the stack in one region that the thread may write? Cost: O(regions^2), for overlaps. */
static bool areas_are_valid(const struct lm_user_config *config)
{
    uintptr_t stack = (uintptr_t)config->thread.stack, bytes = config->thread.stack_bytes;
    bool has_stack = false;

    for (unsigned i = 0; i < config->area_count; i++) {
        const struct lm_user_area *area = &config->areas[i];

        if (!area_is_valid(area)) {
            return false;
        }
        for (unsigned j = 0; j < i; j++) {
            if (overlap(area->base, area->bytes, config->areas[j].base, config->areas[j].bytes)) {
                return false;
            }
        }
        has_stack |= (area->access & LM_USER_WRITE) == LM_USER_WRITE &&
                     stack - area->base < area->bytes &&
                     bytes <= area->bytes - (stack - area->base);
    }
    return has_stack;
}

/* Is it an object of this kind, of this core or shared by the cores? */
static bool has_kind(const struct lm_object *object, enum lm_kind kind)
{
    return lm_object_kind(object) == kind || LM_CORES_OR(lm_is_shared(object, kind), false);
}

/* Are there rights, all to objects of one kind, and is this such an object? */
static enum lm_status check_grant(const struct lm_user_config *config,
                                  const struct lm_user_grant *grant)
{
    const struct lm_user_kind *kind = lm_user_kinds;

    while (kind->rights != 0 && (grant->rights & kind->rights) == 0) {
        kind++;
    }
    if ((grant->rights & ~kind->rights) != 0 || grant->rights == 0) {
        return LM_BAD_ARGUMENT;
    }
    const struct lm_object *object = (const void *)((const char *)grant->object + kind->head);

    if (grant->object == NULL || !lm_object_exists(object) || !has_kind(object, kind->kind) ||
        is_exposed(config, grant->object, kind->head + sizeof *object)) {
        return LM_BAD_OBJECT;
    }
    return LM_OK;
}

static enum lm_status check(const struct lm_user_thread *user, const struct lm_user_config *config)
{
    if (user == NULL || config == NULL || config->thread.entry == NULL || config->areas == NULL ||
        (config->grants == NULL && config->grant_count != 0) ||
        config->area_count > LM_USER_REGIONS || config->policy > LM_USER_HALT ||
        config->thread.stack_bytes < LM_USER_STACK_MIN || !areas_are_valid(config)) {
        return LM_BAD_ARGUMENT;
    }
    for (unsigned i = 0; i < config->grant_count; i++) {
        enum lm_status status = check_grant(config, &config->grants[i]);

        if (status != LM_OK) {
            return status;
        }
    }
    return is_exposed(config, user, sizeof *user) ? LM_BAD_OBJECT : LM_OK;
}

static void fill(struct lm_user_thread *user, const struct lm_user_config *config)
{
    const struct lm_thread_config *thread = &config->thread;

    user->entry = thread->entry;
    user->argument = thread->argument;
    user->stack_begin = (uintptr_t)thread->stack;
    user->stack_top = (uintptr_t)thread->stack + thread->stack_bytes;
    user->stack_top &= ~(uintptr_t)(LM_PORT_STACK_ALIGN - 1);
    user->policy = config->policy;
    user->without_floats = config->without_floats;
    user->restarts_left = config->restarts;
    user->restart_ticks = config->restart_ticks;
    user->faults = 0;
    memset(&user->fault, 0, sizeof user->fault);
    memset(user->areas, 0, sizeof user->areas);
    for (unsigned i = 0; i < config->area_count; i++) {
        user->areas[i] = config->areas[i];
    }
    user->grants = config->grants;
    user->grant_count = config->grant_count;
    lm_port_user_set_regions(&user->context, user->areas);
}

/* The entry function of the thread on its kernel stack. The port forgets the context first, so that
 * the regions are loaded in any case. */
static void enter(void *argument)
{
    struct lm_user_thread *user = argument;
    lm_lock_key key = lm_lock();

    lm_port_user_forget(&user->context);
    lm_port_unlock(key);
    lm_port_user_begin(user);
}

enum lm_status lm_user_thread_create(struct lm_user_thread *user,
                                     const struct lm_user_config *config)
{
    enum lm_status status = check(user, config);

    if (status != LM_OK) {
        return status;
    }
    struct lm_thread_config thread = config->thread;

    thread.entry = enter;
    thread.argument = user;
    thread.stack = user->kernel_stack;
    thread.stack_bytes = sizeof user->kernel_stack;
    thread.suspended = true;
    status = lm_thread_create(&user->thread, &thread);
    if (status == LM_OK) {
        fill(user, config);
        status = config->thread.suspended ? LM_OK : lm_thread_start(&user->thread);
    }
    return status;
}

enum lm_status lm_user_thread_delete(struct lm_user_thread *user)
{
    enum lm_status status = lm_thread_delete(user != NULL ? &user->thread : NULL);

    if (status == LM_OK) {
        lm_lock_key key = lm_lock();

        lm_port_user_forget(&user->context);
        lm_port_unlock(key);
    }
    return status;
}

enum lm_status lm_thread_exit(void)
{
    return lm_thread_terminate(lm_cpu()->running);
}

enum lm_status lm_user_refuse(uint32_t number)
{
    bool has_handle = number - 1 < LM_USER_OBJECT_CALLS;

    return has_handle ? LM_BAD_OBJECT : LM_BAD_ARGUMENT;
}
