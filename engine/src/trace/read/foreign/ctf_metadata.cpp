// SPDX-License-Identifier: Apache-2.0
#include "trace/read/foreign/ctf_metadata.hpp"

#include "trace/concat.hpp"
#include "trace/read/foreign/file_set.hpp"
#include "trace/read/text.hpp"

#include <cstdlib>

namespace limen::trace
{

namespace
{

constexpr std::size_t ctf_array_max = 4096;

bool is_word(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '_' || letter == '.' || letter == '-' ||
           letter == ':';
}

// Words, texts in quotes and single signs.
class CtfTokens
{
  public:
    explicit CtfTokens(std::string_view text) : text_{text}
    {
        next();
    }

    // The next token; empty at the end. ":=" is a word.
    std::string_view now;
    std::string_view take()
    {
        const std::string_view token = now;
        next();
        return token;
    }
    bool accept(std::string_view wanted)
    {
        const bool is_there = now == wanted;
        if (is_there) {
            next();
        }
        return is_there;
    }
    // To behind a sign outside of inner braces, or the end.
    void skip_behind(std::string_view sign)
    {
        for (unsigned depth = 0; !now.empty();) {
            const std::string_view token = take();
            depth += token == "{" ? 1U : 0U;
            depth -= token == "}" && depth > 0 ? 1U : 0U;
            if (depth == 0 && token == sign) {
                return;
            }
        }
    }
    std::size_t place() const
    {
        return place_;
    }

  private:
    void skip_space();
    void next();

    std::string_view text_;
    std::size_t place_ = 0;
};

void CtfTokens::skip_space()
{
    while (place_ < text_.size()) {
        const std::string_view rest = text_.substr(place_);
        const std::size_t end = rest.starts_with("/*")   ? rest.find("*/", 2)
                                : rest.starts_with("//") ? rest.find('\n')
                                                         : 0;
        if (end != 0) {
            place_ = end == std::string_view::npos ? text_.size()
                                                   : place_ + end + (rest[1] == '*' ? 2 : 1);
        } else if (static_cast<unsigned char>(rest[0]) <= ' ') {
            place_++;
        } else {
            return;
        }
    }
}

void CtfTokens::next()
{
    skip_space();
    const std::size_t begin = place_;
    if (begin == text_.size()) {
        now = {};
    } else if (text_[begin] == '"') {
        const std::size_t end = std::min(text_.find('"', begin + 1), text_.size());
        now = text_.substr(begin + 1, end - begin - 1);
        place_ = std::min(end + 1, text_.size());
    } else if (text_.substr(begin, 2) == ":=") {
        place_ = begin + 2;
        now = text_.substr(begin, 2);
    } else {
        do {
            place_++;
        } while (is_word(text_[begin]) && place_ < text_.size() && is_word(text_[place_]) &&
                 text_.substr(place_, 2) != ":=");
        now = text_.substr(begin, place_ - begin);
    }
}

std::uint64_t ctf_number(std::string_view text)
{
    return std::strtoull(std::string(text.substr(0, 24)).c_str(), nullptr, 0);
}

class CtfParser
{
  public:
    CtfParser(std::string_view text, CtfMetadata &metadata) : tokens_{text}, metadata_{metadata}
    {
    }

    std::optional<Error> run();

  private:
    struct CtfInteger {
        std::uint8_t bytes = 0;
        bool is_signed = false, is_text = false;
    };

    void fail(std::string_view problem);
    CtfInteger integer();
    CtfLayout members();
    CtfLayout layout();
    void member(CtfLayout &layout);
    void alias();
    void part(std::string_view name);
    void event();
    // "{ key = value; key := TYPE; ... }": visit(key, is_type) takes what is behind the sign.
    template <class Visit> void block(Visit visit)
    {
        tokens_.accept("{");
        while (!tokens_.now.empty() && !tokens_.accept("}")) {
            const std::string_view key = tokens_.take();
            const bool is_type = tokens_.accept(":=");
            if (!is_type) {
                tokens_.accept("=");
            }
            visit(key, is_type);
            tokens_.accept(";");
        }
    }

