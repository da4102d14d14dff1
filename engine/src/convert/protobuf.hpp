// SPDX-License-Identifier: Apache-2.0
// Protobuf's wire format: the few shapes of fields that Perfetto's messages have.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace limen::convert
{

// A message that is being written. The next one reuses its memory.
class Message
{
  public:
    Message &number(unsigned field, std::uint64_t value)
    {
        varint(field << 3);
        varint(value);
        return *this;
    }
    Message &block(unsigned field, std::string_view content)
    {
        varint(field << 3 | 2);
        varint(content.size());
        bytes_ += content;
        return *this;
    }
    Message &block(unsigned field, const Message &content)
    {
        return block(field, std::string_view(content.bytes_));
    }
    Message &eight_bytes(unsigned field, std::uint64_t value)
    {
        varint(field << 3 | 1);
        for (unsigned shift = 0; shift < 64; shift += 8) {
            bytes_ += static_cast<char>(value >> shift & 0xFF);
        }
        return *this;
    }
    void clear()
    {
        bytes_.clear();
    }
    bool is_empty() const
    {
        return bytes_.empty();
    }
    std::size_t size() const
    {
        return bytes_.size();
    }
    void append_to(std::string &text) const
    {
        text += bytes_;
    }

  private:
    // Seven bits to a byte, the lowest first.
    void varint(std::uint64_t value)
    {
        while (value > 0x7F) {
            bytes_ += static_cast<char>((value & 0x7F) | 0x80);
            value >>= 7;
        }
        bytes_ += static_cast<char>(value);
    }

    std::string bytes_;
};

} // namespace limen::convert
