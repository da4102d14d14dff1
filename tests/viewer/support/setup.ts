// SPDX-License-Identifier: Apache-2.0
// Runs the command on all traces before the tests.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { EXPECTED_FILE, TRACES } from "./limen";
import { BUILD, HERE, ROOT } from "./paths";

const PYTHONPATH = [join(ROOT, "tools/src"), join(ROOT, "tests")].join(delimiter);

export default function setup(): void {
  mkdirSync(BUILD, { recursive: true });
  execFileSync(
    join(ROOT, ".venv/bin/python"),
    [join(HERE, "support/expected.py"), EXPECTED_FILE, ...TRACES],
    { cwd: ROOT, env: { ...process.env, PYTHONPATH }, stdio: "inherit" },
  );
}
