// SPDX-License-Identifier: Apache-2.0
// Joins the rings of several cores by time. Clocks are coarse, and in virtual time many events have
// the same instant. Of these, the events of a core stay together, the first core comes first, and
// an event comes after an event of another core that has to be before it.
#include "trace/kinds.hpp"
#include "trace/numbers.hpp"
#include "trace/read/limen_file.hpp"

#include <algorithm>

namespace limen::trace::limen_file
{

namespace
{

// The state of a thread after the events that have been joined so far: the reason of its wait, or
// the call that another core has made for it.
struct Known {
    enum : std::uint8_t { nothing, waits, called, ready } state = nothing;
    std::uint8_t core = 0;
    std::uint16_t call = 0, object = 0;
};

// The change of the fill of an object by a call that is done and gives nothing to another thread.
// The record has the fill after it.
int change_by(std::uint16_t number)
{
    switch (number) {
    case event::SEMAPHORE_POST:
    case event::SEMAPHORE_POST_BELOW:
    case event::QUEUE_SEND:
    case event::QUEUE_SEND_FRONT:
    case event::BLOCK_RELEASE:
        return 1;
    case event::SEMAPHORE_WAIT:
    case event::QUEUE_RECEIVE:
    case event::BLOCK_ALLOCATE:
        return -1;
    default:
        return 0;
    }
}

bool has_fill(std::uint16_t number)
{
    return change_by(number) != 0;
}

// Whether the record of the call names a thread whose wait it satisfies.
bool names_other(const Trace &ring, std::size_t at)
{
    const bool gives = has_fill(ring.event[at]) || ring.event[at] == event::MUTEX_UNLOCK;
    return gives && ring.low(at) == outcome::DONE && ring.high(at) != 0;
}

class Order
{
  public:
    Order() : threads_(object_numbers), fills_(object_numbers, no_fill)
    {
    }

    // Rates how well an event follows from the joined ones. Of events at one time, the best one
    // comes first: for the others, an earlier event is not joined yet, or is lost.
    enum Fit : std::uint8_t { follows, possible, contradicts };

    Fit fit(const Trace &ring, std::size_t at) const
    {
        const std::uint16_t number = ring.event[at];
        if (number == event::IRQ_ENTER) {
            const bool is_call = at + 1 < ring.count() && ring.event[at + 1] == event::CALLED;
            return is_call ? fit(ring, at + 1) : follows;
        }
        if (number == event::CALLED) {
            const Known &known = threads_[ring.object[at]];
            return known.state == Known::called && known.core == ring.a[at] &&
                           known.call == ring.high(at)
                       ? follows
                       : contradicts;
        }
        if (names_other(ring, at)) {
            const Known &known = threads_[ring.high(at)];
            return known.state == Known::nothing                                    ? possible
                   : known.state == Known::waits && known.object == ring.object[at] ? follows
                                                                                    : contradicts;
        }
        const std::int32_t fill = fills_[ring.object[at]];
        if (!has_fill(number) || fill == no_fill) {
            return follows;
        }
        const int change = ring.low(at) == outcome::DONE ? change_by(number) : 0;
        return static_cast<std::uint16_t>(fill + change) == ring.a[at] ? follows : contradicts;
    }

    void follow(const Trace &ring, std::size_t at)
    {
        const std::uint16_t number = ring.event[at], object = ring.object[at];
        const Known called{Known::called, static_cast<std::uint8_t>(ring.core_of(at)), number, 0};
        switch (number) {
        case event::SUSPEND:
            if (ring.a[at] != wait::ANOTHER_CORE) {
                threads_[ring.low(at)] = {Known::waits, 0, 0, object};
            }
            return;
        case event::READY:
        case event::SWITCH:
            threads_[object].state = Known::ready;
            return;
        case event::THREAD_CREATE:
        case event::THREAD_MOVE:
            threads_[object] = called;
            return;
        case event::SEMAPHORE_CREATE:
            fills_[object] = ring.a[at];
            return;
        case event::QUEUE_CREATE:
        case event::QUEUE_FLUSH:
        case event::BLOCK_POOL_CREATE:
            fills_[object] = number == event::BLOCK_POOL_CREATE ? ring.a[at] : 0;
            return;
        default:
            if (has_fill(number)) {
                fills_[object] = ring.a[at];
            }
            if (names_other(ring, at)) {
                threads_[ring.high(at)] = called;
            }
        }
    }

  private:
    static constexpr std::int32_t no_fill = -1;

