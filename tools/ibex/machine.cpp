// SPDX-License-Identifier: Apache-2.0
#include "machine.hpp"

#include "Vlimen_ibex.h"
#include "verilated.h"

#include <cstdlib>
#include <new>

namespace limen::ibex
{

// Addresses as in limen_ibex.sv, and those of QEMU, docs/system/riscv/virt.rst.
constexpr std::uint32_t MAILBOX = 0x100;
constexpr std::uint32_t DEBUGGER = 0x800;
constexpr std::uint32_t BOOT = 0x1080;
constexpr std::uint32_t MSIP = 0x02000000;
constexpr std::uint32_t MTIMECMP = 0x02004000;
constexpr std::uint32_t MTIME = 0x0200BFF8;
constexpr std::uint32_t PLIC = 0x0C000000;
constexpr std::uint32_t PLIC_END = 0x10000000;
constexpr std::uint32_t UART = 0x10000000;
constexpr std::uint32_t UART_END = 0x10000100;
constexpr std::uint32_t LINE_STATUS = 0x10000004; // its word
constexpr std::uint32_t HAS_ROOM = 0x60 << 8;
constexpr std::uint32_t WORD = 4;
constexpr unsigned ALL_BYTES = 0xF;

// The words of the mailbox, in this order. The debugger writes dcsr last.
enum { DPC, A0, A1, DCSR };

// dcsr. Source: RISC-V External Debug Support 0.13.2, 4.8.1.
constexpr std::uint32_t STEP = 1U << 2;
constexpr std::uint32_t EBREAK_HALTS = 1U << 15;
enum { CAUSE_SHIFT = 6, CAUSE_MASK = 7, CAUSE_EBREAK = 1 };

// The three instructions of a semihosting call. Source: RISC-V Semihosting, 2.1.
constexpr std::uint32_t BEFORE_CALL = 0x01F01013, CALL = 0x00100073, AFTER_CALL = 0x40705013;

// Semihosting is served as by a debugger, with the means of the core: EBREAK enters debug mode,
// whose code hands the registers over and takes the answer. Neither the clock nor the counters of
// this model advance meanwhile.
static std::vector<std::uint32_t> code_of_debugger()
{
    return {
        0x0100006F, // 0x800: j 0x810
        0x00000013, //        nop
        0x0000006F, // 0x808: j 0x808, after an exception in this code: there is none
        0x00000013, //        nop
        0x7B229073, // 0x810: csrw dscratch0, t0
        0x7B1022F3, //        csrr t0, dpc
        0x10502023, //        sw t0, 0x100(zero)
        0x10A02223, //        sw a0, 0x104(zero)
        0x10B02423, //        sw a1, 0x108(zero)
        0x7B0022F3, //        csrr t0, dcsr
        0x10502623, //        sw t0, 0x10c(zero)
        0x10C02283, //        lw t0, 0x10c(zero)
        0x7B029073, //        csrw dcsr, t0
        0x10002283, //        lw t0, 0x100(zero)
        0x7B129073, //        csrw dpc, t0
        0x10402503, //        lw a0, 0x104(zero)
        0x7B2022F3, //        csrr t0, dscratch0
        0x7B200073, //        dret
    };
}

Machine::Machine(Host &host)
    : _host(host), _context(std::make_unique<VerilatedContext>()),
      _core(std::make_unique<Vlimen_ibex>(_context.get())),
      _ram(static_cast<std::uint8_t *>(std::calloc(RAM_BYTES, 1)), std::free),
      _debugger(code_of_debugger())
{
    if (_ram == nullptr) {
        throw std::bad_alloc();
    }
    _timer_cycle = NEVER;
    _mtimecmp = NEVER;
    _core->rst_ni = 0;
    for (int edge = 0; edge < 4; ++edge) {
        _core->clk_i = edge & 1;
        _core->eval();
    }
    _core->rst_ni = 1;
    _core->debug_req_i = 1; // until the debugger has told the core to halt at EBREAK
}

Machine::~Machine()
{
    _core->final();
}

bool Machine::load(std::uint32_t address, std::uint8_t byte)
{
    if (address - RAM_BASE >= RAM_BYTES) {
        return false;
    }
    put(address, byte);
    return true;
}

void Machine::start_at(std::uint32_t address)
{
    const std::uint32_t low = address & 0xFFF;
    const std::uint32_t high = address + (low >= 0x800 ? 0x1000 : 0);

    _boot = {
        (high & 0xFFFFF000) | 0x2B7, // lui t0, HIGH
        low << 20 | 0x28067,         // jr LOW(t0)
    };
}

void Machine::stop(Stop why, int status)
{
    if (_why == Stop::NO) {
        _why = why;
        _status = status;
    }
}

std::uint8_t Machine::byte(std::uint32_t address) const
{
    return address - RAM_BASE < RAM_BYTES ? _ram[address - RAM_BASE] : 0;
}

std::uint32_t Machine::word(std::uint32_t address) const
{
    return static_cast<std::uint32_t>(byte(address) | byte(address + 1) << 8 |
                                      byte(address + 2) << 16) |
           static_cast<std::uint32_t>(byte(address + 3)) << 24;
}

void Machine::put(std::uint32_t address, std::uint8_t byte)
{
    if (address - RAM_BASE < RAM_BYTES) {
        _ram[address - RAM_BASE] = byte;
    }
}

static bool is_in(const std::vector<std::uint32_t> &code, std::uint32_t base, std::uint32_t address)
{
    return address - base < code.size() * WORD;
}

// The core fetches words in advance, also behind the end of what it executes. So an error is only a
// mark of the word. The first fetch from the debugger comes a cycle before debug mode; outside of
// this mode, the instructions of that code are illegal.
Machine::Answer Machine::fetch(std::uint32_t address) const
{
    if (address - RAM_BASE < RAM_BYTES) {
        return {word(address), true, false};
    }
    if (is_in(_boot, BOOT, address)) {
        return {_boot[(address - BOOT) / WORD], true, false};
    }
    if (is_in(_debugger, DEBUGGER, address)) {
        return {_debugger[(address - DEBUGGER) / WORD], true, false};
    }
    return {0, true, true};
}

Machine::Answer Machine::access(std::uint32_t address, std::uint32_t data, unsigned bytes,
                                bool is_write)
{
    if (address - RAM_BASE < RAM_BYTES) {
        if (!is_write) {
            return {word(address), true, false};
        }
        for (std::uint32_t index = 0; index < WORD; ++index) {
            if ((bytes >> index & 1) != 0) {
                put(address + index, static_cast<std::uint8_t>(data >> 8 * index));
            }
        }
        return {0, true, false};
    }
    if (!is_device(address)) {
        return {0, true, true};
    }
    if (is_write) {
        write_device(address, data, bytes);
        return {0, true, false};
    }
    return {read_device(address), true, false};
}

bool Machine::is_device(std::uint32_t address) const
{
    return address == MSIP || address - MTIMECMP < 8 || address - MTIME < 8 ||
           (address >= PLIC && address < PLIC_END) || (address >= UART && address < UART_END) ||
           (_core->debug_mode_o && address - MAILBOX < sizeof _mailbox);
}

// The PLIC never has a request: the UART receives nothing, and its interrupt when it has room is
// not modelled.
std::uint32_t Machine::read_device(std::uint32_t address) const
{
    switch (address) {
    case MSIP:
        return _msip;
    case MTIMECMP:
        return static_cast<std::uint32_t>(_mtimecmp);
    case MTIMECMP + WORD:
        return static_cast<std::uint32_t>(_mtimecmp >> 32);
    case MTIME:
        return static_cast<std::uint32_t>(mtime());
    case MTIME + WORD:
        return static_cast<std::uint32_t>(mtime() >> 32);
    case LINE_STATUS:
        return HAS_ROOM;
    default:
        return address - MAILBOX < sizeof _mailbox ? _mailbox[(address - MAILBOX) / WORD] : 0;
    }
}

static std::uint64_t with_half(std::uint64_t value, bool is_upper, std::uint32_t half)
{
    return is_upper ? (value & UINT32_MAX) | static_cast<std::uint64_t>(half) << 32
                    : (value & ~static_cast<std::uint64_t>(UINT32_MAX)) | half;
}

void Machine::write_device(std::uint32_t address, std::uint32_t data, unsigned bytes)
{
    if (address == UART && (bytes & 1) != 0) {
        _host.print(static_cast<std::uint8_t>(data));
    } else if (address == MSIP) {
        _msip = data & 1;
    } else if (address - MTIMECMP < 8 && bytes == ALL_BYTES) {
        _mtimecmp = with_half(_mtimecmp, address != MTIMECMP, data);
        set_timer();
    } else if (address - MTIME < 8 && bytes == ALL_BYTES) {
        _mtime_zero += with_half(mtime(), address != MTIME, data) - mtime();
        set_timer();
    } else if (address - MAILBOX < sizeof _mailbox) {
        const std::uint32_t index = (address - MAILBOX) / WORD;

        _mailbox[index] = data;
        if (index == DCSR) {
            serve_debugger();
        }
    }
}

// A breakpoint that is not a semihosting call is an exception of the program: the core takes it in
// one step without the debugger.
void Machine::serve_debugger()
{
    const std::uint32_t cause = _mailbox[DCSR] >> CAUSE_SHIFT & CAUSE_MASK;
    const std::uint32_t pc = _mailbox[DPC];

    _core->debug_req_i = 0;
    _mailbox[DCSR] = (_mailbox[DCSR] & ~STEP) | EBREAK_HALTS;
    if (cause == CAUSE_EBREAK) {
        if (word(pc - WORD) == BEFORE_CALL && word(pc) == CALL && word(pc + WORD) == AFTER_CALL) {
            _mailbox[A0] = _host.semihosting(_mailbox[A0], _mailbox[A1]);
            _mailbox[DPC] = pc + WORD;
        } else {
            _mailbox[DCSR] = (_mailbox[DCSR] & ~EBREAK_HALTS) | STEP;
        }
    }
    _returns += _why == Stop::NO;
}

// _mtime_zero is what mtime was at cycle 0, modulo 2^64.
std::uint64_t Machine::mtime() const
{
    return _mtime_zero + _cycles * TICK_CYCLES_PER / TICK_CYCLES;
}

// The cycle from which on mtime >= mtimecmp.
void Machine::set_timer()
{
    const std::uint64_t left = _mtimecmp - mtime();
    const std::uint64_t ticks = _cycles * TICK_CYCLES_PER / TICK_CYCLES + left;

    if (mtime() >= _mtimecmp) {
        _timer_cycle = 0;
    } else if (left > NEVER / TICK_CYCLES / 2) {
        _timer_cycle = NEVER;
    } else {
        _timer_cycle = (ticks * TICK_CYCLES + TICK_CYCLES_PER - 1) / TICK_CYCLES_PER;
    }
}

// Nothing but the timer ends the sleep of the core. What is pending already has not ended it.
void Machine::sleep(std::uint64_t limit_cycles)
{
    std::uint64_t wake = _timer_cycle > _cycles ? _timer_cycle : NEVER;

    if (wake > limit_cycles) {
        wake = limit_cycles;
    }
    if (wake == NEVER) {
        stop(Stop::DEADLOCK, 1);
    } else if (wake > _cycles) {
        _idle_cycles += wake - _cycles;
        _cycles = wake;
    }
}

Cycle Machine::step(std::uint64_t limit_cycles)
{
    Vlimen_ibex &core = *_core;
    const std::uint64_t begin = _cycles;

    for (;;) {
        core.clk_i = 0;
        core.instr_rvalid_i = _instruction.is_valid;
        core.instr_rdata_i = _instruction.data;
        core.instr_err_i = _instruction.is_error;
        core.data_rvalid_i = _data.is_valid;
        core.data_rdata_i = _data.data;
        core.data_err_i = _data.is_error;
        core.irq_software_i = _msip != 0;
        core.irq_timer_i = _cycles >= _timer_cycle;
        core.eval();
        if (core.asleep_o && !core.irq_pending_o && !core.debug_req_i && !core.debug_mode_o) {
            sleep(limit_cycles);
            core.irq_timer_i = _cycles >= _timer_cycle;
            core.eval();
        }
        if (!core.debug_mode_o) {
            _minstret += core.minstret_o - _minstret_before;
        }
        _minstret_before = core.minstret_o;
        const bool is_debugging = core.debug_mode_o || core.debug_req_i;
        Cycle now = {_cycles, 0, _retired, _pc, false};
        if (!is_debugging) {
            if (core.decode_valid_o) {
                now.pc = _pc = core.decode_pc_o;
            }
            now.is_done = core.decode_valid_o && core.decode_done_o;
            _retired += now.is_done;
            ++_cycles;
        }
        _instruction = core.instr_req_o ? fetch(core.instr_addr_o) : Answer{};
        _data = core.data_req_o
                    ? access(core.data_addr_o, core.data_wdata_o, core.data_be_o, core.data_we_o)
                    : Answer{};
        core.clk_i = 1;
        core.eval();
        if (_cycles >= limit_cycles) {
            stop(Stop::TIME, 0);
        }
        if (!is_debugging || _why != Stop::NO) {
            now.length = _cycles - begin;
            return now;
        }
    }
}

} // namespace limen::ibex
