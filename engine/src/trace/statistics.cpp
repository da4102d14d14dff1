// SPDX-License-Identifier: Apache-2.0
// The order of the statistics.
#include "trace/window.hpp"

namespace limen::trace
{

namespace
{

// Counts the events that only one origin records.
Work counts(const Window &window, Json &json)
{
    if (window.trace.origin == Origin::limen) {
        co_await limen_counts(window, json);
        co_await sections(window, json);
    } else {
        co_await threadx_counts(window, json);
    }
}

constexpr Work (*parts[])(const Window &, Json &) = {
    counts, middleware, stacks, profile, popular, jobs, held_off, blocking, fills,
};

} // namespace

Work count_statistics(const Trace &trace, const Analysis &analysis, const Definitions &definitions,
                      Place first, Place last, Json &json)
{
    Window window{trace, analysis, definitions, first, last};
    if (trace.count() > 0) {
        window.begin = trace.time[index(std::min(first, window.newest()))];
        window.end = trace.time[index(std::min(last, window.newest()))];
    }
    json.open('{');
    for (const auto part : parts) {
        co_await part(window, json);
    }
    json.close('}');
}

std::string statistics_json(const Trace &trace, const Analysis &analysis,
                            const Definitions &definitions, Place first, Place last)
{
    Json json;
    count_statistics(trace, analysis, definitions, first, last, json).finish();
    return json.take();
}

} // namespace limen::trace
