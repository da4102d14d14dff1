/* SPDX-License-Identifier: Apache-2.0 */
/* The control blocks. Each begins with the native object. The ThreadX names of its fields share
 * their memory, so that no copy can be out of date. The fields that only ThreadX has follow.
 *
 * Applications may read all fields whose names begin with tx_. Those with limen_ are private.
 */
#ifndef TX_BLOCKS_H
#define TX_BLOCKS_H

#if defined(__GNUC__) && !defined(TX_SOURCE_CODE)
#pragma GCC system_header /* see tx_port.h */
#endif

#include "tx_port.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A field over a native one, in a union with the native object. */
#define TX_OVER(native, member, type, name) TX_OVER_NAMED(native, member, type, name)
#define TX_OVER_NAMED(native, member, type, name)                                                  \
    struct {                                                                                       \
        unsigned char name##_offset[offsetof(struct native, member)];                              \
        type name;                                                                                 \
    }

/* The size without an application's own fields. */
#define TX_BLOCK_BYTES(type) ((UINT)(offsetof(type, limen_end) + sizeof(ULONG64)))

/* The application may use this name for a field of its own. */
#ifdef TX_NO_FILEX_POINTER
#define TX_FILEX_POINTER limen_filex_ptr
#else
#define TX_FILEX_POINTER tx_thread_filex_ptr
#endif

/* The first fields after those that the library knows: tx_execution_profile.c also uses them in
 * applications that have more fields. */
#ifdef TX_ENABLE_EXECUTION_CHANGE_NOTIFY
#define TX_EXECUTION_TIMES                                                                         \
    ULONG64 tx_thread_execution_time_total;                                                        \
    ULONG64 tx_thread_execution_time_last_start;
#else
#define TX_EXECUTION_TIMES
#endif

struct TX_THREAD_STRUCT;
struct TX_TIMER_STRUCT;

/* The parts of a timer that applications use. */
typedef struct TX_TIMER_INTERNAL_STRUCT {
    ULONG tx_timer_internal_remaining_ticks; /* while it is not active */
    ULONG tx_timer_internal_re_initialize_ticks;
    VOID (*tx_timer_internal_timeout_function)(ULONG input);
    ULONG tx_timer_internal_timeout_param;
} TX_TIMER_INTERNAL;

