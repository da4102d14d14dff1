// SPDX-License-Identifier: Apache-2.0
#include "trace/errors.hpp"

#include "trace/concat.hpp"
#include "trace/labels.hpp"

namespace limen::trace
{

namespace
{

template <std::size_t count>
std::string name_or_number(const Named (&table)[count], std::uint32_t number, const char *what)
{
    const Named *const row = row_of(table, number);
    return row == nullptr ? concat(what, ' ', number) : row->name;
}

ErrorWords threadx_words(std::uint32_t call, std::uint32_t status)
{
    const EventRow *const service = row_of(threadx_events, call);
    return {service == nullptr ? concat("service ", call) : service->name,
            name_or_number(threadx_status_names, status, "status")};
}

} // namespace

std::string call_name(std::uint32_t call)
{
    return name_or_number(error_call_names, call, "call");
}

ErrorWords error_words(const Trace &trace, std::size_t place)
{
    const std::uint32_t call = trace.a[place], status = trace.low(place);
    if (trace.high(place) == interface::THREADX) {
        return threadx_words(call, status);
    }
    const Named *const service =
        trace.limen.api == interface::THREADX ? row_of(refusing_service_names, call) : nullptr;
    if (service != nullptr) {
        return {service->name, name_or_number(refusing_answer_names, call, "status")};
    }
    return {call_name(call), name_or_number(error_status_names, status, "status")};
}

bool is_deadlock(const Trace &trace, std::size_t place)
{
    return trace.high(place) != interface::THREADX && trace.low(place) == error_status::DEADLOCK;
}

} // namespace limen::trace
