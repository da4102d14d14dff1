// SPDX-License-Identifier: Apache-2.0
#include "sporadic.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace sporadic
{

namespace
{

constexpr int jobs_max = 7;

// A task between two ticks. Its jobs are in the order of their arrival, which is that of their
// releases.
struct Pending {
    std::uint8_t since;    // time since its last arrival, at most its period
    std::uint8_t count;    // jobs
    std::uint8_t released; // the first ones of them
    std::uint8_t done;     // ticks of the first job
    std::array<std::uint8_t, jobs_max> age;
};

struct State {
    std::array<Pending, tasks_max> task;
    std::array<std::uint8_t, tasks_max> queue; // tasks with a released job, by when it came
    std::uint8_t queued;
};
static_assert(sizeof(State) == tasks_max * (4 + jobs_max) + tasks_max + 1, "no padding");

// A table with open addresses, and all states in the order in which they were found.
class Found
{
  public:
    Found() : places(1 << 12, 0)
    {
    }

    void add(const State &state)
    {
        std::size_t at = hash(state) & (places.size() - 1);
        for (; places[at] != 0; at = (at + 1) & (places.size() - 1)) {
            if (std::memcmp(&states[places[at] - 1], &state, sizeof state) == 0) {
                return;
            }
        }
        states.push_back(state);
        places[at] = static_cast<std::uint32_t>(states.size());
        if (2 * states.size() > places.size()) {
            grow();
        }
    }

    std::vector<State> states;

  private:
    static std::size_t hash(const State &state)
    {
        std::uint64_t words[(sizeof state + 7) / 8] = {};
        std::memcpy(words, &state, sizeof state);
        std::uint64_t sum = 0;
        for (const std::uint64_t word : words) {
            sum = (sum ^ word) * 0xff51afd7ed558ccdU;
            sum ^= sum >> 32;
        }
        return sum;
    }

    void grow()
    {
        places.assign(2 * places.size(), 0);
        for (std::size_t number = 0; number < states.size(); ++number) {
            std::size_t at = hash(states[number]) & (places.size() - 1);
            while (places[at] != 0) {
                at = (at + 1) & (places.size() - 1);
            }
            places[at] = static_cast<std::uint32_t>(number + 1);
        }
    }

    std::vector<std::uint32_t> places; // 1 + the number of the state
};

class Search
{
  public:
    explicit Search(const System &of) : system{of}
    {
    }

    Truth run()
    {
        State first = {};
        for (int task = 0; task < system.count; ++task) {
            first.task[task].since = system.task[task].period;
        }
        found.add(first);
        for (std::size_t number = 0; number < found.states.size(); ++number) {
            arrive(found.states[number], 0);
        }
        return {longest, found.states.size()};
    }

  private:
    // Each choice of arrivals, from this task on.
    void arrive(State state, int task)
    {
        if (task == system.count) {
            release(state, 0, 0);
            return;
        }
        arrive(state, task + 1);
        Pending &pending = state.task[task];
        if (pending.since < system.task[task].period) {
            return;
        }
        if (pending.count == jobs_max) {
            std::fputs("theorem: more jobs wait than the judge has places for\n", stderr);
            std::exit(2);
        }
        pending.age[pending.count++] = 0;
        pending.since = 0;
        arrive(state, task + 1);
    }

    // Each choice of releases, from this task on. `came`: tasks that now have a first released job.
    void release(State state, int task, unsigned came)
    {
        if (task == system.count) {
            queue_up(state, came);
            return;
        }
        Pending &pending = state.task[task];
        const bool has_none = pending.released == 0;
        while (pending.released < pending.count &&
               pending.age[pending.released] == system.task[task].jitter) {
            ++pending.released;
        }
        for (;; ++pending.released) {
            const bool comes = has_none && pending.released > 0;
            release(state, task + 1, came | (comes ? 1U << task : 0U));
            if (pending.released == pending.count) {
                return;
            }
        }
    }

    // Each order of those that come.
    void queue_up(const State &state, unsigned came)
    {
        if (came == 0) {
            run_tick(state);
            return;
        }
        for (int task = 0; task < system.count; ++task) {
            if ((came >> task & 1) != 0) {
                State next = state;
                next.queue[next.queued++] = static_cast<std::uint8_t>(task);
                queue_up(next, came & ~(1U << task));
            }
        }
    }

    bool is_before(const State &state, int one, int two) const
    {
        const int first = system.task[one].level[state.task[one].done];
        const int second = system.task[two].level[state.task[two].done];
        return first < second ||
               (first == second && state.task[one].done > 0 && state.task[two].done == 0);
    }

    void run_tick(State state)
    {
        if (state.queued == 0) {
            add_older(state);
            return;
        }
        int chosen = state.queue[0];
        for (int place = 1; place < state.queued; ++place) {
            if (is_before(state, state.queue[place], chosen)) {
                chosen = state.queue[place];
            }
        }
        Pending &pending = state.task[chosen];
        ++pending.done;
        if (pending.done < system.task[chosen].work) {
            add_older(state);
        }
        longest[chosen] = std::max(longest[chosen], pending.age[0] + 1);
        end(state, chosen);
    }

    // The first job of the task ends. Its next one comes now, or in any order with the jobs that
    // are released at this instant.
    void end(State state, int task)
    {
        Pending &pending = state.task[task];
        std::rotate(pending.age.begin(), pending.age.begin() + 1, pending.age.end());
        pending.age[jobs_max - 1] = 0;
        --pending.count;
        --pending.released;
        pending.done = 0;
        auto *const last = std::remove(state.queue.begin(), state.queue.begin() + state.queued,
                                       static_cast<std::uint8_t>(task));
        *last = 0;
        --state.queued;
        if (pending.released > 0) {
            state.queue[state.queued++] = static_cast<std::uint8_t>(task);
        }
        add_older(state);
    }

    void add_older(State state)
    {
        for (int task = 0; task < system.count; ++task) {
            Pending &pending = state.task[task];
            pending.since += pending.since < system.task[task].period;
            for (int job = 0; job < pending.count; ++job) {
                ++pending.age[job];
            }
        }
        found.add(state);
    }

    const System &system;
    Found found;
    std::array<int, tasks_max> longest{};
};

} // namespace

Truth longest_responses(const System &system)
{
    return Search{system}.run();
}

} // namespace sporadic