typedef struct TX_THREAD_STRUCT {
    union {
        struct lm_thread limen;
        struct {
            struct TX_THREAD_STRUCT *tx_thread_suspended_next;
            struct TX_THREAD_STRUCT *tx_thread_suspended_previous;
        };
        TX_OVER(lm_thread, stack_pointer, VOID *, tx_thread_stack_ptr);
        TX_OVER(lm_thread, waits_for, UCHAR, tx_thread_state);
        TX_OVER(lm_thread, suspend_pending, UCHAR, tx_thread_delayed_suspend);
        TX_OVER(lm_thread, wait_data, VOID *, tx_thread_suspend_control_block);
        TX_OVER(lm_thread, priority, USHORT, tx_thread_priority);
        TX_OVER(lm_thread, threshold, USHORT, tx_thread_preempt_threshold);
        TX_OVER(lm_thread, base_priority, USHORT, tx_thread_user_priority);
        TX_OVER(lm_thread, base_threshold, USHORT, tx_thread_user_preempt_threshold);
        TX_OVER(lm_thread, object.name, CHAR *, tx_thread_name);
    };
    union {
        struct lm_counters limen_counters;
        TX_OVER(lm_counters, runs, ULONG, tx_thread_run_count);
        TX_OVER(lm_counters, resumptions, ULONG, tx_thread_performance_resume_count);
        TX_OVER(lm_counters, suspensions, ULONG, tx_thread_performance_suspend_count);
        TX_OVER(lm_counters, preemptions_by_call, ULONG,
                tx_thread_performance_solicited_preemption_count);
        TX_OVER(lm_counters, preemptions_by_interrupt, ULONG,
                tx_thread_performance_interrupt_preemption_count);
        TX_OVER(lm_counters, inversions, ULONG, tx_thread_performance_priority_inversion_count);
        TX_OVER(lm_counters, slices, ULONG, tx_thread_performance_time_slice_count);
        TX_OVER(lm_counters, yields, ULONG, tx_thread_performance_relinquish_count);
        TX_OVER(lm_counters, timeouts, ULONG, tx_thread_performance_timeout_count);
        TX_OVER(lm_counters, aborts, ULONG, tx_thread_performance_wait_abort_count);
        TX_OVER(lm_counters, preempted_by, struct TX_THREAD_STRUCT *,
                tx_thread_performance_last_preempting_thread);
    };
    union {
        struct lm_slice limen_slice;
        TX_OVER(lm_slice, left, ULONG, tx_thread_time_slice);
        TX_OVER(lm_slice, ticks, ULONG, tx_thread_new_time_slice);
    };
    ULONG tx_thread_id;
    VOID *tx_thread_stack_start;
    VOID *tx_thread_stack_end; /* its last byte */
    ULONG tx_thread_stack_size;
    ULONG tx_thread_entry_parameter;
    VOID (*tx_thread_entry)(ULONG);
    struct TX_THREAD_STRUCT *tx_thread_created_next;
    struct TX_THREAD_STRUCT *tx_thread_created_previous;
    VOID (*tx_thread_entry_exit_notify)(struct TX_THREAD_STRUCT *thread_ptr, UINT type);
    struct TX_THREAD_STRUCT *limen_middlewares_tx_thread_suspended_next;
    struct TX_THREAD_STRUCT *limen_middlewares_tx_thread_suspended_previous;
    UCHAR tx_thread_suspending; /* between the decision of middleware to wait, and its wait */
    UCHAR limen_middlewares_tx_thread_state; /* it waits until this is TX_READY */
    UINT tx_thread_suspend_status;
    VOID (*tx_thread_suspend_cleanup)(struct TX_THREAD_STRUCT *thread_ptr, ULONG sequence);
    struct {
        ULONG tx_timer_internal_remaining_ticks; /* the timeout of a wait of middleware */
    } tx_thread_timer;
    VOID *tx_thread_additional_suspend_info; /* also the result of tx_byte_allocate, */
    ULONG tx_thread_suspend_info;            /* and the size for which it waits */
    VOID *TX_FILEX_POINTER;                  /* the local path of FileX */
    LM_IF_CORES(ULONG limen_excluded;)       /* a bit for each core on which it must not run */
    ULONG64 limen_end;
    TX_EXECUTION_TIMES
    TX_THREAD_EXTENSION_0
    TX_THREAD_EXTENSION_1
    TX_THREAD_EXTENSION_2
    TX_THREAD_EXTENSION_3
    TX_THREAD_USER_EXTENSION
} TX_THREAD;

/* Names of fields of a thread that the kernel and middleware both have. The lists and the state of
 * the kernel are those of the native thread, which applications read. NetX Duo links threads that
 * run, and says that they wait before they do. So in a file that includes nx_api.h, before or after
 * this header, these are the names of fields that only middleware writes. In such a file NX_API_H
 * is a macro that expands to nothing when the name is used. TX_OWN_LISTS does the same for other
 * middleware.
 */
#ifdef TX_OWN_LISTS
#define TX_FIELD(name) TX_FIELD_(name)
#else
#define TX_FIELD(name) TX_FIELD_WITH(name, NX_API_H)
#define TX_FIELD_WITH(name, guard) TX_FIELD_WITH_EXPANDED(name, guard)
#define TX_FIELD_WITH_EXPANDED(name, guard) TX_FIELD_##guard(name)
#define TX_FIELD_NX_API_H(name) name
#endif
#define TX_FIELD_(name) limen_middlewares_##name
#define tx_thread_suspended_next TX_FIELD(tx_thread_suspended_next)
#define tx_thread_suspended_previous TX_FIELD(tx_thread_suspended_previous)
#define tx_thread_state TX_FIELD(tx_thread_state)

