// SPDX-License-Identifier: Apache-2.0
// Recordings of signals, with their changes as arrays of numpy.
#include "arrays.hpp"
#include "files.hpp"
#include "signals/vcd.hpp"

#include <algorithm>

namespace
{

nb::object array_of(const std::vector<double> &values)
{
    Output<double> output(values.size());
    std::copy(values.begin(), values.end(), output.elements.get());
    return output.array<1>({values.size()});
}

// Femtoseconds of a unit, the last time, and of each wire: name, is it a bit, times, values.
nb::object read_vcd(const nb::object &file)
{
    const Bytes bytes(file);
    const auto *const text = reinterpret_cast<const char *>(bytes.data());
    limen::signals::Recording recording;
    refuse(limen::signals::read_vcd({text, bytes.size()}, recording));
    nb::list wires;
    for (const limen::signals::Wire &wire : recording.wires) {
        const limen::signals::Changes &changes = recording.changes[wire.changes];
        wires.append(nb::make_tuple(wire.name, wire.is_bit, array_of(changes.time),
                                    array_of(changes.value)));
    }
    return nb::make_tuple(recording.unit, recording.end, wires);
}

} // namespace

void bind_signals(nb::module_ &module)
{
    module.def("read_vcd", &read_vcd, nb::arg("file"));
}
