# SPDX-License-Identifier: Apache-2.0
"""Goal: every mutant does what its operator says, and nothing else changes.

Method: a small C source is rewritten, compiled, and run with each of its mutants in turn.
"""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest
from mutated_kernel import HERE, ROOT, sources
from operators import functions_of
from planted import is_planted, plant, planted_mutants, read_mistakes
from schemata import PER_FUNCTION, Source, number_at
from survivors import Survivors

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = """
#include <stdio.h>
#include <stdlib.h>
static int calls;
static void count(int by)
{
    calls += by;
}
int answer(int a, const char *text)
{
    int result = 0;
    _Static_assert(1 < 2, "one");
    static const int ten = 10;

    for (int i = 0; i < a; i++) {
        count(1);
        if (i > 2 && text != NULL) {
            break;
        }
    }
    result = calls * ten;
    return !result ? a - 1 : result;
}
int main(int argc, char **argv)
{
    (void)argc;
    printf("%d\\n", answer(atoi(argv[1]), NULL));
    return 0;
}
"""
# Results of answer(2, NULL), which is 20 without a mutant.
ANSWERS = {
    ("0 to 1", "0"): {"10", "20"},
    ("condition to false", "i < a"): {"1"},
    ("< to <=", "i < a"): {"30"},
    ("++ to --", "i++"): {"ended"},
    ("delete", "count(1);"): {"1"},
    ("1 to 0", "1"): {"1", "20"},
    ("condition to true", "i > 2 && text != NULL"): {"10"},
    ("condition to false", "i > 2 && text != NULL"): {"20"},
    ("drop left of &&", "i > 2 && text != NULL"): {"20"},
    ("drop right of &&", "i > 2 && text != NULL"): {"20"},
    ("> to >=", "i > 2"): {"20"},
    ("2 to 0", "2"): {"20"},
    ("2 to 3", "2"): {"20"},
    ("delete", "break;"): {"20"},
    ("delete", "result = calls * ten;"): {"1"},
    ("* to +", "calls * ten"): {"12"},
    ("condition to false", "!result"): {"20"},
    ("condition to true", "!result"): {"1"},
    ("remove !", "!result"): {"1"},
    ("- to +", "a - 1"): {"20"},
}


@pytest.fixture(scope="module")
def source() -> Source:
    return Source("sample.c", SAMPLE.encode(), set())


