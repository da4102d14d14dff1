// SPDX-License-Identifier: Apache-2.0
// Findings about stacks, queues, the ring of the trace, and disabled interrupts.
#include "trace/blocks.hpp"
#include "trace/findings_parts.hpp"

#include <map>

namespace limen::trace
{

namespace
{

constexpr std::uint64_t stack_percent_max = 80;

// Senders that waited because a queue was full.
struct FullQueue {
    std::uint64_t object = 0;
    std::size_t count = 0;
    Place longest = no_place; // in Waits
    Tick ticks = -1;
};

void add_overflows(Findings &found)
{
    const Trace &trace = found.trace;
    std::vector<std::uint8_t> is_told(trace.lanes.size());
    for (std::size_t at = 0; at < found.rows_with(event::STACK_OVERFLOW); at++) {
        if (trace.event[at] != event::STACK_OVERFLOW) {
            continue;
        }
        const Lane lane = trace.lane_of_number[trace.object[at]];
        if (lane <= 0 || is_told[static_cast<std::size_t>(lane)] != 0) {
            continue;
        }
        is_told[static_cast<std::size_t>(lane)] = 1;
        const auto place = static_cast<Place>(at);
        found.list.push_back({Severity::error, "stack",
                              concat("Stack overflow: ", found.name(lane),
                                     " has written beyond its stack. Give it a larger one."),
                              place, trace.time[at], trace.time[at], lane, 0, harm_max});
    }
}

} // namespace

void add_stacks(Findings &found)
{
    add_overflows(found);
    if (found.trace.origin == Origin::limen && found.rows_with(event::STACK) == 0) {
        return;
    }
    const Window whole{found.trace, found.analysis, found.definitions, 0,
                       static_cast<Place>(found.trace.count())};
    std::vector<StackUse> uses;
    find_stack_uses(whole, uses).finish();
    for (const StackUse &use : uses) {
        const std::uint64_t size = use.lane > 0 ? found.trace.lanes[index(use.lane)].stack_size : 0;
        const std::uint64_t percent = part_of(use.used, size, 100);
        if (percent >= stack_percent_max) {
            found.list.push_back(
                {Severity::warning, "stack",
                 concat(found.name(use.lane), " has used ", grouped(static_cast<Tick>(use.used)),
                        " of the ", grouped(static_cast<Tick>(size)),
                        " bytes of its stack: ", percent, " %. Leave at least a fifth of it free."),
                 use.event, found.time(use.event), found.time(use.event), use.lane,
                 static_cast<Tick>(use.used), 10 * percent});
        }
    }
}

// The longest of the stretches in which a reader of a running target missed records.
void add_missed(Findings &found)
{
    const Trace &trace = found.trace;
    const std::vector<Place> &lost = found.analysis.moves.lost;
    const auto next = [&trace](Place at) {
        return trace.time[std::min(index(at) + 1, trace.count() - 1)];
    };
    std::uint64_t records = 0;
    Place longest = no_place;
    for (const Place at : lost) {
        records += trace.b[index(at)];
        const Tick ticks = next(at) - trace.time[index(at)];
        if (longest == no_place || ticks > next(longest) - trace.time[index(longest)]) {
            longest = at;
        }
    }
    if (longest == no_place) {
        return;
    }
    const Tick begin = trace.time[index(longest)];
    found.list.push_back(
        {Severity::warning, "missed",
         concat(records == 0 ? "Records" : grouped(static_cast<Tick>(records)) + " records",
                " were lost in ", lost.size(), lost.size() == 1 ? " stretch" : " stretches",
                " while the target ran, at most for ", duration_text(trace, next(longest) - begin),
                ". Enlarge the buffer, or record fewer kinds of events."),
         longest, begin, next(longest), nobody, static_cast<Tick>(records)});
}

void add_lost(Findings &found)
{
    const Trace &trace = found.trace;
    if (trace.bytes_missing > 0) {
        found.list.push_back(
            {Severity::warning, "cut",
             concat("The file is cut: ", grouped(static_cast<Tick>(trace.bytes_missing)),
                    " bytes of the ring are missing, so that only ",
                    grouped(static_cast<Tick>(trace.count())),
                    " events of it are shown. Copy the whole buffer again."),
             static_cast<Place>(trace.count()) - 1, trace.time.back(), trace.time.back(), nobody,
             0});
    }
    const bool is_limen = trace.origin == Origin::limen;
    if (is_limen ? trace.limen.lost == 0 : !trace.threadx.has_wrapped) {
        return;
    }
    const std::string what =
        is_limen ? concat(grouped(static_cast<Tick>(trace.limen.lost)), " records") : "Events";
    found.list.push_back({Severity::warning, "lost",
                          concat(what, " were lost before the trace begins, because the ring was "
                                       "full. Enlarge the buffer, or stop the trace earlier."),
                          0, trace.time[0], trace.time[0], nobody,
                          static_cast<Tick>(trace.limen.lost)});
}

void add_queues(Findings &found)
{
    const Waits &waits = found.analysis.waits;
    const Calls &calls = found.analysis.moves.calls;
    std::vector<FullQueue> queues;
    std::map<std::uint64_t, std::size_t> place_of;
    for_each_row(waits.lane.size(), [&](std::size_t row) {
        const Place call = waits.call[row];
        if (waits.what[row] != wait::QUEUE || call == no_place ||
            calls.is_send[static_cast<std::size_t>(call)] == 0) {
            return;
        }
        const auto [entry, is_new] = place_of.try_emplace(waits.object[row], queues.size());
        if (is_new) {
            queues.push_back({waits.object[row]});
        }
        FullQueue &queue = queues[entry->second];
        const Tick ticks = found.time(waits.end[row]) - found.time(waits.begin[row]);
        queue.count++;
        if (ticks > queue.ticks) {
            queue.ticks = ticks;
            queue.longest = static_cast<Place>(row);
        }
    });
    for (const FullQueue &queue : queues) {
        const auto row = static_cast<std::size_t>(queue.longest);
        const Lane lane = waits.lane[row];
        const Harm harm = found.bearing.of(lane, queue.ticks);
        std::string text =
            concat(found.object("queue", queue.object),
                   " was full: ", grouped(static_cast<Tick>(queue.count)),
                   queue.count == 1 ? " send waited, of " : " sends waited, the longest one, of ",
                   found.name(lane), ", for ", found.duration(queue.ticks),
                   found.meanwhile(found.time(waits.begin[row]), waits.end[row], lane), ".");
        text[0] =
            text[0] >= 'a' && text[0] <= 'z' ? static_cast<char>(text[0] - 'a' + 'A') : text[0];
        found.list.push_back({severity_of(harm), "queue_full", text, waits.begin[row],
                              found.time(waits.begin[row]), found.time(waits.end[row]), lane,
                              queue.ticks, harm});
    }
}

namespace
{

// Stretches with interrupts off: their number and sum, and the longest one.
struct Disabled {
    std::size_t count = 0;
    Tick sum = 0, longest = 0;
    Place begin = no_place, end = no_place;
};

Disabled disabled(const Trace &trace)
{
    Disabled all;
    Place since = no_place;
    for (std::size_t at = 0; at < trace.count(); at++) {
        if (trace.event[at] == event::IRQ_OFF && since == no_place) {
            since = static_cast<Place>(at);
        } else if (trace.event[at] == event::IRQ_ON && since != no_place) {
            const Tick ticks = trace.time[at] - trace.time[index(since)];
            all.count++;
            all.sum += ticks;
            if (ticks > all.longest) {
                all.longest = ticks;
                all.begin = since;
                all.end = static_cast<Place>(at);
            }
            since = no_place;
        }
    }
    return all;
}

} // namespace

void add_interrupts_off(Findings &found)
{
    const Trace &trace = found.trace;
    const Disabled all = found.rows_with(event::IRQ_OFF) > 0 ? disabled(trace) : Disabled();
    if (all.longest == 0) {
        return;
    }
    const Lane lane = trace.lane_of_number[trace.thread[index(all.begin)]];
    const Harm harm = found.bearing.of_all(all.longest, all.sum);
    const auto whole = static_cast<std::uint64_t>(trace.time.back() - trace.time.front());
    const std::uint64_t percent = part_of(static_cast<std::uint64_t>(all.sum), whole, 100);
    std::string text =
        concat(found.name(lane), " disabled interrupts for ", found.duration(all.longest));
    if (all.count > 1) {
        append(text, concat(", the longest of ", grouped(static_cast<Tick>(all.count)),
                            " times, which are ", percent, " % of the trace"));
    }
    append(text, ": each interrupt is late by up to that.");
    found.list.push_back({severity_of(harm), "interrupts_off", text, all.begin,
                          found.time(all.begin), found.time(all.end), lane, all.longest, harm});
}

} // namespace limen::trace
