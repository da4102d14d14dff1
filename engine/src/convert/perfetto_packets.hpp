// SPDX-License-Identifier: Apache-2.0
// Perfetto's packets, whose texts are in tables: each text is written once, and then its number.
//
// Source: Perfetto's trace_packet.proto, track_event.proto, debug_annotation.proto,
// track_descriptor.proto, interned_data.proto.
#pragma once

#include "convert/output.hpp"
#include "convert/protobuf.hpp"

#include <optional>
#include <unordered_map>

namespace limen::convert
{

// A type of a track event.
enum class Kind : std::uint8_t { begin = 1, end = 2, instant = 3, counter = 4 };

// Tables of texts that a packet may refer to; a field of InternedData.
enum class Texts : std::uint8_t { categories = 1, names = 2, notes = 3, values = 29 };

class Packets
{
  public:
    explicit Packets(Output &output) : output_(output)
    {
    }

    // A packet without a time, with one field.
    bool put(unsigned field, const Message &content);

    // Begin an event, add its fields, and put it.
    Message &event(Kind kind, std::uint64_t track);
    void name(std::string_view category, std::string_view name);
    void note(std::string_view name, std::int64_t number);
    void note(std::string_view name, std::string_view text);
    bool put_event(std::int64_t time);

  private:
    // The number of a text in its table; nothing: the table is full.
    std::optional<std::uint64_t> number_of(Texts table, std::string_view text);
    bool finish(Message &packet);

    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const
        {
            return std::hash<std::string_view>()(text);
        }
    };
    using Table = std::unordered_map<std::string, std::uint64_t, Hash, std::equal_to<>>;

    Output &output_;
    Table categories_, names_, notes_, values_;
    Message packet_, event_, part_, new_texts_;
    bool is_first_ = true;
};

} // namespace limen::convert
