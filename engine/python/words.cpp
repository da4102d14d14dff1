// SPDX-License-Identifier: Apache-2.0
// Bindings of the texts about the events of a trace, and of words by number.
#include "opened.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace
{

// (component, code, name, labels, meanings), with a label and a meaning for each number.
template <class Event> nb::tuple shown(const Event &event, std::size_t count = 4)
{
    nb::list labels, meanings;
    for (std::size_t number = 0; number < count; number++) {
        labels.append(event.labels[number]);
        meanings.append(tr::meaning_names[static_cast<std::size_t>(event.meanings[number])]);
    }
    return nb::make_tuple(event.component, event.code, event.name, labels, meanings);
}

// {number of an event: what shown() makes}
nb::dict definitions(const tr::Definitions &definitions)
{
    nb::dict events;
    for (const auto &[number, event] : definitions.events) {
        events[nb::int_(number)] = shown(event);
    }
    return events;
}

template <std::size_t count> nb::dict table_of(const tr::EventRow (&rows)[count])
{
    nb::dict events;
    for (const tr::EventRow &row : rows) {
        events[nb::int_(row.number)] = shown(row, row.has_four ? 4 : 3);
    }
    return events;
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

// Binds the texts about the events of a trace.
void bind_events(nb::class_<Opened> &trace)
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

} // namespace

void bind_words(nb::class_<Opened> &trace, nb::module_ &module)
{
    bind_events(trace);
    bind_names(module);
    module.def("limen_events", [] { return table_of(tr::limen_events); });
    module.def("threadx_events", [] { return table_of(tr::threadx_events); });
    module.def("parse_definitions", [](const std::string &text) {
        tr::Definitions own;
        refuse(tr::parse_definitions(text, own));
        return definitions(own);
    });
}
