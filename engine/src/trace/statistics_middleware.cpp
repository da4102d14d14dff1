// SPDX-License-Identifier: Apache-2.0
// The numbers of FileX, NetX Duo and USBX that TraceX shows, and similar ones. spec/middleware.json
// defines the number that each event adds.
#include "trace/describe.hpp"
#include "trace/window.hpp"

#include <string_view>

namespace limen::trace
{

namespace
{

constexpr std::size_t statistics = std::size(middleware_statistics);
constexpr std::uint8_t none = 4; // of the four numbers of an event

class Middleware
{
  public:
    explicit Middleware(const Window &window) : window_{window}
    {
    }

    Work count()
    {
        const Trace &trace = window_.trace;
        return each_event(window_, [this, &trace](std::size_t at) {
            if (trace.origin != Origin::limen) {
                add(at, trace.event[at]);
            } else if (trace.event[at] == event::SERVICE) {
                add(at, trace.a[at]);
            }
        });
    }

    void put(Json &json) const
    {
        for (std::size_t first = 0, last = 0; first < statistics; first = last) {
            const std::string_view part = middleware_statistics[first].part;
            bool is_there = false;
            for (; last < statistics && middleware_statistics[last].part == part; last++) {
                is_there = is_there || are_there_[last];
            }
            if (is_there) {
                json.key(part).open('{');
                for (std::size_t i = first; i < last; i++) {
                    put_one(json, i);
                }
                json.close('}');
            }
        }
    }

  private:
    void add(std::size_t at, std::uint16_t number)
    {
        if (number < first_event_of_middleware) {
            return;
        }
        const MiddlewareRule *rule = std::lower_bound(
            std::begin(middleware_rules), std::end(middleware_rules), number,
            [](const MiddlewareRule &one, std::uint16_t event) { return one.event < event; });
        for (; rule != std::end(middleware_rules) && rule->event == number; ++rule) {
            are_there_[rule->statistic] = true;
            const auto tested = static_cast<std::uint32_t>(value(at, rule->tested));
            if (((tested & rule->mask) == rule->value) == rule->is) {
                sums_[rule->statistic] += rule->adds == none ? 1 : value(at, rule->adds);
            }
        }
    }

    std::uint64_t value(std::size_t at, std::uint8_t which) const
    {
        const Trace &trace = window_.trace;
        if (which == none) {
            return 0;
        }
        if (trace.origin == Origin::threadx) {
            return trace.info[which][at];
        }
        if (which == 1) {
            return trace.b[at];
        }
        const std::uint32_t *const others = values_of(trace, at);
        return others == nullptr ? 0 : others[which == 0 ? 0 : which - 1];
    }

    // A record of Limen has the values at the beginning of the call.
    void put_one(Json &json, std::size_t i) const
    {
        const MiddlewareStatistic &one = middleware_statistics[i];
        if (one.is_late && window_.trace.origin == Origin::limen) {
            json.put(one.name, nullptr);
        } else {
            json.put(one.name, sums_[i]);
        }
    }

    const Window &window_;
    std::uint64_t sums_[statistics] = {};
    bool are_there_[statistics] = {};
};

} // namespace

Work middleware(const Window &window, Json &json)
{
    Middleware middleware(window);
    co_await middleware.count();
    middleware.put(json);
}

} // namespace limen::trace
