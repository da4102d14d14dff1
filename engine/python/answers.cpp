// SPDX-License-Identifier: Apache-2.0
// Bindings of the results of the analysis of a trace: reasons, statistics, findings, other formats.
#include "convert.hpp"
#include "opened.hpp"
#include "trace/changes.hpp"
#include "trace/findings.hpp"
#include "trace/meanwhile.hpp"
#include "trace/observed.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

namespace
{

// Binds the results of the analysis that are texts.
void bind_texts(nb::class_<Opened> &trace)
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
        .def("duration_text",
             [](Opened &self, tr::Tick ticks) { return tr::duration_text(self.trace, ticks); })
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

// Binds findings, the changes from another trace, and the lanes that ran in a stretch:
// [(lane, ticks)].
void bind_findings(nb::class_<Opened> &trace)
{
    trace
        .def("findings_json",
             [](Opened &self) {
                 return tr::findings_json(self.trace, self.analysis(), self.definitions);
             })
        .def("observed_json",
             [](Opened &self) { return tr::observed_json(self.trace, self.analysis()); })
        .def("changes",
             [](Opened &self, Opened &before) {
                 return tr::changes(tr::digest(before.trace, before.analysis()),
                                    tr::digest(self.trace, self.analysis()));
             })
        .def("ran_beside", [](Opened &self, tr::Place begin, tr::Place end) {
            nb::list result;
            const tr::Moves &moves = self.analysis().moves;
            for (const tr::Share &share : tr::ran_beside(self.trace, moves, begin, end)) {
                result.append(nb::make_tuple(share.lane, share.ticks));
            }
            return result;
        });
}

} // namespace

void bind_answers(nb::class_<Opened> &trace)
{
    bind_texts(trace);
    bind_findings(trace);
}
