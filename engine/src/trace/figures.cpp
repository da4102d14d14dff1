// SPDX-License-Identifier: Apache-2.0
// Statistics that need an analysis, the same for all origins: shares, jobs, held off, blocking,
// fills.
#include "trace/cursors.hpp"
#include "trace/window.hpp"

namespace limen::trace
{

namespace
{

// Counts how often each number occurs: in the events of each lane, then in all of the window.
class Popular
{
  public:
    Popular(const Window &window, Json &json)
        : window_{window}, json_{json}, count_(std::size_t{1} << 16)
    {
    }

    Work put();

  private:
    struct Row {
        std::uint64_t count = 0;
        std::uint16_t number = 0;
    };

    Work sort();
    void add(std::uint16_t number);
    void put_lane(const std::string &name);

    const Window &window_;
    Json &json_;
    std::vector<Place> first_;           // by lane, and one more: in own_
    std::vector<std::uint16_t> own_;     // numbers of events of threads, by lane
    std::vector<std::uint32_t> count_;   // by number
    std::vector<std::uint16_t> numbers_; // that were counted
};

// The numbers of the events of each thread, outside of interrupts.
Work Popular::sort()
{
    const std::vector<Lane> &did = window_.analysis.moves.did;
    first_.assign(window_.trace.lanes.size() + 1, 0);
    co_await each_event(window_, [&](std::size_t at) {
        if (did[at] > 0) {
            first_[index(did[at]) + 1]++;
        }
    });
    for (std::size_t lane = 1; lane < first_.size(); lane++) {
        first_[lane] += first_[lane - 1];
    }
    own_.resize(index(first_.back()));
    std::vector<Place> next = first_;
    co_await each_event(window_, [&](std::size_t at) {
        const Lane lane = did[at];
        if (lane > 0) {
            own_[index(next[index(lane)]++)] = window_.trace.event[at];
        }
    });
}

void Popular::add(std::uint16_t number)
{
    if (count_[number]++ == 0) {
        numbers_.push_back(number);
    }
}

// Writes the counted events, the most frequent first, and resets the counts.
void Popular::put_lane(const std::string &name)
{
    std::vector<Row> rows;
    std::uint64_t total = 0;
    for (const std::uint16_t number : numbers_) {
        rows.push_back({count_[number], number});
        total += count_[number];
        count_[number] = 0;
    }
    numbers_.clear();
    if (rows.empty()) {
        return;
    }
    std::sort(rows.begin(), rows.end(), [](const Row &one, const Row &other) {
        return one.count > other.count || (one.count == other.count && one.number < other.number);
    });
    json_.open('{').put("of", name).put("total", total).key("events").open('[');
    for (const Row &row : rows) {
        json_.open('{').put("event", row.number);
        json_.put("code", number_code(window_.trace, row.number, window_.definitions));
        json_.put("name", number_name(window_.trace, row.number, window_.definitions));
        json_.put("count", row.count).put("percent", percent(row.count, total)).close('}');
    }
    json_.close(']').close('}');
}

Work Popular::put()
{
    co_await sort();
    co_await each_event(window_, [this](std::size_t at) { add(window_.trace.event[at]); });
    put_lane("system");
    for (std::size_t lane = 1; lane < window_.trace.lanes.size(); lane++) {
        co_await each_row(index(first_[lane]), index(first_[lane + 1]),
                          [this](std::size_t place) { add(own_[place]); });
        put_lane(window_.trace.lanes[lane].name);
    }
}

// The largest of the least `percent` per cent of the values, which it puts in front of the others.
// Percentages rise from call to call: the values before `from` are known to be less.
Tick percentile(std::vector<Tick> &values, std::size_t percent, std::size_t &from)
{
    const std::size_t place = (percent * values.size() + 99) / 100 - 1;
    const auto first = values.begin();
    const auto wanted = first + static_cast<std::ptrdiff_t>(place);
    std::nth_element(first + static_cast<std::ptrdiff_t>(from), wanted, values.end());
    from = place;
    return *wanted;
}

Work put_distribution(Json &json, std::vector<Tick> &values)
{
    json.open('{').put("count", values.size());
    if (values.empty()) {
        for (const char *const name :
             {"least", "mean", "median", "p90", "p99", "greatest", "jitter"}) {
            json.put(name, nullptr);
        }
        json.close('}');
        co_return;
    }
    const auto ends = std::minmax_element(values.begin(), values.end());
    const Tick least = *ends.first, greatest = *ends.second;
    std::uint64_t above = 0;
    for (const Tick value : values) {
        above += static_cast<std::uint64_t>(value - least);
    }
    json.put("least", least).put("mean", least + static_cast<Tick>(above / values.size()));
    std::size_t from = 0;
    for (const auto &[name, percent] : {std::pair{"median", 50}, {"p90", 90}, {"p99", 99}}) {
        co_await pause;
        json.put(name, percentile(values, static_cast<std::size_t>(percent), from));
    }
    json.put("greatest", greatest);
    json.put("jitter", greatest - least).close('}');
}

// The jobs of a lane that belong to the window.
class OwnJobs
{
  public:
    // first, last: jobs of one lane.
    OwnJobs(const Window &window, std::size_t first, std::size_t last)
        : jobs_{window.analysis.jobs}, name_{window.name(jobs_.lane[first])}
    {
        // They end one after the other.
        const auto end_of = [this](std::size_t job) {
            return jobs_.end_at.begin() + static_cast<std::ptrdiff_t>(job);
        };
        const auto place_of = [this](auto end) {
            return static_cast<std::size_t>(end - jobs_.end_at.begin());
        };
        first_ = place_of(std::lower_bound(end_of(first), end_of(last), window.first));
        last_ = place_of(std::lower_bound(end_of(first), end_of(last), window.last));
    }

