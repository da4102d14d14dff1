// SPDX-License-Identifier: Apache-2.0
// The events of Zephyr by their names. Private to zephyr.cpp.
#pragma once

#include "trace/read/foreign/recording.hpp"

namespace limen::trace
{

// A call that may wait: how its events begin, what a thread waits for in it, and the record of it.
struct ZephyrCall {
    std::string_view prefix;
    std::uint16_t what;
    std::uint32_t kind;
    std::uint16_t record; // 0: none
};

inline constexpr ZephyrCall zephyr_calls[] = {
    {"semaphore_take", wait::SEMAPHORE, kind::SEMAPHORE, event::SEMAPHORE_WAIT},
    {"mutex_lock", wait::MUTEX, kind::MUTEX, event::MUTEX_LOCK},
    {"msgq_put", wait::QUEUE, kind::QUEUE, event::QUEUE_SEND},
    {"msgq_get", wait::QUEUE, kind::QUEUE, event::QUEUE_RECEIVE},
    {"queue_get", wait::QUEUE, kind::QUEUE, event::QUEUE_RECEIVE},
    {"fifo_get", wait::QUEUE, kind::QUEUE, event::QUEUE_RECEIVE},
    {"lifo_get", wait::QUEUE, kind::QUEUE, event::QUEUE_RECEIVE},
    {"mem_slab_alloc", wait::BLOCK, kind::BLOCK_POOL, 0},
    {"event_wait", wait::FLAGS, kind::EVENT_FLAGS, 0},
    {"condvar_wait", other_wait::CONDITION_VARIABLE, 0, 0},
    {"stack_push", other_wait::STACK_OBJECT, 0, 0},
    {"stack_pop", other_wait::STACK_OBJECT, 0, 0},
    {"pipe_", other_wait::PIPE, 0, 0},
    {"mbox_", other_wait::MAILBOX, 0, 0},
    {"heap_", other_wait::HEAP, 0, 0},
    {"work_", other_wait::WORK_ITEM, 0, 0},
    {"poll", other_wait::POLL_EVENTS, 0, 0},
    {"thread_join", other_wait::END_OF_THREAD, 0, 0},
};

inline const ZephyrCall *call_of(std::string_view name)
{
    const auto found =
        std::find_if(std::begin(zephyr_calls), std::end(zephyr_calls),
                     [name](const ZephyrCall &call) { return name.starts_with(call.prefix); });
    return found == std::end(zephyr_calls) ? nullptr : &*found;
}

inline bool is_sleep(std::string_view name)
{
    return name.find("sleep") != std::string_view::npos;
}

// What an event does, found once for each of the metadata.
enum class ZephyrStep : std::uint8_t {
    switched_in,
    switched_out,
    create,
    name,
    abort,
    ready,
    pend,
    suspend,
    priority, // up to here of the thread that the event names
    raw,
    isr_enter,
    isr_exit,
    yield,
    blocking,
    sleep_enter,
    call_exit,
    unlock,
    give,
    put,
};

struct ZephyrName {
    std::string_view name;
    ZephyrStep step;
};

inline constexpr ZephyrName zephyr_names[] = {
    {"thread_switched_in", ZephyrStep::switched_in},
    {"thread_switched_out", ZephyrStep::switched_out},
    {"thread_create", ZephyrStep::create},
    {"thread_info", ZephyrStep::name},
    {"thread_name_set", ZephyrStep::name},
    {"thread_abort", ZephyrStep::abort},
    {"thread_sched_abort", ZephyrStep::abort},
    {"thread_sched_ready", ZephyrStep::ready},
    {"thread_ready", ZephyrStep::ready},
    {"thread_sched_pend", ZephyrStep::pend},
    {"thread_pending", ZephyrStep::pend},
    {"thread_sched_suspend", ZephyrStep::suspend},
    {"thread_suspend", ZephyrStep::suspend},
    {"thread_sched_priority_set", ZephyrStep::priority},
    {"thread_priority_set", ZephyrStep::priority},
    {"isr_enter", ZephyrStep::isr_enter},
    {"isr_exit", ZephyrStep::isr_exit},
    {"isr_exit_to_scheduler", ZephyrStep::isr_exit},
    {"thread_yield", ZephyrStep::yield},
    {"k_yield", ZephyrStep::yield},
    {"mutex_unlock_enter", ZephyrStep::unlock},
    {"semaphore_give_enter", ZephyrStep::give},
    {"queue_append_enter", ZephyrStep::put},
    {"fifo_put_enter", ZephyrStep::put},
    {"lifo_put_enter", ZephyrStep::put},
};

inline ZephyrStep step_of(std::string_view name)
{
    if (const ZephyrName *const known = row_with(zephyr_names, &ZephyrName::name, name)) {
        return known->step;
    }
    if (name.ends_with("_blocking")) {
        return ZephyrStep::blocking;
    }
    if (is_sleep(name)) {
        return name.ends_with("_enter")  ? ZephyrStep::sleep_enter
               : name.ends_with("_exit") ? ZephyrStep::call_exit
                                         : ZephyrStep::raw;
    }
    return name.ends_with("_exit") && call_of(name) != nullptr ? ZephyrStep::call_exit
                                                               : ZephyrStep::raw;
}

} // namespace limen::trace
