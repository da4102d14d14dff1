// SPDX-License-Identifier: Apache-2.0
// The common part of the bindings of the analysis: arrays of numpy, and the names of choices.
#pragma once

#include "analysis/batch.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <array>
#include <memory>
#include <string>
#include <utility>

namespace nb = nanobind;
namespace an = limen::analysis;

using an::Time;
using Grid = nb::ndarray<const Time, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Row = nb::ndarray<const Time, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// An array of numpy that owns its elements.
template <class Element> struct Output {
    explicit Output(std::size_t count) : elements{new Element[count > 0 ? count : 1]}
    {
    }

    template <std::size_t Axes> nb::object array(const std::array<std::size_t, Axes> &shape)
    {
        Element *data = elements.release();
        const nb::capsule owner(
            data, [](void *memory) noexcept { delete[] static_cast<Element *>(memory); });
        return nb::cast(nb::ndarray<nb::numpy, Element>(data, Axes, shape.data(), owner));
    }

    std::unique_ptr<Element[]> elements;
};

template <class Value, std::size_t Count>
inline Value chosen(const std::string &name,
                    const std::array<std::pair<const char *, Value>, Count> &names)
{
    for (const auto &[known, value] : names) {
        if (name == known) {
            return value;
        }
    }
    throw nb::value_error(("unknown name: " + name).c_str());
}

inline an::Model model_of(const std::string &name)
{
    return chosen<an::Model, 4>(name, {{{"safe", an::Model::safe},
                                        {"tight", an::Model::tight},
                                        {"continuous", an::Model::continuous},
                                        {"ws1999", an::Model::ws1999}}});
}

inline an::Policy policy_of(const std::string &name)
{
    return chosen<an::Policy, 8>(name, {{{"given", an::Policy::given},
                                         {"fp", an::Policy::preemptive},
                                         {"np", an::Policy::nonpreemptive},
                                         {"pts", an::Policy::thresholds},
                                         {"pts-dm", an::Policy::dm_thresholds},
                                         {"fp-opa", an::Policy::opa_preemptive},
                                         {"np-opa", an::Policy::opa_nonpreemptive},
                                         {"pts-search", an::Policy::search}}});
}

inline an::Order order_of(const std::string &name)
{
    return chosen<an::Order, 5>(name, {{{"keep", an::Order::keep},
                                        {"dm", an::Order::dm},
                                        {"fp-opa", an::Order::opa_preemptive},
                                        {"np-opa", an::Order::opa_nonpreemptive},
                                        {"search", an::Order::search}}});
}

inline an::Rule rule_of(const std::string &name)
{
    return chosen<an::Rule, 2>(name,
                               {{{"maximal", an::Rule::maximal}, {"minimal", an::Rule::minimal}}});
}

inline an::Rules rules_of(const std::string &model, Time cost)
{
    if (cost < 0 || cost > an::time_max) {
        throw nb::value_error("the cost of a preemption is out of range");
    }
    return {model_of(model), cost};
}
