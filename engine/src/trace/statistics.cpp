// SPDX-License-Identifier: Apache-2.0
// The order of the statistics.
#include "trace/window.hpp"

namespace limen::trace
{

namespace
{

// What only one origin records.
void counts(const Window &window, Json &json)
{
    if (window.trace.origin == Origin::limen) {
        limen_counts(window, json);
        sections(window, json);
    } else {
        threadx_counts(window, json);
    }
}

constexpr void (*parts[])(const Window &, Json &) = {
    counts, middleware, stacks, profile, popular, jobs, held_off, blocking, fills,
};

Window window_of(const Trace &trace, const Analysis &analysis, const Definitions &definitions,
                 Place first, Place last)
{
    Window window{trace, analysis, definitions, first, last};
    if (trace.count() > 0) {
        window.begin = trace.time[index(std::min(first, window.newest()))];
        window.end = trace.time[index(std::min(last, window.newest()))];
    }
    return window;
}

} // namespace

const std::size_t statistics_parts = std::size(parts);

std::string statistics_json(const Trace &trace, const Analysis &analysis,
                            const Definitions &definitions, Place first, Place last)
{
    const Window window = window_of(trace, analysis, definitions, first, last);
    Json json;
    json.open('{');
    for (const auto part : parts) {
        part(window, json);
    }
    json.close('}');
    return json.take();
}

std::string statistics_part_json(const Trace &trace, const Analysis &analysis,
                                 const Definitions &definitions, Place first, Place last,
                                 std::size_t part)
{
    Json json;
    json.open('{');
    parts[part](window_of(trace, analysis, definitions, first, last), json);
    json.close('}');
    return json.take();
}

} // namespace limen::trace
