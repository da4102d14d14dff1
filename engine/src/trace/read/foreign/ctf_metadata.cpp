// SPDX-License-Identifier: Apache-2.0
#include "trace/read/foreign/ctf.hpp"

#include "trace/concat.hpp"
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
    // Skips to behind a sign outside of inner braces, or to the end.
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
    void skip_space()
    {
        while (place_ < text_.size()) {
            const std::string_view rest = text_.substr(place_);
            const std::string_view end = rest.starts_with("/*")   ? "*/"
                                         : rest.starts_with("//") ? "\n"
                                                                  : "";
            if (!end.empty()) {
                place_ = std::min(text_.find(end, place_ + 2), text_.size() - end.size());
                place_ += end.size();
            } else if (static_cast<unsigned char>(rest[0]) <= ' ') {
                place_++;
            } else {
                return;
            }
        }
    }

    void next()
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

    std::string_view text_;
    std::size_t place_ = 0;
};

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

    std::optional<Error> run()
    {
        while (!tokens_.now.empty()) {
            const std::string_view word = tokens_.now;
            if (tokens_.accept("typealias") && tokens_.accept("integer")) {
                const CtfField type = integer();
                tokens_.accept(":=");
                integers_[std::string(tokens_.take())] = type;
            } else if (word == "struct") {
                layout();
            } else if (word == "event" || word == "trace" || word == "clock" || word == "stream") {
                tokens_.take();
                part(word);
            } else {
                tokens_.skip_behind(";");
            }
            tokens_.accept(";");
        }
        if (!error_ && (metadata_.event_header.empty() || metadata_.events.empty())) {
            fail("it has no event header or no events");
        }
        return error_;
    }

  private:
    void fail(std::string_view problem)
    {
        if (!error_) {
            error_ = Error{concat("byte ", tokens_.place(), " of the metadata"), printable(problem),
                           "only events of a fixed length can be read, as Zephyr writes them"};
        }
        tokens_.now = {};
    }

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

    // "{ size = 32; signed = true; ... }" behind "integer".
    CtfField integer()
    {
        CtfField made;
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

    // "TYPE NAME;" or "TYPE NAME[16];"
    CtfField member()
    {
        const std::string_view type = tokens_.take();
        const auto known = integers_.find(type);
        if (type != "integer" && known == integers_.end()) {
            fail(concat("it uses the type ", type));
            return {};
        }
        CtfField field = type == "integer" ? integer() : known->second;
        field.name = tokens_.take();
        if (tokens_.accept("[")) {
            field.count = at_most(ctf_number(tokens_.take()), ctf_array_max + 1);
            if (!tokens_.accept("]") || field.count == 0 || field.count > ctf_array_max) {
                fail(concat("the length of the array ", field.name, " is not a number"));
            }
        }
        tokens_.accept(";");
        return field;
    }

    // "struct NAME", "struct { ... }" or both.
    CtfLayout layout()
    {
        if (!tokens_.accept("struct")) {
            fail(concat("a struct is missing before ", tokens_.now));
            return {};
        }
        const std::string name(tokens_.now == "{" ? tokens_.now : tokens_.take());
        CtfLayout &layout = structs_[name];
        if (tokens_.accept("{")) {
            layout.clear();
            while (!tokens_.now.empty() && !tokens_.accept("}")) {
                layout.push_back(member());
            }
        }
        return layout;
    }

    // "{ ... }" of an event, a trace, a clock or a stream.
    void part(std::string_view name)
    {
        CtfEvent made;
        std::uint64_t id = 0;
        block([&](std::string_view key, bool is_type) {
            if (is_type) {
                CtfLayout other;
                CtfLayout &kept = name == "event"           ? made.fields
                                  : key == "packet.header"  ? metadata_.packet_header
                                  : key == "packet.context" ? metadata_.packet_context
                                  : key == "event.header"   ? metadata_.event_header
                                  : key == "event.context"  ? metadata_.event_context
                                                            : other;
                kept = layout();
                return;
            }
            const std::string_view value = tokens_.now;
            if (key == "byte_order") {
                metadata_.is_big = value == "be";
            } else if (key == "freq") {
                metadata_.hz = ctf_number(value);
            } else if (key == "name") {
                made.name = value;
            } else if (key == "id") {
                id = ctf_number(value);
            }
            name == "event" ? void(tokens_.take()) : tokens_.skip_behind(";");
        });
        if (name == "event") {
            metadata_.events[id] = std::move(made);
        }
    }

    CtfTokens tokens_;
    CtfMetadata &metadata_;
    std::map<std::string, CtfField, std::less<>> integers_;
    std::map<std::string, CtfLayout> structs_;
    std::optional<Error> error_;
};

} // namespace

std::optional<Error> read_ctf_metadata(std::string_view text, CtfMetadata &metadata)
{
    return CtfParser(text, metadata).run();
}

} // namespace limen::trace
