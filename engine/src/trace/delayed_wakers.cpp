// SPDX-License-Identifier: Apache-2.0
// Delayed wakers: T waits. W, which will wake it, is ready but does not run, because R runs, which
// is less urgent than T. This is an inversion through an object without an owner, such as a
// semaphore that is used as a lock.
#include "trace/blocks.hpp"
#include "trace/findings_parts.hpp"
#include "trace/meanwhile.hpp"

#include <map>
#include <set>
#include <tuple>

namespace limen::trace
{

namespace
{

constexpr Tick least_share = 20;      // of a wait, in which its waker was delayed: 1 / 20
constexpr std::size_t visits_max = 8; // of each event, on average; a hostile trace has more waits

struct DelayedWaker {
    std::size_t count = 0;
    std::size_t worst = 0; // row in Waits
    Tick delayed = -1;     // in it
    Lane runner = nobody;  // that ran longest meanwhile
    Tick ran = 0;          // it did
};

class DelayedWakers
{
  public:
    explicit DelayedWakers(Findings &found)
        : found_{found}, waits_{found.analysis.waits}, states_{found.analysis.states},
          left_{found.trace.count() * visits_max},
          state_(states_.first.begin(), states_.first.end() - 1)
    {
    }

    void run();

  private:
    bool is_candidate(std::size_t row) const;
    bool is_elsewhere(std::size_t row, Place since) const;
    void note(Lane lane, Tick ticks);
    void look_at(std::size_t row);
    void add_to_group(std::size_t row);
    void add(const DelayedWaker &one);
    std::int32_t urgency(std::size_t row, Lane lane) const
    {
        return found_.analysis.moves.base.before(waits_.begin[row] + 1, lane);
    }

