// SPDX-License-Identifier: Apache-2.0
#include "systems.hpp"

#include <algorithm>
#include <numeric>

namespace theorem
{

const char *words_of(const Class &kind)
{
    switch (kind.shape) {
    case Shape::chunks:
        return "thresholds; one or two chunks";
    case Shape::sections:
        return "thresholds; sections of a mutex with a ceiling";
    case Shape::both:
        return "thresholds; one or two chunks; sections of a mutex with a ceiling";
    case Shape::whole:
        break;
    }
    return kind.has_equal ? "thresholds; equal priorities" : "thresholds";
}

namespace
{

// All sections of a job, and none.
std::vector<Stretch> sections_of(const Class &kind, int work)
{
    std::vector<Stretch> all{{0, 0, 0}};
    for (int begin = 0; has_sections(kind) && begin < work; ++begin) {
        for (int length = 1; begin + length <= work; ++length) {
            all.push_back({begin, length, 0});
        }
    }
    return all;
}

// All ways to divide the work into chunks with thresholds.
std::vector<std::vector<Stretch>> chunks_of(const Class &kind, int work, int priority)
{
    std::vector<std::vector<Stretch>> all;
    for (int last = 0; last <= priority; ++last) {
        all.push_back({{0, work, last}});
        for (int begin = 1; has_chunks(kind) && begin < work; ++begin) {
            for (int first = 0; first <= priority; ++first) {
                all.push_back({{0, begin, first}, {begin, work - begin, last}});
            }
        }
    }
    return all;
}

std::vector<Described> tasks_of(const Class &kind, int priority)
{
    std::vector<Described> all;
    for (int period = 1; period <= kind.period_max; ++period) {
        for (int work = 1; work <= period; ++work) {
            for (int jitter = 0; jitter <= kind.jitter_max; ++jitter) {
                for (const auto &chunks : chunks_of(kind, work, priority)) {
                    for (const Stretch &section : sections_of(kind, work)) {
                        all.push_back({work, period, jitter, priority, chunks, section});
                    }
                }
            }
        }
    }
    return all;
}

// The load of some tasks.
struct Load {
    int busy, ticks; // so many of so many
};

Load load_of(const std::vector<Described> &tasks)
{
    Load load{0, 1};
    for (const Described &task : tasks) {
        const int common = std::lcm(load.ticks, task.period);
        load = {load.busy * (common / load.ticks) + task.work * (common / task.period), common};
    }
    return load;
}

// The ceiling of the mutex is the priority of its most urgent user.
std::vector<Described> with_ceiling(std::vector<Described> tasks)
{
    int ceiling = sporadic::tasks_max;
    for (const Described &task : tasks) {
        ceiling = task.section.length > 0 ? std::min(ceiling, task.priority) : ceiling;
    }
    for (Described &task : tasks) {
        task.section.level = ceiling;
    }
    return tasks;
}

} // namespace

Systems::Systems(const Class &of) : kind{of}
{
    for (int priority = 0; priority < kind.tasks; ++priority) {
        choices.push_back(tasks_of(kind, priority));
    }
    add_task({}, {});
}

// The last priorities are the least urgent ones, without a gap: periods come in any order.
void Systems::add_task(const Row &row, const std::vector<Described> &tasks)
{
    if (tasks.size() == static_cast<std::size_t>(kind.tasks)) {
        if (is_member(tasks)) {
            rows.push_back(row);
        }
        return;
    }
    const int above = tasks.empty() ? -1 : tasks.back().priority;
    const bool may_be_equal = kind.has_equal && !tasks.empty();
    for (int priority = above + (may_be_equal ? 0 : 1); priority <= above + 1; ++priority) {
        const auto &every = choices[static_cast<std::size_t>(priority)];
        for (std::size_t choice = 0; choice < every.size(); ++choice) {
            Row longer = row;
            longer[tasks.size()] = {priority, choice};
            std::vector<Described> more = tasks;
            more.push_back(every[choice]);
            const Load load = load_of(more);
            if (load.busy <= load.ticks) {
                add_task(longer, more);
            }
        }
    }
}

bool Systems::is_member(const std::vector<Described> &tasks) const
{
    const auto sections = std::count_if(
        tasks.begin(), tasks.end(), [](const Described &task) { return task.section.length > 0; });
    const bool has_equal = tasks.back().priority < kind.tasks - 1;
    return has_equal == kind.has_equal && (!has_sections(kind) || sections > 1);
}

std::vector<Described> Systems::at(std::size_t number) const
{
    std::vector<Described> tasks;
    for (int task = 0; task < kind.tasks; ++task) {
        const Choice &choice = rows[number][static_cast<std::size_t>(task)];
        tasks.push_back(choices[static_cast<std::size_t>(choice.priority)][choice.number]);
    }
    return with_ceiling(tasks);
}

sporadic::System system_of(const std::vector<Described> &tasks)
{
    sporadic::System system{.count = static_cast<int>(tasks.size()), .task = {}};
    const auto byte = [](int number) { return static_cast<std::uint8_t>(number); };
    for (std::size_t at = 0; at < tasks.size(); ++at) {
        const Described &from = tasks[at];
        sporadic::Task &task = system.task[at];
        task.work = byte(from.work);
        task.period = byte(from.period);
        task.jitter = byte(from.jitter);
        task.level.fill(byte(from.priority));
        std::vector<Stretch> stretches = from.chunks;
        stretches.push_back(from.section);
        for (const Stretch &stretch : stretches) {
            for (int done = stretch.begin + 1; done < stretch.begin + stretch.length; ++done) {
                std::uint8_t &level = task.level[static_cast<std::size_t>(done)];
                level = std::min(level, byte(stretch.level));
            }
        }
    }
    return system;
}

bool may_be_unbounded(const std::vector<Described> &tasks, std::size_t task)
{
    std::vector<Described> urgent;
    bool is_delayed = false;
    for (const Described &other : tasks) {
        if (other.priority <= tasks[task].priority) {
            urgent.push_back(other);
            is_delayed |= other.jitter > 0;
            continue;
        }
        is_delayed |= other.section.length > 0 && other.section.level <= tasks[task].priority;
        for (const Stretch &chunk : other.chunks) {
            is_delayed |= chunk.level <= tasks[task].priority;
        }
    }
    const Load load = load_of(urgent);
    return is_delayed && load.busy == load.ticks;
}

} // namespace theorem
