// SPDX-License-Identifier: Apache-2.0
#include "simulate/system.hpp"
#include "simulate/kernels.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace limen
{

namespace
{

constexpr std::uint32_t plain = 0, inherit = 1, ceiling = 2; // enum lm_protocol

// The beginning or the end of a part of a job, at a position in it. At one position sections end
// first, the inner ones before the outer ones; then a chunk ends; then sections begin, the outer
// ones first.
struct Mark {
    enum Kind { unlock, chunk, lock };

    std::uint64_t position;
    Kind kind;
    std::uint64_t order; // among those of the same kind
    lm_operation operation;
};

lm_operation operation(std::uint32_t kind, std::uint32_t object, std::uint64_t value)
{
    return {kind, object, value, 0, 0};
}

std::vector<Mark> marks_of(const Thread &thread, const System &system)
{
    std::vector<Mark> marks;
    std::uint64_t position = 0;

    for (std::size_t i = 0; i + 1 < thread.chunks.size(); i++) {
        position += thread.chunks[i].work;
        marks.push_back({position, Mark::chunk, i + 1, {}});
    }
    for (const Section &section : thread.sections) {
        const std::uint64_t end = section.start + section.work;

        const bool spins = system.resources[section.resource].kind == LM_MACHINE_CORE_LOCK;

        marks.push_back(
            {section.start, Mark::lock, ~end,
             operation(spins ? LM_OPERATION_ENTER : LM_OPERATION_LOCK, section.resource, 0)});
        marks.push_back(
            {end, Mark::unlock, ~section.start,
             operation(spins ? LM_OPERATION_LEAVE : LM_OPERATION_UNLOCK, section.resource, 0)});
    }
    std::stable_sort(marks.begin(), marks.end(), [](const Mark &a, const Mark &b) {
        if (a.position != b.position) {
            return a.position < b.position;
        }
        return a.kind != b.kind ? a.kind < b.kind : a.order < b.order;
    });
    return marks;
}

void append_work(std::vector<lm_operation> &script, std::uint64_t begin, std::uint64_t end)
{
    if (begin < end) {
        script.push_back({LM_OPERATION_WORK, 0, 0, begin, end});
    }
}

void begin_chunk(std::vector<lm_operation> &script, const Chunk &chunk)
{
    script.push_back(operation(LM_OPERATION_STACK, 0, chunk.stack));
}

// Between two chunks the level is the priority, so that more urgent threads that were held off run.
// Threads of equal priority do not: the job has begun, and continues before them.
void change_chunk(std::vector<lm_operation> &script, const Thread &thread, const Chunk &next)
{
    script.push_back(operation(LM_OPERATION_STACK, 0, thread.stack_between));
    script.push_back(operation(LM_OPERATION_CHUNK_END, 0, thread.priority));
    script.push_back(operation(LM_OPERATION_CHUNK, 0, next.threshold));
    begin_chunk(script, next);
}

// The time of the kernel for each job is a part of the first and of the last chunk of the job, and
// outside of all sections: the job is dispatched before it locks a mutex, and has unlocked all when
// it ends.
void append_overhead(std::vector<lm_operation> &script, std::uint64_t ticks)
{
    if (ticks > 0) {
        script.push_back(operation(LM_OPERATION_WORK, 0, ticks));
    }
}

std::vector<lm_operation> script_of(const Thread &thread, const System &system)
{
    std::vector<lm_operation> script;
    std::uint64_t position = 0;

    if (!thread.chunks.empty()) {
        begin_chunk(script, thread.chunks.front());
    }
    if (thread.chunks.size() > 1) {
        script.push_back(operation(LM_OPERATION_CHUNK, 0, thread.chunks.front().threshold));
    }
    append_overhead(script, system.dispatch);
    for (const Mark &mark : marks_of(thread, system)) {
        append_work(script, position, mark.position);
        position = mark.position;
        if (mark.kind == Mark::chunk) {
            change_chunk(script, thread, thread.chunks[mark.order]);
        } else {
            script.push_back(mark.operation);
        }
    }
    append_work(script, position, thread.work);
    append_overhead(script, system.exit);
    script.push_back(operation(LM_OPERATION_END, 0, 0));
    return script;
}

// The priority of the most urgent thread that uses a resource.
std::uint32_t ceiling_of(const System &system, std::uint32_t resource)
{
    std::uint32_t urgent = LM_MACHINE_LEVELS - 1;
    bool used = false;

    for (const Thread &thread : system.threads) {
        for (const Section &section : thread.sections) {
            if (section.resource == resource) {
                urgent = used ? std::min(urgent, thread.priority) : thread.priority;
                used = true;
            }
        }
    }
    return urgent;
}

// The core whose threads use a resource.
std::uint32_t core_of(const System &system, std::uint32_t resource)
{
    for (const Thread &thread : system.threads) {
        for (const Section &section : thread.sections) {
            if (section.resource == resource) {
                return thread.core;
            }
        }
    }
    return 0;
}

} // namespace

Resource mutex_of(std::string name, std::uint32_t protocol)
{
    return {.name = std::move(name),
            .ceiling = protocol == 1,
            .plain = protocol == 2,
            .kind = protocol == 3   ? LM_MACHINE_SHARED_MUTEX
                    : protocol == 4 ? LM_MACHINE_CORE_LOCK
                                    : LM_MACHINE_MUTEX};
}

bool is_on_cores(const System &system)
{
    return system.cores > 1 ||
           std::any_of(system.resources.begin(), system.resources.end(), serves_all_cores);
}

Machine::Machine(const System &system)
{
    for (const Thread &thread : system.threads) {
        scripts_.push_back(thread.script.empty() ? script_of(thread, system) : thread.script);
        threads_.push_back(
            {.name = thread.name.c_str(),
             .script = scripts_.back().data(),
             .period = thread.period,
             .offset = thread.offset,
             .deadline = thread.deadline,
             .jitter = thread.jitter,
             .work = thread.work,
             .work_min = thread.work_min,
             .priority = thread.priority,
             .threshold = thread.chunks.empty() ? thread.threshold : thread.chunks[0].threshold,
             .stack = thread.stack,
             .slice = thread.slice,
             .core = thread.core});
        wide_ = wide_ || thread.priority >= LM_MACHINE_LEVELS;
    }
    for (std::uint32_t i = 0; i < system.resources.size(); i++) {
        const Resource &resource = system.resources[i];

        objects_.push_back(
            {.name = resource.name.c_str(),
             .kind = static_cast<std::uint32_t>(resource.kind),
             .protocol = resource.plain     ? plain
                         : resource.ceiling ? ceiling
                                            : inherit,
             .value = resource.kind == LM_MACHINE_MUTEX ? ceiling_of(system, i) : resource.value,
             .core = resource.kind == LM_MACHINE_MUTEX ? core_of(system, i) : 0});
    }
    for (const Interrupt &interrupt : system.interrupts) {
        interrupts_.push_back({.period = interrupt.period,
                               .offset = 0,
                               .jitter = interrupt.jitter,
                               .work = interrupt.work,
                               .core = interrupt.core});
    }
    system_ = {.threads = threads_.data(),
               .objects = objects_.data(),
               .interrupts = interrupts_.data(),
               .thread_count = static_cast<std::uint32_t>(threads_.size()),
               .object_count = static_cast<std::uint32_t>(objects_.size()),
               .interrupt_count = static_cast<std::uint32_t>(interrupts_.size()),
               .core_count = system.cores,
               .preemption = system.preemption,
               .clock_hz = system.clock_hz};
    on_cores_ = is_on_cores(system);
    const std::size_t bytes = on_cores_ ? kernel_of_cores().bytes(&system_)
                                        : std::max(kernel_of(wide_, false).bytes(&system_),
                                                   kernel_of(wide_, true).bytes(&system_));
    memory_.resize(bytes / sizeof memory_[0] + 1);
}

lm_machine_result Machine::run(const lm_machine_options &options, bool traced,
                               std::vector<lm_machine_thread_result> &threads)
{
    lm_machine_result result;

    threads.resize(threads_.size());
    if (on_cores_) {
        kernel_of_cores().run(memory_.data(), &system_, &options, &result, threads.data());
        return result;
    }
    kernel_of(wide_, traced).run(memory_.data(), &system_, &options, &result, threads.data());
    return result;
}

} // namespace limen
