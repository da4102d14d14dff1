// SPDX-License-Identifier: Apache-2.0
// Events in the streams of a CTF 1.8 trace.
#pragma once

#include "trace/read/foreign/ctf_metadata.hpp"
#include "trace/read/foreign/file_set.hpp"

namespace limen::trace
{

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

    // 0: there is no such field.
    std::int64_t operator[](std::string_view name) const;
    std::string_view text(std::string_view name) const;
    // "id=0x20001000 timeout=-1 ret=0".
    std::string all() const;

  private:
    // Calls visit(field, reader at it) for each field, until it returns false.
    template <class Visit> void each(Visit visit) const
    {
        const std::uint8_t *at = record_.fields;
        for (const CtfField &field : record_.event->fields) {
            const std::size_t bytes = field.bytes * field.count;
            if (!visit(field, Reader(at, bytes, is_big_))) {
                return;
            }
            at += bytes;
        }
    }

    const CtfRecord &record_;
    bool is_big_;
};

} // namespace limen::trace
