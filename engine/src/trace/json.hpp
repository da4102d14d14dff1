// SPDX-License-Identifier: Apache-2.0
// JSON, written value by value. It sets commas; the caller writes brackets.
#pragma once

#include "trace/concat.hpp"

#include <cstdint>
#include <optional>

namespace limen::trace
{

// A number with some decimals, exactly: 1234 hundredths are 12.34.
struct Decimal {
    std::uint64_t number = 0;
    unsigned places = 2;
};

class Json
{
  public:
    Json &open(char bracket);
    Json &close(char bracket);
    Json &key(std::string_view name);

    Json &add(std::string_view text);
    Json &add(const std::string &text)
    {
        return add(std::string_view(text));
    }
    Json &add(const char *text)
    {
        return add(std::string_view(text));
    }
    Json &add(Decimal number);
    Json &add(bool is_so);
    Json &add(std::nullptr_t);

    template <std::integral Number> Json &add(Number number)
    {
        separate();
        append(text_, number);
        return *this;
    }

    template <class Value> Json &add(const std::optional<Value> &value)
    {
        return value ? add(*value) : add(nullptr);
    }

    template <class Value> Json &put(std::string_view name, const Value &value)
    {
        return key(name).add(value);
    }

    std::string take()
    {
        return std::move(text_);
    }

  private:
    void separate();

    std::string text_;
    bool is_due_ = false; // a comma, before the next value
};

} // namespace limen::trace
