// SPDX-License-Identifier: Apache-2.0
// The stretches in which a thread has disabled interrupts or preemption.
#include "view/track_builder.hpp"
#include "view/view.hpp"

#include "trace/numbers.hpp"
#include "trace/window.hpp"

namespace limen::trace
{

namespace
{

// OffStretches in order of their ends, and the lane of each.
struct OffStretches {
    std::vector<Lane> lane;
    std::vector<Place> first, last;
    std::vector<std::uint8_t> kind;
};

// Collects stretches that are open once for each lane. A LOST ends all of them.
class Collector
{
  public:
    explicit Collector(std::size_t lanes) : since_(lanes, no_place), kind_(lanes)
    {
    }

    void begin(Lane lane, std::size_t at, std::uint8_t kind)
    {
        if (lane > 0 && since_[index(lane)] == no_place) {
            since_[index(lane)] = static_cast<Place>(at);
            kind_[index(lane)] = kind;
        }
    }

    void end(Lane lane, Place at)
    {
        if (lane <= 0 || since_[index(lane)] == no_place) {
            return;
        }
        found.lane.push_back(lane);
        found.first.push_back(since_[index(lane)]);
        found.last.push_back(at);
        found.kind.push_back(kind_[index(lane)]);
        since_[index(lane)] = no_place;
    }

    void end_all(Place at)
    {
        for (std::size_t lane = 0; lane < since_.size(); lane++) {
            end(static_cast<Lane>(lane), at);
        }
    }

    OffStretches found;

  private:
    std::vector<Place> since_;
    std::vector<std::uint8_t> kind_;
};

// Interrupts are off for the whole processor; the stretch is shown at the thread that did it.
OffStretches find_interrupts_off(const Trace &trace)
{
    Collector collector(trace.lanes.size());
    for (std::size_t at = 0; at < trace.count(); at++) {
        switch (trace.event[at]) {
        case event::IRQ_OFF:
            collector.begin(trace.lane_of_number[trace.thread[at]], at, 0);
            break;
        case event::IRQ_ON:
        case event::LOST:
            collector.end_all(static_cast<Place>(at));
            break;
        default:
            break;
        }
    }
    collector.end_all(no_place);
    return std::move(collector.found);
}

OffStretches find_preemption_off(const Trace &trace)
{
    Collector collector(trace.lanes.size());
    for (std::size_t at = 0; at < trace.count(); at++) {
        if (trace.event[at] == event::LOST) {
            collector.end_all(static_cast<Place>(at));
        }
        if (trace.event[at] != event::LEVEL) {
            continue;
        }
        const Lane lane = trace.lane_of_number[trace.object[at]];
        const std::uint32_t reason = trace.high(at);
        if (reason == change::PREEMPTION_DISABLED || reason == change::SECTION_ENTERED ||
            reason == change::KERNEL_CODE_ENTERED) {
            const bool is_section = reason == change::SECTION_ENTERED;
            collector.begin(lane, at, is_section ? 1 : 0);
        } else if (reason == change::PREEMPTION_ENABLED || reason == change::SECTION_LEFT ||
                   reason == change::KERNEL_CODE_LEFT) {
            collector.end(lane, static_cast<Place>(at));
        }
    }
    collector.end_all(no_place);
    return std::move(collector.found);
}

void add(const Trace &trace, const OffStretches &found, Track &track)
{
    TrackBuilder builder(trace, track);
    const auto newest = static_cast<Place>(trace.count()) - 1;
    for_each(group(found.lane, trace.lanes.size()), builder, [&](std::size_t row) {
        builder.add(found.first[row], found.last[row], newest, found.kind[row]);
    });
}

} // namespace

void find_off(const Trace &trace, View &view)
{
    const bool is_limen = trace.origin == Origin::limen;
    add(trace, is_limen ? find_interrupts_off(trace) : OffStretches(), view.interrupts_off);
    add(trace, is_limen ? find_preemption_off(trace) : OffStretches(), view.preemption_off);
}

} // namespace limen::trace
