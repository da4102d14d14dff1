// SPDX-License-Identifier: Apache-2.0
// Run a program on the RTL of the Ibex core. Exit status: the program's; 1 if the run could not go
// on; 2 if it could not begin.
#include "host.hpp"
#include "image.hpp"
#include "machine.hpp"
#include "observe.hpp"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <optional>

namespace limen::ibex
{

namespace
{

constexpr int BAD_INPUT = 2;
constexpr std::uint64_t CYCLES_BETWEEN_CHECKS = 1U << 16;
constexpr const char *USAGE = R"(usage: limen-ibex [options] PROGRAM [ARGUMENT ...]
  --json FILE       write what was counted, and how the run ended
  --time MS         end after so much of the program's time, with status 0
  --wall S          end after so much of ours, with status 1
  --mark FUNCTION   note the cycle of each passage in the JSON; may be repeated
  --window N        with --mark: in the JSON, the cycles of each address from
                    passage N, counted from 0, to the next one
  --profile         count the cycles of each function in the JSON
)";

struct Options {
    std::string json;
    std::optional<double> milliseconds, wall_seconds;
    std::vector<std::string> marks;
    std::optional<std::uint64_t> window;
    bool is_profiled = false;
    std::string program, command_line;
};

double number_of(const std::string &name, const std::string &text)
{
    char *end = nullptr;
    const double value = std::strtod(text.c_str(), &end);

    if (text.empty() || *end != '\0' || !(value >= 0)) {
        throw InputError(name + " " + text + ": give a number of 0 or more\n" + USAGE);
    }
    return value;
}

void set_option(Options &options, const std::string &name, const std::string &value)
{
    if (name == "--json") {
        options.json = value;
    } else if (name == "--time") {
        options.milliseconds = number_of(name, value);
    } else if (name == "--wall") {
        options.wall_seconds = number_of(name, value);
    } else if (name == "--mark") {
        options.marks.push_back(value);
    } else if (name == "--window") {
        options.window = static_cast<std::uint64_t>(number_of(name, value));
    } else {
        throw InputError("unknown option " + name + "\n" + USAGE);
    }
}

Options options_of(const std::vector<std::string> &words)
{
    Options options;
    std::size_t index = 0;

    for (; index < words.size() && words[index].rfind("--", 0) == 0; ++index) {
        if (words[index] == "--profile") {
            options.is_profiled = true;
        } else if (index + 1 == words.size()) {
            throw InputError(words[index] + " needs a value\n" + USAGE);
        } else {
            set_option(options, words[index], words[index + 1]);
            ++index;
        }
    }
    if (index == words.size()) {
        throw InputError(std::string("name a program\n") + USAGE);
    }
    options.program = words[index];
    options.command_line = options.program.substr(options.program.find_last_of('/') + 1);
    while (++index < words.size()) {
        options.command_line += " " + words[index];
    }
    return options;
}

std::set<std::uint32_t> addresses_of(const std::vector<std::string> &marks, const Image &image)
{
    std::set<std::uint32_t> addresses;

    for (const std::string &mark : marks) {
        const auto symbol = image.symbols.find(mark);
        if (symbol == image.symbols.end()) {
            throw InputError("unknown function " + mark + "; mark it noinline");
        }
        addresses.insert(symbol->second);
    }
    return addresses;
}

void load(Machine &machine, const Image &image)
{
    for (const Segment &segment : image.segments) {
        std::uint32_t address = segment.address;
        for (const std::uint8_t byte : segment.bytes) {
            if (!machine.load(address++, byte)) {
                throw InputError("it is not for the memory from 0x80000000; build it for ibex");
            }
        }
    }
    machine.start_at(image.entry);
}

void execute(Machine &machine, const Options &options, Observer &observer)
{
    const auto start = std::chrono::steady_clock::now();
    std::uint64_t limit = NEVER, steps = 0;

    if (options.milliseconds.has_value()) {
        const double ticks = *options.milliseconds * static_cast<double>(CLOCK_HZ) / 1000;
        limit = static_cast<std::uint64_t>(ticks) * TICK_CYCLES / TICK_CYCLES_PER;
    }
    while (machine.why() == Stop::NO) {
        observer.see(machine.step(limit));
        if (++steps % CYCLES_BETWEEN_CHECKS == 0 && options.wall_seconds.has_value()) {
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
            if (taken.count() > *options.wall_seconds) {
                machine.stop(Stop::WALL_CLOCK, 1);
            }
        }
    }
}

// How a run has ended, as the JSON names it, and for people.
std::pair<const char *, std::string> end_of(const Machine &machine, const Image &image)
{
    switch (machine.why()) {
    case Stop::TIME:
        return {"time", ""};
    case Stop::DEADLOCK:
        return {"deadlock", "it waits in " + image.name_of(machine.pc()) +
                                " for an interrupt that cannot occur"};
    case Stop::WALL_CLOCK:
        return {"wall clock", "it did not end in time; it was in " + image.name_of(machine.pc())};
    case Stop::OUTPUT:
        return {"output", "it printed more than 16 MiB"};
    default:
        return {"exit", ""};
    }
}

void write_report(const Options &options, const Machine &machine, const Image &image,
                  const Observer &observer)
{
    if (options.json.empty()) {
        return;
    }
    std::ofstream file(options.json);
    file << "{\n  \"stop\": \"" << end_of(machine, image).first
         << "\",\n  \"status\": " << machine.status() << ",\n  \"cycles\": " << machine.cycles()
         << ",\n  \"idle_cycles\": " << machine.idle_cycles()
         << ",\n  \"instructions\": " << machine.instructions()
         << ",\n  \"minstret\": " << machine.minstret();
    observer.write(file, image);
    file << "\n}\n";
    if (!file.flush()) {
        throw InputError(options.json + " cannot be written: " + std::strerror(errno));
    }
}

int run(const Options &options)
{
    const Image image = read_image(options.program);
    Observer observer(addresses_of(options.marks, image), options.window, options.is_profiled);
    Semihosting host(options.command_line);
    Machine machine(host);

    host.attach(machine);
    load(machine, image);
    execute(machine, options, observer);
    std::fflush(stdout);
    if (const std::string said = end_of(machine, image).second; !said.empty()) {
        std::cerr << "ibex: " << said << '\n';
    }
    write_report(options, machine, image, observer);
    return machine.status();
}

} // namespace

} // namespace limen::ibex

int main(int count, char **words)
{
    using namespace limen::ibex;
    std::string place;

    try {
        const Options options = options_of({words + 1, words + count});
        place = options.program + ": ";
        return run(options);
    } catch (const InputError &error) {
        std::cerr << "ibex: " << place << error.what() << '\n';
        return BAD_INPUT;
    }
}
