// SPDX-License-Identifier: Apache-2.0
// Traces in the formats of other programs. Each converter streams: it returns its output in chunks.
#pragma once

#include "convert/output.hpp"
#include "trace/words.hpp"

namespace limen::convert
{

// A trace, its analysis, and its definitions.
struct Subject {
    const trace::Trace &trace;
    const trace::Analysis &analysis;
    const trace::Definitions &definitions;
    std::uint64_t clock_hz = 1; // ticks in a second
};

// Checks whether the times of a trace can be shown in nanoseconds. Call it first, except for CTF.
std::optional<trace::Error> check_clock(const trace::Trace &trace, std::uint64_t clock_hz);

// Perfetto's protobuf. A chunk is a number of whole packets.
bool perfetto(const Subject &subject, Output &output);

// Chrome's trace events, as JSON.
bool chrome(const Subject &subject, Output &output);

// BTF, as timing tools for AUTOSAR read it.
bool btf(const Subject &subject, Output &output);

// The Common Trace Format 1.8: a description, and a file for each core that has events.
std::vector<unsigned> cores_of(const trace::Trace &trace);
bool ctf_metadata(const Subject &subject, Output &output);
bool ctf_core(const Subject &subject, unsigned core, Output &output);

} // namespace limen::convert
