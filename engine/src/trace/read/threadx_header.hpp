// SPDX-License-Identifier: Apache-2.0
// The header of ThreadX's trace buffer, and the bytes behind it.
#pragma once

#include "trace/read/bytes.hpp"
#include "trace/read/container.hpp"
#include "trace/trace.hpp"

#include <algorithm>

namespace limen::trace
{

// An image whose header has been checked: the registry and the ring are inside of it.
struct ThreadxImage {
    const std::uint8_t *bytes = nullptr;
    std::size_t size = 0;
    bool is_big = false;
    std::size_t word_bytes = 4;

    std::size_t header_bytes() const
    {
        return 12 * word_bytes; // the registry begins behind them
    }
    std::size_t event_bytes() const
    {
        return 8 * word_bytes;
    }
    // Slots of the ring that are in the image: all of them, unless its end is missing.
    std::uint64_t slots(const ThreadxHeader &header) const
    {
        const std::uint64_t begin = header_bytes() + header.registry_end - header.registry_begin;
        return std::min<std::uint64_t>(header.capacity, (size - begin) / event_bytes());
    }
    std::uint64_t word(std::size_t offset) const
    {
        return word_bytes == 8 ? load<std::uint64_t>(bytes + offset, is_big)
                               : load<std::uint32_t>(bytes + offset, is_big);
    }
};

// The header without the values that follow from the events.
std::optional<Error> read_threadx_header(const Container &container, ThreadxImage &image,
                                         ThreadxHeader &header);

} // namespace limen::trace
