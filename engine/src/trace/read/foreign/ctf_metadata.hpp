// SPDX-License-Identifier: Apache-2.0
// The part of CTF 1.8's description language that describes events of fixed length.
#pragma once

#include "trace/error.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

} // namespace limen::trace
