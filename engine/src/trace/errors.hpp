// SPDX-License-Identifier: Apache-2.0
// The words of an ERROR of Limen: which call answered what (spec/errors.json).
#pragma once

#include "trace/words.hpp"

namespace limen::trace
{

struct ErrorWords {
    std::string call;   // "lm_mutex_lock", "tx_mutex_put"
    std::string answer; // "deadlock", "TX_NOT_OWNED"
};

// "lm_mutex_lock"; "call 999" of an unknown number.
std::string call_name(std::uint32_t call);

// In the words of the application, if it is one of ThreadX and has some for this.
ErrorWords error_words(const Trace &trace, std::size_t place);

// Did the kernel find that the call would have made threads wait for each other?
bool is_deadlock(const Trace &trace, std::size_t place);

} // namespace limen::trace
