// SPDX-License-Identifier: Apache-2.0
// Frees the intermediate columns of the analysis, one by one; see forget.hpp.
#include "view/forget.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

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

void pack_words(Trace &trace)
{
    trace.context.pack();
    trace.priority.pack();
    for (Words &info : trace.info) {
        info.pack();
    }
}

// A trace of one core needs no column for it, and the lane of an event of ThreadX follows from its
// context.
void drop_what_follows(Trace &trace)
{
    if (std::all_of(trace.core.begin(), trace.core.end(), [](auto core) { return core == 0; })) {
        trace.core = std::vector<std::uint8_t>();
    }
    trace.lane = std::vector<Lane>();
}

// Keeps the calls that waits refer to: the explanation of a wait shows whether a queue is full, and
// which flags the thread waits for.
void keep_calls_of_waits(Analysis &analysis)
{
    Calls &calls = analysis.moves.calls;
    Calls kept;
    std::vector<Place> &places = analysis.waits.call;
    kept.at.reserve(places.size());
    kept.is_send.reserve(places.size());
    for (Place &place : places) {
        if (place != no_place) {
            const auto call = static_cast<std::size_t>(place);
            place = static_cast<Place>(kept.at.size());
            kept.at.push_back(calls.at[call]);
            kept.is_send.push_back(calls.is_send[call]);
        }
    }
    calls = std::move(kept);
}

// Frees the columns that only other parts of the analysis read, which are complete.
void drop_steps_between(Origin origin, Analysis &analysis)
{
    Moves &moves = analysis.moves;
    analysis.slices = Slices();
    analysis.pieces.level = std::vector<std::int32_t>();
    analysis.pieces.how = std::vector<How>();
    analysis.states.kind = std::vector<ReadyKind>();
    moves.suspend = Suspend();
    moves.ready.outcome = std::vector<std::uint16_t>();
    moves.releases = Releases();
    moves.urgency = std::vector<Place>();
    moves.urgency_of = std::vector<Lane>();
    moves.level = Steps();
    moves.how = Steps();
    if (origin == Origin::limen) { // statistics of ThreadX count them
        moves.switches = SwitchMoves();
    }
}

// The page has the same numbers for its pictures, unless they are beyond its 32 bits.
void share_fills(const Trace &trace, const View &view, std::vector<Fill> &fills)
{
    for (Fill &fill : fills) {
        const Place object = place_of(trace, view, fill.object);
        if (object == no_place) {
            continue;
        }
        const Place *const rows = &view.fill.start[static_cast<std::size_t>(object)];
        const auto first = static_cast<std::size_t>(rows[0]);
        const auto count = static_cast<std::size_t>(rows[1]) - first;
        const auto at = std::span<const Place>(view.fill.at).subspan(first, count);
        const auto value = std::span<const std::int32_t>(view.fill.value).subspan(first, count);
        if (std::equal(at.begin(), at.end(), fill.at.begin(), fill.at.end()) &&
            std::equal(value.begin(), value.end(), fill.value.begin(), fill.value.end())) {
            fill.shared_at = at;
            fill.shared_value = value;
            fill.at = std::vector<Place>();
            fill.value = std::vector<std::int64_t>();
        }
    }
}

std::size_t bytes_of(Type type)
{
    static constexpr std::uint8_t bytes[] = {1, 2, 2, 4, 4, 8, 8, 8};
    return bytes[static_cast<std::size_t>(type)];
}

// A column that grew has room behind its rows, in which other numbers may have been: the page
// copies all bytes that are not zero.
void wipe_room(const std::vector<Column> &columns)
{
    for (const Column &column : columns) {
        const std::size_t bytes = bytes_of(column.type);
        char *const end =
            static_cast<char *>(const_cast<void *>(column.data)) + column.count * bytes;
        std::memset(end, 0, (column.room - column.count) * bytes);
    }
}

} // namespace

void forget(Trace &trace, Analysis &analysis, View &view)
{
    keep_calls_of_waits(analysis);
    drop_steps_between(trace.origin, analysis);
    share_fills(trace, view, analysis.moves.fills);
    keep_ends(trace.stamp_low);
    keep_ends(trace.stamp_high);
    pack_words(trace);
    drop_what_follows(trace);
    if (trace.objects.size() + view.implied.size() <= std::numeric_limits<std::int16_t>::max()) {
        view.short_object.assign(view.object.begin(), view.object.end());
        view.object = std::vector<Place>();
    }
    if (!view.time.empty()) {
        trace.time.share(view.time.data());
    }
    wipe_room(columns_of(trace));
    wipe_room(columns_of(analysis));
    wipe_room(columns_of(trace, view));
}

} // namespace limen::trace
