// SPDX-License-Identifier: Apache-2.0
// Runs systems with the core as WebAssembly, for test_play_core.py:
//   node run_core.mjs CORE.mjs LIMEN.wasm <cases.json >results.json
// CORE.mjs is viewer/src/play/core.ts, bundled. A case has a system, a request and wishes; its result
// has the // numbers of all runs, the bounds, the assignments of its wishes, and the trace of run 0 in base64.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , corePath, wasmPath] = process.argv;
const { loadCore } = await import(pathToFileURL(corePath).href);
const core = await loadCore(readFileSync(wasmPath));
const cases = JSON.parse(readFileSync(0, "utf8"));
const results = cases.map(({ system, request, records, wishes }) => ({
    results: core.simulate(system, request),
    bounds: core.analyze(system),
    assignments: wishes.map((wish) => core.assign(system, wish)),
    trace: Buffer.from(core.trace(system, request, 0, records)).toString("base64"),
}));
process.stdout.write(JSON.stringify(results));
