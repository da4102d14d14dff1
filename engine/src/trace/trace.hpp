// SPDX-License-Identifier: Apache-2.0
// A trace in memory: columns of equal length, oldest event first. Readers of all formats fill it,
// and everything else reads it. The columns that are common to all origins come first; the fields
// of an event are kept as its origin recorded them.
#pragma once

#include "trace/error.hpp"
#include "trace/kernel.hpp"
#include "trace/narrow.hpp"
#include "trace/word_column.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace limen::trace
{

using Tick = std::int64_t;
using Place = std::int32_t; // of an event, or of a row in a table
using Lane = std::int16_t;  // a thread: its place in `lanes`; 0 is idle

inline constexpr Place no_place = -1;
inline constexpr Lane idle = 0;
inline constexpr Lane nobody = -1;         // no thread, or one that is not known
inline constexpr Lane interrupt = -2;      // an interrupt did it
inline constexpr Lane initialisation = -3; // no thread has run yet, see Moves::started
inline constexpr Lane lane_max = std::numeric_limits<Lane>::max(); // threads behind it: nobody
inline constexpr std::uint16_t no_thread = 0xFFFF;     // the number of one that is not known
inline constexpr std::uint16_t no_interrupt = 0xFFFF;  // likewise
inline constexpr std::uint16_t unknown_count = 0xFFFF; // of a semaphore or a queue
inline constexpr std::size_t lanes_max = 2048;
inline constexpr std::size_t cores_max = 256;  // a core is a byte
inline constexpr std::size_t depths_max = 256; // so is the depth of an interrupt
inline constexpr unsigned time_block_bits = 8;

// The origin of the records of a trace. Those of Limen are the neutral ones: the readers of all
// other kernels write them (read/foreign), and Trace::kernel describes the kernel.
enum class Origin : std::uint8_t { limen, threadx };

// Names and numbers of a thread.
struct LaneInfo {
    std::uint64_t id = 0;       // Limen's number, or ThreadX's address; 0: idle
    std::string name;           // unique among the threads of a ThreadX trace
    std::int32_t priority = -1; // at its creation, or its first event; -1: not known
    std::int32_t threshold = -1;
    std::uint64_t stack_size = 0;  // bytes; 0: not known
    std::uint64_t stack_start = 0; // lowest address; 0: not known
};

// An entry of Limen's object table, or of ThreadX's registry.
struct Object {
    std::uint64_t id = 0;      // Limen's number, or ThreadX's address
    std::uint32_t kind = 0;    // Limen's kind, or ThreadX's type
    std::string name;          // printable; may be empty
    std::uint64_t size = 0;    // Limen: see spec/trace-format.md
    std::uint64_t address = 0; // Limen: of an object of middleware
    // Limen: priority and threshold of the entry. ThreadX: initial priority; -1: not known.
    std::int32_t priority = 0;
    std::int32_t threshold = 0;
    // ThreadX alone.
    bool is_deleted = false;
    std::uint64_t p1 = 0;
    std::uint64_t p2 = 0;
};

// The header of a trace of Limen.
struct LimenHeader {
    std::uint32_t clock_hz = 0;
    std::uint32_t object_capacity = 0;
    std::uint32_t object_count = 0;
    std::uint32_t record_capacity = 0;
    std::uint32_t levels = 0;
    std::uint32_t api = 0; // 0 Limen, 1 ThreadX
    bool is_recording = false;
    std::uint64_t lost = 0; // records that were overwritten
};

// The header of a trace of ThreadX, and what follows from the whole file.
struct ThreadxHeader {
    std::string container; // binary, ihex, srec, asciihex
    std::uint32_t bad_checksums = 0;
    std::uint32_t word_bytes = 4;
    std::uint64_t timer_mask = 0;
    std::uint32_t name_size = 0;
    std::uint64_t base = 0;
    std::uint64_t registry_begin = 0, registry_end = 0;
    std::uint64_t buffer_begin = 0, buffer_end = 0;
    std::uint64_t oldest = 0;
    std::uint64_t capacity = 0; // events
    bool has_wrapped = false;
    bool counts_up = false;
    bool is_modern = false;
};

struct Trace {
    Origin origin = Origin::limen;
    bool is_big_endian = false;
    Kernel kernel;
    LimenHeader limen;     // of a trace of Limen
    ThreadxHeader threadx; // of a trace of ThreadX

    std::vector<LaneInfo> lanes; // the first is idle
    std::vector<Object> objects; // in the order of the table or the registry

    // All origins.
    // limen.clock_hz: 0 if it is not known; of a trace of ThreadX, the rate that the user gave.
    // bytes_missing: missing bytes of the image that the file specifies; the ring is shorter.
    std::uint64_t bytes_missing = 0;
    // time: since the start of the clock (Limen), since the oldest event (ThreadX).
    Narrow<Tick, time_block_bits> time;
    std::vector<std::uint16_t> event;

    // Limen. thread: number of the running one. `object` of an event of middleware is the object
    // whose address is its first number.
    std::vector<std::uint8_t> depth;
    std::vector<std::uint16_t> thread, object, a;
    std::vector<std::uint32_t> b;
    std::vector<Place> values_at;      // events of middleware with all four numbers
    std::vector<std::uint32_t> values; // three for each: the first, third and fourth number

    std::vector<std::uint8_t> core; // empty: there is one

    // ThreadX. lane: of the context; nobody in an interrupt and in the initialisation.
    std::vector<Lane> lane;
    std::vector<std::uint32_t> stamp_low, stamp_high; // as stored, masked; high may be empty
    Words context, priority, info[4];

    // Indexes, made by the readers. They are not hash tables, because a file could choose numbers
    // that all collide.
    std::map<std::uint64_t, Place> object_at;     // by id: the first entry in `objects`
    std::map<std::uint64_t, Place> middleware_at; // by address, Limen: the last one
    std::vector<Lane> lane_of_number;             // Limen: 65536 entries; nobody

    std::size_t count() const
    {
        return time.size();
    }
    unsigned core_of(std::size_t place) const
    {
        return core.empty() ? 0 : core[place];
    }
    // Several cores, of which each schedules its own threads: Limen's events of a thread, and those
    // that make it ready, are on its core. Of other kernels, any core runs any thread.
    bool is_partitioned() const
    {
        return origin == Origin::limen && !kernel.is_foreign();
    }
    std::uint32_t low(std::size_t place) const // of b, the outcome of many calls of Limen
    {
        return b[place] & 0xFFFFU;
    }
    std::uint32_t high(std::size_t place) const // of b, the other thread of many calls of Limen
    {
        return b[place] >> 16;
    }
    Lane lane_of(std::uint64_t address) const; // ThreadX; nobody
    const Object *find(std::uint64_t id) const
    {
        const auto found = object_at.find(id);
        return found == object_at.end() ? nullptr
                                        : &objects[static_cast<std::size_t>(found->second)];
    }
    // Name of an object: that of the program, otherwise "#7" or "0x20001234".
    std::string name_of(std::uint64_t id) const;
};

// Reads a trace of Limen or ThreadX; its first bytes identify it, otherwise `name` does (.trx).
// wrap: ThreadX, ticks after which the clock begins again, 0: as its mask says.
// Cost: O(bytes) time and memory, regardless of the sizes in the file.
std::optional<Error> read(const std::uint8_t *bytes, std::size_t size, std::string_view name,
                          std::uint64_t wrap, Trace &trace);

// A file that the user gave, or a part of an archive.
struct InputFile {
    std::string_view name;
    const std::uint8_t *bytes = nullptr;
    std::size_t size = 0;

    std::string_view text() const
    {
        return {reinterpret_cast<const char *>(bytes), size};
    }
};

using InputFiles = std::span<const InputFile>;

// Reads one trace from one file or several: those of a folder or an archive, of several cores.
std::optional<Error> read(InputFiles files, std::uint64_t wrap, Trace &trace);

// A file of Limen or ThreadX, by its content.
bool is_own(const std::uint8_t *bytes, std::size_t size);

// The readers that it chooses from.
bool looks_like_trx(const std::uint8_t *bytes, std::size_t size);
// Several files, or several rings in one: those of the cores of one run.
std::optional<Error> read_limen(InputFiles files, Trace &trace);
// Whether all of them are of Limen, and of different cores.
bool are_of_cores(InputFiles files);
// Makes the lanes of idle and of the threads that are in the table, ran, or became ready or
// dispatched, by number; of another kernel only of those in the table.
void find_limen_lanes(Trace &trace);
std::optional<Error> read_threadx(const std::uint8_t *bytes, std::size_t size, std::uint64_t wrap,
                                  Trace &trace);

} // namespace limen::trace
