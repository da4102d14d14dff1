// SPDX-License-Identifier: Apache-2.0
#include "trace/meanwhile.hpp"

#include "trace/concat.hpp"
#include "trace/words.hpp"

#include <algorithm>

namespace limen::trace
{

namespace
{

constexpr std::size_t named_max = 3;

// Ticks by lane; the values that are not lanes have their own places at the end.
class Shares
{
  public:
    explicit Shares(std::size_t lanes) : ticks_(lanes + 3)
    {
    }

    void add(Lane lane, Tick ticks)
    {
        ticks_[place_of(lane)] += ticks;
    }

    std::vector<Share> sorted() const
    {
        std::vector<Share> shares;
        for (std::size_t place = 0; place < ticks_.size(); place++) {
            if (ticks_[place] > 0) {
                shares.push_back({lane_at(place), ticks_[place]});
            }
        }
        std::stable_sort(shares.begin(), shares.end(),
                         [](const Share &a, const Share &b) { return a.ticks > b.ticks; });
        return shares;
    }

  private:
    std::size_t place_of(Lane lane) const
    {
        return lane >= 0 ? static_cast<std::size_t>(lane)
                         : ticks_.size() - static_cast<std::size_t>(-lane);
    }

    Lane lane_at(std::size_t place) const
    {
        const auto from_end = static_cast<Lane>(ticks_.size() - place);
        return from_end <= -initialisation ? static_cast<Lane>(-from_end)
                                           : static_cast<Lane>(place);
    }

    std::vector<Tick> ticks_;
};

std::string name_of(const Trace &trace, Lane lane)
{
    if (lane == interrupt) {
        return "interrupts";
    }
    if (lane == initialisation) {
        return "the initialisation";
    }
    if (lane == idle) {
        return "no thread";
    }
    return lane < 0 ? "an unknown thread" : trace.lanes[static_cast<std::size_t>(lane)].name;
}

struct NamedTicks {
    std::string name;
    Tick ticks;
};

// Shares with names, the longest first; those behind the third place are "others".
std::vector<NamedTicks> named(const Trace &trace, const std::vector<Share> &shares, Lane without)
{
    std::vector<NamedTicks> all;
    for (const Share &share : shares) {
        if (share.lane == without) {
            continue;
        }
        all.push_back({name_of(trace, share.lane), share.ticks});
        if (all.size() > named_max) {
            all[named_max - 1] = {"others", all[named_max - 1].ticks + share.ticks};
            all.pop_back();
        }
    }
    return all;
}

std::string ran_text(const Trace &trace, const std::vector<NamedTicks> &all)
{
    std::string text;
    for (std::size_t i = 0; i < all.size(); i++) {
        const char *const before = i == 0 ? "" : i + 1 == all.size() ? " and " : ", ";
        append(text, concat(before, all[i].name, i == 0 ? " ran for " : " for ",
                            duration_text(trace, all[i].ticks)));
    }
    return text;
}

} // namespace

std::vector<Share> ran_meanwhile(const Trace &trace, const Moves &moves, CoreRange cores,
                                 Tick begin, Place end)
{
    Shares shares(trace.lanes.size());
    const auto newest = static_cast<Place>(trace.count()) - 1;
    const Place last = end < 0 || end > newest ? newest : end;
    const auto behind = std::upper_bound(trace.time.begin(), trace.time.end(), begin);
    const auto first = static_cast<Place>(behind - trace.time.begin()) - 1;
    for_each_stretch(trace, moves, cores, first, begin, last,
                     [&shares](Lane lane, Tick ticks) { shares.add(lane, ticks); });
    return shares.sorted();
}

CoreRange cores_beside(const Trace &trace, const Moves &moves, Place event)
{
    if (!trace.is_partitioned() || event == no_place) {
        return {0, moves.cores};
    }
    const unsigned core = trace.core_of(static_cast<std::size_t>(event));
    return {core, core + 1};
}

std::vector<Share> ran_beside(const Trace &trace, const Moves &moves, Place begin, Place end)
{
    const Tick since = trace.time[static_cast<std::size_t>(begin)];
    return ran_meanwhile(trace, moves, cores_beside(trace, moves, begin), since, end);
}

std::string meanwhile_text(const Trace &trace, const std::vector<Share> &shares, Lane without)
{
    return ran_text(trace, named(trace, shares, without));
}

std::string parts_text(const Trace &trace, const std::vector<Share> &shares, Lane it)
{
    std::vector<NamedTicks> all = named(trace, shares, it);
    const auto own = std::find_if(shares.begin(), shares.end(),
                                  [it](const Share &share) { return share.lane == it; });
    if (own != shares.end()) {
        all.insert(all.begin(), {"it", own->ticks});
    }
    return ran_text(trace, all);
}

} // namespace limen::trace
