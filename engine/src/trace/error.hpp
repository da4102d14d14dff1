// SPDX-License-Identifier: Apache-2.0
// What is wrong with a file: the place in it, the problem, and the remedy. The engine has no
// exceptions, so a reader returns it.
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