    Findings &found_;
    const Waits &waits_;
    const States &states_;
    std::size_t left_;         // events that may still be visited
    std::vector<Place> state_; // by lane: row that has begun when the newest wait begins
    std::vector<Share> ran_;   // in the wait that is looked at, of other threads
    std::map<std::tuple<Lane, Lane, std::uint64_t>, DelayedWaker> groups_; // by T, W and object
};

bool DelayedWakers::is_candidate(std::size_t row) const
{
    const std::uint16_t what = waits_.what[row];
    const Lane waker = waits_.waker[row];
    return waits_.end[row] != no_place && waker > idle && waker != waits_.lane[row] &&
           what != wait::TIME && what != wait::RELEASE && what != wait::RESUME &&
           what != wait::BUDGET && waits_.outcome[row] == status::OK;
}

// A thread is ready on another core than one that waits: their priorities cannot be compared.
bool DelayedWakers::is_elsewhere(std::size_t row, Place since) const
{
    const Trace &trace = found_.trace;
    return trace.is_partitioned() &&
           trace.core_of(index(since)) != trace.core_of(index(waits_.begin[row]));
}

void DelayedWakers::note(Lane lane, Tick ticks)
{
    const auto one = std::find_if(ran_.begin(), ran_.end(),
                                  [lane](const Share &share) { return share.lane == lane; });
    if (one != ran_.end()) {
        one->ticks += ticks;
    } else {
        ran_.push_back({lane, ticks});
    }
}

// Finds the stretches of a wait in which its waker was ready, and the threads that ran in them.
void DelayedWakers::look_at(std::size_t row)
{
    const Lane lane = waits_.lane[row], waker = waits_.waker[row];
    const auto last = index(states_.first[index(waker) + 1]);
    Place &newest = state_[index(waker)];
    while (index(newest) + 1 < last && states_.begin[index(newest) + 1] <= waits_.begin[row]) {
        newest++;
    }
    ran_.clear();
    for (std::size_t at = index(newest);
         at < last && states_.begin[at] < waits_.end[row] && left_ > 0; at++) {
        const Place begin = std::max(states_.begin[at], waits_.begin[row]);
        const Place end = states_.end[at] == no_place ? waits_.end[row]
                                                      : std::min(states_.end[at], waits_.end[row]);
        if (states_.state[at] != State::ready || begin >= end ||
            is_elsewhere(row, states_.begin[at])) {
            continue;
        }
        left_ -= std::min(left_, index(end - begin));
        for_each_stretch(found_.trace, found_.analysis.moves, found_.cores_until(states_.begin[at]),
                         begin, found_.time(begin), end, [&](Lane other, Tick ticks) {
                             if (other > idle && other != lane && other != waker && ticks > 0) {
                                 note(other, ticks);
                             }
                         });
    }
    add_to_group(row);
}

// Adds the threads that delayed the waker: those that ran and are less urgent.
void DelayedWakers::add_to_group(std::size_t row)
{
    if (ran_.empty()) {
        return;
    }
    const Lane lane = waits_.lane[row];
    const std::int32_t own = urgency(row, lane);
    Share longest{nobody, 0};
    Tick delayed = 0;
    for (const Share &share : ran_) {
        const std::int32_t other = urgency(row, share.lane);
        if (other <= own || other == unknown_priority) {
            continue;
        }
        delayed += share.ticks;
        const bool is_longer = share.ticks > longest.ticks ||
                               (share.ticks == longest.ticks && share.lane < longest.lane);
        longest = is_longer ? share : longest;
    }
    const Tick whole = found_.time(waits_.end[row]) - found_.time(waits_.begin[row]);
    if (delayed <= 0 || delayed < whole / least_share) {
        return;
    }
    DelayedWaker &group = groups_[{lane, waits_.waker[row], waits_.object[row]}];
    group.count++;
    if (delayed > group.delayed) {
        group = {group.count, row, delayed, longest.lane, longest.ticks};
    }
}

void DelayedWakers::add(const DelayedWaker &one)
{
    const std::size_t row = one.worst;
    const Lane lane = waits_.lane[row], waker = waits_.waker[row];
    const std::uint64_t object = waits_.object[row];
    const bool is_lock =
        waits_.what[row] == wait::MUTEX || found_.analysis.takers.contains({object, waker});
    const bool is_warning = is_lock || !found_.trace.kernel.records(Fact::object);
    const std::string about =
        object == 0 ? ""
                    : concat(" for ", found_.object(wait_name(waits_.what[row]).c_str(), object));
    const Tick ticks = found_.time(waits_.end[row]) - found_.time(waits_.begin[row]);
    const std::string count =
        one.count == 1 ? "" : concat("; the worst of ", grouped(static_cast<Tick>(one.count)));
    // A delayed waker of a mutex is an inversion, too, which has a remedy.
    const std::string_view no_remedy =
        !is_warning || waits_.what[row] == wait::MUTEX ? ""
        : object == 0                                  ? "the trace does not say which lock it was"
                      : "the page can run mutexes again, and this is not a mutex";
    const std::string remedy =
        is_lock ? " Use a mutex with priority inheritance in place of a plain lock." : "";
    found_.list.push_back(
        {is_warning ? Severity::warning : Severity::note, "delayed_waker",
         concat("Delayed waker: ", found_.name(lane), " waited ", found_.duration(ticks), about,
                " until ", found_.name(waker), " made it ready; ", found_.name(waker),
                " was ready too, and did not run for ", found_.duration(one.delayed), ", while ",
                found_.name(one.runner), ", less urgent than ", found_.name(lane), ", ran for ",
                found_.duration(one.ran), count, ".", remedy),
         waits_.begin[row], found_.time(waits_.begin[row]), found_.time(waits_.end[row]), lane,
         one.delayed, found_.bearing.of(lane, one.delayed), no_remedy});
}

void DelayedWakers::run()
{
    for_each_row(waits_.lane.size(), [this](std::size_t row) {
        if (is_candidate(row)) {
            look_at(row);
        }
    });
    for (const auto &[key, one] : groups_) {
        add(one);
    }
}

} // namespace

// A thread that takes an object and gives it uses it as a lock.
void find_takers(const Trace &trace, Analysis &analysis)
{
    const Calls &calls = analysis.moves.calls;
    std::vector<std::uint64_t> newest(trace.lanes.size(), 0); // by lane: that was entered
    for_each_row(calls.at.size(), [&](std::size_t row) {
        const bool takes = calls.what[row] == wait::SEMAPHORE || calls.what[row] == wait::MUTEX ||
                           calls.what[row] == wait::QUEUE;
        if (!takes || calls.is_send[row] != 0 || calls.lane[row] < idle) {
            return;
        }
        std::uint64_t &before = newest[index(calls.lane[row])];
        if (before != calls.object[row]) {
            before = calls.object[row];
            analysis.takers.emplace(before, calls.lane[row]);
        }
    });
}

void add_delayed_wakers(Findings &found)
{
    DelayedWakers(found).run();
}

} // namespace limen::trace
