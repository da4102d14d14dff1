// SPDX-License-Identifier: Apache-2.0
// A CTF 1.8 trace: the part of its description language that describes events of fixed length, and
// the events in its streams.
#pragma once

#include "trace/read/foreign/file_set.hpp"

#include <map>

namespace limen::trace
{

struct CtfField {
    std::string name;
    std::uint8_t bytes = 0; // of an element
    bool is_signed = false, is_text = false;
    std::size_t count = 1; // elements; of a text, its bytes
};

using CtfLayout = std::vector<CtfField>;

struct CtfEvent {
    std::string name;
    CtfLayout fields;
};

struct CtfMetadata {
    bool is_big = false;
    std::uint64_t hz = 1'000'000'000;
    CtfLayout packet_header, packet_context, event_header, event_context;
    std::map<std::uint64_t, CtfEvent> events; // by id
};

// Cost: O(size) time; no recursion.
std::optional<Error> read_ctf_metadata(std::string_view text, CtfMetadata &metadata);

// An event, or a loss of events: `event` is nullptr, and `lost` says how many (0: not known).
struct CtfRecord {
    Tick time = 0;
    const CtfEvent *event = nullptr;
    const std::uint8_t *fields = nullptr;
    std::uint32_t lost = 0;
    std::uint8_t core = 0;
};

struct CtfStreams {
    std::vector<CtfRecord> records; // by time
    std::string warning;            // where they cannot be read further; empty
    bool has_time = true;
};

// Cost: O(n log n) for n bytes of all streams.
void read_ctf_streams(InputFiles files, const CtfMetadata &metadata, CtfStreams &streams);

// The trace that events of Zephyr make.
std::optional<Error> read_zephyr(const CtfMetadata &metadata, const CtfStreams &streams,
                                 Trace &trace);

// The numbers of an event, in the order of its fields; a text counts as 0.
class CtfNumbers
{
  public:
    CtfNumbers(const CtfRecord &record, bool is_big) : record_{record}, is_big_{is_big}
    {
    }

    // The value of a field; 0: no field has this name.
    std::int64_t operator[](std::string_view name) const;
    std::string_view text(std::string_view name) const;
    // "id=0x20001000 timeout=-1 ret=0".
    std::string all() const;

  private:
    // A field, and its reader; nullptr: none.
    std::pair<const CtfField *, Reader> field(std::string_view name) const;

    const CtfRecord &record_;
    bool is_big_;
};

} // namespace limen::trace
