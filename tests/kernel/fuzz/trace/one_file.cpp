// SPDX-License-Identifier: Apache-2.0
// One case of the fuzzer: the engine reads any file or refuses it with an error of three parts, and
// answers all queries about the data that it has read. A file is read both as a trace and as a
// recording of signals.
#include "convert/convert.hpp"
#include "signals/vcd.hpp"
#include "trace/findings.hpp"
#include "trace/statistics.hpp"

#include <algorithm>

using namespace limen::trace;

namespace
{

constexpr Place asked_max = 50; // events and switches of a file that are asked about one by one
constexpr std::size_t names_bytes_max = 4 << 20; // of signals with their scopes

void require(bool holds)
{
    if (!holds) {
        __builtin_trap();
    }
}

void check_columns(const Trace &trace)
{
    const std::size_t count = trace.count();
    require(trace.event.size() == count && !trace.lanes.empty());
    require(std::is_sorted(trace.time.begin(), trace.time.end()));
    if (trace.origin == Origin::limen) {
        require(trace.b.size() == count && trace.values.size() == 3 * trace.values_at.size());
        require(trace.values_at.empty() ||
                static_cast<std::size_t>(trace.values_at.back()) < count);
    } else {
        require(trace.info[3].low.size() == count && trace.lane.size() == count);
    }
}

void ask(const Trace &trace, const Analysis &analysis, const Definitions &definitions)
{
    const auto count = static_cast<Place>(trace.count());
    statistics_json(trace, analysis, definitions, 0, count);
    statistics_json(trace, analysis, definitions, count / 4, count - count / 4);
    Json unfinished;
    Work given_up = count_statistics(trace, analysis, definitions, 0, count, unfinished);
    for (int step = 0; step < 7 && given_up.step(); step++) {
    }
    findings_json(trace, analysis, definitions);
    find_blocking(trace, analysis, 0, count);
    for (Place i = 0; i < std::min(count, asked_max); i++) {
        event_name(trace, i, definitions);
        context_name(trace, i);
        describe(trace, i, definitions);
        fields_of(trace, i, definitions);
    }
    const auto switches = static_cast<Place>(analysis.switches.at.size());
    for (Place i = 0; i < std::min(switches, asked_max); i++) {
        require(!why(trace, analysis, i).empty());
    }
}

void write(const Trace &trace, const Analysis &analysis, const Definitions &definitions)
{
    using namespace limen::convert;
    const std::uint64_t clock_hz = trace.count() % 2 == 0 ? 1'000'000 : std::uint64_t{1} << 32;
    const Subject subject{trace, analysis, definitions, clock_hz};
    Output output([](std::string_view chunk) {
        require(!chunk.empty());
        return true;
    });
    require(ctf_metadata(subject, output));
    for (const unsigned core : cores_of(trace)) {
        require(ctf_core(subject, core, output));
    }
    if (!check_clock(trace, clock_hz)) {
        require(perfetto(subject, output) && chrome(subject, output));
    }
}

// Every file is also read as a recording of signals, because VCD leaves most of its form to the
// writer.
void read_signals(std::string_view text)
{
    constexpr double times_max = 9007199254740992; // 2^53
    limen::signals::Recording recording;
    const std::optional<Error> error = limen::signals::read_vcd(text, recording);
    if (error) {
        require(!error->problem.empty() && !error->remedy.empty());
        return;
    }
    const auto end = static_cast<double>(recording.end);
    require(recording.unit > 0 || recording.end == 0);
    require(end <= times_max && !recording.wires.empty());
    std::size_t letters = 0;
    for (const limen::signals::Wire &wire : recording.wires) {
        letters += wire.name.size();
        const limen::signals::Changes &changes = recording.changes.at(wire.changes);
        require(changes.time.size() == changes.value.size());
        require(std::is_sorted(changes.time.begin(), changes.time.end()));
        require(changes.time.empty() || (changes.time.front() >= 0 && changes.time.back() <= end));
    }
    // A letter that cannot be shown becomes three.
    require(letters <= 3 * text.size() + names_bytes_max);
}

} // namespace

// The entry point that libFuzzer calls, and driver.cpp where there is none.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    const std::string_view text{reinterpret_cast<const char *>(bytes), size};
    read_signals(text);
    Definitions definitions;
    parse_definitions(text, definitions);
    Trace trace;
    const std::uint64_t wrap = size % 4 == 1 ? 1 << 20 : 0;
    // Without the name, the content alone chooses a reader, also of another kernel's format.
    const char *const name = size % 2 == 0 ? "x.trx" : "";
    std::optional<Error> error = read(bytes, size, name, wrap, trace);
    if (!error) {
        check_columns(trace);
        Analysis analysis;
        error = analyse(trace, analysis);
        if (!error) {
            ask(trace, analysis, definitions);
            write(trace, analysis, definitions);
        }
    }
    require(!error || (!error->problem.empty() && !error->remedy.empty()));
    return 0;
}
