// SPDX-License-Identifier: Apache-2.0
// The core, its memory, and the devices of QEMU virt that boards/virt-riscv uses.
//
// Memory answers in the cycle after the request, to loads, stores and instruction fetches, each on a
// bus of its own: no access waits, and nothing is cached.
#ifndef LIMEN_IBEX_MACHINE_HPP
#define LIMEN_IBEX_MACHINE_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

class VerilatedContext;
class Vlimen_ibex;

namespace limen::ibex
{

constexpr std::uint32_t RAM_BASE = 0x80000000;
constexpr std::uint32_t RAM_BYTES = 128U << 20;
constexpr std::uint64_t NEVER = UINT64_MAX;
constexpr std::uint64_t CLOCK_HZ = 10'000'000; // of mtime

// lm_work of boards/virt-riscv counts 25/32 rounds of a loop for each tick of mtime, and a round is
// an addition and a branch that is taken: 3 cycles of this core. So with 75/32 cycles a tick,
// lm_work takes the time that it says.
constexpr std::uint64_t TICK_CYCLES = 75;
constexpr std::uint64_t TICK_CYCLES_PER = 32;

// Serves semihosting, and prints what the UART sends.
class Host
{
  public:
    Host() = default;
    Host(const Host &) = delete;
    Host &operator=(const Host &) = delete;
    virtual ~Host() = default;
    virtual std::uint32_t semihosting(std::uint32_t call, std::uint32_t parameter) = 0;
    virtual void print(std::uint8_t byte) = 0;
};

// The instruction in the decode and execute stage in a cycle that the program takes.
struct Cycle {
    std::uint64_t number; // from 0
    // 1, and the cycles in which the core has slept before it; 0 at the end in debug mode.
    std::uint64_t length;
    std::uint64_t retired; // instructions before this cycle
    std::uint32_t pc;      // of the last instruction there
    bool is_done;          // it leaves the stage: it is executed
};

enum class Stop { NO, EXIT, TIME, DEADLOCK, WALL_CLOCK, OUTPUT };

class Machine
{
  public:
    explicit Machine(Host &host);
    Machine(const Machine &) = delete;
    Machine &operator=(const Machine &) = delete;
    ~Machine();

    // Write a byte of the image. Returns: the address is in RAM.
    bool load(std::uint32_t address, std::uint8_t byte);
    // Jump to this address after the reset.
    void start_at(std::uint32_t address);

    // Execute the next cycle; a sleeping core sleeps until the timer. Ends at limit_cycles.
    Cycle step(std::uint64_t limit_cycles);
    void stop(Stop why, int status);

    [[nodiscard]] Stop why() const
    {
        return _why;
    }
    [[nodiscard]] int status() const
    {
        return _status;
    }
    [[nodiscard]] std::uint64_t cycles() const
    {
        return _cycles;
    }
    [[nodiscard]] std::uint64_t idle_cycles() const
    {
        return _idle_cycles;
    }
    [[nodiscard]] std::uint64_t instructions() const
    {
        return _retired;
    }
    // The same by the counter of the core. It counts DRET when it has left debug mode.
    [[nodiscard]] std::uint64_t minstret() const
    {
        return _minstret - _returns;
    }
    [[nodiscard]] std::uint32_t pc() const
    {
        return _pc;
    }

    // For the host: the program's memory. Outside of RAM, byte is 0 and put has no effect.
    [[nodiscard]] std::uint8_t byte(std::uint32_t address) const;
    [[nodiscard]] std::uint32_t word(std::uint32_t address) const;
    void put(std::uint32_t address, std::uint8_t byte);

  private:
    struct Answer {
        std::uint32_t data = 0;
        bool is_valid = false;
        bool is_error = false;
    };

    Answer fetch(std::uint32_t address) const;
    Answer access(std::uint32_t address, std::uint32_t data, unsigned bytes, bool is_write);
    bool is_device(std::uint32_t address) const;
    std::uint32_t read_device(std::uint32_t address) const;
    void write_device(std::uint32_t address, std::uint32_t data, unsigned bytes);
    void serve_debugger();
    [[nodiscard]] std::uint64_t mtime() const;
    void set_timer();
    void sleep(std::uint64_t limit_cycles);

    Host &_host;
    std::unique_ptr<VerilatedContext> _context;
    std::unique_ptr<Vlimen_ibex> _core;
    std::unique_ptr<std::uint8_t[], void (*)(void *)> _ram;
    std::vector<std::uint32_t> _boot;
    std::vector<std::uint32_t> _debugger;
    std::uint32_t _mailbox[4] = {};
    Answer _instruction, _data;
    std::uint64_t _cycles = 0, _idle_cycles = 0, _retired = 0;
    std::uint64_t _minstret = 0, _minstret_before = 0, _returns = 0;
    std::uint32_t _pc = 0;
    std::uint64_t _mtime_zero = 0, _mtimecmp = 0, _timer_cycle = 0;
    std::uint32_t _msip = 0;
    Stop _why = Stop::NO;
    int _status = 0;
};

} // namespace limen::ibex

#endif
