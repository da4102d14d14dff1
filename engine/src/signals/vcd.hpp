// SPDX-License-Identifier: Apache-2.0
// Recordings of signals in the format VCD (IEEE 1364, 18.2). Any file is either read, or refused
// with the line that is wrong.
#pragma once

#include "trace/error.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace limen::signals
{

// The changes of a variable; several names of one variable share them.
struct Changes {
    std::vector<double> time;  // in units of the recording, rising; the value changes at each
    std::vector<double> value; // NaN: not known (x or z)
};

struct Wire {
    std::string name;        // printable; with its scopes if another one has the same name
    bool is_bit = false;     // a variable of one bit that is not a real number
    std::size_t changes = 0; // in Recording::changes
};

struct Recording {
    std::uint64_t unit = 0; // femtoseconds
    std::int64_t end = 0;   // the last time, in units
    std::vector<Wire> wires;
    std::vector<Changes> changes;
};

// Read a recording. Cost: O(size) time and memory.
std::optional<trace::Error> read_vcd(std::string_view text, Recording &recording);

} // namespace limen::signals
