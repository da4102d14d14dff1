// SPDX-License-Identifier: Apache-2.0
// Reads and analyses traces, and returns their columns. While it reads a trace, it does not hold
// the lock of Python, so that other threads continue.
#include "columns.hpp"
#include "opened.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace
{

nb::list lanes(const tr::Trace &trace)
{
    nb::list result;
    for (const tr::LaneInfo &lane : trace.lanes) {
        nb::dict one;
        one["id"] = lane.id;
        one["name"] = lane.name;
        one["priority"] = lane.priority;
        one["threshold"] = lane.threshold;
        one["stack_size"] = lane.stack_size;
        one["stack_start"] = lane.stack_start;
        result.append(one);
    }
    return result;
}

nb::list objects(const tr::Trace &trace)
{
    nb::list result;
    for (const tr::Object &object : trace.objects) {
        nb::dict one;
        one["id"] = object.id;
        one["kind"] = object.kind;
        one["name"] = object.name;
        one["size"] = object.size;
        one["address"] = object.address;
        one["priority"] = object.priority;
        one["threshold"] = object.threshold;
        one["is_deleted"] = object.is_deleted;
        one["p1"] = object.p1;
        one["p2"] = object.p2;
        result.append(one);
    }
    return result;
}

nb::dict limen_header(const tr::LimenHeader &header)
{
    nb::dict result;
    result["clock_hz"] = header.clock_hz;
    result["object_capacity"] = header.object_capacity;
    result["object_count"] = header.object_count;
    result["record_capacity"] = header.record_capacity;
    result["levels"] = header.levels;
    result["api"] = header.api;
    result["is_recording"] = header.is_recording;
    result["lost"] = header.lost;
    return result;
}

nb::dict threadx_header(const tr::ThreadxHeader &header)
{
    nb::dict result;
    result["container"] = header.container;
    result["bad_checksums"] = header.bad_checksums;
    result["word_bytes"] = header.word_bytes;
    result["timer_mask"] = header.timer_mask;
    result["name_size"] = header.name_size;
    result["base"] = header.base;
    result["registry"] = nb::make_tuple(header.registry_begin, header.registry_end);
    result["buffer"] = nb::make_tuple(header.buffer_begin, header.buffer_end);
    result["oldest"] = header.oldest;
    result["capacity"] = header.capacity;
    result["wrapped"] = header.has_wrapped;
    result["counts_up"] = header.counts_up;
    result["is_modern"] = header.is_modern;
    return result;
}

// The fields of the header of either origin.
nb::dict header(const tr::Trace &trace)
{
    const bool is_limen = trace.origin == tr::Origin::limen;
    nb::dict result = is_limen ? limen_header(trace.limen) : threadx_header(trace.threadx);
    result["origin"] = is_limen ? "limen" : "threadx";
    result["byte_order"] = trace.is_big_endian ? "big" : "little";
    result["kernel"] = trace.kernel.name;
    result["format"] = trace.kernel.format;
    result["warnings"] = trace.kernel.warnings;
    return result;
}

// The kernel that a part of the trace describes.
nb::dict kernel(const tr::Kernel &kernel)
{
    nb::dict result;
    result["facts"] = kernel.facts;
    result["urgency"] = static_cast<unsigned>(kernel.urgency);
    result["zero"] = kernel.zero;
    nb::list names;
    for (const tr::RawEvent &raw : kernel.raw) {
        names.append(raw.name);
    }
    result["events"] = names;
    result["texts"] = nb::bytes(kernel.texts.data(), kernel.texts.size());
    result["text_at"] = nb::bytes(reinterpret_cast<const char *>(kernel.text_at.data()),
                                  kernel.text_at.size() * sizeof(std::uint32_t));
    return result;
}

// [(object, kind, name, at, value)]
nb::list fills(const std::vector<tr::Fill> &fills, const nb::handle &owner)
{
    nb::list result;
    for (const tr::Fill &fill : fills) {
        result.append(nb::make_tuple(fill.object, fill.kind, fill.name, vector_view(fill.at, owner),
                                     vector_view(fill.value, owner)));
    }
    return result;
}

} // namespace

void bind_trace(nb::module_ &module)
{
    nb::class_<Opened> trace(module, "Trace");
    trace.def(nb::init<const nb::list &, std::uint64_t>(), nb::arg("files"), nb::arg("wrap") = 0)
        .def(nb::init<const nb::object &, const std::string &, std::uint64_t>(), nb::arg("image"),
             nb::arg("name"), nb::arg("wrap") = 0)
        .def("header", [](const Opened &self) { return header(self.trace); })
        .def("kernel", [](const Opened &self) { return kernel(self.trace.kernel); })
        .def("priority_text",
             [](const Opened &self, std::int32_t number) {
                 return self.trace.kernel.priority_text(number);
             })
        // Forgets a fact, as if the recorder did not write it. Returns: whether the fact exists.
        .def("forget_fact",
             [](Opened &self, const std::string &name) {
                 const std::uint16_t fact = tr::fact_named(name);
                 self.trace.kernel.facts &= static_cast<std::uint16_t>(~fact);
                 return fact != 0;
             })
        .def("lanes", [](const Opened &self) { return lanes(self.trace); })
        .def("objects", [](const Opened &self) { return objects(self.trace); })
        .def("events",
             [](nb::handle_t<Opened> self) {
                 return tables(tr::columns_of(nb::cast<Opened &>(self).trace), self);
             })
        .def("set_clock", [](Opened &self, std::uint32_t hz) { self.trace.limen.clock_hz = hz; })
        .def("analyse", [](Opened &self) { self.analysis(); })
        .def("tables",
             [](nb::handle_t<Opened> self) {
                 return tables(tr::columns_of(nb::cast<Opened &>(self).analysis()), self);
             })
        .def("fills",
             [](nb::handle_t<Opened> self) {
                 return fills(nb::cast<Opened &>(self).analysis().moves.fills, self);
             })
        .def("blocking", [](Opened &self, tr::Place first, tr::Place last) {
            self.check_window(first, last);
            const nb::object kept = nb::cast(
                new tr::Blocking(tr::find_blocking(self.trace, self.analysis(), first, last)),
                nb::rv_policy::take_ownership);
            return tables(tr::columns_of(nb::cast<tr::Blocking &>(kept)), kept);
        });
    bind_words(trace, module);
    bind_answers(trace);
    nb::class_<tr::Blocking>(module, "Blocking");
    module.def("looks_like_trx", [](const nb::bytes &start) {
        return tr::looks_like_trx(static_cast<const std::uint8_t *>(start.data()), start.size());
    });
}