    CtfTokens tokens_;
    CtfMetadata &metadata_;
    std::map<std::string, CtfInteger, std::less<>> integers_;
    std::map<std::string, CtfLayout, std::less<>> structs_;
    const std::map<std::string_view, CtfLayout *> layouts_ = {
        {"packet.header", &metadata_.packet_header},
        {"packet.context", &metadata_.packet_context},
        {"event.header", &metadata_.event_header},
        {"event.context", &metadata_.event_context}};
    std::optional<Error> error_;
};

void CtfParser::fail(std::string_view problem)
{
    if (!error_) {
        error_ = Error{concat("byte ", tokens_.place(), " of the metadata"), printable(problem),
                       "only events of a fixed length can be read, as Zephyr writes them"};
    }
    tokens_.now = {};
}

// "{ size = 32; signed = true; ... }" behind "integer".
CtfParser::CtfInteger CtfParser::integer()
{
    CtfInteger made;
    std::uint64_t bits = 0;
    block([&](std::string_view key, bool /*is_type*/) {
        const std::string_view value = tokens_.take();
        if (key == "size") {
            bits = ctf_number(value);
        } else if (key == "signed") {
            made.is_signed = value == "true" || value == "1";
        } else if (key == "encoding") {
            made.is_text = value == "ASCII" || value == "UTF8";
        }
    });
    made.bytes = static_cast<std::uint8_t>(bits / 8);
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) {
        fail(concat("an integer has ", bits, " bits"));
    }
    return made;
}

void CtfParser::member(CtfLayout &layout)
{
    CtfInteger type;
    if (tokens_.accept("integer")) {
        type = integer();
    } else {
        const std::string_view name = tokens_.take();
        const auto found = integers_.find(name);
        if (found == integers_.end()) {
            return fail(concat("it uses the type ", name));
        }
        type = found->second;
    }
    CtfField field{std::string(tokens_.take()), type.bytes, type.is_signed, type.is_text};
    if (tokens_.accept("[")) {
        field.count = at_most(ctf_number(tokens_.take()), ctf_array_max + 1);
        if (!tokens_.accept("]") || field.count == 0 || field.count > ctf_array_max) {
            return fail(concat("the length of the array ", field.name, " is not a number"));
        }
    }
    tokens_.accept(";");
    layout.push_back(std::move(field));
}

CtfLayout CtfParser::members()
{
    CtfLayout layout;
    tokens_.accept("{");
    while (!tokens_.now.empty() && !tokens_.accept("}")) {
        member(layout);
    }
    return layout;
}

// "struct NAME", "struct { ... }" or both.
CtfLayout CtfParser::layout()
{
    if (!tokens_.accept("struct")) {
        fail(concat("a struct is missing before ", tokens_.now));
        return {};
    }
    const std::string name(tokens_.now == "{" ? std::string_view{} : tokens_.take());
    if (tokens_.now == "{") {
        CtfLayout layout = members();
        if (!name.empty()) {
            structs_[name] = layout;
        }
        return layout;
    }
    const auto found = structs_.find(name);
    return found == structs_.end() ? CtfLayout{} : found->second;
}

void CtfParser::alias()
{
    if (!tokens_.accept("integer")) {
        return tokens_.skip_behind(";");
    }
    const CtfInteger type = integer();
    tokens_.accept(":=");
    integers_[std::string(tokens_.take())] = type;
    tokens_.accept(";");
}

// "{ ... }" of a trace, a clock or a stream.
void CtfParser::part(std::string_view name)
{
    block([&](std::string_view key, bool is_type) {
        if (is_type) {
            CtfLayout made = layout();
            const auto kept = layouts_.find(key);
            if (kept != layouts_.end()) {
                *kept->second = std::move(made);
            }
            return;
        }
        if (name == "trace" && key == "byte_order") {
            metadata_.is_big = tokens_.now == "be";
        } else if (name == "clock" && key == "freq") {
            metadata_.hz = ctf_number(tokens_.now);
        }
        tokens_.skip_behind(";");
    });
    tokens_.accept(";");
}

void CtfParser::event()
{
    CtfEvent made;
    std::uint64_t id = 0;
    block([&](std::string_view key, bool is_type) {
        if (is_type) {
            made.fields = layout();
            return;
        }
        const std::string_view value = tokens_.take();
        if (key == "name") {
            made.name = value;
        } else if (key == "id") {
            id = ctf_number(value);
        }
    });
    tokens_.accept(";");
    metadata_.events[id] = std::move(made);
}

std::optional<Error> CtfParser::run()
{
    while (!tokens_.now.empty()) {
        const std::string_view word = tokens_.now;
        if (tokens_.accept("typealias")) {
            alias();
        } else if (word == "struct") {
            layout();
            tokens_.accept(";");
        } else if (tokens_.accept("event")) {
            event();
        } else if (word == "trace" || word == "clock" || word == "stream") {
            tokens_.take();
            part(word);
        } else {
            tokens_.skip_behind(";");
        }
    }
    if (!error_ && (metadata_.event_header.empty() || metadata_.events.empty())) {
        fail("it has no event header or no events");
    }
    return error_;
}

} // namespace

std::optional<Error> read_ctf_metadata(std::string_view text, CtfMetadata &metadata)
{
    return CtfParser(text, metadata).run();
}

} // namespace limen::trace
