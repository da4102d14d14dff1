// SPDX-License-Identifier: Apache-2.0
// Goal: for every system of some classes, no bound of the engine is less than the longest possible
// response, a bound exists if docs/analysis.md says so, and a `tight` bound that claims to be exact
// equals that response.
//
// Usage: theorem --list    the names of the classes
//        theorem NAME      all systems of this class
//
// It prints name, tasks, the longest period, the longest jitter, systems, tasks without a bound,
// the states of the judge, and what is in the class. Status 1: a system refutes the engine; it is
// on stderr.
#include "analysis/analysis.hpp"
#include "systems.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

namespace
{

using limen::analysis::Analysis;
using limen::analysis::Model;
using limen::analysis::Part;
using limen::analysis::Time;
using theorem::Class;
using theorem::Described;
using theorem::Shape;

constexpr Class classes[] = {
    {"two", 2, 20, 0, Shape::whole, false},
    {"two-jitter", 2, 9, 3, Shape::whole, false},
    {"two-equal", 2, 9, 3, Shape::whole, true},
    {"two-chunks", 2, 8, 1, Shape::chunks, false},
    {"two-sections", 2, 8, 1, Shape::sections, false},
    {"two-both", 2, 6, 0, Shape::both, false},
    {"three", 3, 9, 0, Shape::whole, false},
    {"three-jitter", 3, 5, 1, Shape::whole, false},
    {"three-equal", 3, 8, 0, Shape::whole, true},
    {"three-chunks", 3, 5, 0, Shape::chunks, false},
    {"three-sections", 3, 6, 0, Shape::sections, false},
};

void load(Analysis &analysis, const std::vector<Described> &tasks)
{
    std::vector<Time> columns[6];
    std::vector<Part> parts;
    for (std::size_t at = 0; at < tasks.size(); ++at) {
        const Described &task = tasks[at];
        const Time row[] = {task.work,   task.period,   1,
                            task.jitter, task.priority, task.chunks.back().level};
        for (int column = 0; column < 6; ++column) {
            columns[column].push_back(row[column]);
        }
        for (const theorem::Stretch &chunk : task.chunks) {
            if (task.chunks.size() > 1) {
                parts.push_back({at, chunk.begin, chunk.length, chunk.level, -1});
            }
        }
        if (task.section.length > 0) {
            parts.push_back({at, task.section.begin, task.section.length, 0, 0});
        }
    }
    limen::analysis::load(analysis.set,
                          {tasks.size(), columns[0].data(), columns[1].data(), columns[2].data(),
                           columns[3].data(), columns[4].data(), columns[5].data()});
    limen::analysis::load_parts(analysis.set, parts.data(), parts.size());
}

Time bound(Analysis &analysis, std::size_t task, Model model)
{
    analysis.rules.model = model;
    return respond_to(analysis, {.task = task, .model = model}).time;
}

// Counts of all threads of this machine.
struct Counts {
    std::atomic<std::uint64_t> unbounded = 0, states = 0;
    std::atomic<std::size_t> next = 0;
    std::mutex refuting;
};

[[noreturn]] void refute(Counts &counts, const std::vector<Described> &tasks, std::size_t task,
                         const char *model, Time is, int longest)
{
    const std::scoped_lock only_one{counts.refuting};
    std::fprintf(stderr, "theorem: task %zu: %s is %lld, the longest response %d:\n", task, model,
                 static_cast<long long>(is), longest);
    for (const Described &each : tasks) {
        std::fprintf(stderr, "    work %d, period %d, jitter %d, priority %d,", each.work,
                     each.period, each.jitter, each.priority);
        for (const theorem::Stretch &chunk : each.chunks) {
            std::fprintf(stderr, " %d ticks at %d", chunk.length, chunk.level);
        }
        if (each.section.length > 0) {
            std::fprintf(stderr, ", a section of %d from %d on", each.section.length,
                         each.section.begin);
        }
        std::fputc('\n', stderr);
    }
    std::fflush(stderr);
    std::_Exit(1);
}

void judge(const Class &kind, Analysis &analysis, const std::vector<Described> &tasks,
           Counts &counts)
{
    const sporadic::Truth truth = sporadic::longest_responses(theorem::system_of(tasks));
    counts.states += truth.states;
    load(analysis, tasks);
    const bool is_exact = !kind.has_equal && !has_sections(kind);
    for (std::size_t task = 0; task < tasks.size(); ++task) {
        const int longest = truth.longest[task];
        const Time safe = bound(analysis, task, Model::safe);
        const Time tight = bound(analysis, task, Model::tight);
        const bool may_be_unbounded = theorem::may_be_unbounded(tasks, task);
        counts.unbounded += safe < 0;
        if (safe < longest && !(safe < 0 && may_be_unbounded)) {
            refute(counts, tasks, task, "safe", safe, longest);
        }
        if (tight < 0 && may_be_unbounded) {
            continue;
        }
        if (is_exact ? tight != longest : tight < longest) {
            refute(counts, tasks, task, "tight", tight, longest);
        }
    }
}

void judge_all(const Class &kind)
{
    const theorem::Systems systems{kind};
    Counts counts;
    std::vector<std::thread> threads(std::max(1U, std::thread::hardware_concurrency()));
    for (std::thread &thread : threads) {
        thread = std::thread{[&] {
            Analysis analysis{};
            for (std::size_t at = 0; (at = counts.next++) < systems.count();) {
                judge(kind, analysis, systems.at(at), counts);
            }
        }};
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    std::printf("%s %d %d %d %zu %llu %llu %s\n", kind.name, kind.tasks, kind.period_max,
                kind.jitter_max, systems.count(),
                static_cast<unsigned long long>(counts.unbounded.load()),
                static_cast<unsigned long long>(counts.states.load()), theorem::words_of(kind));
}

} // namespace

int main(int argc, char **argv)
{
    const char *wanted = argc == 2 ? argv[1] : "";
    const bool is_list = std::strcmp(wanted, "--list") == 0;
    for (const Class &kind : classes) {
        if (is_list) {
            std::puts(kind.name);
        } else if (std::strcmp(wanted, kind.name) == 0) {
            judge_all(kind);
            return 0;
        }
    }
    if (!is_list) {
        std::fputs("usage: theorem --list | NAME\n", stderr);
        return 2;
    }
    return 0;
}
