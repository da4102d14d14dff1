// SPDX-License-Identifier: Apache-2.0
// Durations as text: in a unit of time, or in ticks if the trace does not contain the clock rate.
// They are computed with integers only, so that no rounding of a double shows.
#include "trace/concat.hpp"
#include "trace/exact.hpp"
#include "trace/words.hpp"

namespace limen::trace
{

namespace
{

struct Unit {
    std::string_view name;
    std::uint64_t per_second;
};

constexpr Unit units[] = {{"s", 1}, {"ms", 1000}, {"µs", 1'000'000}, {"ns", 1'000'000'000}};
constexpr std::uint64_t units_to_next = 1000;
constexpr int digits_max = 4;
constexpr std::uint64_t number_end = 10'000; // the first with more digits

// ticks / clock_hz * scale, rounded to the nearest whole number; half of one is rounded up.
std::uint64_t rounded(std::uint64_t ticks, std::uint32_t clock_hz, std::uint64_t scale)
{
    Sum twice;
    twice.add(ticks, scale);
    return (twice.times(2).over(clock_hz) + 1) / 2;
}

// The greatest unit of which the time has at least one; for less, the smallest unit.
std::size_t unit_of(std::uint64_t ticks, std::uint32_t clock_hz)
{
    std::size_t unit = 0;
    while (unit + 1 < std::size(units) && part_of(ticks, clock_hz, units[unit].per_second) == 0) {
        unit++;
    }
    return unit;
}

// The number of digits after the point, so that all shown digits fit; 12.3 has two before it.
int decimals_of(std::uint64_t whole)
{
    int decimals = digits_max - 1;
    for (; whole >= 10 && decimals > 0; whole /= 10) {
        decimals--;
    }
    return decimals;
}

// 12500 with three decimals is "12.5" if it is exact, and "12.500" if it is rounded.
std::string with_point(std::uint64_t number, int decimals, bool is_exact)
{
    std::uint64_t scale = 1;
    for (; is_exact && decimals > 0 && number % 10 == 0; decimals--) {
        number /= 10;
    }
    for (int i = 0; i < decimals; i++) {
        scale *= 10;
    }
    std::string text = grouped(static_cast<std::int64_t>(number / scale));
    if (decimals > 0) {
        const std::string part = concat(number % scale + scale); // 1, then all decimals
        append(text, concat('.', std::string_view(part).substr(1)));
    }
    return text;
}

std::string time_text(std::uint64_t ticks, std::uint32_t clock_hz)
{
    if (ticks == 0) {
        return "0 s";
    }
    std::size_t unit = unit_of(ticks, clock_hz);
    int decimals = decimals_of(part_of(ticks, clock_hz, units[unit].per_second));
    std::uint64_t scale = units[unit].per_second;
    for (int i = 0; i < decimals; i++) {
        scale *= 10;
    }
    std::uint64_t number = rounded(ticks, clock_hz, scale);
    // The two differ by less than clock_hz, so that the lower halves of the products suffice.
    const bool is_exact = number * clock_hz == ticks * scale;
    if (number == number_end && decimals > 0) { // 9.9996 is 10.00
        number /= 10;
        decimals--;
    }
    if (number == units_to_next && decimals == 0 && unit > 0) { // 999.96 µs is 1.000 ms
        unit--;
        decimals = digits_max - 1;
    }
    return concat(with_point(number, decimals, is_exact), ' ', units[unit].name);
}

} // namespace

std::string duration_text(const Trace &trace, Tick ticks)
{
    if (trace.limen.clock_hz == 0) {
        return concat(grouped(ticks), ticks == 1 ? " tick" : " ticks");
    }
    const bool is_negative = ticks < 0;
    const auto size = static_cast<std::uint64_t>(ticks);
    return concat(is_negative ? "-" : "",
                  time_text(is_negative ? 0 - size : size, trace.limen.clock_hz));
}

} // namespace limen::trace
