// SPDX-License-Identifier: Apache-2.0
#include "trace_facts.hpp"

#include <nanobind/stl/string.h>

namespace nb = nanobind;
namespace tr = limen::trace;

namespace
{

const char *byte_order(const tr::Trace &trace)
{
    return trace.is_big_endian ? "big" : "little";
}

nb::dict limen_facts(const tr::Trace &trace)
{
    const tr::LimenHeader &header = trace.limen;
    nb::dict facts;
    facts["clock_hz"] = header.clock_hz;
    facts["levels"] = header.levels;
    facts["byte_order"] = byte_order(trace);
    facts["is_recording"] = header.is_recording;
    facts["api"] = header.api;
    facts["record_capacity"] = header.record_capacity;
    facts["lost"] = header.lost;
    facts["object_count"] = header.object_count;
    return facts;
}

nb::dict threadx_facts(const tr::Trace &trace)
{
    const tr::ThreadxHeader &known = trace.threadx;
    nb::dict header;
    header["container"] = known.container;
    header["bad_checksums"] = known.bad_checksums;
    header["word_bytes"] = known.word_bytes;
    header["byte_order"] = byte_order(trace);
    header["timer_mask"] = known.timer_mask;
    header["name_size"] = known.name_size;
    header["base"] = known.base;
    header["registry"] = nb::make_tuple(known.registry_begin, known.registry_end);
    header["buffer"] = nb::make_tuple(known.buffer_begin, known.buffer_end);
    header["oldest"] = known.oldest;
    header["capacity"] = known.capacity;
    nb::dict facts;
    facts["header"] = header;
    facts["wrapped"] = known.has_wrapped;
    facts["counts_up"] = known.counts_up;
    facts["is_modern"] = known.is_modern;
    return facts;
}

// None for what is not known.
nb::object or_none(std::int32_t number)
{
    return number < 0 ? nb::none() : nb::cast(number);
}

} // namespace

nb::dict facts_of(const tr::Trace &trace)
{
    return trace.origin == tr::Origin::limen ? limen_facts(trace) : threadx_facts(trace);
}

nb::list lanes_of(const tr::Trace &trace)
{
    nb::list lanes;
    for (const tr::LaneInfo &lane : trace.lanes) {
        lanes.append(nb::make_tuple(lane.id, lane.name, or_none(lane.priority),
                                    or_none(lane.threshold), lane.stack_size, lane.stack_start));
    }
    return lanes;
}

nb::list objects_of(const tr::Trace &trace)
{
    nb::list objects;
    for (const tr::Object &one : trace.objects) {
        if (trace.origin == tr::Origin::limen) {
            objects.append(nb::make_tuple(one.id, one.kind, one.priority, one.threshold, one.size,
                                          one.name, one.address));
        } else {
            objects.append(nb::make_tuple(one.id, one.kind, one.is_deleted, or_none(one.priority),
                                          one.p1, one.p2, one.name));
        }
    }
    return objects;
}
