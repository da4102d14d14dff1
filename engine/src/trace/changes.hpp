// SPDX-License-Identifier: Apache-2.0
// Describes the differences between two traces of a program in sentences. They are computed from a
// digest of each trace, a text, because the page has each trace in a module of its own.
#pragma once

#include "trace/words.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace limen::trace
{

// The longest times of each thread, and counts of the whole trace: a measure on a line, for
// changes().
std::string digest(const Trace &trace, const Analysis &analysis);

// At most five sentences: first those about the responses of threads, waits for mutexes and times
// held off, the greatest change first; then missed deadlines, interrupts off, context switches.
std::vector<std::string> changes(std::string_view before, std::string_view after);

} // namespace limen::trace
