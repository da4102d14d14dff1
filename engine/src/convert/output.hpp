// SPDX-License-Identifier: Apache-2.0
// A converter passes its output to a receiver in chunks, so that memory holds one chunk of a file,
// not the file.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace limen::convert
{

// Takes a chunk. Returns false if it takes no more, for example because the disk is full.
using Receiver = std::function<bool(std::string_view)>;

class Output
{
  public:
    explicit Output(Receiver receiver) : receiver_(std::move(receiver))
    {
    }

    // The text to which the next whole part is appended: a packet, an event.
    std::string &text()
    {
        return text_;
    }

    // Call it after each part. Returns: whether to continue.
    bool pause()
    {
        return text_.size() < chunk_bytes || flush();
    }

    // At the end, or before a part that has to begin a chunk. Returns: the receiver took
    // everything.
    bool flush()
    {
        is_wanted_ = is_wanted_ && (text_.empty() || receiver_(text_));
        text_.clear();
        return is_wanted_;
    }

  private:
    static constexpr std::size_t chunk_bytes = std::size_t{1} << 20;

    Receiver receiver_;
    std::string text_;
    bool is_wanted_ = true;
};

} // namespace limen::convert
