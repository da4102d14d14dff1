# SPDX-License-Identifier: Apache-2.0
# Stop core 0 at each instruction of its call; see test_stopped.py. QEMU shows cores as threads of
# one inferior, or as inferiors.
python

SECOND_STEPS = 160  # more than a post, a wait, a send or a receive of core 1 takes
KINDS = 8
CALL_MOST = 2000


def run(command: str) -> None:
    gdb.execute(command, to_string=True)


def value(expression: str) -> int:
    return int(gdb.parse_and_eval(f"(unsigned long) {expression}"))


THREADS = [one for each in gdb.inferiors() for one in sorted(each.threads(), key=lambda t: t.num)]


def stop_at(step: int) -> bool:
    """A round with core 0 stopped after so many instructions. Returns: was that in its call?"""
    run("set scheduler-locking off")
    run("continue")
    run("set scheduler-locking on")
    THREADS[0].switch()
    if step > 0:
        run(f"stepi {step}")
    inside = value("stopped_ended") != value("stopped_rounds")
    THREADS[1].switch()
    run(f"stepi {SECOND_STEPS}")
    THREADS[0].switch()
    return inside


run("hbreak stopped_begin")
for kind in range(KINDS):
    run(f"set variable stopped_kind = {kind}")
    run("set scheduler-locking off")
    run("continue")
    run("continue")  # the first round with this kind
    steps = 0
    while steps < CALL_MOST and stop_at(steps):
        steps += 1
    gdb.write(f"kind {kind}: {steps} instructions, round {value('stopped_rounds')}\n")
run("kill")
end
