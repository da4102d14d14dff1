// SPDX-License-Identifier: Apache-2.0
// Checks each field of a header against the other fields and the size of the file before its use.
#include "trace/read/limen_file.hpp"

#include <algorithm>

namespace limen::trace::limen_file
{

namespace
{

constexpr std::uint32_t limen_magic = 0x4E4D494C;
constexpr unsigned recording_flag = 1, api_shift = 1, api_mask = 7, core_shift = 4,
                   core_mask = core_count - 1;
constexpr const char *give_limen_trace =
    "give the memory image of the buffer that lm_trace_start was called with, or a recording of "
    "another kernel (docs/other-kernels.md)";

// Finds the byte order, and the core.
std::optional<Error> find_order(File &file)
{
    if (file.size == 0) {
        return Error{"", "the file is empty", "record it again"};
    }
    if (file.size < header_bytes) {
        return Error{"",
                     "the file has " + std::to_string(file.size) +
                         " bytes, but the header alone has " + std::to_string(header_bytes),
                     give_limen_trace};
    }
    for (const bool is_big : {false, true}) {
        if (load<std::uint32_t>(file.bytes, is_big) == limen_magic) {
            file.is_big = is_big;
            file.core = static_cast<std::uint8_t>(file.u16(42) >> core_shift & core_mask);
            return std::nullopt;
        }
    }
    return at_byte(0, "this is not a trace of Limen: LIMN is missing", give_limen_trace);
}

std::optional<Error> check_layout(const File &file)
{
    const std::uint32_t version = file.u16(4);
    if (version != version_of_all && version != version_of_other_kernels &&
        version != version_with_implied) {
        return at_byte(
            4, "version is " + std::to_string(version) + ", and this reader knows 1 to 3 only",
            "use the tools of that version");
    }
    static constexpr struct {
        std::size_t offset;
        const char *name;
        std::size_t expected;
    } fields[] = {{6, "header_bytes", header_bytes},
                  {8, "object_bytes", object_bytes},
                  {10, "record_bytes", record_bytes}};
    for (const auto &field : fields) {
        const std::uint32_t value = file.u16(field.offset);
        if (value != field.expected) {
            return at_byte(field.offset,
                           std::string(field.name) + " is " + std::to_string(value) +
                               ", and this reader knows " + std::to_string(field.expected) +
                               " only",
                           "use the tools of that version");
        }
    }
    return std::nullopt;
}

std::optional<Error> check_header(const File &file, const LimenHeader &header)
{
    const struct {
        std::size_t offset;
        const char *name;
        std::uint32_t value;
    } fields[] = {{12, "clock_hz", header.clock_hz},
                  {24, "record_capacity", header.record_capacity},
                  {40, "levels", header.levels}};
    for (const auto &field : fields) {
        if (field.value == 0) {
            return at_byte(field.offset, std::string(field.name) + " is 0", copy_limen_again);
        }
    }
    if (file.time_high > time_high_max) {
        return at_byte(36,
                       "time_high is " + std::to_string(file.time_high) +
                           ": that many ticks are beyond any clock",
                       copy_limen_again);
    }
    const std::uint64_t ring_bytes = std::uint64_t{header.record_capacity} * record_bytes;
    if (file.next_offset < file.records_offset ||
        file.next_offset - file.records_offset > ring_bytes ||
        (file.next_offset - file.records_offset) % record_bytes != 0) {
        return at_byte(28,
                       "next_offset is " + std::to_string(file.next_offset) +
                           ", which is not the start of a record of the ring",
                       copy_limen_again);
    }
    const std::uint64_t total = file.records_offset + ring_bytes;
    if (file.size < file.records_offset + record_bytes) {
        return at_byte(file.size,
                       "the file ends here, but the header specifies " + std::to_string(total) +
                           " bytes",
                       copy_limen_again);
    }
    if (header.record_capacity > std::uint32_t{std::numeric_limits<Place>::max()}) {
        return at_byte(24, "record_capacity is more than an event can have as its number",
                       "record with a smaller buffer");
    }
    return std::nullopt;
}

} // namespace

Error at_byte(std::uint64_t offset, std::string problem, const char *remedy)
{
    return {"byte " + std::to_string(offset), std::move(problem), remedy};
}

bool find_core(File &file)
{
    return !find_order(file).has_value();
}

std::optional<Error> read_header(File &file, LimenHeader &header)
{
    if (auto error = find_order(file)) {
        return error;
    }
    file.has_kernel = file.u16(4) == version_of_other_kernels;
    if (auto error = check_layout(file)) {
        return error;
    }
    header.clock_hz = file.u32(12);
    header.object_capacity = file.u32(16);
    header.object_count = file.u32(20);
    header.record_capacity = file.u32(24);
    header.levels = file.u16(40);
    header.is_recording = (file.u16(42) & recording_flag) != 0;
    header.api = file.u16(42) >> api_shift & api_mask;
    file.next_offset = file.u32(28);
    file.wraps = file.u32(32);
    file.time_high = file.u32(36);
    file.time_low = file.u32(44);
    file.records_offset = header_bytes + std::uint64_t{header.object_capacity} * object_bytes;
    file.total = file.records_offset + std::uint64_t{header.record_capacity} * record_bytes;
    return check_header(file, header);
}

namespace
{

// Reads a ring whose end is missing: only the records of the newest lap are sure to follow each
// other.
Ring unroll_cut(const File &file, LimenHeader &header, std::size_t written)
{
    const std::uint8_t *const begin = file.bytes + file.records_offset;
    const std::uint8_t *const behind = file.bytes + file.size;
    const auto there = static_cast<std::size_t>(behind - begin) / record_bytes;
    const std::size_t count = written == 0 ? there : std::min(written, there);
    header.lost = std::uint64_t{file.wraps} * header.record_capacity;
    const std::uint8_t *const end = begin + count * record_bytes;
    return {{{begin, end}, {end, end}}, count};
}

} // namespace

Ring unroll(const File &file, LimenHeader &header)
{
    const std::uint8_t *const begin = file.bytes + file.records_offset;
    const std::uint8_t *const next = file.bytes + file.next_offset;
    const auto written = static_cast<std::size_t>(next - begin) / record_bytes;
    if (file.is_cut()) {
        return unroll_cut(file, header, written);
    }
    if (file.wraps == 0) {
        return {{{begin, next}, {next, next}}, written};
    }
    const std::uint64_t capacity = header.record_capacity;
    header.lost = file.wraps * capacity + written - capacity;
    return {{{next, begin + capacity * record_bytes}, {begin, next}},
            static_cast<std::size_t>(capacity)};
}

} // namespace limen::trace::limen_file