    Work put(Json &json) const
    {
        if (first_ == last_) {
            co_return;
        }
        std::uint64_t missed = 0;
        bool are_jobs = true;
        co_await each_row(first_, last_, [&](std::size_t job) {
            missed += jobs_.missed[job] != 0 ? 1U : 0U;
            are_jobs = are_jobs && jobs_.is_job[job] != 0;
        });
        json.open('{').put("thread", name_).put("kind", are_jobs ? "job" : "activation");
        json.put("count", last_ - first_).put("deadline_misses", missed);
        std::vector<std::pair<const char *, const Narrow<Tick> *>> measures;
        Jobs::each_measure(jobs_, [&](const char *name, const Narrow<Tick> &column) {
            measures.emplace_back(name, &column);
        });
        for (const auto &[name, column] : measures) {
            std::vector<Tick> values;
            co_await each_row(first_, last_, [&values, &one = *column](std::size_t job) {
                if (one[job] >= 0) {
                    values.push_back(one[job]);
                }
            });
            co_await put_distribution(json.key(name), values);
        }
        json.close('}');
    }

  private:
    const Jobs &jobs_;
    const std::string &name_;
    std::size_t first_ = 0, last_ = 0; // those that end in the window
};

// Least, mean and greatest value; nothing if no event shows one.
Work put_fill(const Window &window, const Fill &fill, Json &json)
{
    const std::span<const Place> events = fill.events();
    const auto behind = std::upper_bound(events.begin(), events.end(), window.first);
    const auto first = behind == events.begin() ? behind : behind - 1;
    const auto last = std::lower_bound(first, events.end(), window.last);
    if (first == last) {
        co_return;
    }
    const auto row_of = [&events](auto at) {
        return static_cast<std::size_t>(at - events.begin());
    };
    const std::size_t newest = row_of(last) - 1;
    Sum sum;
    std::uint64_t whole = 0;
    std::int64_t least = std::numeric_limits<std::int64_t>::max(), greatest = 0, value = 0;
    co_await each_row(row_of(first), row_of(last), [&](std::size_t row) {
        const Tick begin = std::max(window.trace.time[index(events[row])], window.begin);
        const Tick end = row == newest ? window.end : window.trace.time[index(events[row + 1])];
        const auto ticks = static_cast<std::uint64_t>(std::max(end, window.begin) - begin);
        value = fill.value_of(row);
        least = std::min(least, value);
        greatest = std::max(greatest, value);
        sum.add(static_cast<std::uint64_t>(value), ticks);
        whole += ticks;
    });
    json.open('{').put("object", fill.object).put("name", fill.name).put("kind", fill.kind);
    json.put("least", least);
    json.put("mean", whole == 0 ? Decimal{static_cast<std::uint64_t>(value) * 1000, 3}
                                : Decimal{sum.times(1000).over(whole), 3});
    json.put("greatest", greatest).close('}');
}

} // namespace

Work profile(const Window &window, Json &json)
{
    const Moves &moves = window.analysis.moves;
    const bool is_one = window.trace.core.empty();
    const Place first = is_one ? window.first : 0;
    const Place last = is_one ? std::min(window.last, window.newest()) : window.newest();
    std::vector<std::uint64_t> own(window.trace.lanes.size());
    std::uint64_t interrupts = 0, unknown = 0, whole = 0;
    co_await each_step(window.trace, first, last, [&](std::size_t at, std::size_t next) {
        const auto ticks = static_cast<std::uint64_t>(
            window.clipped(static_cast<Place>(at), static_cast<Place>(next)));
        const Lane running = moves.running[at];
        std::uint64_t &whose = moves.in_interrupt[at] != 0 ? interrupts
                               : running < 0               ? unknown
                                                           : own[index(running)];
        whose += ticks;
        whole += ticks;
    });
    const auto put = [&json, whole](const std::string &name, std::uint64_t ticks) {
        json.open('{').put("name", name).put("ticks", ticks);
        json.put("percent", percent(ticks, whole)).close('}');
    };
    json.key("profile").open('[');
    for (std::size_t lane = 0; lane < own.size(); lane++) {
        put(window.trace.lanes[lane].name, own[lane]);
    }
    put("interrupts", interrupts);
    if (unknown > 0) {
        put("unknown", unknown);
    }
    json.close(']');
}

Work popular(const Window &window, Json &json)
{
    json.key("popular").open('[');
    Popular popular(window, json);
    co_await popular.put();
    json.close(']');
}

Work jobs(const Window &window, Json &json)
{
    const std::vector<Lane> &lane = window.analysis.jobs.lane;
    json.key("jobs").open('[');
    for (std::size_t first = 0, last = 0; first < lane.size(); first = last) {
        last = end_of_lane(lane, first);
        const OwnJobs own(window, first, last);
        co_await own.put(json);
    }
    json.close(']');
}

Work held_off(const Window &window, Json &json)
{
    const HeldOff &held = window.analysis.held_off;
    json.key("held_off").open('[');
    for (std::size_t first = 0, last = 0; first < held.lane.size(); first = last) {
        std::uint64_t count = 0, sum = 0;
        Tick longest = 0;
        last = end_of_lane(held.lane, first);
        co_await each_row(first, last, [&](std::size_t row) {
            if (held.begin[row] < window.last && window.first < held.end[row]) {
                const Tick ticks = window.clipped(held.begin[row], held.end[row]);
                count++;
                sum += static_cast<std::uint64_t>(ticks);
                longest = std::max(longest, ticks);
            }
        });
        if (count > 0) {
            json.open('{').put("thread", window.name(held.lane[first])).put("count", count);
            json.put("ticks", sum).put("longest", longest).close('}');
        }
    }
    json.close(']');
}

Work blocking(const Window &window, Json &json)
{
    Blocking pairs;
    co_await add_blocking(window.trace, window.analysis, window.first, window.last, pairs);
    json.key("blocking").open('[');
    for (std::size_t i = 0; i < pairs.lane.size(); i++) {
        json.open('{').put("thread", window.name(pairs.lane[i]));
        json.put("by", window.name(pairs.by[i])).put("level", pairs.level[i]);
        json.put("mutex", pairs.mutex[i]).close('}');
    }
    json.close(']');
}

Work fills(const Window &window, Json &json)
{
    json.key("fills").open('[');
    for (const Fill &fill : window.analysis.moves.fills) {
        co_await put_fill(window, fill, json);
    }
    json.close(']');
}

} // namespace limen::trace
