// SPDX-License-Identifier: Apache-2.0
// The header of a trace of Limen, and the places of the parts behind it.
#pragma once

#include "trace/read/bytes.hpp"
#include "trace/trace.hpp"

namespace limen::trace::limen_file
{

inline constexpr std::size_t header_bytes = 64, object_bytes = 32, record_bytes = 16,
                             name_bytes = 20;
// Each event has a record; a part of another kernel's trace; records of calls imply events.
inline constexpr std::uint16_t version_of_all = 1, version_of_other_kernels = 2,
                               version_with_implied = 3;
inline constexpr std::uint16_t other_event = 13; // of a file of another kernel
inline constexpr std::uint64_t core_count = 8;   // that a trace can have
// The numbers of objects: of all, and of those of one core.
inline constexpr std::size_t object_numbers = 1U << 16,
                             core_object_numbers = object_numbers / core_count;
inline constexpr std::int64_t time_high_max = std::numeric_limits<std::int32_t>::max();
inline constexpr const char *copy_limen_again =
    "copy the whole buffer again, with recording stopped";

// A file, and the facts in its header besides LimenHeader.
struct File {
    const std::uint8_t *bytes;
    std::size_t size;
    bool is_big, has_kernel;
    std::uint32_t next_offset, wraps, time_high, time_low;
    std::uint64_t records_offset, total;
    std::uint8_t core;

    // The end of the ring is not in the file.
    bool is_cut() const
    {
        return size < total;
    }
    // And with it the newest record.
    bool has_newest() const
    {
        return size >= next_offset;
    }
    // Records of calls imply events.
    bool has_implied() const
    {
        return u16(4) == version_with_implied;
    }
    // The objects of its core have the numbers behind this one.
    std::size_t objects_before() const
    {
        return core * core_object_numbers;
    }
    std::uint32_t u16(std::size_t offset) const
    {
        return load<std::uint16_t>(bytes + offset, is_big);
    }
    std::uint32_t u32(std::size_t offset) const
    {
        return load<std::uint32_t>(bytes + offset, is_big);
    }
};

// The ring's valid records, oldest first: one stretch of bytes behind the other.
struct Ring {
    struct {
        const std::uint8_t *begin, *end;
    } stretches[2];
    std::size_t count;
};

Error at_byte(std::uint64_t offset, std::string problem, const char *remedy);

// Finds the byte order, and the core. False: the file does not begin with a header.
bool find_core(File &file);

// Reads the header except the number of lost records. The table and the first record are within the
// file.
std::optional<Error> read_header(File &file, LimenHeader &header);

// Finds the records, and the number of lost ones.
Ring unroll(const File &file, LimenHeader &header);

// Joins the rings of several cores. Each is a complete trace except for its lanes, and its implied
// READY events have no priority, which only all rings together determine. Requires: at least one,
// in the order of their cores, no two of the same one, and equal clocks and byte orders.
void join_cores(const std::vector<Trace> &rings, Trace &trace);
inline constexpr std::uint16_t priority_of_all = 0xFFFF; // in place of that of an implied READY

// Reads the description of another kernel, behind the records and the objects.
std::optional<Error> read_kernel(const File &file, Trace &trace);

} // namespace limen::trace::limen_file
