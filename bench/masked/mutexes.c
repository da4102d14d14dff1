/* SPDX-License-Identifier: Apache-2.0 */
/* Interrupts off: mutexes, their owners, and chains of them. */
#include "masked.h"

enum { SOON = LM_US(100) };

EACH(own_mutexes, lm_mutex_lock(&mutexes[i], LM_FOREVER))
STEP(own_first, lm_mutex_lock(&mutexes[0], LM_FOREVER))
STEP(own_ceiling, lm_mutex_lock(&ceiling, LM_FOREVER))
WAIT(wait_for_first, lm_mutex_lock(&mutexes[0], LM_FOREVER))
WAIT(wait_for_own, lm_mutex_lock(&mutexes[index], LM_FOREVER))

/* The first waiting thread owns all mutexes. The others, created before it, sleep already. */
static void first_owns_all(unsigned index)
{
    if (index == 0) {
        own_mutexes();
        (void)lm_mutex_lock(&mutexes[MANY], LM_FOREVER);
    }
    (void)lm_thread_suspend(lm_thread_self());
}

/* A thread of a chain owns the mutex of its number and waits for the next one. */
static void link_chain(unsigned index)
{
    (void)lm_mutex_lock(&mutexes[index], LM_FOREVER);
    (void)lm_mutex_lock(&mutexes[index + 1], LM_FOREVER);
    (void)lm_thread_suspend(lm_thread_self());
}

STEP(own_end, lm_mutex_lock(&mutexes[count], LM_FOREVER))

static void own_all_and_ceiling(void)
{
    own_mutexes();
    own_ceiling();
}

/* The spare thread, which is less urgent than all, owns n mutexes, or the end of a chain. */
static void own_and_suspend(void *argument)
{
    void (*const *own)(void) = argument;

    (*own)();
    (void)lm_thread_suspend(&spare);
}

LM_STACK(owner_stack, 512);

static void create_owner(void (*const *own)(void))
{
    (void)lm_thread_create(&spare, &(struct lm_thread_config){.name = "owner",
                                                              LM_PREEMPTIVE(1),
                                                              .entry = own_and_suspend,
                                                              .argument = (void *)own,
                                                              LM_USE_STACK(owner_stack)});
    (void)lm_thread_set_priority(&spare, LEAST, LEAST);
}

static void create_owner_of_all(void)
{
    static void (*const own)(void) = own_mutexes;

    create_owner(&own);
}

static void create_owner_of_end(void)
{
    static void (*const own)(void) = own_end;

    create_owner(&own);
}

CALL(create, lm_mutex_create(&mutexes[0], "mutex", LM_INHERIT, 0, LM_FIFO))
CALL(lock, lm_mutex_lock(&mutexes[0], LM_FOREVER))
CALL(lock_last, lm_mutex_lock(&mutexes[MANY], LM_FOREVER))
EXPECT(lock_soon, lm_mutex_lock(&mutexes[0], SOON), LM_TIMEOUT)
EXPECT(lock_no_wait, lm_mutex_lock(&mutexes[0], LM_NO_WAIT), LM_UNAVAILABLE)
CALL(lock_ceiling, lm_mutex_lock(&ceiling, LM_FOREVER))
CALL(unlock, lm_mutex_unlock(&mutexes[0]))
CALL(unlock_last, lm_mutex_unlock(&mutexes[count - 1]))
CALL(unlock_ceiling, lm_mutex_unlock(&ceiling))
CALL(unlock_end, lm_mutex_unlock(&mutexes[count]))
CALL(prioritize, lm_mutex_prioritize(&mutexes[0]))
CALL(delete_first, lm_mutex_delete(&mutexes[0]))
CALL(delete_end, lm_mutex_delete(&mutexes[count]))
CALL(terminate_itself, lm_thread_terminate(&caller))
CALL(terminate_owner, lm_thread_terminate(&spare))
CALL(raise_head, lm_thread_set_priority(&waiters[0], CALLER + 1, CALLER + 1))
CALL(lower_head, lm_thread_set_priority(&waiters[0], LEAST, LEAST))
CALL(abort_head, lm_thread_abort_wait(&waiters[0]))
CALL(terminate_head, lm_thread_terminate(&waiters[0]))
STEP(owner, lm_mutex_owner(&mutexes[0]))

static void get_info(void)
{
    struct lm_mutex_info info;

    (void)lm_mutex_get_info(&mutexes[0], &info);
}

const struct masked_case mutex_cases[] = {
    {"mutex_create", .ready = delete_first, .act = create},
    {"mutex_lock", .act = lock},
    {"mutex_lock, owner of n mutexes", true, own_mutexes, .act = lock_last},
    {"mutex_lock, again", .ready = own_first, .act = lock},
    {"mutex_lock, ceiling", .act = lock_ceiling},
    {"mutex_lock, ceiling, owner of n mutexes", true, own_mutexes, .act = lock_ceiling},
    {"mutex_lock, owned, without waiting", .wait = first_owns_all, .act = lock_no_wait},
    {"mutex_lock, behind n", true, create_owner_of_all, wait_for_first, .act = lock,
     .priority = LEAST},
    {"mutex_lock, ahead of n", true, create_owner_of_all, wait_for_first, .act = lock},
    {"mutex_lock, of an owner of n", true, .wait = first_owns_all, .act = lock_last},
    {"mutex_lock, chain of n", true, create_owner_of_end, link_chain, .act = lock},
    {"mutex_lock, chain of n, until a timeout", true, create_owner_of_end, link_chain,
     .act = lock_soon, .lasts = 8 * SOON},
    {"mutex_unlock", .ready = own_first, .act = unlock},
    {"mutex_unlock, wanted by n", true, own_first, wait_for_first, .act = unlock},
    {"mutex_unlock, more urgent", false, own_first, wait_for_first, .act = unlock,
     .priority = LEAST},
    {"mutex_unlock, owner of n wanted mutexes", true, own_mutexes, wait_for_own, .act = unlock_last,
     .priority = LEAST},
    {"mutex_unlock, ceiling", .ready = own_ceiling, .act = unlock_ceiling},
    {"mutex_unlock, ceiling, owner of n wanted mutexes", true, own_all_and_ceiling, wait_for_own,
     .act = unlock_ceiling},
    {"mutex_unlock, end of a chain of n", true, own_end, link_chain, .act = unlock_end,
     .priority = LEAST},
    {"mutex_prioritize", true, own_first, wait_for_first, .act = prioritize},
    {"mutex_get_info", true, own_first, wait_for_first, .act = get_info},
    {"mutex_owner", .act = owner},
    {"mutex_delete", true, own_first, wait_for_first, .act = delete_first},
    {"mutex_delete, end of a chain of n", true, own_end, link_chain, .act = delete_end,
     .priority = LEAST},
    {"thread_terminate, itself, owner of n wanted mutexes", true, own_mutexes, wait_for_own,
     .act = terminate_itself, .priority = LEAST},
    {"thread_terminate, owner of n mutexes", true, create_owner_of_all, .act = terminate_owner},
    {"thread_terminate, owner of n wanted mutexes", true, create_owner_of_all, wait_for_own,
     .act = terminate_owner},
    {"thread_set_priority, to more, head of a chain of n", true, create_owner_of_end, link_chain,
     .act = raise_head},
    {"thread_set_priority, to less, head of a chain of n", true, create_owner_of_end, link_chain,
     .act = lower_head},
    {"thread_abort_wait, head of a chain of n", true, create_owner_of_end, link_chain,
     .act = abort_head},
    {"thread_terminate, head of a chain of n", true, create_owner_of_end, link_chain,
     .act = terminate_head},
    {0},
};
