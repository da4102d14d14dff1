# SPDX-License-Identifier: Apache-2.0
"""The calls on several cores that are examined in addition to those of cores.h."""

__all__ = ["ALSO_IN_INTERRUPTS", "ON_CORES"]

# Calls on several cores, by what the state is about.
ON_CORES = {
    "NO_SHARED_OBJECT": (
        "lm_thread_create(&created, any_config_of_core({CORES_OR_NONE}))",
        "(other_core_begins(), lm_core_main())",
    ),
    "SHARED_SEMAPHORE": (
        "lm_semaphore_post(&shared_semaphore)",
        "lm_semaphore_wait_forever(&shared_semaphore)",
        "(lm_semaphore_wait)(&shared_semaphore, any_wait({LIMITS}))",
        "lm_thread_abort_wait(the_waiting())",
        "lm_thread_terminate(the_waiting())",
    ),
    "SHARED_QUEUE": (
        "lm_queue_send_forever(&shared_queue, messages[3])",
        "(lm_queue_send)(&shared_queue, any_message({MESSAGES}), any_wait({LIMITS}))",
        "lm_queue_receive_forever(&shared_queue, messages[3])",
        "(lm_queue_receive)(&shared_queue, any_message({MESSAGES}), any_wait({LIMITS}))",
    ),
    "SHARED_MUTEX": (
        "lm_mutex_lock_forever(&shared_mutex)",
        "(lm_mutex_lock)(&shared_mutex, any_wait({LIMITS}))",
        "lm_mutex_unlock(&shared_mutex)",
        "lm_thread_abort_wait(the_waiting())",
        "lm_thread_terminate(the_waiting())",
        "lm_thread_terminate(the_owner())",
        "lm_thread_move(lm_core_self() ^ 1U)",
    ),
    "SHARED_FLAGS": (
        "lm_event_flags_wait(&shared_flags, any_u32, any_mode(), any_found(), any_wait({LIMITS}))",
        "lm_event_flags_set(&shared_flags, any_bits(3 * CHOOSE(1)))",
        (
            "lm_event_flags_set_and_wait(&shared_flags, any_bits(3 * CHOOSE(1)), any_u32, "
            "any_mode(), any_found(), any_wait({LIMITS}))"
        ),
        "lm_event_flags_clear(&shared_flags, any_u32)",
        "lm_event_flags_get(&shared_flags)",
    ),
    "SHARED_POOL": (
        "lm_block_allocate(&shared_pool, any_place_of_block(), any_wait({LIMITS}))",
        "lm_block_release(&shared_pool, any_block({BLOCKS_OR_NONE}))",
    ),
    "REMOTE_THREAD": (
        "lm_thread_start(&remote)",
        "lm_thread_resume(&remote)",
        "lm_thread_suspend(&remote)",
        "lm_thread_suspend_now(&remote)",
        "lm_thread_terminate(&remote)",
        "lm_thread_abort_wait(&remote)",
        "lm_thread_set_core(&remote, lm_core_self())",
        "lm_thread_set_priority(&remote, any_u32, any_u32)",
        "lm_thread_set_threshold(&remote, any_u32, any_previous())",
        "lm_thread_reset(&remote)",
        "lm_thread_restart(&remote)",
        "lm_thread_delete(&remote)",
    ),
    "INBOX": ("(serve_inbox(), lm_cores_serve())",),
}

# Others are only made by threads.
ALSO_IN_INTERRUPTS = ("SHARED_SEMAPHORE", "REMOTE_THREAD")