typedef struct TX_QUEUE_STRUCT {
    union {
        struct lm_queue limen;
        TX_THREAD *tx_queue_suspension_list;
        TX_OVER(lm_queue, waiters.count, USHORT, tx_queue_suspended_count);
        TX_OVER(lm_queue, used, ULONG, tx_queue_enqueued);
        LM_IF_COUNTED(TX_OVER(lm_queue, available, ULONG, tx_queue_available_storage);)
        TX_OVER(lm_queue, capacity, ULONG, tx_queue_capacity);
        TX_OVER(lm_queue, storage, ULONG *, tx_queue_start);
        TX_OVER(lm_queue, end, ULONG *, tx_queue_end);
        TX_OVER(lm_queue, read, ULONG *, tx_queue_read);
        TX_OVER(lm_queue, write, ULONG *, tx_queue_write);
        TX_OVER(lm_queue, object.name, CHAR *, tx_queue_name);
    };
    LM_COUNTED_OR(, ULONG tx_queue_available_storage;) /* 0 in a library that does not count */
    ULONG tx_queue_id;
    union {
        struct lm_object_counters limen_counters;
        ULONG tx_queue_performance_messages_sent_count;
        TX_OVER(lm_object_counters, taken, ULONG, tx_queue_performance_messages_received_count);
        TX_OVER(lm_object_counters, waits, ULONG, tx_queue_performance_empty_suspension_count);
        TX_OVER(lm_object_counters, waits_for_space, ULONG,
                tx_queue_performance_full_suspension_count);
        TX_OVER(lm_object_counters, refused, ULONG, tx_queue_performance_full_error_count);
        TX_OVER(lm_object_counters, timeouts, ULONG, tx_queue_performance_timeout_count);
    };
    UINT tx_queue_message_size; /* words */
    struct TX_QUEUE_STRUCT *tx_queue_created_next;
    struct TX_QUEUE_STRUCT *tx_queue_created_previous;
    VOID (*tx_queue_send_notify)(struct TX_QUEUE_STRUCT *queue_ptr);
    ULONG64 limen_end;
    TX_QUEUE_EXTENSION
} TX_QUEUE;

typedef struct TX_SEMAPHORE_STRUCT {
    union {
        struct lm_semaphore limen;
        TX_THREAD *tx_semaphore_suspension_list;
        TX_OVER(lm_semaphore, waiters.count, USHORT, tx_semaphore_suspended_count);
        TX_OVER(lm_semaphore, count, ULONG, tx_semaphore_count);
        TX_OVER(lm_semaphore, object.name, CHAR *, tx_semaphore_name);
    };
    ULONG tx_semaphore_id;
    union {
        struct lm_object_counters limen_counters;
        ULONG tx_semaphore_performance_put_count;
        TX_OVER(lm_object_counters, taken, ULONG, tx_semaphore_performance_get_count);
        TX_OVER(lm_object_counters, waits, ULONG, tx_semaphore_performance_suspension_count);
        TX_OVER(lm_object_counters, timeouts, ULONG, tx_semaphore_performance_timeout_count);
    };
    struct TX_SEMAPHORE_STRUCT *tx_semaphore_created_next;
    struct TX_SEMAPHORE_STRUCT *tx_semaphore_created_previous;
    VOID (*tx_semaphore_put_notify)(struct TX_SEMAPHORE_STRUCT *semaphore_ptr);
    ULONG64 limen_end;
    TX_SEMAPHORE_EXTENSION
} TX_SEMAPHORE;

