// SPDX-License-Identifier: Apache-2.0
#include "analysis/system_tasks.hpp"

#include <algorithm>

namespace limen::analysis
{

namespace
{

constexpr std::int64_t interrupt_level = -1;

void add_task(SystemTasks &tasks, std::uint64_t work, std::uint64_t period, std::uint64_t deadline,
              std::uint64_t jitter)
{
    tasks.work.push_back(static_cast<Time>(work));
    tasks.period.push_back(static_cast<Time>(period));
    tasks.deadline.push_back(static_cast<Time>(deadline));
    tasks.jitter.push_back(static_cast<Time>(jitter));
}

// The overheads of a job are in its outer chunks.
void add_chunks(SystemTasks &tasks, const System &system, const Thread &thread)
{
    const std::size_t task = tasks.work.size() - 1;
    Time begin = 0;
    for (std::size_t i = 0; i < thread.chunks.size(); i++) {
        const Chunk &chunk = thread.chunks[i];
        const Time length = static_cast<Time>(chunk.work + (i == 0 ? system.dispatch : 0) +
                                              (i + 1 == thread.chunks.size() ? system.exit : 0));
        tasks.parts.push_back({task, begin, length, chunk.threshold, -1, Lock::ceiling});
        tasks.part_stack.push_back(chunk.stack);
        begin += length;
    }
}

Lock lock_of(const Resource &resource)
{
    if (serves_all_cores(resource)) {
        return resource.kind == LM_MACHINE_CORE_LOCK ? Lock::spin : Lock::shared;
    }
    return resource.ceiling || resource.plain ? Lock::ceiling : Lock::inheritance;
}

// The overheads of a job are inside of the sections that begin or end it.
void add_sections(SystemTasks &tasks, const System &system, const Thread &thread)
{
    for (const Section &section : thread.sections) {
        const std::uint64_t end = section.start + section.work;
        const std::uint64_t start = section.start > 0 ? section.start + system.dispatch : 0;
        const std::uint64_t leave = end == thread.work ? system.exit : 0;
        const auto known = std::find(tasks.used.begin(), tasks.used.end(), section.resource);
        const auto number = known - tasks.used.begin();
        if (known == tasks.used.end()) {
            tasks.used.push_back(section.resource);
        }
        const Resource &mutex = system.resources[section.resource];
        tasks.parts.push_back({tasks.work.size() - 1, static_cast<Time>(start),
                               static_cast<Time>(end + system.dispatch + leave - start), 0, number,
                               lock_of(mutex)});
        tasks.part_stack.push_back(0);
    }
}

bool uses(const Thread &thread, std::size_t mutex)
{
    return std::any_of(thread.sections.begin(), thread.sections.end(),
                       [mutex](const Section &section) { return section.resource == mutex; });
}

bool is_protected(const System &system, std::size_t mutex)
{
    std::uint32_t ceiling = UINT32_MAX;
    std::size_t users = 0;
    for (const Thread &thread : system.threads) {
        if (uses(thread, mutex)) {
            ceiling = std::min(ceiling, thread.priority);
            users++;
        }
    }
    return users < 2 ||
           std::all_of(system.threads.begin(), system.threads.end(),
                       [mutex, ceiling](const Thread &thread) {
                           return !uses(thread, mutex) ||
                                  (thread.chunks.empty() && thread.threshold <= ceiling);
                       });
}

} // namespace

SystemTasks::SystemTasks(const System &system)
{
    for (const Thread &thread : system.threads) {
        add_task(*this, thread.work + system.dispatch + system.exit, thread.period, thread.deadline,
                 thread.jitter);
        priority.push_back(thread.priority);
        threshold.push_back(thread.chunks.empty() ? thread.threshold
                                                  : thread.chunks.back().threshold);
        stack.push_back(thread.stack);
        between.push_back(thread.stack_between);
        add_chunks(*this, system, thread);
        add_sections(*this, system, thread);
    }
    for (const Interrupt &interrupt : system.interrupts) {
        add_task(*this, interrupt.work, interrupt.period, time_max, interrupt.jitter);
        priority.push_back(interrupt_level);
        threshold.push_back(interrupt_level);
        stack.push_back(0);
        between.push_back(0);
    }
}

void load(Analysis &analysis, const SystemTasks &tasks, const System &system, Model model)
{
    analysis.rules = {model, static_cast<Time>(system.preemption)};
    load(analysis.set, tasks.columns());
    load_parts(analysis.set, tasks.parts.data(), tasks.parts.size());
}

std::optional<std::size_t> unprotected_mutex(const System &system)
{
    for (std::size_t mutex = 0; mutex < system.resources.size(); mutex++) {
        if (system.resources[mutex].plain && !is_protected(system, mutex)) {
            return mutex;
        }
    }
    return std::nullopt;
}

std::string uncovered(const System &system)
{
    for (const Thread &thread : system.threads) {
        if (!thread.script.empty()) {
            return thread.name + " runs a script of calls, which the analysis does not cover";
        }
        if (thread.slice != 0) {
            return thread.name + " has a time slice, which the analysis does not cover";
        }
    }
    return {};
}

std::string lock_order_problem(const System &system, const SystemTasks &tasks, const TaskSet &set)
{
    std::string text;
    for (const Nesting &nesting : set.circle) {
        const auto name = [&](std::size_t number) {
            return system.resources[tasks.used[number]].name;
        };
        text += text.empty() ? "threads can wait for each other for ever: " : ", and ";
        text += system.threads[set.origin[nesting.task]].name + " locks " + name(nesting.outer) +
                ", then " + name(nesting.inner);
    }
    return text;
}

const char *why_unbounded(Status status)
{
    switch (status) {
    case Status::overload:
        return "the thread and those at least as urgent need the whole processor, or more";
    case Status::limit:
        return "its active period is too long for the analysis";
    case Status::deadlock:
        return "threads can wait for each other for ever";
    case Status::cut_off:
        return "a thread that blocks it can wait for a mutex with a ceiling, which passes on no "
               "priority of a thread that waits for it";
    case Status::remote:
        return "it waits or spins for another core, or a more urgent thread does, without bound";
    case Status::bounded:
    case Status::late:
        break;
    }
    return "";
}

std::string why_unprotected(const System &system, std::size_t mutex)
{
    return "mutex " + system.resources[mutex].name +
           " has no protocol, so that threads between its owner and the thread that waits for it "
           "run first, for any time";
}

std::vector<std::int64_t> chunk_levels(const TaskSet &set, const std::vector<Part> &parts)
{
    std::vector<std::int64_t> levels(parts.size(), -1);
    for (std::size_t task = 0; task < set.count; ++task) {
        for (const Interval &interval : intervals_of(set, task)) {
            for (std::size_t at = 0; at < parts.size() && interval.resource < 0; ++at) {
                if (parts[at].task == set.origin[task] && parts[at].resource < 0 &&
                    parts[at].begin == static_cast<Time>(interval.begin)) {
                    levels[at] = interval.level;
                }
            }
        }
    }
    return levels;
}

} // namespace limen::analysis
