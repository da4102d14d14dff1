// SPDX-License-Identifier: Apache-2.0
// A trace as JSON, for the page.
#pragma once

#include "trace/words.hpp"
#include "view/view.hpp"

namespace limen::trace
{

// Threads, objects, facts, warnings: {"origin": ..., "lanes": [...], ...}.
std::string about(const Trace &trace, const Analysis &analysis, const View &view);

} // namespace limen::trace