typedef struct TX_MUTEX_STRUCT {
    union {
        struct lm_mutex limen;
        TX_OVER(lm_mutex, waiters.first, TX_THREAD *, tx_mutex_suspension_list);
        TX_OVER(lm_mutex, waiters.count, USHORT, tx_mutex_suspended_count);
        TX_OVER(lm_mutex, owner, TX_THREAD *, tx_mutex_owner);
        TX_OVER(lm_mutex, held, USHORT, tx_mutex_ownership_count);
        TX_OVER(lm_mutex, object.name, CHAR *, tx_mutex_name);
    };
    ULONG tx_mutex_id;
    union {
        struct lm_object_counters limen_counters;
        ULONG tx_mutex_performance_put_count;
        TX_OVER(lm_object_counters, taken, ULONG, tx_mutex_performance_get_count);
        TX_OVER(lm_object_counters, waits, ULONG, tx_mutex_performance_suspension_count);
        TX_OVER(lm_object_counters, timeouts, ULONG, tx_mutex_performance_timeout_count);
        TX_OVER(lm_object_counters, inversions, ULONG,
                tx_mutex_performance_priority_inversion_count);
        TX_OVER(lm_object_counters, inheritances, ULONG,
                tx_mutex_performance_priority_inheritance_count);
    };
    UINT tx_mutex_inherit;
    struct TX_MUTEX_STRUCT *tx_mutex_created_next;
    struct TX_MUTEX_STRUCT *tx_mutex_created_previous;
    ULONG64 limen_end;
    TX_MUTEX_EXTENSION
} TX_MUTEX;

typedef struct TX_EVENT_FLAGS_GROUP_STRUCT {
    union {
        struct lm_event_flags limen;
        TX_THREAD *tx_event_flags_group_suspension_list;
        TX_OVER(lm_event_flags, waiters.count, USHORT, tx_event_flags_group_suspended_count);
        TX_OVER(lm_event_flags, bits, ULONG, tx_event_flags_group_current);
        TX_OVER(lm_event_flags, object.name, CHAR *, tx_event_flags_group_name);
    };
    ULONG tx_event_flags_group_id;
    union {
        struct lm_object_counters limen_counters;
        ULONG tx_event_flags_group_performance_set_count;
        TX_OVER(lm_object_counters, taken, ULONG, tx_event_flags_group_performance_get_count);
        TX_OVER(lm_object_counters, waits, ULONG,
                tx_event_flags_group___performance_suspension_count);
        TX_OVER(lm_object_counters, timeouts, ULONG,
                tx_event_flags_group____performance_timeout_count);
    };
    struct TX_EVENT_FLAGS_GROUP_STRUCT *tx_event_flags_group_created_next;
    struct TX_EVENT_FLAGS_GROUP_STRUCT *tx_event_flags_group_created_previous;
    VOID (*tx_event_flags_group_set_notify)(struct TX_EVENT_FLAGS_GROUP_STRUCT *group_ptr);
    ULONG64 limen_end;
    TX_EVENT_FLAGS_GROUP_EXTENSION
} TX_EVENT_FLAGS_GROUP;

typedef struct TX_BLOCK_POOL_STRUCT {
    union {
        struct lm_block_pool limen;
        TX_THREAD *tx_block_pool_suspension_list;
        TX_OVER(lm_block_pool, waiters.count, USHORT, tx_block_pool_suspended_count);
        TX_OVER(lm_block_pool, available, ULONG, tx_block_pool_available);
        TX_OVER(lm_block_pool, blocks, ULONG, tx_block_pool_total);
        TX_OVER(lm_block_pool, free, UCHAR *, tx_block_pool_available_list);
        TX_OVER(lm_block_pool, area, UCHAR *, tx_block_pool_start);
        TX_OVER(lm_block_pool, object.name, CHAR *, tx_block_pool_name);
    };
    ULONG tx_block_pool_id;
    union {
        struct lm_object_counters limen_counters;
        ULONG tx_block_pool_performance_release_count;
        TX_OVER(lm_object_counters, taken, ULONG, tx_block_pool_performance_allocate_count);
        TX_OVER(lm_object_counters, waits, ULONG, tx_block_pool_performance_suspension_count);
        TX_OVER(lm_object_counters, timeouts, ULONG, tx_block_pool_performance_timeout_count);
    };
    ULONG tx_block_pool_size;       /* bytes of the area */
    ULONG tx_block_pool_block_size; /* rounded */
    struct TX_BLOCK_POOL_STRUCT *tx_block_pool_created_next;
    struct TX_BLOCK_POOL_STRUCT *tx_block_pool_created_previous;
    ULONG64 limen_end;
    TX_BLOCK_POOL_EXTENSION
} TX_BLOCK_POOL;

