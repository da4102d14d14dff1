// SPDX-License-Identifier: Apache-2.0
// Decodes the memory image in a file: raw, Intel HEX, S-records or bare digits.
#pragma once

#include "trace/error.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace limen::trace
{

// Remedies.
inline constexpr const char *copy_threadx_again =
    "copy the whole buffer again, with tracing disabled";
inline constexpr const char *give_threadx_image =
    "give the memory image of the buffer that tx_trace_enable was called with";

struct Container {
    const char *form = "binary"; // binary, ihex, srec, asciihex
    const std::uint8_t *image = nullptr;
    std::size_t size = 0;
    std::uint32_t bad_checksums = 0;
    std::vector<std::uint8_t> unpacked; // the image, unless it is in the file itself
};

// Opens every file that TraceX opens: records are joined in the order of the file, regardless of
// their addresses, and wrong checksums are accepted, but counted. Cost: O(size) time and memory,
// regardless of the lengths in the records.
std::optional<Error> unpack(const std::uint8_t *bytes, std::size_t size, Container &container);

} // namespace limen::trace
