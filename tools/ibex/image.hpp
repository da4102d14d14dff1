// SPDX-License-Identifier: Apache-2.0
// A program as an ELF file for RISC-V with 32 bits.
#ifndef LIMEN_IBEX_IMAGE_HPP
#define LIMEN_IBEX_IMAGE_HPP

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace limen::ibex
{

// The input cannot be used; what() says why.
class InputError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

struct Segment {
    std::uint32_t address = 0;
    std::vector<std::uint8_t> bytes;
};

struct Image {
    std::uint32_t entry = 0;
    std::vector<Segment> segments;
    std::map<std::string, std::uint32_t> symbols;   // all with a name
    std::map<std::uint32_t, std::string> functions; // by address

    // The function around an address, or the address itself in hexadecimal.
    [[nodiscard]] std::string name_of(std::uint32_t address) const;
};

// Throws InputError.
Image read_image(const std::string &path);

} // namespace limen::ibex

#endif