/* The rules of ThreadX manage the memory (tx_byte_fit.c). The native pool is only the place where
 * threads wait: it contains one token, which each thread that is served takes. */
typedef struct TX_BYTE_POOL_STRUCT {
    union {
        struct lm_byte_pool limen;
        TX_THREAD *tx_byte_pool_suspension_list;
        TX_OVER(lm_byte_pool, waiters.count, USHORT, tx_byte_pool_suspended_count);
        TX_OVER(lm_byte_pool, object.name, CHAR *, tx_byte_pool_name);
    };
    ULONG tx_byte_pool_id;
    union {
        struct lm_object_counters limen_counters;
        TX_OVER(lm_object_counters, waits, ULONG, tx_byte_pool_performance_suspension_count);
        TX_OVER(lm_object_counters, timeouts, ULONG, tx_byte_pool_performance_timeout_count);
    };
    ULONG tx_byte_pool_available; /* bytes in free fragments, with their heads */
    ULONG tx_byte_pool_fragments; /* free or not, with the one at the end */
    UCHAR *tx_byte_pool_list;     /* the first fragment */
    UCHAR *tx_byte_pool_search;   /* where the next search begins */
    UCHAR *tx_byte_pool_start;
    ULONG tx_byte_pool_size;
    struct TX_BYTE_POOL_STRUCT *tx_byte_pool_created_next;
    struct TX_BYTE_POOL_STRUCT *tx_byte_pool_created_previous;
    union { /* counters that the native pool lacks */
        struct lm_object_counters limen_fit;
        ULONG tx_byte_pool_performance_release_count;
        TX_OVER(lm_object_counters, taken, ULONG, tx_byte_pool_performance_allocate_count);
        TX_OVER(lm_object_counters, searched, ULONG, tx_byte_pool_performance_search_count);
        TX_OVER(lm_object_counters, merges, ULONG, tx_byte_pool_performance_merge_count);
        TX_OVER(lm_object_counters, splits, ULONG, tx_byte_pool_performance_split_count);
    };
    void *limen_token;
    ULONG limen_token_bytes;
    ULONG64 limen_token_room[3 * sizeof(void *) + 6];
    ULONG64 limen_end;
    TX_BYTE_POOL_EXTENSION
} TX_BYTE_POOL;

typedef struct TX_TIMER_STRUCT {
    union {
        struct lm_timer limen;
        TX_OVER(lm_timer, object.name, CHAR *, tx_timer_name);
    };
    ULONG tx_timer_id;
    union {
        struct lm_object_counters limen_counters;
        ULONG tx_timer_performance_activate_count;
        TX_OVER(lm_object_counters, restarts, ULONG, tx_timer_performance_reactivate_count);
        TX_OVER(lm_object_counters, stops, ULONG, tx_timer_performance_deactivate_count);
        TX_OVER(lm_object_counters, expirations, ULONG, tx_timer_performance_expiration_count);
    };
    TX_TIMER_INTERNAL tx_timer_internal;
    struct TX_TIMER_STRUCT *tx_timer_created_next;
    struct TX_TIMER_STRUCT *tx_timer_created_previous;
    struct lm_layer_due limen_due; /* the expirations that the timer thread has to serve */
    UINT limen_active;
    LM_IF_CORES(ULONG limen_excluded;) /* ... for its function */
    ULONG64 limen_end;
    TX_TIMER_EXTENSION
} TX_TIMER;

#ifdef __cplusplus
}
#endif

#endif
