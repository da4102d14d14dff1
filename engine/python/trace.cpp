// SPDX-License-Identifier: Apache-2.0
// Traces: read, analyse, columns as arrays of numpy without copies. While a trace is being read, it
// holds nothing of Python, so other threads go on.
#include "convert.hpp"
#include "files.hpp"
#include "trace/findings.hpp"
#include "trace/meanwhile.hpp"
#include "trace/statistics.hpp"
#include "trace/tables.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>

namespace nb = nanobind;
namespace tr = limen::trace;

namespace
{

// A trace and all that follows from it. The analysis is made at its first use.
class Opened
{
  public:
    Opened(const nb::object &image, const std::string &name, std::uint64_t wrap)
    {
        const Bytes bytes(image);
        std::optional<tr::Error> error;
        {
            const nb::gil_scoped_release unlocked;
            error = tr::read(bytes.data(), bytes.size(), name, wrap, trace);
        }
        refuse(error);
    }

    const tr::Analysis &analysis()
    {
        if (!analysis_) {
            auto made = std::make_unique<tr::Analysis>();
            std::optional<tr::Error> error;
            {
                const nb::gil_scoped_release unlocked;
                error = tr::analyse(trace, *made);
            }
            refuse(error);
            analysis_ = std::move(made);
        }
        return *analysis_;
    }

    tr::Trace trace;
    tr::Definitions definitions;

    tr::Place count() const
    {
        return static_cast<tr::Place>(trace.count());
    }

    // A number of an event, or of a switch.
    static tr::Place checked(tr::Place place, std::size_t count)
    {
        if (place < 0 || static_cast<std::size_t>(place) >= count) {
            throw nb::index_error("it has no such place");
        }
        return place;
    }
    tr::Place event(tr::Place place) const
    {
        return checked(place, trace.count());
    }

    tr::Place a_switch(tr::Place place)
    {
        return checked(place, analysis().switches.at.size());
    }

    void check_window(tr::Place first, tr::Place last) const
    {
        if (first < 0 || first > last || last > count()) {
            const std::string text = std::to_string(first) + " to " + std::to_string(last) +
                                     " is not a range of the " + std::to_string(count()) +
                                     " events";
            throw nb::value_error(text.c_str());
        }
    }

  private:
    std::unique_ptr<tr::Analysis> analysis_;
};

template <class Element> nb::object view(const tr::Column &column, const nb::handle &owner)
{
    return nb::cast(nb::ndarray<nb::numpy, const Element, nb::ndim<1>>(
        static_cast<const Element *>(column.data), {column.count}, owner));
}

// Narrow numbers, as they are.
template <class Element> nb::object widened(const tr::Column &column)
{
    auto numbers = std::make_unique<std::vector<Element>>(column.count);
    const auto *const low = static_cast<const std::uint32_t *>(column.data);
    for (std::size_t row = 0; row < column.count; row++) {
        (*numbers)[row] = static_cast<Element>(column.base) + static_cast<Element>(low[row]);
    }
    std::vector<Element> *const all = numbers.release();
    const nb::capsule owner(
        all, [](void *kept) noexcept { delete static_cast<std::vector<Element> *>(kept); });
    return nb::cast(
        nb::ndarray<nb::numpy, const Element, nb::ndim<1>>(all->data(), {all->size()}, owner));
}

nb::object array(const tr::Column &column, const nb::handle &owner)
{
    if (column.whole != column.type) {
        return column.whole == tr::Type::u64 ? widened<std::uint64_t>(column)
                                             : widened<std::int64_t>(column);
    }
    switch (column.type) {
    case tr::Type::u8:
        return view<std::uint8_t>(column, owner);
    case tr::Type::i16:
        return view<std::int16_t>(column, owner);
    case tr::Type::u16:
        return view<std::uint16_t>(column, owner);
    case tr::Type::i32:
        return view<std::int32_t>(column, owner);
    case tr::Type::u32:
        return view<std::uint32_t>(column, owner);
    case tr::Type::i64:
        return view<std::int64_t>(column, owner);
    case tr::Type::u64:
        return view<std::uint64_t>(column, owner);
    case tr::Type::f64:
        return view<double>(column, owner);
    }
    return nb::none();
}

// {table: {column: array}}
nb::dict tables(const std::vector<tr::Column> &columns, const nb::handle &owner)
{
    nb::dict result;
    for (const tr::Column &column : columns) {
        if (!result.contains(column.table)) {
            result[column.table] = nb::dict();
        }
        nb::cast<nb::dict>(result[column.table])[column.name] = array(column, owner);
    }
    return result;
}

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
    return result;
}

// [(object, kind, name, at, value)]
nb::list fills(const std::vector<tr::Fill> &fills, const nb::handle &owner)
{
    nb::list result;
    for (const tr::Fill &fill : fills) {
        const tr::Column at{"", "", tr::Type::i32, fill.at.data(), fill.at.size()};
        const tr::Column value{"", "", tr::Type::i64, fill.value.data(), fill.value.size()};
        result.append(nb::make_tuple(fill.object, fill.kind, fill.name, array(at, owner),
                                     array(value, owner)));
    }
    return result;
}

// A place, None where there is none.
template <class Number> std::optional<std::int32_t> known(Number number, Number none)
{
    return number == none ? std::nullopt : std::optional<std::int32_t>(number);
}

// {number: (component, code, name, labels)}
nb::dict definitions(const tr::Definitions &definitions)
{
    nb::dict events;
    for (const auto &[number, one] : definitions) {
        events[nb::int_(number)] = nb::make_tuple(one.component, one.code, one.name, one.labels);
    }
    return events;
}

