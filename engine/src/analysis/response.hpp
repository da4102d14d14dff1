// SPDX-License-Identifier: Apache-2.0
// Worst-case response times of sporadic tasks with preemption thresholds, on one processor.
//
// For job q of task i in the level-i active period (docs/analysis.md has the sources):
//
//     L = B + sum over hp(i) and i of ceil((L + J) / T) C
//     S = B + q C_i + (C_i - last) + sum over hp(i) of n(S) C          start of the last chunk
//     F = S + last + sum over p < threshold of (ceil((F + J) / T) - n(S)) C
//     R = F + J_i - q T_i            for all q with q T_i < L + J_i
//
// hp(i) are the tasks that are at least as urgent as i, without i. n(S) counts the jobs that are
// released until S: floor((S + J) / T) + 1, or ceil((S + J) / T) in the continuous model if B > 0.
#pragma once

#include "analysis/blocking.hpp"
#include "analysis/task_set.hpp"

#include <vector>

namespace limen::analysis
{

enum class Status : std::uint8_t {
    bounded,
    late,     // some job responds later than the bound of the query
    overload, // the active period does not end
    limit,    // numbers or iterations beyond the limits of the analysis
    deadlock, // tasks can wait for each other for ever
    cut_off,  // a mutex with a ceiling does not pass on the priority that the task needs
    remote,   // a wait for another core has no bound
};

struct Response {
    Time time; // at most this, if the query has a bound; -1 if there is none
    Status status;
};

// One job of the active period; times are relative to its beginning.
struct Job {
    Time start; // of the last chunk, at the latest
    Time finish;
    Time response;
};

struct Query {
    std::size_t task;
    Model model = Model::safe;
    double bound = 0;                 // end at the first response beyond it; 0: there is none
    std::vector<Job> *jobs = nullptr; // gets the jobs of the active period
    Blocking *blocking = nullptr;     // gets the blocking in it
};

// The tasks that delay a task: a prefix of the set.
struct Interference {
    const double *work; // of each task, with the cost of its preemptions; padded as the set is
    std::size_t count;  // the prefix hp(i), which may contain the task itself
    double utilisation; // of hp(i)
    double burst;       // sum of utilisation times jitter over hp(i)
    double once;        // sum of work over hp(i)
    double own = 0;     // the additional time of a job of the task itself: it waits for other cores
    // Releases at the instant at which the job finishes can delay it.
    bool at_finish = false;
};

// The tasks that delay task `index`, if preemptions cost nothing.
Interference interference_of(const TaskSet &set, std::size_t index);

// The response time of a task.
Response respond(const TaskSet &set, const Interference &others, const Blocking &blocking,
                 const Query &query);

// The length of an active period of a task; -1 if it is not known.
double length_of_period(const TaskSet &set, const Interference &others, const Blocking &blocking,
                        const Query &query);

// The tasks that delay a task until it finishes: a prefix of those that delay its start.
std::size_t finish_count_of(const TaskSet &set, std::size_t task, std::size_t count);

// The maximum number of jobs of each task, up to the peers of the task, in an active period.
// Returns: whether it is known.
bool jobs_of_period(const TaskSet &set, const Interference &others, const Blocking &blocking,
                    const Query &query, std::vector<double> &jobs);

} // namespace limen::analysis
