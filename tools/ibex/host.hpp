// SPDX-License-Identifier: Apache-2.0
// Serves the semihosting calls of a program: its console, its arguments, files in the folder of the
// run, and its end. Source: Arm, Semihosting for AArch32 and AArch64, sections 3 and 5; RISC-V
// Semihosting has the same calls.
#ifndef LIMEN_IBEX_HOST_HPP
#define LIMEN_IBEX_HOST_HPP

#include "machine.hpp"

#include <cstdio>
#include <map>
#include <set>

namespace limen::ibex
{

class Semihosting : public Host
{
  public:
    explicit Semihosting(std::string command_line);
    Semihosting(const Semihosting &) = delete;
    Semihosting &operator=(const Semihosting &) = delete;
    ~Semihosting() override;

    // The machine whose memory the calls refer to, and which they end. Requires: once, at first.
    void attach(Machine &machine);

    std::uint32_t semihosting(std::uint32_t call, std::uint32_t parameter) override;
    void print(std::uint8_t byte) override;

  private:
    std::uint32_t refuse(const std::string &why);
    std::uint32_t open(std::uint32_t block);
    std::uint32_t close(std::uint32_t block);
    std::uint32_t write(std::uint32_t block);
    std::uint32_t print_text(std::uint32_t address);
    std::uint32_t give_command_line(std::uint32_t block);
    [[nodiscard]] std::string text(std::uint32_t address, std::uint32_t bytes) const;

    Machine *_machine = nullptr;
    std::string _command_line;
    std::map<std::uint32_t, std::FILE *> _files;
    std::uint32_t _next_handle;
    std::uint64_t _printed = 0, _written = 0;
    std::set<std::string> _noted;
};

} // namespace limen::ibex

#endif
