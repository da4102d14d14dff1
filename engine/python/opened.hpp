// SPDX-License-Identifier: Apache-2.0
// A trace as Python has it, and the parts that bind its functions.
#pragma once

#include "files.hpp"
#include "trace/statistics.hpp"

#include <nanobind/nanobind.h>

#include <nanobind/stl/string.h>

#include <deque>
#include <memory>
#include <vector>

namespace nb = nanobind;
namespace tr = limen::trace;

// A trace and its results. The analysis runs when a result is first used.
class Opened
{
  public:
    Opened(const nb::object &image, const std::string &name, std::uint64_t wrap)
        : Opened(one_file(image, name), wrap)
    {
    }

    // files: the name and the content of each.
    Opened(const nb::list &files, std::uint64_t wrap)
    {
        std::vector<std::string> names;
        std::deque<Bytes> contents; // which cannot be moved
        std::vector<tr::InputFile> input;
        for (const nb::handle file : files) {
            names.push_back(nb::cast<std::string>(file[0]));
            contents.emplace_back(nb::borrow<nb::object>(file[1]));
        }
        for (std::size_t at = 0; at < names.size(); at++) {
            input.push_back({names[at], contents[at].data(), contents[at].size()});
        }
        std::optional<tr::Error> error;
        {
            const nb::gil_scoped_release unlocked;
            error = tr::read(input, wrap, trace);
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
    static nb::list one_file(const nb::object &image, const std::string &name)
    {
        nb::list files;
        files.append(nb::make_tuple(name, image));
        return files;
    }

    std::unique_ptr<tr::Analysis> analysis_;
};

// A place, None where there is none.
template <class Number> std::optional<std::int32_t> known(Number number, Number none)
{
    return number == none ? std::nullopt : std::optional<std::int32_t>(number);
}

void bind_words(nb::class_<Opened> &trace, nb::module_ &module); // words.cpp
void bind_answers(nb::class_<Opened> &trace);                    // answers.cpp
