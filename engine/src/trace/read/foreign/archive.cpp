// SPDX-License-Identifier: Apache-2.0
// Files that are packed: gzip, zip and tar.
#include "trace/concat.hpp"
#include "trace/read/foreign/file_set.hpp"
#include "trace/read/text.hpp"

#include <algorithm>

namespace limen::trace
{

namespace
{

constexpr std::size_t archive_room_least = std::size_t{16} << 20, archive_times = 100;
constexpr std::size_t archive_files_max = 4096;
constexpr std::uint32_t zip_end = 0x06054B50, zip_entry = 0x02014B50;
constexpr std::size_t zip_end_bytes = 22, tar_block = 512;

bool is_gzip(const InputFile &file)
{
    return file.size > 18 && file.bytes[0] == 0x1F && file.bytes[1] == 0x8B && file.bytes[2] == 8;
}

bool is_zip(const InputFile &file)
{
    return file.text().starts_with("PK\x03\x04");
}

bool is_tar(const InputFile &file)
{
    return file.size > tar_block && file.text().substr(257, 5) == "ustar";
}

// Hidden files and folders are not part of a trace.
bool is_wanted(std::string_view path)
{
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return !name.empty() && name.front() != '.' && !path.starts_with("__MACOSX");
}

void unpack(std::string_view name, std::string_view bytes, Packing packing, Unpacked &out)
{
    bool is_whole = false;
    const std::string_view content = out.contents.add(bytes, packing, is_whole);
    if (!is_whole) {
        out.missing.push_back(concat(printable(name), " is damaged or too long where it is packed, "
                                                      "so that its end is missing."));
    }
    out.files.push_back({name, bytes_of(content), content.size()});
}

void unpack_zip(const InputFile &file, Unpacked &out)
{
    std::size_t end = file.size < zip_end_bytes ? 0 : file.size - zip_end_bytes;
    while (end > 0 && load<std::uint32_t>(file.bytes + end, false) != zip_end) {
        end--;
    }
    if (end == 0) {
        out.missing.push_back(concat(printable(file.name),
                                     " is not whole: its end, which lists its files, is missing."));
    }
    Reader reader(file.bytes, file.size);
    reader.place = end;
    reader.skip(16);
    reader.place = std::min<std::size_t>(reader.u32(), file.size);
    while (reader.u32() == zip_entry && out.files.size() < archive_files_max) {
        reader.skip(6);
        const std::uint16_t method = reader.u16();
        reader.skip(8);
        const std::size_t size = reader.u32();
        reader.skip(4);
        const std::size_t name_bytes = reader.u16(), more = reader.u16(), comment = reader.u16();
        reader.skip(8);
        const std::size_t offset = reader.u32();
        const std::string_view name = reader.text(name_bytes);
        reader.skip(more + comment);
        Reader local(file.bytes, file.size);
        local.skip(offset);
        local.skip(26);
        const std::size_t local_name = local.u16();
        local.skip(local_name + local.u16());
        if (!is_wanted(name)) {
            continue;
        }
        const bool is_whole = !reader.is_over && !local.is_over && size <= local.left();
        if (is_whole && method == 8) {
            unpack(name, local.text(size), Packing::deflate, out);
        } else if (is_whole && method == 0) {
            out.files.push_back({name, file.bytes + local.place, size});
        } else {
            out.missing.push_back(
                concat(printable(name), is_whole ? " is packed in a way that is not read."
                                                 : " is not whole in the archive."));
        }
    }
}

void unpack_tar(const InputFile &file, Unpacked &out)
{
    for (std::size_t at = 0; at + tar_block < file.size && out.files.size() < archive_files_max;) {
        Reader reader(file.bytes + at, file.size - at);
        std::string_view name = reader.name(100);
        name.remove_prefix(name.starts_with("./") ? 2 : 0);
        reader.skip(24);
        const std::string_view digits = reader.name(12);
        const std::size_t begin = std::min(digits.find_first_not_of(' '), digits.size());
        const auto written = static_cast<std::size_t>(number_of(digits.substr(begin), 8));
        reader.skip(20);
        const std::uint8_t type = reader.u8();
        const std::size_t size = std::min(written, file.size - at - tar_block);
        if ((type == '0' || type == 0) && is_wanted(name)) {
            out.files.push_back({name, file.bytes + at + tar_block, size});
        }
        at += tar_block + (size + tar_block - 1) / tar_block * tar_block;
    }
}

void unpack_file(const InputFile &file, Unpacked &out)
{
    if (is_gzip(file)) {
        unpack(file.name, file.text(), Packing::gzip, out);
        const InputFile inner = out.files.back();
        if (is_tar(inner)) {
            out.files.pop_back();
            unpack_tar(inner, out);
        }
    } else if (is_zip(file)) {
        unpack_zip(file, out);
    } else if (is_tar(file)) {
        unpack_tar(file, out);
    } else {
        out.files.push_back(file);
    }
}

} // namespace

void unpack_archives(InputFiles files, Unpacked &out)
{
    std::size_t size = 0;
    for (const InputFile &file : files) {
        size += file.size;
    }
    out.contents.room = std::max(archive_room_least, size * archive_times);
    for (const InputFile &file : files) {
        unpack_file(file, out);
    }
    // A reader gets streams in the order of their names, not in that of the archive.
    std::sort(out.files.begin(), out.files.end(),
              [](const InputFile &one, const InputFile &other) { return one.name < other.name; });
}

} // namespace limen::trace
