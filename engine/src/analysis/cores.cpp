// SPDX-License-Identifier: Apache-2.0
#include "analysis/cores.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace limen::analysis
{

namespace
{

constexpr int solution_steps_max = 100000;

// The least t with t = need(t); `never` if that is not found.
double least_solution(const std::function<double(double)> &need)
{
    double time = need(0);
    for (int step = 0; step < solution_steps_max && time < never; ++step) {
        const double next = need(time);
        if (next <= time) {
            return time;
        }
        time = next;
    }
    return never;
}

// The jobs of a task in an interval and at both of its ends.
double jobs_within(double time, double late, double period)
{
    return std::floor((time + late) / period) + 1;
}

double interrupts_within(const System &core, double time)
{
    double work = 0;
    for (const Interrupt &interrupt : core.interrupts) {
        work += jobs_within(time, static_cast<double>(interrupt.jitter),
                            static_cast<double>(interrupt.period)) *
                static_cast<double>(interrupt.work);
    }
    return work;
}

bool is_of_kind(const System &system, const Section &section, lm_machine_object_kind kind)
{
    return system.resources[section.resource].kind == kind;
}

CoreSystem part_of(const System &system, std::uint32_t core)
{
    CoreSystem part;
    part.system = system;
    part.system.threads.clear();
    part.system.interrupts.clear();
    for (std::size_t i = 0; i < system.threads.size(); i++) {
        if (system.threads[i].core == core) {
            part.system.threads.push_back(system.threads[i]);
            part.origin.push_back(i);
        }
    }
    for (std::size_t i = 0; i < system.interrupts.size(); i++) {
        if (system.interrupts[i].core == core) {
            part.system.interrupts.push_back(system.interrupts[i]);
            part.interrupt_origin.push_back(i);
        }
    }
    part.waits.assign(part.origin.size() + part.interrupt_origin.size(), 0);
    return part;
}

// The longest time for which a core holds a core lock; 0: none of its threads uses it.
double lock_held(const System &core, std::size_t resource)
{
    double longest = 0;
    for (const Thread &thread : core.threads) {
        for (const Section &section : thread.sections) {
            if (section.resource == resource) {
                longest = std::max(longest, static_cast<double>(section.work));
            }
        }
    }
    return longest <= 0 ? 0 : least_solution([&](double time) {
        return longest + interrupts_within(core, time);
    });
}

// The section with this index, the chunk in which it begins, and the job become longer.
void lengthen(Thread &thread, std::size_t index, std::uint64_t ticks)
{
    const std::uint64_t begin = thread.sections[index].start;
    thread.sections[index].work += ticks;
    thread.work += ticks;
    for (Section &other : thread.sections) {
        other.start += other.start > begin ? ticks : 0;
    }
    std::uint64_t end = 0;
    for (Chunk &chunk : thread.chunks) {
        end += chunk.work;
        if (end > begin) {
            chunk.work += ticks;
            break;
        }
    }
}

Time as_time(double time)
{
    return time < static_cast<double>(time_max) ? static_cast<Time>(time) : -1;
}

// A user of a shared mutex, on its core.
struct User {
    std::size_t core, thread; // its place there
};

class Solver
{
  public:
    Solver(const System &whole, Cores &result) : system{whole}, all{result}
    {
    }

    void solve()
    {
        for (std::uint32_t core = 0; core < system.cores; core++) {
            all.cores.push_back(part_of(system, core));
        }
        const std::vector<CoreSystem> before = all.cores;
        for (std::size_t core = 0; core < all.cores.size(); core++) {
            add_spins(before, core);
        }
        if (std::none_of(system.resources.begin(), system.resources.end(),
                         [](const Resource &resource) {
                             return resource.kind == LM_MACHINE_SHARED_MUTEX;
                         })) {
            return;
        }
        load_all();
        find_waits();
    }

  private:
    const System &system;
    Cores &all;
    std::vector<Analysis> analyses;
    std::vector<std::vector<std::size_t>> index_of; // the index in the set of each thread of a core
    std::vector<std::vector<std::size_t>> used; // the resources of a core, by their numbers there

    void add_spins(const std::vector<CoreSystem> &before, std::size_t core)
    {
        CoreSystem &own = all.cores[core];
        for (std::size_t thread = 0; thread < own.system.threads.size(); thread++) {
            const std::vector<Section> sections = own.system.threads[thread].sections;
            for (std::size_t index = 0; index < sections.size(); index++) {
                if (!is_of_kind(system, sections[index], LM_MACHINE_CORE_LOCK)) {
                    continue;
                }
                const std::size_t resource = sections[index].resource;
                for (std::size_t other = 0; other < before.size(); other++) {
                    const double held =
                        other == core ? 0 : lock_held(before[other].system, resource);
                    if (held <= 0) {
                        continue;
                    }
                    all.delays.push_back(
                        {own.origin[thread], resource, true, other, as_time(held)});
                    if (as_time(held) < 0) {
                        own.waits[thread] = -1;
                    } else {
                        lengthen(own.system.threads[thread], index,
                                 static_cast<std::uint64_t>(held));
                    }
                }
            }
        }
    }

    void load_all()
    {
        analyses.resize(all.cores.size());
        for (std::size_t core = 0; core < all.cores.size(); core++) {
            const SystemTasks tasks(all.cores[core].system);
            const std::size_t threads = all.cores[core].system.threads.size();
            index_of.emplace_back(threads, 0);
            used.push_back(tasks.used);
            if (tasks.work.empty()) {
                continue;
            }
            load(analyses[core], tasks, all.cores[core].system, Model::safe);
            const TaskSet &set = analyses[core].set;
            for (std::size_t index = 0; index < set.count; index++) {
                if (set.origin[index] < threads) {
                    index_of[core][set.origin[index]] = index;
                }
            }
        }
    }

    // Whether a thread can wait for another mutex than this one, and then has level 0. While
    // another thread owns this mutex, it does not get the other one.
    bool can_get_another(const User &user, std::size_t resource) const
    {
        const std::vector<std::size_t> &resources = used[user.core];
        const auto intervals =
            intervals_of(analyses[user.core].set, index_of[user.core][user.thread]);
        return std::any_of(intervals.begin(), intervals.end(), [&](const Interval &interval) {
            return interval.contended && interval.level <= 0 &&
                   resources[static_cast<std::size_t>(interval.resource)] != resource;
        });
    }

    // X of a user of a mutex.
    double held_by(const User &user, std::size_t resource, double section) const
    {
        const TaskSet &set = analyses[user.core].set;
        const System &core = all.cores[user.core].system;
        double one = 0;
        double sum = 0;
        for (std::size_t thread = 0; thread < core.threads.size(); thread++) {
            const std::size_t index = index_of[user.core][thread];
            if (thread == user.thread) {
                continue;
            }
            if (set.priority[index] <= 0) {
                sum += set.work[index];
                continue;
            }
            const Stretch stretch = longest_stretch(set, index, 0, analyses[user.core].rules);
            if (can_get_another({user.core, thread}, resource)) {
                sum += stretch.blocks;
            } else {
                one = std::max(one, stretch.blocks);
            }
        }
        return least_solution(
            [&](double time) { return section + one + sum + interrupts_within(core, time); });
    }

    // The longest X of a user for a mutex; 0: it does not use the mutex.
    double longest_held(const User &user, std::size_t resource) const
    {
        double longest = 0;
        for (const Section &section : all.cores[user.core].system.threads[user.thread].sections) {
            if (section.resource == resource) {
                longest = std::max(longest, static_cast<double>(section.work));
            }
        }
        return longest <= 0 ? 0 : held_by(user, resource, longest);
    }

    void find_waits()
    {
        std::vector<std::vector<double>> held(system.resources.size());
        std::vector<User> users;
        for (std::size_t core = 0; core < all.cores.size(); core++) {
            for (std::size_t thread = 0; thread < all.cores[core].origin.size(); thread++) {
                users.push_back({core, thread});
            }
        }
        for (std::size_t resource = 0; resource < system.resources.size(); resource++) {
            for (const User &user : users) {
                const bool is_shared = system.resources[resource].kind == LM_MACHINE_SHARED_MUTEX;
                held[resource].push_back(is_shared ? longest_held(user, resource) : 0);
            }
        }
        for (std::size_t at = 0; at < users.size(); at++) {
            CoreSystem &own = all.cores[users[at].core];
            double wait = own.waits[users[at].thread] < 0 ? never : 0;
            for (const Section &section : own.system.threads[users[at].thread].sections) {
                if (!is_of_kind(system, section, LM_MACHINE_SHARED_MUTEX)) {
                    continue;
                }
                for (std::size_t other = 0; other < users.size(); other++) {
                    const double ticks = held[section.resource][other];
                    if (other == at || ticks <= 0) {
                        continue;
                    }
                    wait += ticks;
                    all.delays.push_back({own.origin[users[at].thread], section.resource, false,
                                          all.cores[users[other].core].origin[users[other].thread],
                                          as_time(ticks)});
                }
            }
            own.waits[users[at].thread] = as_time(wait);
        }
    }
};

} // namespace

Cores::Cores(const System &system)
{
    Solver(system, *this).solve();
}

bool is_schedulable_on_cores(const System &system, Model model)
{
    const Cores all(system);
    const bool is_common =
        std::any_of(system.resources.begin(), system.resources.end(), serves_all_cores);
    return std::all_of(all.cores.begin(), all.cores.end(), [&](const CoreSystem &core) {
        const SystemTasks tasks(core.system);
        if (tasks.work.empty()) {
            return true;
        }
        Analysis analysis;
        load(analysis, tasks, core.system, is_common ? Model::safe : model);
        load_waits(analysis.set, core.waits.data());
        return is_schedulable(analysis);
    });
}

} // namespace limen::analysis
