// SPDX-License-Identifier: Apache-2.0
// The order of the parts.
#include "trace/analysis.hpp"

#include "trace/concat.hpp"

namespace limen::trace
{

void find_moves(const Trace &trace, Moves &moves)
{
    if (trace.origin == Origin::limen) {
        limen_moves(trace, moves);
        limen_fills(trace, moves);
    } else {
        threadx_moves(trace, moves);
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
    find_moves(trace, analysis.moves);
    find_slices(trace, analysis);
    return std::nullopt;
}

void complete_analysis(const Trace &trace, Analysis &analysis)
{
    find_states(trace, analysis);
    find_pieces(trace, analysis);
    find_held_off(trace, analysis);
    find_switches(trace, analysis);
    find_jobs(trace, analysis);
    find_inversions(trace, analysis);
    find_woken_in(trace, analysis);
}

std::optional<Error> analyse(const Trace &trace, Analysis &analysis)
{
    std::optional<Error> error = begin_analysis(trace, analysis);
    if (!error) {
        complete_analysis(trace, analysis);
    }
    return error;
}

} // namespace limen::trace
