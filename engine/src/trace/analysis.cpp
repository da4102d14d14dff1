// SPDX-License-Identifier: Apache-2.0
// Calls the parts of the analysis in their order.
#include "trace/analysis.hpp"

#include "trace/concat.hpp"

#include <algorithm>

namespace limen::trace
{

namespace
{

// The first event after which a thread runs, if the trace begins before any thread runs.
Place start_of(const Moves &moves)
{
    if (moves.did.empty() || (moves.did.front() != idle && moves.did.front() != nobody)) {
        return 0;
    }
    const auto runs = [](Lane lane) { return lane > idle; };
    const auto first = std::find_if(moves.running.begin(), moves.running.end(), runs);
    return static_cast<Place>(first - moves.running.begin());
}

} // namespace

void begin_moves(const Trace &trace, Moves &moves)
{
    moves.counts = Counts(trace);
    if (trace.origin == Origin::limen) {
        limen_moves(trace, moves);
    } else {
        find_running(trace, moves);
    }
}

void complete_moves(const Trace &trace, Moves &moves)
{
    if (trace.origin != Origin::limen) {
        threadx_moves(trace, moves);
    }
    moves.started = start_of(moves);
}

void find_fills(const Trace &trace, Moves &moves)
{
    if (trace.origin == Origin::limen) {
        limen_fills(trace, moves);
    } else {
        threadx_fills(trace, moves);
    }
}

std::optional<Error> begin_analysis(const Trace &trace, Analysis &analysis)
{
    if (trace.lanes.size() > lanes_max) {
        const std::string count = grouped(static_cast<std::int64_t>(trace.lanes.size() - 1));
        return Error{"trace", concat("it names ", count, " threads, more than any system has"),
                     "copy the whole buffer again"};
    }
    begin_moves(trace, analysis.moves);
    find_slices(trace, analysis);
    return std::nullopt;
}

void continue_analysis(const Trace &trace, Analysis &analysis)
{
    complete_moves(trace, analysis.moves);
    find_pieces(trace, analysis);
    find_states(trace, analysis);
    find_interruptions(trace, analysis);
    find_starts(trace, analysis);
    find_inversions(trace, analysis);
    find_takers(trace, analysis);
}

void complete_analysis(const Trace &trace, Analysis &analysis)
{
    measure_jobs(trace, analysis);
    find_fills(trace, analysis.moves);
    find_switches(trace, analysis);
    find_woken_in(trace, analysis);
}

std::optional<Error> analyse(const Trace &trace, Analysis &analysis)
{
    std::optional<Error> error = begin_analysis(trace, analysis);
    if (!error) {
        continue_analysis(trace, analysis);
        complete_analysis(trace, analysis);
    }
    return error;
}

} // namespace limen::trace
