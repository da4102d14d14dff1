// SPDX-License-Identifier: Apache-2.0
// Times of the API for C++ (limen.hpp): durations, timeouts, sleeping.
#ifndef LIMEN_TIMES_HPP
#define LIMEN_TIMES_HPP

#include <limen/limen.h>
#include <stddef.h>
#include <stdint.h>

namespace limen
{

constexpr uint64_t common_divisor(uint64_t one, uint64_t other)
{
    return other == 0 ? one : common_divisor(other, one % other);
}

// The ticks of a duration: rounded up, 0 if it is negative, and LM_FOREVER if it is longer than the
// kernel counts. A duration has count(), rep and period, as those of std::chrono have.
// Cost: none for a constant; else a multiplication and a division.
template <typename Duration> constexpr lm_timeout ticks(const Duration &duration)
{
    constexpr uint64_t numerator = static_cast<uint64_t>(Duration::period::num) * LM_CLOCK_HZ;
    constexpr uint64_t denominator = static_cast<uint64_t>(Duration::period::den);
    constexpr uint64_t divisor = common_divisor(numerator, denominator);
    constexpr uint64_t counts = denominator / divisor;
    constexpr uint64_t each = numerator / divisor;
    constexpr uint64_t whole = each / counts;
    constexpr uint64_t rest = each % counts;
    constexpr uint64_t most = (LM_UNTIL_FLAG - 1) / (whole + 1);

    static_assert(static_cast<typename Duration::rep>(0.5) == 0, "take a duration of whole counts");
    if (duration.count() <= 0) {
        return LM_NO_WAIT;
    }
    const uint64_t count = static_cast<uint64_t>(duration.count());
    if (count > most || (rest != 0 && count > (UINT64_MAX - counts) / rest)) {
        return LM_FOREVER;
    }
    return count * whole + (count * rest + counts - 1) / counts;
}

// Times for programs without <chrono>: limen::Milliseconds{5}.
template <uint64_t Counts> struct Time {
    using rep = int64_t;
    struct period {
        static constexpr uint64_t num = 1;
        static constexpr uint64_t den = Counts;
    };
    int64_t value;
    constexpr int64_t count() const
    {
        return value;
    }
};
using Seconds = Time<1>;
using Milliseconds = Time<1000>;
using Microseconds = Time<1000000>;

// How long a call may wait: a duration, limen::no_wait or limen::until(instant); or
// limen::forever, which has a type of its own, so that its calls have no timeout.
struct Forever {
};
inline constexpr Forever forever = {};

class Timeout
{
  public:
    template <typename Duration, typename = typename Duration::period>
    constexpr Timeout(const Duration &duration) : ticks_{limen::ticks(duration)}
    {
    }
    static constexpr Timeout of_ticks(lm_timeout ticks)
    {
        return Timeout{ticks, 0};
    }
    constexpr lm_timeout ticks() const
    {
        return ticks_;
    }

  private:
    constexpr Timeout(lm_timeout ticks, int) : ticks_{ticks}
    {
    }
    lm_timeout ticks_;
};

inline constexpr Timeout no_wait = Timeout::of_ticks(LM_NO_WAIT);

constexpr Timeout until(uint64_t instant)
{
    return Timeout::of_ticks(LM_UNTIL(instant));
}

// lm_thread_sleep, lm_thread_sleep_until
template <typename Duration> enum lm_status sleep(const Duration &duration)
{
    return lm_thread_sleep(ticks(duration));
}

inline enum lm_status sleep_until(uint64_t instant)
{
    return lm_thread_sleep_until(instant);
}

} // namespace limen

#endif
