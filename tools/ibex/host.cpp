// SPDX-License-Identifier: Apache-2.0
#include "host.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace limen::ibex
{

namespace
{

enum Call : std::uint32_t {
    OPEN = 0x01,
    CLOSE = 0x02,
    WRITE_CHARACTER = 0x03,
    WRITE_STRING = 0x04,
    WRITE = 0x05,
    COMMAND_LINE = 0x15,
    EXIT = 0x18,
    EXIT_EXTENDED = 0x20
};

constexpr std::uint32_t APPLICATION_EXIT = 0x20026;
constexpr std::uint32_t FAILED = UINT32_MAX;
constexpr std::uint32_t CONSOLE = 1;
constexpr std::uint32_t FIRST_WRITING_MODE = 4;
constexpr std::array<const char *, 8> WRITING_MODES = {"w", "wb", "w+", "w+b",
                                                       "a", "ab", "a+", "a+b"};
constexpr std::uint32_t TEXT_MAX = 1U << 20;
constexpr std::uint64_t PRINTED_MAX = 16U << 20;
constexpr std::uint64_t WRITTEN_MAX = 256U << 20;
constexpr std::size_t FILES_MAX = 16;
constexpr std::size_t NOTES_MAX = 10;

} // namespace

Semihosting::Semihosting(std::string command_line)
    : _command_line(std::move(command_line)), _next_handle(CONSOLE + 1)
{
}

Semihosting::~Semihosting()
{
    for (const auto &[handle, file] : _files) {
        (void)std::fclose(file);
    }
}

void Semihosting::attach(Machine &machine)
{
    _machine = &machine;
}

std::uint32_t Semihosting::semihosting(std::uint32_t call, std::uint32_t parameter)
{
    switch (call) {
    case OPEN:
        return open(parameter);
    case CLOSE:
        return close(parameter);
    case WRITE_CHARACTER:
        print(_machine->byte(parameter));
        return 0;
    case WRITE_STRING:
        return print_text(parameter);
    case WRITE:
        return write(parameter);
    case COMMAND_LINE:
        return give_command_line(parameter);
    case EXIT:
        _machine->stop(Stop::EXIT, parameter == APPLICATION_EXIT ? 0 : 1);
        return 0;
    case EXIT_EXTENDED: {
        const bool is_end = _machine->word(parameter) == APPLICATION_EXIT;
        _machine->stop(Stop::EXIT, is_end ? _machine->byte(parameter + 4) : 1);
        return 0;
    }
    default:
        return refuse("semihosting call " + std::to_string(call) + " is not served");
    }
}

void Semihosting::print(std::uint8_t byte)
{
    (void)std::fputc(byte, stdout);
    if (byte == '\n') {
        (void)std::fflush(stdout);
    }
    if (++_printed > PRINTED_MAX) {
        _machine->stop(Stop::OUTPUT, 1);
    }
}

std::uint32_t Semihosting::refuse(const std::string &why)
{
    if (_noted.size() < NOTES_MAX && _noted.insert(why).second) {
        (void)std::fflush(stdout);
        (void)std::fprintf(stderr, "ibex: %s\n", why.c_str());
    }
    return FAILED;
}

std::string Semihosting::text(std::uint32_t address, std::uint32_t bytes) const
{
    std::string text;

    for (std::uint32_t index = 0; index < std::min(bytes, TEXT_MAX); ++index) {
        text += static_cast<char>(_machine->byte(address + index));
    }
    return text;
}

// A program writes in the folder of its run only.
std::uint32_t Semihosting::open(std::uint32_t block)
{
    const std::string name = text(_machine->word(block), _machine->word(block + 8));
    const std::uint32_t mode = _machine->word(block + 4) - FIRST_WRITING_MODE;

    if (name == ":tt") {
        return CONSOLE;
    }
    if (mode >= WRITING_MODES.size()) {
        return refuse(name + " cannot be read: programs here only write files");
    }
    if (name.empty() || name.find('/') != std::string::npos || name[0] == '.') {
        return refuse(name + " is not in the folder of this run, so it is not written");
    }
    if (_files.size() >= FILES_MAX) {
        return refuse(name + ": too many files are open");
    }
    std::FILE *file = std::fopen(name.c_str(), WRITING_MODES[mode]);
    if (file == nullptr) {
        return refuse(name + " cannot be written: " + std::strerror(errno));
    }
    _files[_next_handle] = file;
    return _next_handle++;
}

std::uint32_t Semihosting::close(std::uint32_t block)
{
    const auto file = _files.find(_machine->word(block));

    if (file == _files.end()) {
        return _machine->word(block) == CONSOLE ? 0 : FAILED;
    }
    const int result = std::fclose(file->second);
    _files.erase(file);
    return result == 0 ? 0 : refuse(std::string("a file is not complete: ") + std::strerror(errno));
}

// Returns: bytes that were not written.
std::uint32_t Semihosting::write(std::uint32_t block)
{
    const std::uint32_t handle = _machine->word(block), bytes = _machine->word(block + 8);
    const std::string data = text(_machine->word(block + 4), bytes);
    const auto file = _files.find(handle);

    if (data.size() != bytes || _written + bytes > WRITTEN_MAX) {
        (void)refuse("a program may write 256 MiB, 1 MiB at once; this one wants more");
        return bytes;
    }
    if (handle == CONSOLE) {
        for (const char letter : data) {
            print(static_cast<std::uint8_t>(letter));
        }
        return 0;
    }
    if (file == _files.end()) {
        return bytes;
    }
    _written += bytes;
    const auto done = static_cast<std::uint32_t>(std::fwrite(data.data(), 1, bytes, file->second));
    if (done != bytes) {
        (void)refuse(std::string("a file is not complete: ") + std::strerror(errno));
    }
    return bytes - done;
}

std::uint32_t Semihosting::print_text(std::uint32_t address)
{
    for (std::uint32_t index = 0; index < TEXT_MAX; ++index) {
        const std::uint8_t byte = _machine->byte(address + index);
        if (byte == 0) {
            break;
        }
        print(byte);
    }
    return 0;
}

std::uint32_t Semihosting::give_command_line(std::uint32_t block)
{
    const std::uint32_t buffer = _machine->word(block);
    const auto bytes = static_cast<std::uint32_t>(_command_line.size());

    if (bytes + 1 > _machine->word(block + 4)) {
        return FAILED;
    }
    for (std::uint32_t index = 0; index <= bytes; ++index) {
        _machine->put(buffer + index, static_cast<std::uint8_t>(_command_line.c_str()[index]));
    }
    for (std::uint32_t index = 0; index < 4; ++index) {
        _machine->put(block + 4 + index, static_cast<std::uint8_t>(bytes >> 8 * index));
    }
    return 0;
}

} // namespace limen::ibex
