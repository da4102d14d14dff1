// SPDX-License-Identifier: Apache-2.0
// JSON, written piece by piece.
#pragma once

#include "trace/concat.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace limen::trace
{

class Json
{
  public:
    Json &begin(char bracket)
    {
        comma();
        text_ += bracket;
        needs_comma_ = false;
        return *this;
    }

    Json &end(char bracket)
    {
        text_ += bracket;
        needs_comma_ = true;
        return *this;
    }

    Json &key(std::string_view name)
    {
        value(name);
        text_ += ':';
        needs_comma_ = false;
        return *this;
    }

    Json &value(std::string_view words)
    {
        comma();
        text_ += '"';
        for (const char letter : words) {
            escape(letter);
        }
        text_ += '"';
        return *this;
    }

    template <std::integral Number>
    requires(!std::same_as<Number, bool>) Json &value(Number number)
    {
        comma();
        append(text_, number);
        return *this;
    }

    Json &null()
    {
        comma();
        text_ += "null";
        return *this;
    }

    std::string take()
    {
        return std::move(text_);
    }

  private:
    void comma()
    {
        if (needs_comma_) {
            text_ += ',';
        }
        needs_comma_ = true;
    }

    void escape(char letter)
    {
        if (letter == '"' || letter == '\\') {
            text_ += '\\';
            text_ += letter;
        } else if (static_cast<unsigned char>(letter) < ' ') {
            static constexpr std::string_view digits = "0123456789abcdef";
            text_ += "\\u00";
            text_ += digits[static_cast<unsigned char>(letter) >> 4];
            text_ += digits[static_cast<unsigned char>(letter) & 15];
        } else {
            text_ += letter;
        }
    }

    std::string text_;
    bool needs_comma_ = false;
};

} // namespace limen::trace
