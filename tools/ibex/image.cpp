// SPDX-License-Identifier: Apache-2.0
// Source: System V ABI, chapter 4: object files; RISC-V ELF psABI, 8.2: EM_RISCV.
#include "image.hpp"

#include <array>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <iterator>

namespace limen::ibex
{

namespace
{

constexpr std::size_t HEADER_BYTES = 52;
constexpr std::uint32_t LOADED = 1, SYMBOLS = 2, FUNCTION = 2, RISCV = 243;
constexpr std::uint32_t SYMBOL_BYTES = 16;

class File
{
  public:
    explicit File(const std::string &path)
    {
        std::ifstream file(path, std::ios::binary);

        if (!file) {
            throw InputError("it cannot be read");
        }
        _bytes.assign(std::istreambuf_iterator<char>(file), {});
    }

    [[nodiscard]] std::uint32_t half(std::size_t offset) const
    {
        return byte(offset) | byte(offset + 1) << 8;
    }
    [[nodiscard]] std::uint32_t word(std::size_t offset) const
    {
        return half(offset) | half(offset + 2) << 16;
    }
    [[nodiscard]] std::uint32_t byte(std::size_t offset) const
    {
        if (offset >= _bytes.size()) {
            throw InputError("it is not complete; build it again");
        }
        return static_cast<std::uint8_t>(_bytes[offset]);
    }
    [[nodiscard]] std::string text(std::size_t offset) const
    {
        std::string text;

        for (; byte(offset) != 0; ++offset) {
            text += static_cast<char>(byte(offset));
        }
        return text;
    }
    [[nodiscard]] std::size_t size() const
    {
        return _bytes.size();
    }

  private:
    std::vector<char> _bytes;
};

void check_kind(const File &file)
{
    constexpr std::array<std::uint32_t, 6> WANTED = {0x7F, 'E', 'L', 'F', 1, 1};

    if (file.size() < HEADER_BYTES) {
        throw InputError("it is no ELF file; name a program");
    }
    for (std::size_t index = 0; index < WANTED.size(); ++index) {
        if (file.byte(index) != WANTED[index]) {
            throw InputError("it is no ELF file of 32 bits; build it for ibex");
        }
    }
    if (file.half(18) != RISCV) {
        throw InputError("it is for another processor; build it for ibex");
    }
}

void read_segments(const File &file, Image &image)
{
    const std::uint32_t first = file.word(28), size = file.half(42), count = file.half(44);

    for (std::uint32_t index = 0; index < count; ++index) {
        const std::size_t at = first + std::size_t{index} * size;

        if (file.word(at) != LOADED || file.word(at + 16) == 0) {
            continue;
        }
        Segment segment;
        segment.address = file.word(at + 12);
        for (std::uint32_t offset = 0; offset < file.word(at + 16); ++offset) {
            const std::size_t from = std::size_t{file.word(at + 4)} + offset;
            segment.bytes.push_back(static_cast<std::uint8_t>(file.byte(from)));
        }
        image.segments.push_back(std::move(segment));
    }
}

void read_symbols(const File &file, std::size_t section, std::size_t names, Image &image)
{
    const std::uint32_t first = file.word(section + 16), bytes = file.word(section + 20);

    for (std::uint32_t offset = 0; offset + SYMBOL_BYTES <= bytes; offset += SYMBOL_BYTES) {
        const std::size_t at = std::size_t{first} + offset;
        const std::string name = file.text(std::size_t{file.word(names + 16)} + file.word(at));

        if (name.empty() || file.half(at + 14) == 0) { // defined elsewhere
            continue;
        }
        image.symbols.emplace(name, file.word(at + 4));
        if ((file.byte(at + 12) & 0xF) == FUNCTION) {
            image.functions.emplace(file.word(at + 4), name);
        }
    }
}

} // namespace

Image read_image(const std::string &path)
{
    const File file(path);
    Image image;

    check_kind(file);
    image.entry = file.word(24);
    read_segments(file, image);
    const std::uint32_t first = file.word(32), size = file.half(46), count = file.half(48);
    for (std::uint32_t index = 0; index < count; ++index) {
        const std::size_t section = first + std::size_t{index} * size;

        if (file.word(section + 4) == SYMBOLS) {
            read_symbols(file, section, first + std::size_t{file.word(section + 24)} * size, image);
        }
    }
    return image;
}

std::string Image::name_of(std::uint32_t address) const
{
    auto after = functions.upper_bound(address);

    if (after != functions.begin()) {
        return std::prev(after)->second;
    }
    std::array<char, 16> text{};
    (void)std::snprintf(text.data(), text.size(), "0x%08x", static_cast<unsigned>(address));
    return text.data();
}

} // namespace limen::ibex
