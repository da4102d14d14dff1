// SPDX-License-Identifier: Apache-2.0
// The order of the statistics.
#include "trace/window.hpp"

namespace limen::trace
{

std::string statistics_json(const Trace &trace, const Analysis &analysis,
                            const Definitions &definitions, Place first, Place last)
{
    Window window{trace, analysis, definitions, first, last};
    if (trace.count() > 0) {
        window.begin = trace.time[index(std::min(first, window.newest()))];
        window.end = trace.time[index(std::min(last, window.newest()))];
    }
    const std::vector<StackUse> uses = stack_uses(window);
    Json json;
    json.open('{');
    if (trace.origin == Origin::limen) {
        limen_counts(window, json);
        sections(window, json);
    } else {
        threadx_counts(window, uses, json);
    }
    middleware(window, json);
    stacks(window, uses, json);
    profile(window, json);
    popular(window, json);
    jobs(window, json);
    held_off(window, json);
    blocking(window, json);
    fills(window, json);
    json.close('}');
    return json.take();
}

} // namespace limen::trace