    std::vector<Known> threads_;      // by number
    std::vector<std::int32_t> fills_; // of objects, by number
};

class Joined
{
  public:
    Joined(const std::vector<Trace> &rings, Trace &trace)
        : rings_{rings}, trace_{trace}, next_(rings.size()), values_(rings.size()),
          priority_(object_numbers, priority_of_all)
    {
        for (const Object &object : trace.objects) {
            if (object.kind == kind::THREAD) {
                priority_[static_cast<std::size_t>(object.id)] =
                    static_cast<std::uint16_t>(object.priority);
            }
        }
    }

    void run()
    {
        for (std::size_t which = first(); which < rings_.size(); which = first()) {
            order_.follow(rings_[which], next_[which]);
            put(which, next_[which]);
            next_[which]++;
            newest_ = which;
        }
    }

  private:
    // The ring whose next event comes next: of the earliest ones, the first that fits best. All of
    // them: there is none.
    std::size_t first() const
    {
        std::size_t best = rings_.size();
        Order::Fit fit = Order::contradicts;
        const auto look = [&](std::size_t which) {
            if (next_[which] == rings_[which].count()) {
                return;
            }
            const bool is_first = best == rings_.size() || time_of(which) < time_of(best);
            if (!is_first && (fit == Order::follows || time_of(which) > time_of(best))) {
                return;
            }
            const Order::Fit own = order_.fit(rings_[which], next_[which]);
            if (is_first || own < fit) {
                best = which;
                fit = own;
            }
        };
        look(newest_);
        for (std::size_t which = 0; which < rings_.size(); which++) {
            look(which);
        }
        return best;
    }

    Tick time_of(std::size_t which) const
    {
        return rings_[which].time[next_[which]];
    }

    void put(std::size_t which, std::size_t at)
    {
        const Trace &ring = rings_[which];
        const std::uint16_t number = ring.event[at], object = ring.object[at];
        std::uint16_t a = ring.a[at];
        if (number == event::READY && a == priority_of_all) {
            a = priority_[object];
        } else if (number == event::READY || number == event::PRIORITY ||
                   number == event::THREAD_CREATE) {
            priority_[object] = a;
        }
        std::size_t &value = values_[which];
        if (value < ring.values_at.size() && ring.values_at[value] == static_cast<Place>(at)) {
            trace_.values_at.push_back(static_cast<Place>(trace_.count()));
            const auto from = ring.values.begin() + static_cast<std::ptrdiff_t>(3 * value);
            trace_.values.insert(trace_.values.end(), from, from + 3);
            value++;
        }
        trace_.time.push_back(ring.time[at]);
        trace_.event.push_back(number);
        trace_.depth.push_back(ring.depth[at]);
        trace_.thread.push_back(ring.thread[at]);
        trace_.object.push_back(object);
        trace_.a.push_back(a);
        trace_.b.push_back(ring.b[at]);
        trace_.core.push_back(static_cast<std::uint8_t>(ring.core_of(at)));
    }

    const std::vector<Trace> &rings_;
    Trace &trace_;
    std::vector<std::size_t> next_, values_; // by ring
    std::size_t newest_ = 0;                 // ring
    Order order_;
    std::vector<std::uint16_t> priority_; // by number
};

// Joins objects and headers: sums, and common values.
void join_tables(const std::vector<Trace> &rings, Trace &trace)
{
    trace.origin = Origin::limen;
    trace.is_big_endian = rings[0].is_big_endian;
    LimenHeader &all = trace.limen;
    all = rings[0].limen;
    all.object_capacity = all.object_count = all.record_capacity = 0;
    all.lost = 0;
    trace.lane_of_number.assign(object_numbers, nobody);
    for (const Trace &ring : rings) {
        const LimenHeader &one = ring.limen;
        all.object_capacity += one.object_capacity;
        all.object_count += one.object_count;
        all.record_capacity += one.record_capacity;
        all.lost += one.lost;
        all.is_recording |= one.is_recording;
        trace.bytes_missing += ring.bytes_missing;
        for (const Object &object : ring.objects) {
            const auto place = static_cast<Place>(trace.objects.size());
            trace.object_at.emplace(object.id, place);
            if (ring.middleware_at.contains(object.address)) {
                trace.middleware_at[object.address] = place;
            }
            trace.objects.push_back(object);
        }
        for (std::size_t id = 0; id < object_numbers; id++) {
            if (ring.lane_of_number[id] == idle) {
                trace.lane_of_number[id] = idle;
            }
        }
    }
}

} // namespace

void join_cores(const std::vector<Trace> &rings, Trace &trace)
{
    join_tables(rings, trace);
    Joined(rings, trace).run();
}

} // namespace limen::trace::limen_file
