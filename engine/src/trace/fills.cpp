// SPDX-License-Identifier: Apache-2.0
// Fills of queues, streams, semaphores, pools and mutexes, as far as events show them.
#include "trace/blocks.hpp"
#include "trace/by_number.hpp"
#include "trace/lookup.hpp"
#include "trace/moves.hpp"
#include "trace/numbers.hpp"
#include "trace/words.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace limen::trace
{

namespace
{

constexpr std::uint16_t no_kind = 0;

// The kind of the object of an event of Limen that shows its fill.
constexpr std::uint16_t kind_of(std::uint16_t number)
{
    switch (number) {
    case event::SEMAPHORE_CREATE:
    case event::SEMAPHORE_POST:
    case event::SEMAPHORE_POST_BELOW:
    case event::SEMAPHORE_WAIT:
        return kind::SEMAPHORE;
    case event::MUTEX_CREATE:
    case event::MUTEX_LOCK:
    case event::MUTEX_UNLOCK:
        return kind::MUTEX;
    case event::QUEUE_CREATE:
    case event::QUEUE_SEND:
    case event::QUEUE_SEND_FRONT:
    case event::QUEUE_RECEIVE:
    case event::QUEUE_FLUSH:
        return kind::QUEUE;
    case event::BLOCK_POOL_CREATE:
    case event::BLOCK_ALLOCATE:
    case event::BLOCK_RELEASE:
        return kind::BLOCK_POOL;
    case event::BYTE_POOL_CREATE:
    case event::BYTE_RELEASE:
        return kind::BYTE_POOL;
    case event::STREAM_CREATE:
    case event::STREAM_PUT:
    case event::STREAM_TAKE:
    case event::STREAM_CLEAR:
        return kind::STREAM;
    default:
        return no_kind;
    }
}

// The type of the object of an event of ThreadX.
constexpr std::uint16_t threadx_kind_of(std::uint16_t number)
{
    switch (number) {
    case threadx_event::QUEUE_CREATE:
    case threadx_event::QUEUE_FLUSH:
    case threadx_event::QUEUE_SEND:
    case threadx_event::QUEUE_FRONT_SEND:
    case threadx_event::QUEUE_RECEIVE:
        return threadx_type::QUEUE;
    case threadx_event::SEMAPHORE_CREATE:
    case threadx_event::SEMAPHORE_GET:
    case threadx_event::SEMAPHORE_PUT:
    case threadx_event::SEMAPHORE_CEILING_PUT:
        return threadx_type::SEMAPHORE;
    case threadx_event::MUTEX_CREATE:
    case threadx_event::MUTEX_GET:
    case threadx_event::MUTEX_PUT:
        return threadx_type::MUTEX;
    default:
        return no_kind;
    }
}

constexpr ByNumber<kind_of> kinds;
constexpr ByNumber<threadx_kind_of> threadx_kinds;

std::int64_t value_of(const Trace &trace, std::size_t i)
{
    const std::int64_t a = trace.a[i];
    switch (trace.event[i]) {
    case event::MUTEX_CREATE:
    case event::QUEUE_CREATE:
    case event::QUEUE_FLUSH:
        return 0;
    case event::MUTEX_UNLOCK: {
        const bool is_handed_over = a == 0 && trace.high(i) != 0 && trace.low(i) == outcome::DONE;
        return is_handed_over ? 1 : a;
    }
    case event::BYTE_POOL_CREATE:
        return trace.b[i];
    case event::BYTE_RELEASE:
        return a * byte_unit;
    default:
        return a;
    }
}

// The fills of all objects, in the order in which they are first met.
class Fills
{
  public:
    Fills(const Trace &trace, std::vector<Fill> &fills) : trace_{trace}, fills_{fills}
    {
    }

    // Adds the value of an event. Returns: the place of the fill.
    std::size_t add(std::size_t i, std::uint64_t object, std::uint16_t kind, std::int64_t value)
    {
        const std::size_t place = place_of(object, kind);
        fills_[place].at.push_back(static_cast<Place>(i));
        fills_[place].value.push_back(value);
        return place;
    }

    void sort()
    {
        std::sort(fills_.begin(), fills_.end(),
                  [](const Fill &one, const Fill &other) { return one.object < other.object; });
    }

  private:
    std::size_t place_of(std::uint64_t object, std::uint16_t kind)
    {
        const auto [place, is_new] = cache_.find(object);
        if (is_new) {
            const auto [found, is_first] = places_.try_emplace(object, fills_.size());
            if (is_first) {
                fills_.push_back(
                    {object, name_of_kind(object, kind), trace_.name_of(object), {}, {}});
            }
            place = found->second;
        }
        return place;
    }

    std::string name_of_kind(std::uint64_t object, std::uint32_t kind) const;

    const Trace &trace_;
    std::vector<Fill> &fills_;
    std::map<std::uint64_t, std::size_t> places_;
    Cache<std::size_t> cache_; // of places_
};

// The kind in the table of objects, if the object is listed; otherwise the kind that its first
// event says.
std::string Fills::name_of_kind(std::uint64_t object, std::uint32_t kind) const
{
    const Object *entry = trace_.find(object);
    const bool is_listed = entry != nullptr && trace_.origin == Origin::limen;
    std::string name = kind_name(trace_, is_listed ? entry->kind : kind);
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

// The fill after an event of ThreadX, which contains the number before the call. is_served: the
// caller waits, or the call ended the wait of another thread.
std::int64_t threadx_value_of(const Trace &trace, std::size_t i, bool is_served)
{
    const std::int64_t second = trace.info[1].low[i];
    const std::int64_t third = trace.info[2].low[i];
    const std::int64_t fourth = trace.info[3].low[i];
    const std::int64_t one = is_served ? 0 : 1;
    const std::int64_t put = second + (third == 0 ? 1 : 0);
    const std::uint64_t caller = trace.context[i];
    switch (trace.event[i]) {
    case threadx_event::QUEUE_SEND:
    case threadx_event::QUEUE_FRONT_SEND:
        return fourth + one;
    case threadx_event::QUEUE_RECEIVE:
        return std::max<std::int64_t>(fourth - one, 0);
    case threadx_event::SEMAPHORE_GET:
        return std::max<std::int64_t>(third - one, 0);
    case threadx_event::SEMAPHORE_CREATE:
        return second;
    case threadx_event::SEMAPHORE_PUT:
        return put;
    case threadx_event::SEMAPHORE_CEILING_PUT:
        return second < fourth ? put : second;
    case threadx_event::MUTEX_GET:
        return fourth + (fourth == 0 || trace.info[2][i] == caller ? 1 : 0);
    case threadx_event::MUTEX_PUT: {
        const std::int64_t own = trace.info[1][i] == caller ? 1 : 0;
        const std::int64_t left = std::max<std::int64_t>(third - own, 0);
        return left == 0 && is_served ? 1 : left;
    }
    default:
        return 0;
    }
}

// A thread begins or ends to wait for an object that has a fill.
bool is_service(const Trace &trace, std::size_t i)
{
    const std::uint16_t number = trace.event[i];
    const std::uint64_t state = trace.info[1][i];
    return (number == threadx_event::THREAD_SUSPEND || number == threadx_event::THREAD_RESUME) &&
           (state == threadx_state::QUEUE || state == threadx_state::SEMAPHORE ||
            state == threadx_state::MUTEX);
}

} // namespace

void limen_fills(const Trace &trace, Moves &moves)
{
    Fills fills(trace, moves.fills);
    for_each_row(trace.count(), [&](std::size_t i) {
        const std::uint16_t kind = kinds[trace.event[i]];
        const bool is_known = !trace.kernel.is_foreign() || trace.a[i] != unknown_count;
        if (kind != no_kind && trace.object[i] != 0 && is_known) {
            fills.add(i, trace.object[i], kind, value_of(trace, i));
        }
    });
    fills.sort();
}

void threadx_fills(const Trace &trace, Moves &moves)
{
    // By core: the newest event, if it shows a fill. The next event shows the outcome of that call.
    struct Call {
        std::size_t fill = 0, row = 0;
        Place event = no_place;
    };
    std::vector<Call> calls(cores_max);
    Fills fills(trace, moves.fills);
    for_each_row(trace.count(), [&](std::size_t i) {
        Call &call = calls[trace.core_of(i)];
        if (call.event != no_place && is_service(trace, i)) {
            moves.fills[call.fill].value[call.row] =
                threadx_value_of(trace, static_cast<std::size_t>(call.event), true);
        }
        call.event = no_place;
        const std::uint16_t kind = threadx_kinds[trace.event[i]];
        if (kind != no_kind) {
            const std::int64_t value = threadx_value_of(trace, i, false);
            call.fill = fills.add(i, trace.info[0][i], kind, value);
            call.row = moves.fills[call.fill].value.size() - 1;
            call.event = static_cast<Place>(i);
        }
    });
    fills.sort();
}

} // namespace limen::trace