// What the tools say about a trace.
void bind_words(nb::class_<Opened> &trace)
{
    using Interface = std::optional<std::uint32_t>;
    trace
        .def("define",
             [](Opened &self, const std::string &text) {
                 refuse(tr::parse_definitions(text, self.definitions));
             })
        .def("definitions", [](Opened &self) { return definitions(self.definitions); })
        .def(
            "event_name",
            [](Opened &self, tr::Place place, Interface interface) {
                return tr::event_name(self.trace, self.event(place), self.definitions, interface);
            },
            nb::arg("place"), nb::arg("interface") = nb::none())
        .def("event_code",
             [](Opened &self, tr::Place place) {
                 return tr::event_code(self.trace, self.event(place), self.definitions);
             })
        .def("number_name",
             [](Opened &self, std::uint16_t number) {
                 return tr::number_name(self.trace, number, self.definitions);
             })
        .def("kind_name",
             [](Opened &self, std::uint32_t kind) { return tr::kind_name(self.trace, kind); })
        .def("context_name",
             [](Opened &self, tr::Place place) {
                 return tr::context_name(self.trace, self.event(place));
             })
        .def("thread_name",
             [](Opened &self, tr::Place place) {
                 return tr::thread_name(self.trace, self.event(place));
             })
        .def("urgency",
             [](Opened &self, tr::Place place) {
                 return tr::urgency_text(self.trace, self.event(place));
             })
        .def("describe",
             [](Opened &self, tr::Place place) {
                 return tr::describe(self.trace, self.event(place), self.definitions);
             })
        .def("fields", [](Opened &self, tr::Place place) {
            nb::list fields;
            for (const tr::Field &one :
                 tr::fields_of(self.trace, self.event(place), self.definitions)) {
                fields.append(nb::make_tuple(one.label, one.value, known(one.lane, tr::nobody),
                                             known(one.object, tr::no_place)));
            }
            return fields;
        });
}

// What follows from the analysis, as text.
void bind_answers(nb::class_<Opened> &trace)
{
    trace
        .def("why",
             [](Opened &self, tr::Place place) {
                 return tr::why(self.trace, self.analysis(), self.a_switch(place));
             })
        .def("why_parts",
             [](Opened &self, tr::Place place) {
                 nb::list parts;
                 for (const tr::Part &one :
                      tr::why_parts(self.trace, self.analysis(), self.a_switch(place))) {
                     parts.append(nb::make_tuple(one.text, known(one.lane, tr::nobody),
                                                 known(one.object, tr::no_place),
                                                 known(one.event, tr::no_place)));
                 }
                 return parts;
             })
        .def(
            "convert",
            [](Opened &self, const std::string &form, std::uint64_t clock_hz,
               const nb::callable &receive) {
                const std::optional<tr::Error> error =
                    form == "ctf" ? std::nullopt
                                  : limen::convert::check_clock(self.trace, clock_hz);
                refuse(error);
                converted({self.trace, self.analysis(), self.definitions, clock_hz}, form, receive);
            })
        .def("statistics_json", [](Opened &self, tr::Place first, tr::Place last) {
            self.check_window(first, last);
            const tr::Analysis &analysis = self.analysis();
            const nb::gil_scoped_release unlocked;
            return tr::statistics_json(self.trace, analysis, self.definitions, first, last);
        });
}

// Words by number that are the same for all traces.
void bind_names(nb::module_ &module)
{
    module.def("wait_name", &tr::wait_name);
    module.def("outcome_name", &tr::outcome_name);
    module.def("reason_name", [](std::uint8_t number) {
        return tr::reason_name(static_cast<tr::Reason>(number));
    });
    module.def("how_name",
               [](std::uint8_t number) { return tr::how_name(static_cast<tr::How>(number)); });
}

// Findings, and who ran in a stretch: [(lane, ticks)].
void bind_findings(nb::class_<Opened> &trace)
{
    trace
        .def("findings_json",
             [](Opened &self) {
                 return tr::findings_json(self.trace, self.analysis(), self.definitions);
             })
        .def("ran_meanwhile", [](Opened &self, tr::Place begin, tr::Place end) {
            nb::list result;
            for (const tr::Share &share :
                 tr::ran_meanwhile(self.trace, self.analysis().moves, begin, end)) {
                result.append(nb::make_tuple(share.lane, share.ticks));
            }
            return result;
        });
}

} // namespace

void bind_trace(nb::module_ &module)
{
    nb::class_<Opened> trace(module, "Trace");
    trace
        .def(nb::init<const nb::object &, const std::string &, std::uint64_t>(), nb::arg("image"),
             nb::arg("name"), nb::arg("wrap") = 0)
        .def("header", [](const Opened &self) { return header(self.trace); })
        .def("lanes", [](const Opened &self) { return lanes(self.trace); })
        .def("objects", [](const Opened &self) { return objects(self.trace); })
        .def("events",
             [](nb::handle_t<Opened> self) {
                 return tables(tr::columns_of(nb::cast<Opened &>(self).trace), self);
             })
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
    bind_words(trace);
    bind_answers(trace);
    bind_names(module);
    bind_findings(trace);
    nb::class_<tr::Blocking>(module, "Blocking");
    module.def("looks_like_trx", [](const nb::bytes &start) {
        return tr::looks_like_trx(static_cast<const std::uint8_t *>(start.data()), start.size());
    });
    module.def("parse_definitions", [](const std::string &text) {
        tr::Definitions own;
        refuse(tr::parse_definitions(text, own));
        return definitions(own);
    });
}
