// SPDX-License-Identifier: Apache-2.0
// All that follows from the states of threads in the order of time, in one pass over the moves.
#include "trace/held_rows.hpp"
#include "trace/job_ends.hpp"
#include "trace/machine.hpp"
#include "trace/state_rows.hpp"

namespace limen::trace
{

namespace
{

// The sinks of one machine.
struct Followers {
    StateRows &states;
    HeldRows &held;
    JobEnds &jobs;

    void becomes(Place i, Lane lane, State state, ReadyKind kind)
    {
        states.becomes(i, lane, state, kind);
        held.becomes(i, lane, state);
    }
    void ready(Place i, Lane lane)
    {
        jobs.ready(i, lane);
    }
    void stops(Place i, Lane lane)
    {
        jobs.stops(i, lane);
    }
    void waits(Place i, Lane lane, Place move)
    {
        states.waits(i, lane, move);
    }
    void wait_ends(Place i, Lane lane, std::uint16_t outcome, Lane waker)
    {
        states.wait_ends(i, lane, outcome, waker);
    }
    void lost(Place i)
    {
        jobs.lost(i);
    }
    void passed(Place i)
    {
        held.passed(i);
    }
    Place next()
    {
        return held.next();
    }
};

} // namespace

void find_states(const Trace &trace, Analysis &analysis)
{
    StateRows states(analysis, trace.lanes.size(), analysis.waits);
    HeldRows held(trace, analysis);
    JobEnds jobs(trace, analysis.moves);
    Followers all{states, held, jobs};
    Machine(trace, analysis.moves, all).run();
    states.sort(analysis.states);
    held.sort(analysis.held_off);
    jobs.sort(analysis.jobs);
}

} // namespace limen::trace
