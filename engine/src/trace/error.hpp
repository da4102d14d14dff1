// SPDX-License-Identifier: Apache-2.0
// An error in a file: the place in it, the problem, and the remedy. The engine does not use
// exceptions, so a reader returns the error.
#pragma once

#include <string>

namespace limen::trace
{

struct Error {
    std::string place; // within the file: "byte 36", "record 7"; empty: the whole file
    std::string problem;
    std::string remedy;
};

} // namespace limen::trace
