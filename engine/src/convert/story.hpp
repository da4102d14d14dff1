// SPDX-License-Identifier: Apache-2.0
// A trace as viewers of timelines show it: spans on tracks, counters, arrows. Spans of one track do
// not cross: one is either inside another one or separate from it.
#pragma once

#include "convert/convert.hpp"

namespace limen::convert
{

using trace::Lane;
using trace::Place;
using trace::Tick;

// Kinds of tracks, each followed by a number: a lane, a core, a lane.
enum class Track : std::uint8_t { thread, interrupts, jobs };

enum class SpanKind : std::uint8_t { running, ready, wait, held_off, interrupt, job };

// An interval on a track. Its words are made when they are written, because there are many spans.
struct Span {
    Tick begin = 0, end = 0; // begin < end
    Place row = 0;           // in the table of its kind
    Place about = 0;         // running: the switch that ends it; wait: in Waits; no_place
    std::int16_t number = 0; // of the track
    std::uint8_t core = 0;
    std::int8_t depth = 0; // 0, or 1 for one inside of another ...
    SpanKind kind = SpanKind::running;
};

// A further property of a span, by name: a text or a number.
struct Note {
    std::string_view name;
    std::optional<std::string> text;
    std::int64_t number = 0;
};

// A number that changes; at rises.
struct Counter {
    std::string name;
    std::vector<Place> at;
    std::vector<std::int64_t> value;
};

// An arrow from the event that wakes a thread to the event at which it runs; at rises.
struct Arrow {
    Place at = 0, runs = 0; // events
    Lane lane = 0;          // that is woken
};

Track track_of(SpanKind kind);
const char *kind_name(SpanKind kind); // for all spans of the kind

// All spans that last longer than no time at all.
std::vector<Span> spans_of(const Subject &subject);
std::string name_of(const Subject &subject, const Span &span);
std::vector<Note> notes_of(const Subject &subject, const Span &span);

// Levels of threads, and fills of objects.
std::vector<Counter> counters_of(const Subject &subject);
std::vector<Arrow> arrows_of(const Subject &subject);

// The thread of an event; nobody: an interrupt, or the initialisation.
Lane context_of(const trace::Trace &trace, std::size_t place);

// The names of events, each once, in the order of their first events.
struct EventNames {
    std::vector<std::string> names;
    std::vector<std::uint32_t> of_event; // by event: in `names`

    explicit EventNames(const Subject &subject);
};

// Ticks in nanoseconds, rounded down. Of a clock that has been checked.
inline std::int64_t nanoseconds(Tick ticks, std::uint64_t clock_hz)
{
    constexpr std::int64_t giga = 1'000'000'000;
    const auto hz = static_cast<std::int64_t>(clock_hz);
    std::int64_t seconds = ticks / hz;
    std::int64_t rest = ticks % hz;
    if (rest < 0) { // a release before the clock began, in a damaged trace
        seconds -= 1;
        rest += hz;
    }
    // No time of an event overflows; other results may be wrong, but are defined.
    const auto whole = static_cast<std::uint64_t>(seconds) * static_cast<std::uint64_t>(giga);
    return static_cast<std::int64_t>(whole + static_cast<std::uint64_t>(rest * giga / hz));
}

} // namespace limen::convert
