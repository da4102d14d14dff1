/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of event flags. */
#include "limen.h"

TX_EVENT_FLAGS_GROUP *_tx_event_flags_created_ptr;
ULONG _tx_event_flags_created_count;

#define CHECK_GROUP(g)                                                                             \
    TX_LIMEN_CHECK_OBJECT(g, tx_event_flags_group_id, TX_EVENT_FLAGS_ID, TX_GROUP_ERROR)

UINT _tx_event_flags_create(TX_EVENT_FLAGS_GROUP *group_ptr, CHAR *name_ptr)
{
    memset(group_ptr, 0, sizeof *group_ptr);
    LM_LAYER_CREATE(lm_event_flags_create_shared(&group_ptr->limen, name_ptr),
                    lm_event_flags_create(&group_ptr->limen, name_ptr, LM_FIFO));
    lm_object_attach_counters(&group_ptr->limen.object, &group_ptr->limen_counters);

    uint32_t key = lm_interrupts_disable();

    TX_LIMEN_LINK(_tx_event_flags_created_ptr, _tx_event_flags_created_count, group_ptr,
                  tx_event_flags_group_created_next, tx_event_flags_group_created_previous);
    group_ptr->tx_event_flags_group_id = TX_EVENT_FLAGS_ID;
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

UINT _txe_event_flags_create(TX_EVENT_FLAGS_GROUP *group_ptr, CHAR *name_ptr,
                             UINT event_control_block_size)
{
    TX_LIMEN_CALL_CREATES(EVENT_FLAGS_CREATE, group_ptr);
    bool exists;

    tx_limen_preemption_follow();
    TX_LIMEN_CHECK(group_ptr != NULL &&
                       TX_LIMEN_IS_SIZE(event_control_block_size, TX_EVENT_FLAGS_GROUP),
                   TX_GROUP_ERROR);
    TX_LIMEN_FIND(exists, TX_EVENT_FLAGS_GROUP, _tx_event_flags_created_ptr,
                  _tx_event_flags_created_count, group_ptr, tx_event_flags_group_created_next);
    TX_LIMEN_CHECK_OF(group_ptr, !exists, TX_GROUP_ERROR);
    TX_LIMEN_CHECK_CREATOR;

    return _tx_event_flags_create(group_ptr, name_ptr);
}

UINT _tx_event_flags_delete(TX_EVENT_FLAGS_GROUP *group_ptr)
{
    uint32_t key = lm_interrupts_disable();

    group_ptr->tx_event_flags_group_id = TX_CLEAR_ID;
    TX_LIMEN_UNLINK(_tx_event_flags_created_ptr, _tx_event_flags_created_count, group_ptr,
                    tx_event_flags_group_created_next, tx_event_flags_group_created_previous);
    lm_interrupts_enable(key);
    (void)lm_event_flags_delete(&group_ptr->limen);
    return TX_SUCCESS;
}

UINT _txe_event_flags_delete(TX_EVENT_FLAGS_GROUP *group_ptr)
{
    TX_LIMEN_CALL_ON(EVENT_FLAGS_DELETE, group_ptr);
    CHECK_GROUP(group_ptr);
    TX_LIMEN_CHECK_OWN(group_ptr);
    TX_LIMEN_CHECK_CALLER(TX_FROM_THREAD);

    return _tx_event_flags_delete(group_ptr);
}

static enum lm_event_mode mode_of(UINT get_option)
{
    static const enum lm_event_mode modes[] = {
        [TX_OR] = LM_ANY,
        [TX_OR_CLEAR] = LM_ANY_CLEAR,
        [TX_AND] = LM_ALL,
        [TX_AND_CLEAR] = LM_ALL_CLEAR,
    };

    return modes[get_option & TX_AND_CLEAR];
}

/* A request for no flags is never satisfied, and it does not wait. */
UINT _tx_event_flags_get(TX_EVENT_FLAGS_GROUP *group_ptr, ULONG requested_flags, UINT get_option,
                         ULONG *actual_flags_ptr, ULONG wait_option)
{
    struct tx_limen_wait wait = tx_limen_wait(wait_option);
    enum lm_status status = LM_UNAVAILABLE;
    uint32_t found = lm_event_flags_get(&group_ptr->limen);

    if (requested_flags != 0) {
        status = lm_event_flags_wait(&group_ptr->limen, (uint32_t)requested_flags,
                                     mode_of(get_option), &found, wait.timeout);
    }
    *actual_flags_ptr = found;
    return tx_limen_answer(wait, status, TX_NO_EVENTS);
}

UINT _txe_event_flags_get(TX_EVENT_FLAGS_GROUP *group_ptr, ULONG requested_flags, UINT get_option,
                          ULONG *actual_flags_ptr, ULONG wait_option)
{
    TX_LIMEN_CALL_ON(EVENT_FLAGS_GET, group_ptr);
    CHECK_GROUP(group_ptr);
    TX_LIMEN_CHECK(actual_flags_ptr != NULL, TX_PTR_ERROR);
    TX_LIMEN_CHECK_WAIT(wait_option);
    TX_LIMEN_CHECK(get_option <= TX_AND_CLEAR, TX_OPTION_ERROR);

    return _tx_event_flags_get(group_ptr, requested_flags, get_option, actual_flags_ptr,
                               wait_option);
}

UINT _tx_event_flags_set(TX_EVENT_FLAGS_GROUP *group_ptr, ULONG flags_to_set, UINT set_option)
{
    if ((set_option & TX_AND) != 0) {
        (void)lm_event_flags_clear(&group_ptr->limen, (uint32_t)~flags_to_set);
    } else {
        VOID (*notify)(TX_EVENT_FLAGS_GROUP *) = group_ptr->tx_event_flags_group_set_notify;
        enum lm_status status = lm_event_flags_set(&group_ptr->limen, (uint32_t)flags_to_set);

        TX_LIMEN_NOTIFY(notify, group_ptr, status);
    }
    return TX_SUCCESS;
}

UINT _txe_event_flags_set(TX_EVENT_FLAGS_GROUP *group_ptr, ULONG flags_to_set, UINT set_option)
{
    TX_LIMEN_CALL_ON(EVENT_FLAGS_SET, group_ptr);
    CHECK_GROUP(group_ptr);
    TX_LIMEN_CHECK(set_option == TX_OR || set_option == TX_AND, TX_OPTION_ERROR);

    return _tx_event_flags_set(group_ptr, flags_to_set, set_option);
}

UINT _tx_event_flags_set_notify(TX_EVENT_FLAGS_GROUP *group_ptr,
                                VOID (*events_set_notify)(TX_EVENT_FLAGS_GROUP *notify_group_ptr))
{
    group_ptr->tx_event_flags_group_set_notify = events_set_notify;
    lm_trace_service(TX_SERVICE_EVENT_FLAGS_SET_NOTIFY, &group_ptr->limen.object,
                     events_set_notify != NULL);
    return TX_SUCCESS;
}

UINT _txe_event_flags_set_notify(TX_EVENT_FLAGS_GROUP *group_ptr,
                                 VOID (*events_set_notify)(TX_EVENT_FLAGS_GROUP *notify_group_ptr))
{
    TX_LIMEN_CALL_ON(EVENT_FLAGS_SET_NOTIFY, group_ptr);
    CHECK_GROUP(group_ptr);

    return _tx_event_flags_set_notify(group_ptr, events_set_notify);
}

UINT _tx_event_flags_info_get(TX_EVENT_FLAGS_GROUP *group_ptr, CHAR **name, ULONG *current_flags,
                              TX_THREAD **first_suspended, ULONG *suspended_count,
                              TX_EVENT_FLAGS_GROUP **next_group)
{
    uint32_t key = lm_interrupts_disable();
    struct lm_event_flags_info info;

    (void)lm_event_flags_get_info(&group_ptr->limen, &info);
    TX_LIMEN_GIVE(name, group_ptr->tx_event_flags_group_name);
    TX_LIMEN_GIVE(current_flags, info.bits);
    TX_LIMEN_GIVE(first_suspended, tx_limen_thread(info.waiters.first));
    TX_LIMEN_GIVE(suspended_count, info.waiters.count);
    TX_LIMEN_GIVE(next_group, group_ptr->tx_event_flags_group_created_next);
    lm_interrupts_enable(key);
    return TX_SUCCESS;
}

UINT _txe_event_flags_info_get(TX_EVENT_FLAGS_GROUP *group_ptr, CHAR **name, ULONG *current_flags,
                               TX_THREAD **first_suspended, ULONG *suspended_count,
                               TX_EVENT_FLAGS_GROUP **next_group)
{
    TX_LIMEN_CALL_ON(EVENT_FLAGS_INFO_GET, group_ptr);
    CHECK_GROUP(group_ptr);
    TX_LIMEN_CHECK_OWN(group_ptr);

    return _tx_event_flags_info_get(group_ptr, name, current_flags, first_suspended,
                                    suspended_count, next_group);
}