@pytest.fixture(scope="module")
def program(source: Source, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mutants")
    (folder / "sample.c").write_text(source.rewritten())
    program = folder / "sample"
    options = ["-std=c11", "-O1", "-w", "-include", str(HERE / "mutant.h")]
    sources = [str(folder / "sample.c"), str(HERE / "mutant.c")]
    subprocess.run(["gcc", *options, *sources, "-o", str(program)], check=True)
    return program


def run(program: Path, **variables: object) -> str:
    environment = {**os.environ, **{name: str(value) for name, value in variables.items()}}
    limited = ["/bin/sh", "-c", 'ulimit -t 1 && exec "$0" "$@"', str(program), "2"]
    done = subprocess.run(limited, env=environment, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else "ended"


def test_without_a_mutant_nothing_changes(program: Path) -> None:
    assert run(program) == "20"


def test_each_mutant_does_what_it_says(source: Source, program: Path) -> None:
    found: dict[tuple[str, str], set[str]] = {}
    for mutant in source.mutants:
        if mutant.function == "answer":
            key = mutant.change.operator, mutant.change.text
            found.setdefault(key, set()).add(run(program, LIMEN_MUTANT=mutant.number))
    assert found == ANSWERS


def test_what_is_reached_is_written_down(source: Source, program: Path, tmp_path: Path) -> None:
    marks = tmp_path / "marks"
    assert run(program, LIMEN_MUTANTS_REACHED=marks) == "20"
    reached = []
    with marks.open("rb") as file:
        for mutant in source.mutants:
            file.seek(mutant.number)
            if file.read(1) == b"\1":
                reached.append(mutant.change.text)
    assert "count(1);" in reached
    assert "break;" not in reached


def test_a_mutant_that_does_not_compile_is_found(source: Source) -> None:
    text = source.rewritten()
    wanted = next(mutant for mutant in source.mutants if mutant.change.operator == "* to +")
    line = next(row for row in text.split("\n") if "(calls) + (ten)" in row)
    place = text.split("\n").index(line) + 1, line.index("(calls) + (ten)") + 9
    assert number_at(text, *place) == wanted.number
    assert number_at(text, 1, 1) is None
    others = {mutant.number for mutant in source.mutants} - {wanted.number}
    assert "(calls) + (ten)" not in source.rewritten(others)


def test_numbers_do_not_depend_on_other_functions() -> None:
    shorter = SAMPLE.replace("    calls += by;\n", "")
    numbers = [
        {mutant.number for mutant in made.mutants if mutant.function == "answer"}
        for made in (Source("a.c", text.encode(), set()) for text in (SAMPLE, shorter))
    ]
    assert numbers[0] == numbers[1]
    assert len({number // PER_FUNCTION for number in numbers[0]}) == 1


@pytest.mark.parametrize(
    ("head", "name", "parameters"),
    [
        ("static inline __attribute__((always_inline)) int f(void)", "f", ()),
        ("struct s *g(struct s *a, int b[3])", "g", ("a", "b")),
        ("_Noreturn void h(void (*entry)(int), char **c)", "h", ("entry", "c")),
    ],
)
def test_heads_are_understood(head: str, name: str, parameters: tuple[str, ...]) -> None:
    (function,) = functions_of(f"#ifndef X\n#define X\n{head}\n{{\n}}\n#endif\n".encode())
    assert (function.name, function.parameters) == (name, parameters)
    assert function.is_static == head.startswith("static")


def test_what_is_planted_fits() -> None:
    mistakes = read_mistakes()
    originals = {source.file: (ROOT / source.file).read_text("utf-8") for source in sources()}
    for source in sources():
        wanted = [mistake for mistake in mistakes if mistake.file == source.file]
        original, rewritten = originals[source.file], source.rewritten()
        planted = plant(mistakes, source.file, original, rewritten)
        assert all(f"LM_MUTANT({mistake.number})" in planted for mistake in wanted)
        assert planted.count("LM_MUTANT(") >= rewritten.count("LM_MUTANT(") + len(wanted)
    mutants = planted_mutants(mistakes, originals)
    assert all(is_planted(mutant) for mutant in mutants)
    assert len(mutants) == len(mistakes)


def test_what_is_planted_does_what_it_says(source: Source, tmp_path: Path) -> None:
    table = tmp_path / "planted.toml"
    entry = 'name = "m"\nfile = "sample.c"\nwas = "{}"\nis = "{}"\n'
    table.write_text(
        "[[mistake]]\n" + entry.format("calls += by;", "if (!LM_PLANTED) calls += by;")
    )
    (mistake,) = read_mistakes(table)
    text = plant([mistake], "sample.c", SAMPLE, source.rewritten())
    assert "if (!LM_MUTANT(1)) calls += by;" in text
    with pytest.raises(SystemExit, match="not in"):
        plant([mistake], "sample.c", SAMPLE.replace("calls += by", "calls++"), text)
    table.write_text(2 * ("[[mistake]]\n" + entry.format("a", "b")))
    with pytest.raises(SystemExit, match="unique"):
        read_mistakes(table)


def test_what_is_explained_exists() -> None:
    mutants = [mutant for source in sources() for mutant in source.mutants]
    assert Survivors.read().unused(mutants) == []


def test_an_explanation_may_be_for_one_of_those_that_have_the_same_words(
    source: Source, tmp_path: Path
) -> None:
    file = tmp_path / "survivors.toml"
    entry = 'function = "answer"\noperators = ["0 to 1"]\ntext = "0"\nnth = [{}]\nwhy = "so"\n'
    file.write_text(f"complete = true\n[[survivor]]\n{entry.format('2')}")
    zeros = [mutant for mutant in source.mutants if mutant.key == ("answer", "0 to 1", "0")]
    assert [bool(Survivors.read(file).explain(zero)) for zero in zeros] == [False, True]
    file.write_text(f"complete = true\n[[survivor]]\n{entry.format('2, 3')}")
    assert Survivors.read(file).unused(source.mutants) == [(("answer", "0 to 1", "0"), 3)]


def test_a_declaration_that_looks_like_a_call_is_left_alone() -> None:
    [function] = functions_of(b"int f(int x)\n{\n    LM_CALL_ON(F, x);\n    return x;\n}\n")
    assert not any("LM_CALL" in change.text for change in function.changes)


def test_what_is_for_several_cores_alone_is_left_alone() -> None:
    text = (
        b"static inline LM_ONLY_SHARED enum s g(int x)\n{\n    return x;\n}\n"
        b"int f(int x)\n{\n    LM_UNLESS_OWN(x, g(x));\n"
        b"    if (LM_IF_SHARED(x)) {\n        g(x);\n    }\n    return x;\n}\n"
    )
    (function,) = functions_of(text)
    assert function.name == "f"
    assert [change.operator for change in function.changes] == ["return 0"]


def test_settings_of_the_build_are_left_alone() -> None:
    text = b"int f(int a)\n{\n    if (LM_A && !LM_B) {\n        return LM_C || a;\n    }\n}\n"
    (function,) = functions_of(text)
    assert [change.operator for change in function.changes] == ["drop right of ||"]


def test_an_explanation_is_for_a_function_an_operator_and_a_text(
    source: Source, tmp_path: Path
) -> None:
    file = tmp_path / "survivors.toml"
    entry = 'function = "answer"\noperators = ["< to <="]\ntext = "{}"\nwhy = "{}"\n'
    file.write_text(f"complete = true\n[[survivor]]\n{entry.format('i < a', 'so')}")
    survivors = Survivors.read(file)
    explained = [mutant.key for mutant in source.mutants if survivors.explain(mutant)]
    assert explained == [("answer", "< to <=", "i < a")]
    assert survivors.unused(source.mutants) == []
    assert survivors.unused([]) == [(key, 0) for key in explained]
    assert survivors.is_complete
    file.write_text(f"complete = false\n[[survivor]]\n{entry.format('i < a', ' ')}")
    with pytest.raises(SystemExit, match="not explained"):
        Survivors.read(file)
