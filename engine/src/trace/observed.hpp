// SPDX-License-Identifier: Apache-2.0
// The system of a trace: the observed intervals, execution times, critical sections and deadlines
// of its threads.
//
// Observed values are not bounds: another run may show longer executions and shorter intervals. An
// analysis proves results for a system with exactly these numbers, and nothing about the traced
// program.
#pragma once

#include "trace/analysis.hpp"

#include <optional>
#include <string>

namespace limen::trace
{

// A part of a job in which the thread owns a mutex; times are execution times of the job.
struct ObservedSection {
    std::uint64_t object = 0;
    Tick start = 0, end = 0;
};

// The jobs of a thread that begin and end in the trace; times are ticks of the clock. A job of a
// thread that the kernel does not release lasts from a wake-up to the next wait that is not for a
// mutex.
struct ObservedThread {
    Lane lane = nobody;
    std::int32_t priority = 0, threshold = 0; // as it was created
    bool is_periodic = false;                 // the kernel released its jobs
    std::size_t jobs = 0, misses = 0;
    // Between two arrivals; none with less than two jobs. mean: rounded.
    std::optional<Tick> interval_least, interval_greatest, interval_mean;
    Tick execution_least = 0, execution_greatest = 0; // without interrupts
    Tick response_greatest = 0;
    std::optional<Tick> deadline;     // relative; known of a thread that has missed one
    Tick first = 0;                   // arrival of the first job
    std::vector<std::int32_t> levels; // thresholds that it had
    // The sections of the job that owned mutexes for the longest time; they nest.
    std::vector<ObservedSection> sections;
    bool has_open_sections = false; // some job ended, or waited, while it owned a mutex

    // The kernel releases it, at equal intervals. Events are recorded a little later than what they
    // show, so a tenth of a per cent is taken as equal.
    bool is_regular() const;
    // The mean interval of a regular thread, else the least one.
    std::optional<Tick> period() const;
};

// The requests of an interrupt that begin and end in the trace.
struct ObservedInterrupt {
    std::int64_t number = 0;
    std::size_t requests = 0;
    std::optional<Tick> interval_least;
    Tick execution_greatest = 0; // of the handler, with those that interrupted it
};

struct Observed {
    Tick begin = 0, end = 0;             // times of the first and the last event
    std::vector<ObservedThread> threads; // with at least one job
    std::vector<ObservedInterrupt> interrupts;
};

// Observes a trace. A job of a thread of ThreadX begins with a wake-up, like that of a thread
// without releases.
// Cost: O(n log n) for n events.
Observed observe(const Trace &trace, const Analysis &analysis);

// Returns the observed system as JSON, which observed_json.cpp describes, with the least intervals
// and the longest executions. The interval of a thread that ran once is the length of the trace.
std::string observed_json(const Trace &trace, const Analysis &analysis);

} // namespace limen::trace
