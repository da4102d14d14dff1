// SPDX-License-Identifier: Apache-2.0
// What is let go of, column by column; see forget.hpp.
#include "forget.hpp"

namespace limen::trace
{

namespace
{

void keep_ends(std::vector<std::uint32_t> &stamps)
{
    if (stamps.size() > 2) {
        stamps = std::vector<std::uint32_t>{stamps.front(), stamps.back()};
    }
}

// What questions about waits need: whether it is a queue that is full, and which flags.
void keep_calls_of_waits(Analysis &analysis)
{
    Calls &calls = analysis.moves.calls;
    Calls kept;
    std::vector<Place> &places = analysis.waits.call;
    kept.at.reserve(places.size());
    kept.is_send.reserve(places.size());
    kept.bits.reserve(places.size());
    for (Place &place : places) {
        if (place != no_place) {
            const auto call = static_cast<std::size_t>(place);
            place = static_cast<Place>(kept.at.size());
            kept.at.push_back(calls.at[call]);
            kept.is_send.push_back(calls.is_send[call]);
            kept.bits.push_back(calls.bits[call]);
        }
    }
    calls = std::move(kept);
    analysis.moves.suspend.call = std::vector<Place>();
}

} // namespace

void forget(Trace &trace, Analysis &analysis, const View &view)
{
    keep_calls_of_waits(analysis);
    keep_ends(trace.stamp_low);
    keep_ends(trace.stamp_high);
    if (!view.time.empty()) {
        trace.time.share(view.time.data());
    }
}

} // namespace limen::trace
